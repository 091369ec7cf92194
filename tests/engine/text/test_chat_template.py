"""A template is somebody else's program: it says what it likes, but not for long."""

import itertools
import time
import tracemalloc
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ChatTemplateFailed, ChatTemplateTooSlow
from engine.messages.history_needs import Rewrite
from engine.messages.request_options import ThinkingRequest
from engine.text import template_sandbox
from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import ControlTexts
from engine.text.history_probe import find_history
from engine.text.prompt_media import placeholder_of
from engine.text.prompt_renderer import PromptRenderer
from engine.text.reasoning import reasoning_markers
from engine.text.steering import Steering, find_steering
from engine.text.tool_format_learner import learn_tool_format
from engine.text.turn_index import TurnIndex
from tests.engine.text.upstream_templates import upstream_templates
from tests.fakes.media import picture
from tests.fakes.vocabulary import FakeVocabulary

_CHAT = [
    ChatMessage(Role.USER, "one"),
    ChatMessage(Role.ASSISTANT, "two"),
    ChatMessage(Role.USER, "three"),
]
_LOOP = "{% for a in range(99999) %}"
_ENDLESS = {
    "nested loops": 3 * _LOOP + 3 * "{% endfor %}",
    "loops that filter": 3 * "{% for a in range(99999) if a %}" + 3 * "{% endfor %}",
    "loops under another name": "{% set watched = 1 %}" + 3 * _LOOP + 3 * "{% endfor %}",
    "a macro that calls itself": (
        "{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}{% endmacro %}{{ m(60) }}"
    ),
    "a loop that calls itself": (
        "{% for x in [1, 2] recursive %}{{ loop([1, 2]) if loop.depth < 60 }}{% endfor %}"
    ),
    "long work in few turns": _LOOP + "{{ range(99999)|list|sort|length }}{% endfor %}",
}


@pytest.mark.parametrize("source", _ENDLESS.values(), ids=_ENDLESS.keys())
def test_an_endless_template_ends(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template_sandbox, "COMMAND_SECONDS", 0.1)
    template = ChatTemplate(source, {})
    started = time.thread_time()
    with pytest.raises(ChatTemplateFailed, match="takes too long"):
        template.render(_CHAT)
    assert time.thread_time() - started < 10


def _grown(first: str, step: str) -> str:
    loop = "{% for i in range(40) %}{% set n.s = " + step + " %}{% endfor %}"
    return "{% set n = namespace(s=" + first + ") %}" + loop


_HUGE = {
    "doubled by +": _grown("'x'", "n.s + n.s"),
    "doubled by ~": _grown("'x'", "n.s ~ n.s"),
    "a doubled list": _grown("[1]", "n.s + n.s"),
    "a list of itself, written": _grown("[1]", "[n.s, n.s]") + "{{ n.s }}",
    "a list of itself as JSON": _grown("[1]", "[n.s, n.s]") + "{{ n.s|tojson }}",
    "kept texts": 30 * _grown("[]", "n.s + ['x' * 1000000]"),
    "written again and again": "{% set s = 'x' * 1000000 %}" + _LOOP + "{{ s }}{% endfor %}",
    "a macro": "{% macro m() %}" + _LOOP + "{{ 'x' * 1000 }}{% endfor %}{% endmacro %}{{ m() }}",
    "a power of powers": "{{ (((10**64)**64)**64)**64 }}",
    "a product of products": _grown("10", "n.s * n.s"),
    "a wide number": "{{ '%9999999999d' % 1 }}",
    "a wide filter": "{{ '%9999999999d'|format(1) }}",
    "a wide field": "{{ '{:>9999999999}'.format(1) }}",
    "a field of given width": "{{ '{:>{}}'.format(1, 9999999999) }}",
    "many fields": "{{ ('{0}' * 300000).format('x' * 1000000) }}",
    "centred": "{{ 'x'|center(9999999999) }}",
    "filled": "{{ 'x'.ljust(9999999999) }}",
    "a wide tab": "{{ ('\\t' * 1000000).expandtabs(1000000) }}",
    "indented": "{{ ('x\\n' * 100000)|indent(1000000) }}",
    "indented JSON": "{{ (range(99999)|list)|tojson(indent=1000000) }}",
    "a long batch": "{{ [1]|batch(9999999999, 'x')|list }}",
    "replaced": "{{ ('x' * 1000000)|replace('x', 'y' * 1000000) }}",
    "replaced by a method": "{{ ('x' * 1000000).replace('x', 'y' * 1000000) }}",
    "translated": "{{ ('x' * 1000000).translate({120: 'y' * 1000000}) }}",
    "lists added up": "{{ ([[1]] * 99999)|sum(start=[]) }}",
    "a list extended by itself": (
        "{% set l = [1] %}{% for i in range(40) %}{{ l.extend(l) }}{% endfor %}"
    ),
    "many lists appended": "{% set l = [] %}{% for i in range(4) %}"
    + _LOOP
    + "{{ l.append([i]) }}{% endfor %}{% endfor %}"
    + 30 * "{{ l|string }}",
    "values of JSON": "{{ ('[' ~ '[],' * 1000000 ~ '1]')|from_json }}",
    "joined": "{{ range(99999)|join('y' * 1000000) }}",
    "joined by a method": "{{ ('y' * 1000000).join('x' * 1000000) }}",
}


