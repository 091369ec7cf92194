"""Reasoning and answer come apart in the same way, however the reply is cut into tokens."""

from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.messages.events import Channel
from engine.text.reasoning import ReasoningMarkers, ReasoningSplitter, reasoning_markers

THINK = ReasoningMarkers(("<think>",), ("</think>",))
HARMONY_TEMPLATE = "{{ '<|start|>assistant<|channel|>final<|message|>' }}"


@dataclass
class OneTokenTexts:
    """A vocabulary in which some texts are single tokens, some of them without a piece."""

    control: tuple[str, ...] = ()
    visible: tuple[str, ...] = ()
    size: int = 1000
    bos_token: int | None = None
    is_safe_to_join: bool = True

    @property
    def text_ends(self) -> tuple[list[int], list[int]]:
        return [], []

    @property
    def control_texts(self) -> frozenset[str]:
        return frozenset(self.control)

    def tokenize(self, text: str, *, parse_special: bool) -> list[int]:
        texts = [*self.control, *self.visible]
        return [texts.index(text) + 500] if parse_special and text in texts else [*text.encode()]

    def piece(self, token: int) -> bytes:
        texts = [*[""] * len(self.control), *self.visible]
        return texts[token - 500].encode() if token >= 500 else bytes([token])

    def text(self, token: int) -> str:
        texts = [*self.control, *self.visible]
        return texts[token - 500] if token >= 500 else chr(token)

    def is_end_of_generation(self, token: int) -> bool:
        return False


def split(splitter: ReasoningSplitter, pieces: "list[str | tuple[str, int]]") -> dict[Channel, str]:
    """Return the text of each channel."""
    said = {Channel.REASONING: "", Channel.ANSWER: ""}
    parts = [splitter.feed(*([piece] if isinstance(piece, str) else piece)) for piece in pieces]
    for channel, text in [each for part in [*parts, splitter.flush()] for each in part]:
        said[channel] += text
    return said


def both(text: str, *, starts_inside: bool = False) -> tuple[str, str]:
    said = split(ReasoningSplitter(THINK, starts_inside=starts_inside), [text])
    return said[Channel.REASONING], said[Channel.ANSWER]


@pytest.mark.parametrize(
    ("text", "reasoning", "answer"),
    [
        ("<think>\nhm\n</think>\n\nyes\n", "hm", "yes\n"),
        ("  <think>a</think>b", "a", "b"),
        ("<think>\n\n</think>\n\nyes", "", "yes"),
        ("just an answer", "", "just an answer"),
        ("  it keeps its space", "", "  it keeps its space"),
        ("say <think> like this </think>", "", "say <think> like this </think>"),
        ("<think>a</think>b <think>c</think>", "a", "b <think>c</think>"),
        ("<think>a</think><think>b</think>c", "ab", "c"),
        ("<think>never ends", "never ends", ""),
        ("<think>a < b </th\nc</think>", "a < b </th\nc", ""),
        ("<thin", "", "<thin"),
    ],
)
def test_reasoning_is_a_channel_of_its_own(text: str, reasoning: str, answer: str) -> None:
    assert both(text) == (reasoning, answer)


def test_a_prompt_may_have_opened_the_reasoning() -> None:
    assert THINK.is_open_after("<|im_start|>assistant\n<think>\n")
    assert not THINK.is_open_after("<|im_start|>assistant\n<think>\n\n</think>\n\n")
    assert not THINK.is_open_after("what is <think>?<|im_end|>\n<|im_start|>assistant\n")
    assert both("\nhm</think>yes", starts_inside=True) == ("hm", "yes")


def test_without_markers_everything_is_answer() -> None:
    assert split(ReasoningSplitter(None), ["<think>", "a"])[Channel.ANSWER] == "<think>a"


def test_an_answer_is_passed_on_at_once() -> None:
    splitter = ReasoningSplitter(THINK)
    assert splitter.feed("Yes <") == [(Channel.ANSWER, "Yes <")]
    assert splitter.feed("  ") == [(Channel.ANSWER, "  ")]


def test_channels_of_control_tokens_are_told_by_the_tokens() -> None:
    vocabulary = OneTokenTexts(control=("<|channel|>", "<|message|>", "<|end|>", "<|start|>"))
    markers = reasoning_markers(HARMONY_TEMPLATE, vocabulary)
    channel, message, end, start = (("", 500), ("", 501), ("", 502), ("", 503))
    reply: list[str | tuple[str, int]] = [
        channel,
        "analy",
        "sis",
        message,
        "let me",
        " see",
        end,
        start,
        "assistant",
    ]
    said = split(ReasoningSplitter(markers), [*reply, channel, "final", message, "42", end])
    assert said == {Channel.REASONING: "let me see", Channel.ANSWER: "42"}


def test_markers_are_found_in_the_template_or_among_the_tokens() -> None:
    plain = OneTokenTexts()
    assert reasoning_markers("{{ message.content.split('</think>')[-1] }}", plain) == THINK
    visible = reasoning_markers(None, OneTokenTexts(visible=("<think>", "</think>")))
    assert visible == replace(THINK, opening_tokens=frozenset({500}))
    control = OneTokenTexts(control=("[THINK]", "[/THINK]"))
    found = reasoning_markers("", control)
    assert found is not None
    assert found.token_texts == {500: "[THINK]", 501: "[/THINK]"}
    assert reasoning_markers("{{ message.content }}", plain) is None


def test_a_reply_can_open_reasoning_with_its_first_token_only() -> None:
    markers = reasoning_markers("", OneTokenTexts(control=("[THINK]", "[/THINK]")))
    splitter = ReasoningSplitter(markers)
    assert splitter.opening_tokens == {500}
    splitter.feed("", 500)
    assert splitter.is_reasoning
    assert splitter.opening_tokens == frozenset()
    assert ReasoningSplitter(markers, starts_inside=True).opening_tokens == frozenset()
    assert ReasoningSplitter(None).opening_tokens == frozenset()


@given(
    parts=st.lists(
        st.sampled_from(["<think>", "</think>", "<", "think", "</", " ", "\n", "a", "b ", "é"]),
        max_size=12,
    ),
    cuts=st.lists(st.integers(0, 60), max_size=8),
    starts_inside=st.booleans(),
)
def test_any_cutting_into_pieces_gives_the_same_channels(
    parts: list[str], cuts: list[int], starts_inside: bool
) -> None:
    text = "".join(parts)
    edges = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    pieces: list[str | tuple[str, int]] = [text[start:end] for start, end in pairwise(edges)]
    splitter = ReasoningSplitter(THINK, starts_inside=starts_inside)
    said = split(splitter, pieces)
    assert (said[Channel.REASONING], said[Channel.ANSWER]) == both(
        text, starts_inside=starts_inside
    )
