"""Splits a reply into reasoning and answer by the markers of the model's own template."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from engine.messages.events import Channel

if TYPE_CHECKING:
    from engine.backend import Vocabulary


class ReasoningMarkers(msgspec.Struct, frozen=True):
    """The texts between which a model reasons.

    Attributes:
        opening: reasoning follows any of these.
        closing: any of these ends it.
        headings: texts before reasoning or answer that are part of neither.
        token_texts: the markers' control tokens, which produce no text, as they are
            written.
        opening_tokens: tokens that are a complete opening marker.
    """

    opening: tuple[str, ...]
    closing: tuple[str, ...]
    headings: tuple[str, ...] = ()
    token_texts: dict[int, str] = msgspec.field(default_factory=dict)
    opening_tokens: frozenset[int] = frozenset()

    @property
    def are_reserved(self) -> bool:
        """Return whether they are reserved tokens, which most models with them never write."""
        return self.closing[0].startswith("<unused")

    def is_open_after(self, prompt_text: str) -> bool:
        """Return whether a rendered prompt ends inside opened reasoning."""
        return prompt_text.rstrip().endswith(self.opening)


_PAIRS = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("[THINK]", "[/THINK]"),
    ("<seed:think>", "</seed:think>"),
    ("<mm:think>", "</mm:think>"),
    ("<think:opensource>", "</think:opensource>"),
    ("<|channel>thought", "<channel|>"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|inner_prefix|>", "<|inner_suffix|>"),
    ("<unused94>thought", "<unused95>"),
)
THOUGHT_ENDS = tuple(closing for _, closing in _PAIRS)
_TAG = re.compile(r"<[^<>]*>")
_HARMONY = ReasoningMarkers(
    opening=("<|channel|>analysis<|message|>", "<|channel|>commentary<|message|>"),
    closing=("<|end|>",),
    headings=("<|start|>assistant", "<|channel|>final<|message|>"),
)
_HARMONY_TOKENS = ("<|channel|>", "<|message|>", "<|end|>", "<|start|>")


def reasoning_markers(template: str | None, vocabulary: "Vocabulary") -> ReasoningMarkers | None:
    """Return the markers that the template names or the vocabulary has tokens for.

    None if no markers are found: the model does not reason.
    """
    source = template or ""
    if "<|channel|>" in source or _token(vocabulary, "<|channel|>") is not None:
        return _with_tokens(_HARMONY, _HARMONY_TOKENS, vocabulary)
    by_template = [pair for pair in _PAIRS if pair[0] in source or pair[1] in source]
    by_token = [pair for pair in _PAIRS if _token(vocabulary, pair[1]) is not None]
    for opening, closing in (*by_template, *by_token):
        markers = ReasoningMarkers((opening,), (closing,))
        # A control token may be one of several tokens of a marker.
        return _with_tokens(markers, (opening, closing, *_TAG.findall(opening)), vocabulary)
    return None


def _with_tokens(
    markers: ReasoningMarkers, texts: Iterable[str], vocabulary: "Vocabulary"
) -> ReasoningMarkers:
    tokens = {token: text for text in texts if (token := _token(vocabulary, text)) is not None}
    silent = {token: text for token, text in tokens.items() if not vocabulary.piece(token)}
    opening = frozenset(token for token, text in tokens.items() if text in markers.opening)
    return ReasoningMarkers(markers.opening, markers.closing, markers.headings, silent, opening)


def _token(vocabulary: "Vocabulary", text: str) -> int | None:
    """Return the single token of a text, or None."""
    tokens = vocabulary.tokenize(text, parse_special=True)
    return tokens[0] if len(tokens) == 1 else None


class ReasoningSplitter:
    """Divides a reply into its channels; markers are in neither.

    A marker opens reasoning only before the answer has begun, so that an answer can mention
    markers. White space around reasoning and before the following answer is dropped.
    """

    def __init__(self, markers: ReasoningMarkers | None, *, starts_inside: bool = False) -> None:
        """Without markers the whole reply is the answer."""
        self._markers = markers or ReasoningMarkers((), ())
        self._channel: Channel | None = Channel.REASONING if starts_inside else None
        if markers is None:
            self._channel = Channel.ANSWER
        self._drops_space = starts_inside  # after a marker
        self._held = ""

    @property
    def is_reasoning(self) -> bool:
        """Return whether reasoning is certainly open."""
        return self._channel is Channel.REASONING

    @property
    def is_answering(self) -> bool:
        """Return whether the answer has begun, after which no reasoning can follow."""
        return self._channel is Channel.ANSWER

    @property
    def opening_tokens(self) -> frozenset[int]:
        """Return the tokens that open reasoning at the start of a reply."""
        return frozenset() if self._channel is not None else self._markers.opening_tokens

    def feed(self, text: str, token: int | None = None) -> list[tuple[Channel, str]]:
        """Return the text whose channel is certain now.

        ``text`` is the token's text, empty for control tokens.
        """
        # The usual token of an answer: no text needs to be held back any more.
        if self._channel is Channel.ANSWER and not self._drops_space:
            return [(Channel.ANSWER, text)] if text else []
        if token is not None and self._channel is not Channel.ANSWER:
            text += self._markers.token_texts.get(token, "")
        self._held += text
        pieces: list[tuple[Channel, str]] = []
        while self._advance(pieces):
            pass
        return pieces

    def flush(self) -> list[tuple[Channel, str]]:
        """Return the text held back, at the end of the reply."""
        held, self._held = self._held, ""
        channel = self._channel or Channel.ANSWER
        if channel is Channel.REASONING:
            held = held.strip() if self._drops_space else held.rstrip()
        elif self._drops_space:
            held = held.lstrip()
        return [(channel, held)] if held else []

    def _advance(self, pieces: list[tuple[Channel, str]]) -> bool:
        """Take one step through the held text; False if more text is needed."""
        if self._channel is Channel.REASONING:
            return self._reason(pieces)
        return self._begin(pieces)

    def _begin(self, pieces: list[tuple[Channel, str]]) -> bool:
        """Look for a prefix of any answer: space, headings, a marker."""
        start = self._held.lstrip()
        for marker in (*self._markers.opening, *self._markers.headings):
            if start.startswith(marker):
                self._held = start[len(marker) :]
                self._drops_space = True
                if marker in self._markers.opening:
                    self._channel = Channel.REASONING
                return True
        markers = (*self._markers.opening, *self._markers.headings)
        if any(marker.startswith(start) for marker in markers):
            return False
        text = start if self._drops_space else self._held
        self._channel, self._drops_space, self._held = Channel.ANSWER, False, ""
        pieces.append((Channel.ANSWER, text))
        return False

    def _reason(self, pieces: list[tuple[Channel, str]]) -> bool:
        """Emit reasoning up to a closing marker, or to where one may begin."""
        if self._drops_space:
            self._held = self._held.lstrip()
            self._drops_space = not self._held
        ends = [at for each in self._markers.closing if (at := self._held.find(each)) >= 0]
        if not ends:
            certain = len(self._held) - self._uncertain_length()
            self._report(pieces, self._held[:certain])
            self._held = self._held[certain:]
            return False
        end = min(ends)
        self._report(pieces, self._held[:end].rstrip())
        marker = next(each for each in self._markers.closing if self._held.startswith(each, end))
        self._held = self._held[end + len(marker) :]
        self._channel, self._drops_space = None, True
        return True

    def _report(self, pieces: list[tuple[Channel, str]], text: str) -> None:
        if text:
            pieces.append((Channel.REASONING, text))

    def _uncertain_length(self) -> int:
        """Return the length of the suffix that may be space before a marker, or begin one."""
        longest = max(map(len, self._markers.closing))
        for length in range(min(longest - 1, len(self._held)), 0, -1):
            if any(each.startswith(self._held[-length:]) for each in self._markers.closing):
                rest = self._held[:-length]
                return length + len(rest) - len(rest.rstrip())
        return len(self._held) - len(self._held.rstrip())


class ThinkingBudget:
    """Counts the reasoning tokens whose text is written; shared like the reply's text.

    ``ending`` are the tokens that end reasoning and begin the answer.
    """

    def __init__(self, limit: int, ending: Sequence[int]) -> None:
        self._limit = limit
        self._ending = tuple(ending)
        self._forced_count = 0
        self._written_count = 0
        self._spent_count = 0

    def note_written(self, *, is_thought: bool) -> None:
        """Count a token whose text is written; markers do not count."""
        self._written_count += 1
        self._spent_count += is_thought

    def room(self, token_count: int) -> int:
        """Return how many more tokens may be reasoning after the first ``token_count``.

        A lower bound: tokens that are not written yet count as reasoning.
        """
        return self._limit - self._spent_count - (token_count - self._written_count)

    def next_token(self, *, is_thinking: bool) -> int | None:
        """Return the forced next token; None if the model may choose.

        Call it when all text is written.
        """
        if not self._forced_count and not (is_thinking and self._spent_count >= self._limit):
            return None
        token = self._ending[self._forced_count]
        self._forced_count = (self._forced_count + 1) % len(self._ending)
        return token