@pytest.mark.parametrize("source", _HUGE.values(), ids=_HUGE.keys())
def test_a_template_that_wants_all_memory_gets_little(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The limits are a 32nd of the real ones: most of the time is taken by filling memory.
    monkeypatch.setattr(template_sandbox, "_LONGEST_TEXT", 1 << 21)
    monkeypatch.setattr(template_sandbox, "_MAX_MADE", 1 << 25)
    tracemalloc.start()
    try:
        with pytest.raises(ChatTemplateFailed):
            ChatTemplate(source, {}).render(_CHAT)
        assert tracemalloc.get_traced_memory()[1] < 1 << 26
    finally:
        tracemalloc.stop()


def test_many_texts_that_are_not_too_long_are_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template_sandbox, "COMMAND_SECONDS", 60)
    monkeypatch.setattr(template_sandbox, "_MAX_MADE", 1 << 22)
    with pytest.raises(ChatTemplateFailed, match="too much memory"):
        ChatTemplate("{% for i in range(50) %}{% set s = 'x' * 99999 %}{% endfor %}", {}).render([])


@pytest.mark.parametrize(
    "source",
    [
        25 * "{% for a in [1] %}" + 25 * "{% endfor %}",
        120 * "{% if 1 %}" + 120 * "{% endif %}",
        "{% break %}",
        "{{ 'x'|xmlattr }}",
        "{{ 5|dictsort }}",
        "{{ cycler() }}",
        "{{ 'abc'|truncate(-5) }}",
        "{{ raise_exception('\\ud800' + 'x' * 1000000) }}",
        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
        "{{ 9**(9**9) }}",
        "{% for %}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ 1 // 0 }}",
        "{{ x.y() }}",
        "{{ '['|from_json }}",
        "{{ ('[' * 100000)|from_json }}",
        "{{ messages.append(1) }}",
        "{{ messages[0].update(content='') }}",
        "{{ tools[0].names.append('x') }}",
        "{% set a = [] %}{{ a.append(a) }}{{ a|tojson }}",
    ],
)
def test_whatever_a_template_does_wrong_is_a_short_sentence(source: str) -> None:
    with pytest.raises(ChatTemplateFailed) as told:
        ChatTemplate(source, {}).render(_CHAT, arguments={"tools": [{"names": ["a"]}]})
    assert len(str(told.value).encode()) < 1000


def test_what_templates_put_together_is_put_together() -> None:
    source = (
        "{{ 1 ~ 'a' + 'b' ~ [1] }};{{ '%s-%03d' % ('a', 7) }};{{ '{:>3}'.format('c') }};"
        "{{ [1, 2]|join(',') }};{{ ','.join(['d', 'e']) }};{{ 'aXa'|replace('X', 'b') }};"
        "{{ {'f': [1]}|tojson(indent=1) }};{{ 2 ** 10 * 3 % 7 }};{{ 'g'|center(3) }}"
    )
    written = ChatTemplate(source, {}).render(_CHAT)
    assert written == '1ab[1];a-007;  c;1,2;d,e;aba;{\n "f": [\n  1\n ]\n};6; g '


