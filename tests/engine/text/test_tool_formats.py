"""What each real template writes as calls is read back exactly; text without calls stays text."""

import pytest

from engine.text.chat_template import CHATML, ChatTemplate
from engine.text.tool_format_learner import LEARNING_SECONDS, learn_tool_format
from tests.engine.text.tool_formats import SPECIAL, try_template, try_texts
from tests.engine.text.upstream_templates import upstream_templates

NAMES = sorted(upstream_templates())


@pytest.mark.parametrize("name", NAMES)
def test_calls_of_a_template_are_read_back(name: str) -> None:
    result = try_template(name, upstream_templates()[name], 10, every_place=False)
    if result is None:
        pytest.skip("the template shows no tools")
    assert not result.faults


def test_calls_are_read_back_wherever_they_are_cut() -> None:
    for name in ("Qwen3-Coder", "MiniMax-M3", "google-gemma-4-31B-it", "openai-gpt-oss-120b"):
        result = try_template(name, upstream_templates()[name], 3, every_place=True)
        assert result is not None
        assert not result.faults


def test_text_without_calls_is_text() -> None:
    learned = (
        learn_tool_format(ChatTemplate(each, SPECIAL)) for each in upstream_templates().values()
    )
    assert not try_texts([each for each in learned if each is not None], 200)


def test_a_template_without_tools_has_no_format() -> None:
    assert learn_tool_format(ChatTemplate(CHATML, SPECIAL)) is None


def test_learning_takes_a_limited_time() -> None:
    slow = "{% for a in range(99999) %}{% for b in range(999) %}{% endfor %}{% endfor %}"
    template = ChatTemplate("{{ tools }}" + slow, SPECIAL)
    assert learn_tool_format(template) is None
    assert template.seconds_left == 0
    assert LEARNING_SECONDS <= 1
