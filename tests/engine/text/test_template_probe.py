"""What a template does with the past is tried out, not assumed."""

import itertools
import time

import pytest

from engine.messages.errors import ChatTemplateTooSlow
from engine.messages.metrics import TemplateKind
from engine.text.chat_template import ChatTemplate
from engine.text.template_probe import probe_template

STRIPS = (
    "{% for m in messages %}<{{ m.role }}>{{ m.content.split('</think>')[-1] }}{% endfor %}"
    "{% if add_generation_prompt %}<assistant>{% endif %}"
)
COUNTS = "{{ messages|length }}{% for m in messages %}{{ m.content }}{% endfor %}"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (None, TemplateKind.STABLE),
        (STRIPS, TemplateKind.STRIPS_REASONING),
        (COUNTS, TemplateKind.UNSTABLE),
        ("{{ raise_exception('no') }}", TemplateKind.UNSTABLE),
    ],
)
def test_a_template_is_known_for_what_it_does(source: str | None, kind: TemplateKind) -> None:
    assert probe_template(ChatTemplate(source, {})) is kind


def test_a_template_that_takes_too_long_over_a_tiny_chat_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(time, "thread_time", lambda: next(ticks) / 1000)
    slow = "{% for i in range(1300) %}{% endfor %}" + COUNTS  # below two seconds, each time
    with pytest.raises(ChatTemplateTooSlow, match="takes too long"):
        probe_template(ChatTemplate(slow, {}))
    assert time.thread_time() < 2.5