def test_a_template_changes_what_is_its_own_only() -> None:
    source = (
        "{% set all = [] %}{% for m in messages %}{% set _ = all.append(m.content) %}{% endfor %}"
        "{{ all.pop(0) }}{{ all }}{% set d = {} %}{{ d.update(a=1) or d }}{{ (tools|list).pop() }}"
        "{{ '[[1]]'|from_json }}{{ {'b': 2}|from_json }}{{ functions|length }}"
    )
    tools = ["x"]
    written = ChatTemplate(source, {}).render(_CHAT, arguments={"tools": tools})
    assert written == "one['two', 'three']{'a': 1}x[[1]]{'b': 2}11"
    assert tools == ["x"]


def test_what_is_missing_is_empty() -> None:
    source = "[{{ x.y.z }}{{ 'a' + messages[0].name + x + 'b' }}{{ 'c' if x.y is defined }}]"
    assert ChatTemplate(source, {}).render(_CHAT) == "[ab]"


def test_each_rendering_has_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    template = ChatTemplate("{% for m in messages %}{{ m.content|upper }}{% endfor %}", {})
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 1000)
    assert template.render(_CHAT) == "ONETWOTHREE"


def test_loops_know_where_they_are() -> None:
    source = (
        "{% for m in messages if m.role == 'user' %}"
        "{{ loop.index }}/{{ loop.length }}{{ ' last ' if loop.last else ' ' }}{{ m.content }};"
        "{% else %}none{% endfor %}"
    )
    assert ChatTemplate(source, {}).render(_CHAT) == "1/2 one;2/2 last three;"
    assert ChatTemplate(source, {}).render(_CHAT[1:2]) == "none"


SLOW = "{% for i in range(1300) %}{% endfor %}{% for m in messages %}{{ m.content }}{% endfor %}"


@pytest.fixture
def _ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A millisecond passes between any two looks at the clock: ``SLOW`` takes 1.3 seconds."""
    ticks = itertools.count()
    monkeypatch.setattr(time, "thread_time", lambda: next(ticks) / 1000)


@pytest.mark.usefixtures("_ticking")
def test_the_renderings_of_a_command_share_its_time() -> None:
    template = ChatTemplate(SLOW, {})
    template.begin(2.0)
    assert template.render(_CHAT) == "onetwothree"
    assert 0.6 < template.seconds_left < 0.7
    with pytest.raises(ChatTemplateTooSlow, match="takes too long for this chat"):
        template.render(_CHAT)
    assert template.seconds_left == 0
    template.begin(2.0)
    assert template.render(_CHAT) == "onetwothree"


@pytest.mark.usefixtures("_ticking")
def test_what_takes_too_long_is_not_tried_without_its_system_message() -> None:
    template = ChatTemplate(SLOW, {})
    template.begin(1.0)
    with pytest.raises(ChatTemplateTooSlow):
        template.render([ChatMessage(Role.SYSTEM, "zero"), *_CHAT])
    assert time.thread_time() < 1.5


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
    *("google-gemma-2-2b-it", "llama-cpp-rwkv-world", "microsoft-Phi-3.5-mini-instruct"),
}
WITH_CALL_TEXT = {"meetkai-functionary-medium-v3.2"}
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
    template.history = find_history(template)
    steering = find_steering(template, reasoning_markers(source, FakeVocabulary()))
    info, expected = steering.info, EXPECTED.get(name, Found({}, None))
    assert (steering.off_text or steering.off) == expected.off
    assert (info.can_switch, info.is_on) == (bool(expected.off), expected.is_on)
    assert (info.efforts, info.effort) == (expected.efforts, expected.effort)
    assert steering.ending == ENDINGS.get(name, steering.ending)
    if name in EXPECTED:
        assert_prompts_differ(template, steering)
    assert (learn_tool_format(template) is not None) is (name not in WITHOUT_TOOLS)
    wants_text = Rewrite.ARGUMENTS_AS_TEXT in template.history.rewrites
    assert wants_text is (name in WITH_CALL_TEXT)
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
