"""A prompt: the tokens of a rendered conversation, and what is remembered of its text.

Tokenizing a reply's text a second time need not give the tokens that the model chose, and every
differing token costs KV. So the text is remembered in segments with their ids, cut where turns
begin, so that whole turns can be dropped and gone back to.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.text.media_spans import MediaSpan

_REMEMBERED_CONVERSATIONS = 256


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of rendered text and its tokens.

    ``message`` is the index, among the messages that are not the system's, of the user message
    that begins here; None where no turn begins. ``media`` are counted from the segment's start.
    """

    text: str
    tokens: tuple[int, ...]
    message: int | None = None
    media: tuple[MediaSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class TokenizedPrompt:
    """The text of a conversation as it was last tokenized, and how many messages were dropped."""

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
        """Return it with a reply that has just ended, as it will stand in the next prompt."""
        if not text or not tokens:
            return self
        reply = Segment(text, tuple(tokens))
        return TokenizedPrompt((*self.segments, reply), self.dropped_messages)

    def from_turn(self, dropped: int, pinned: frozenset[int]) -> "TokenizedPrompt":
        """Return it as it would be if the first ``dropped`` messages had been dropped before."""
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
        """Return it with the numbers of now: the first message that it kept has this one.

        Of the turns before that only pinned ones are here, which have these numbers now.
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
        """Return it without the segments in a range of tokens that holds whole turns."""
        segments: list[Segment] = []
        position = 0
        first_kept = self.dropped_messages
        for segment in self.segments:
            if keep_count <= position < keep_count + discard_count:
                position += len(segment.tokens)
                continue
            if position == keep_count + discard_count and segment.message is not None:
                # Of several ranges the last comes first: an earlier one must not take it back.
                first_kept = max(first_kept, segment.message)
            segments.append(segment)
            position += len(segment.tokens)
        return TokenizedPrompt(tuple(segments), first_kept)


@dataclass(frozen=True, slots=True)
class KnownPrefix:
    """What a comparison with a slot has found: so many of the first tokens are shared.

    True as long as the slot has this version; if all that was compared was shared, more may be.
    """

    version: int
    compared_count: int
    shared_count: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """The tokens of a rendered conversation, and what to remember of it.

    ``spans`` are the pictures and sounds among the tokens, in their order.
    ``known_prefixes``, by slot, are no part of its value: whoever compares it fills them in.
    """

    tokens: tuple[int, ...]
    dropped_messages: int
    tokenized: TokenizedPrompt = field(repr=False)
    spans: tuple[MediaSpan, ...] = ()
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
        """Return (token count, message index) where turns begin, oldest first."""
        starts: list[tuple[int, int]] = []
        position = 0
        for segment in self.tokenized.segments:
            if segment.message is not None:
                starts.append((position, segment.message))
            position += len(segment.tokens)
        return tuple(starts)


class TokenizedPrompts:
    """The tokenized prompts of the conversations that were used last; one thread."""

    def __init__(self) -> None:
        self._prompts: OrderedDict[str, TokenizedPrompt] = OrderedDict()

    def get(self, conversation_id: str) -> TokenizedPrompt:
        """Return what is remembered of a conversation's text, which may be nothing."""
        return self._prompts.get(conversation_id, TokenizedPrompt())

    def __iter__(self) -> Iterator[tuple[str, TokenizedPrompt]]:
        """Yield the conversations with their prompts, those used last first."""
        return iter(tuple(reversed(self._prompts.items())))

    def put(self, conversation_id: str, prompt: TokenizedPrompt) -> None:
        """Remember it in place of what was, and forget the conversation used longest ago."""
        self._prompts[conversation_id] = prompt
        self._prompts.move_to_end(conversation_id)
        while len(self._prompts) > _REMEMBERED_CONVERSATIONS:
            self._prompts.popitem(last=False)

    def restore(self, conversation_id: str, prompt: TokenizedPrompt) -> None:
        """Remember what was stored with a conversation's state, if nothing newer is known."""
        if conversation_id not in self._prompts:
            self.put(conversation_id, prompt)

    def discard(self, conversation_id: str) -> None:
        """Remember nothing of a conversation."""
        self._prompts.pop(conversation_id, None)
