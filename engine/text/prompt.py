"""A prompt: the tokens of a rendered conversation, and its remembered text.

Tokenizing a reply's text again need not give the tokens that the model chose, and every differing
token costs KV. So the text is kept in segments with their ids, split where turns begin, so that
whole turns can be dropped or reverted.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from engine.messages.history_needs import Rewrite
from engine.text.media_spans import MediaSpan

_REMEMBERED_CONVERSATIONS = 256


class Segment(msgspec.Struct, frozen=True):
    """A stretch of rendered text and its tokens.

    ``message`` is the index, among the non-system messages, of the user message that begins here;
    None where no turn begins. ``media`` are counted from the segment's start.
    """

    text: str
    tokens: tuple[int, ...]
    message: int | None = None
    media: tuple[MediaSpan, ...] = ()


class TokenizedPrompt(msgspec.Struct, frozen=True):
    """The text of a conversation at its last tokenization, and the number of dropped messages."""

    segments: tuple[Segment, ...] = ()
    dropped_messages: int = 0

    @property
    def spans(self) -> tuple[MediaSpan, ...]:
        """Return the media of all segments, counted from the first one's start."""
        spans: list[MediaSpan] = []
        position = 0
        for segment in self.segments:
            spans += [each.moved(position) for each in segment.media]
            position += len(segment.tokens)
        return tuple(spans)

    def with_reply(self, text: str, tokens: Sequence[int]) -> "TokenizedPrompt":
        """Return the prompt with a reply that has just ended, as the next prompt contains it."""
        if not text or not tokens:
            return self
        reply = Segment(text, tuple(tokens))
        return TokenizedPrompt((*self.segments, reply), self.dropped_messages)

    def from_turn(self, dropped: int, pinned: frozenset[int]) -> "TokenizedPrompt":
        """Return the prompt as if its first ``dropped`` messages had been dropped already."""
        starts = [each.message for each in self.segments if each.message is not None]
        if dropped <= self.dropped_messages or dropped not in starts:
            return self
        segments: list[Segment] = []
        number = None  # of the turn that a segment belongs to; None in the head
        for segment in self.segments:
            number = number if segment.message is None else segment.message
            if number is None or number >= dropped or number in pinned:
                segments.append(segment)
        return TokenizedPrompt(tuple(segments), dropped)

    def renumbered(self, first: int | None, pinned: frozenset[int]) -> "TokenizedPrompt":
        """Return the prompt with current indexes: its first message has the given index.

        Of the turns before it only pinned ones are here, which have the given indexes.
        """
        if first is None or not self.dropped_messages or first == self.dropped_messages:
            return self
        shift = first - self.dropped_messages
        heads = iter(sorted(number for number in pinned if number < first))
        segments: list[Segment] = []
        for segment in self.segments:
            number = segment.message
            if number is not None:
                is_kept = number >= self.dropped_messages
                number = number + shift if is_kept else next(heads, None)
            segments.append(replace(segment, message=number))
        return TokenizedPrompt(tuple(segments), first)

    def without_tokens(self, keep_count: int, discard_count: int) -> "TokenizedPrompt":
        """Return the prompt without the segments in a range of tokens that contains whole turns."""
        segments: list[Segment] = []
        position = 0
        first_kept = self.dropped_messages
        for segment in self.segments:
            if keep_count <= position < keep_count + discard_count:
                position += len(segment.tokens)
                continue
            if position == keep_count + discard_count and segment.message is not None:
                # The last of several ranges comes first: otherwise an earlier one moves it.
                first_kept = max(first_kept, segment.message)
            segments.append(segment)
            position += len(segment.tokens)
        return TokenizedPrompt(tuple(segments), first_kept)


class KnownPrefix(msgspec.Struct, frozen=True):
    """The result of a comparison with a slot: the number of leading tokens that are shared.

    Valid while the slot has this version; if all compared tokens were shared, more may be.
    """

    version: int
    compared_count: int
    shared_count: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """The tokens of a rendered conversation, and its segments to remember.

    ``rewrites`` are the changes that the template needed to the messages. ``spans`` are the
    pictures and sounds among the tokens, in their order. ``known_prefixes``, by slot, are not part
    of its value: the comparing code sets them.
    """

    tokens: tuple[int, ...]
    dropped_messages: int
    tokenized: TokenizedPrompt = field(repr=False)
    spans: tuple[MediaSpan, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    known_prefixes: dict[int, KnownPrefix] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def segment_ends(self) -> tuple[int, ...]:
        """Return the token counts at which a segment ends; the last is the whole prompt."""
        ends: list[int] = []
        for segment in self.tokenized.segments:
            ends.append((ends[-1] if ends else 0) + len(segment.tokens))
        return tuple(ends)

    @property
    def turn_starts(self) -> tuple[tuple[int, int], ...]:
        """Return (token count, message index) of each turn's start, oldest first."""
        starts: list[tuple[int, int]] = []
        position = 0
        for segment in self.tokenized.segments:
            if segment.message is not None:
                starts.append((position, segment.message))
            position += len(segment.tokens)
        return tuple(starts)


class TokenizedPrompts:
    """The tokenized prompts of the recently used conversations; one thread."""

    def __init__(self) -> None:
        self._prompts: OrderedDict[str, TokenizedPrompt] = OrderedDict()

    def get(self, conversation_id: str) -> TokenizedPrompt:
        """Return the prompt of a conversation, or an empty one."""
        return self._prompts.get(conversation_id, TokenizedPrompt())

    def __iter__(self) -> Iterator[tuple[str, TokenizedPrompt]]:
        """Yield the conversations with their prompts, most recently used first."""
        return iter(tuple(reversed(self._prompts.items())))

    def put(self, conversation_id: str, prompt: TokenizedPrompt) -> None:
        """Replace the prompt of a conversation; the least recently used one is discarded."""
        self._prompts[conversation_id] = prompt
        self._prompts.move_to_end(conversation_id)
        while len(self._prompts) > _REMEMBERED_CONVERSATIONS:
            self._prompts.popitem(last=False)

    def restore(self, conversation_id: str, prompt: TokenizedPrompt) -> None:
        """Store a prompt saved with a conversation's state, unless a newer one is known."""
        if conversation_id not in self._prompts:
            self.put(conversation_id, prompt)

    def discard(self, conversation_id: str) -> None:
        """Discard the prompt of a conversation."""
        self._prompts.pop(conversation_id, None)
