"""A turn with calls of tools stays warm: each prompt begins with the one before it.

The reasoning of a reply with calls is given back to the template, which shows it where its model
was trained with it.
"""

import itertools
import json

import pytest

from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.text.chat_template import ChatTemplate
from engine.text.history_probe import find_history
from tests.engine.text.tool_formats import SPECIAL
from tests.engine.text.upstream_templates import upstream_templates

NAMES = sorted(upstream_templates())
TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Tells the weather.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
    },
}
# These write a reply with calls in another way than the prompt began it, so that the reply is read
# again: without the thinking that the prompt has opened or closed, or in another turn.
REWRITING = {
    "Apriel-1.6-15b-Thinker-fixed",
    "CohereForAI-c4ai-command-r-plus-tool_use",
    "NVIDIA-Nemotron-Nano-v2",
    "Qwen-QwQ-32B",
    "deepseek-ai-DeepSeek-V3.2",
    "google-gemma-4-31B-it",
    "google-gemma-4-31B-it-interleaved",
    "llama-cpp-deepseek-r1",
}
MAX_REWRITTEN = 800  # characters: Command R+ ends each prompt with its instructions
ASKED = ChatMessage(Role.USER, "How is the weather?")


def called(city: str, thought: str) -> list[ChatMessage]:
    call = ToolCall(f"call0{city}", "get_weather", json.dumps({"city": city}))
    reply = ChatMessage(Role.ASSISTANT, "", (call,), reasoning=thought)
    return [reply, ChatMessage(Role.TOOL, f"Rain in {city}", tool_call_id=call.id, name=call.name)]


def lost(template: ChatTemplate, thought: str) -> list[str]:
    """Return the ends of the prompts of a turn that the next prompt does not begin with."""
    first, second = called("Paris", thought), called("Turin", thought)
    talks = ([ASKED], [ASKED, *first], [ASKED, *first, *second])
    template.begin()
    prompts = [template.render(each, arguments={"tools": [TOOL]}) for each in talks]
    pairs = itertools.pairwise(prompts)
    return [prompt[shared_length(prompt, later) :] for prompt, later in pairs]


def shared_length(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


@pytest.mark.parametrize("name", NAMES)
def test_a_result_is_read_as_new_tokens_only(name: str) -> None:
    template = ChatTemplate(upstream_templates()[name], SPECIAL)
    template.history = find_history(template)
    template.begin()
    if "get_weather" not in template.render([ASKED], arguments={"tools": [TOOL]}):
        pytest.skip("the template shows no tools")
    rewritten = min((lost(template, thought) for thought in ("", "A thought.")), key=len_of)
    assert (rewritten[0] == "") is (name not in REWRITING)
    assert max(map(len, rewritten)) <= MAX_REWRITTEN


def len_of(ends: list[str]) -> int:
    return len("".join(ends))


def test_reasoning_is_shown_within_a_turn_and_dropped_where_the_template_drops_it() -> None:
    stays_after = {"Qwen-Qwen3-0.6B": False, "openai-gpt-oss-120b": False, "Kimi-K3": True}
    for name, stays in stays_after.items():
        template = ChatTemplate(upstream_templates()[name], SPECIAL)
        template.history = find_history(template)
        turn = [ASKED, *called("Paris", "A thought.")]
        after = [*turn, ChatMessage(Role.ASSISTANT, "Rain."), ChatMessage(Role.USER, "And now?")]
        template.begin()
        prompts = [template.render(each, arguments={"tools": [TOOL]}) for each in (turn, after)]
        assert [each.count("A thought.") for each in prompts] == [1, int(stays)]
