"""What a template does with the past is tried out, not assumed."""

import pytest

from engine.text.chat_template import ChatTemplate
from engine.text.template_probe import probe_template
from engine.wire.metrics import TemplateKind

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
