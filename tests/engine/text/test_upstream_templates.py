"""Every real template: its switch of thinking, whether it shows tools, where pictures stand.

The tables were written by reading the templates by hand; the names are those of their files.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.request_options import ThinkingRequest
from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import ControlTexts
from engine.text.prompt_media import placeholder_of
from engine.text.prompt_renderer import PromptRenderer
from engine.text.reasoning import reasoning_markers
from engine.text.steering import Steering, find_steering
from engine.text.template_probe import find_tools
from engine.text.turn_index import TurnIndex
from tests.engine.text.upstream_templates import upstream_templates
from tests.fakes.media import picture
from tests.fakes.vocabulary import FakeVocabulary


@dataclass(frozen=True)
class Found:
    """What reading a template by hand has shown.

    Attributes:
        off: what turns thinking off: arguments, or the text behind a question.
        is_on: whether it is on where nothing is said; None where the template says neither.
        efforts: the words for how hard to think.
        effort: the one that is meant without a word.
    """

    off: Mapping[str, object] | str
    is_on: bool | None
    efforts: tuple[str, ...] = ()
    effort: str | None = None


OFF = {"enable_thinking": False}
EXPECTED: dict[str, Found] = {
    "Apertus-8B-Instruct": Found(OFF, False),
    "Bielik-11B-v3.0-Instruct": Found(OFF, False),
    "ByteDance-Seed-OSS": Found({"thinking_budget": 0}, True),
    "Cohere2MoE": Found({"reasoning": False}, True),
    "CohereForAI-c4ai-command-r7b-12-2024-tool_use": Found(OFF, False),
    "GLM-4.6": Found(OFF, True),
    "GLM-4.7-Flash": Found(OFF, True),
    "HuggingFaceTB-SmolLM3-3B": Found(OFF, True),
    "Kimi-K3": Found({"thinking": False}, True, ("low", "high", "max"), "max"),
    "MiniMax-M3": Found({"thinking_mode": "disabled"}, None, ("adaptive",)),
    "NVIDIA-Nemotron-3-Nano-30B-A3B-BF16": Found(OFF, True),
    "NVIDIA-Nemotron-Nano-v2": Found("/no_think", True),
    "Qwen-QwQ-32B": Found(OFF, False),
    "Qwen-Qwen3-0.6B": Found(OFF, True),
    "Qwen3.5-4B": Found(OFF, True),
    "Reka-Edge": Found(OFF, False),
    "Spark2.5": Found(OFF, True),
    "deepseek-ai-DeepSeek-R1-Distill-Qwen-32B": Found(OFF, False),
    "deepseek-ai-DeepSeek-V3.1": Found(OFF, False),
    "deepseek-ai-DeepSeek-V3.2": Found(OFF, False),
    "deepseek-ai-DeepSeek-V4": Found(OFF, False, ("max",)),
    "deepseek-ai-DeepSeek-V4-Flash-0731": Found(OFF, False, ("high", "max")),
    "google-gemma-4-31B-it": Found(OFF, False),
    "google-gemma-4-31B-it-interleaved": Found(OFF, False),
    "ibm-granite-granite-3.3-2B-Instruct": Found({"thinking": False}, False),
    "inclusionai-ling-3.0-flash": Found(OFF, True),
    "llama-cpp-rwkv-world": Found(OFF, None),
    "muse-glimmer": Found({}, None, ("low", "medium", "high"), "high"),
    "openai-gpt-oss-120b": Found({}, None, ("low", "medium", "high"), "medium"),
    "openbmb-MiniCPM5-1B": Found(OFF, None),
    "poolside-Laguna-S-2.1": Found(OFF, True),
    "poolside-Laguna-XS-2.1": Found(OFF, False),
    "poolside-Laguna-XS.2": Found(OFF, False),
    "tencent-Hy3": Found({"reasoning_effort": "no_think"}, False, ("low", "high"), "high"),
    "upstage-Solar-Open-100B": Found({}, None, ("low",)),
}
SPECIAL = {"bos_token": "<s>", "eos_token": "</s>"}
NAMES = sorted(upstream_templates())


ENDINGS = {
    "Apertus-8B-Instruct": "<|inner_suffix|>",
    "GLM-4.6": "</think>",
    "MiniMax-M3": "</mm:think>",
    "Qwen-Qwen3-0.6B": "\n</think>\n\n",
    "google-gemma-4-31B-it": "\n<channel|>",
    "llama-cpp-deepseek-r1": "\n</think>\n\n",
    "mistralai-Ministral-3-14B-Reasoning-2512": "[/THINK]",
    "openai-gpt-oss-120b": "<|end|><|start|>assistant<|channel|>final<|message|>",
}


# These speak of tools in none of the forms that a request has them in.
WITHOUT_TOOLS = {
    *("HuggingFaceTB-SmolLM3-3B", "deepseek-ai-DeepSeek-R1-Distill-Llama-8B"),
    *("deepseek-ai-DeepSeek-R1-Distill-Qwen-32B", "deepseek-ai-DeepSeek-V3.1"),
    *("fireworks-ai-llama-3-firefunction-v2", "google-gemma-2-2b-it", "llama-cpp-rwkv-world"),
    "microsoft-Phi-3.5-mini-instruct",
}
WITH_CALL_TEXT = {"meetkai-functionary-medium-v3.2"}
REFUSES_CHATS = {"fireworks-ai-llama-3-firefunction-v2"}  # such as the one with pictures
DOG, CAT, OWL = (picture(seed)[0] for seed in range(3))
PICTURE_CHAT = [
    ChatMessage(Role.USER, "Qfirst", media=(DOG, CAT)),
    ChatMessage(Role.ASSISTANT, "Qanswer"),
    ChatMessage(Role.USER, "Qsecond", media=(OWL,)),
]


def test_there_are_as_many_as_were_read() -> None:
    assert len(NAMES) >= 68
    assert (EXPECTED.keys() | ENDINGS.keys()) <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_template_is_understood(name: str) -> None:
    """One test for each, as most of its time is taken by compiling the template."""
    template = ChatTemplate(source := upstream_templates()[name], SPECIAL)
    steering = find_steering(template, reasoning_markers(source, FakeVocabulary()))
    info, expected = steering.info, EXPECTED.get(name, Found({}, None))
    assert (steering.off_text or steering.off) == expected.off
    assert (info.can_switch, info.is_on) == (bool(expected.off), expected.is_on)
    assert (info.efforts, info.effort) == (expected.efforts, expected.effort)
    assert steering.ending == ENDINGS.get(name, steering.ending)
    if name in EXPECTED:
        assert_prompts_differ(template, steering)
    assert bool(find_tools(template)) is (name not in WITHOUT_TOOLS)
    assert template.wants_call_text is (name in WITH_CALL_TEXT)
    if name not in REFUSES_CHATS:
        assert_pictures_stand_before_their_texts(template)


def assert_prompts_differ(template: ChatTemplate, steering: Steering) -> None:
    """Check that thinking on and off, and each effort, are different prompts of a longer chat."""
    texts = ("Question one.", "Answer one.", "Question two.")
    roles = (Role.USER, Role.ASSISTANT, Role.USER)
    talk = tuple(map(ChatMessage, roles, texts))

    def prompt(thinking: ThinkingRequest) -> str:
        arguments = steering.arguments(thinking, {})
        return template.render(steering.messages(thinking, talk), arguments=arguments)

    asked = [ThinkingRequest(effort=each) for each in steering.info.efforts]
    if steering.info.can_switch:
        asked += [ThinkingRequest(is_on=True), ThinkingRequest(is_on=False)]
    prompts = [prompt(each) for each in asked]
    assert len(set(prompts)) >= 2 or len(asked) == 1


def assert_pictures_stand_before_their_texts(template: ChatTemplate) -> None:
    """Check that each picture stands in front of its own message's text."""
    template.begin(seconds=60)
    renderer = PromptRenderer(template, ControlTexts(FakeVocabulary()), None)
    text = renderer.render(TurnIndex.of(PICTURE_CHAT), 0).text
    first, second = (
        "".join(map(placeholder_of, each.media)) + each.content
        for each in (PICTURE_CHAT[0], PICTURE_CHAT[2])
    )
    assert 0 <= text.find(first) < text.find("Qanswer") < text.find(second)
