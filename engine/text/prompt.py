"""From a conversation to the tokens of its prompt, keeping the ids that were generated.

The rendered text is compared with what the conversation's ``TokenizedPrompt`` still knows: where it
begins with the same text, the same ids are used again, because tokenizing a reply's text anew
need not give the tokens that the model chose, and every differing token costs KV. The text is
cut into segments where turns begin, so that whole turns can be dropped and gone back to.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.backend import Vocabulary
from engine.text.chat_template import ChatTemplate
from engine.text.counting import certain_excess
from engine.text.reasoning import ReasoningMarkers
from engine.text.turn_index import Talk
from engine.wire.commands import ChatMessage, Role
from engine.wire.errors import ChatTemplateFailed, ContextWindowExceeded
from engine.wire.lazy_text import lazy

# Unicode noncharacters, which no text may interchange: they fence control texts typed by people.
_FENCE_OPEN, _FENCE_CLOSE, _UNWRITTEN = "\ufdd0", "\ufdd1", "\ufdd2"
_FENCED = re.compile(f"{_FENCE_OPEN}(.*?){_FENCE_CLOSE}", re.DOTALL)
_FENCES = re.compile(f"[{_FENCE_OPEN}{_FENCE_CLOSE}{_UNWRITTEN}]")
_MOST_CUTS = 64  # turns of a conversation that was never seen whose beginnings are looked for


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of rendered text and its tokens.

    ``message`` is the index, among the messages that are not the system's, of the user message
    that begins here; None where no turn begins.
    """

    text: str
    tokens: tuple[int, ...]
    message: int | None = None


@dataclass(frozen=True, slots=True)
class TokenizedPrompt:
    """The text of a conversation as it was last tokenized, and how many messages were dropped."""

    segments: tuple[Segment, ...] = ()
    dropped_messages: int = 0


@dataclass(frozen=True, slots=True)
class Prompt:
    """The tokens of a rendered conversation, and what to remember of it."""

    tokens: tuple[int, ...]
    dropped_messages: int
    tokenized: TokenizedPrompt = field(repr=False)

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


class PromptBuilder:
    """Renders, tokenizes and fits conversations to the context window of one model."""

    def __init__(
        self,
        template: ChatTemplate,
        vocabulary: Vocabulary,
        context_window: int,
        markers: ReasoningMarkers | None = None,
    ) -> None:
        self._template = template
        self._markers = markers
        self._vocabulary = vocabulary
        self._context_window = context_window
        texts = sorted(vocabulary.control_texts, key=len, reverse=True)
        self._control = re.compile("|".join(map(re.escape, texts))) if texts else None

    def build(
        self,
        messages: Sequence[ChatMessage],
        memory: TokenizedPrompt,
        reply_reserve: int,
        *,
        may_drop: bool = True,
        pinned: Sequence[int] = (),
    ) -> Prompt:
        """Return a prompt that leaves ``reply_reserve`` tokens of the window to the reply.

        Oldest turns are dropped whole until it fits, but for pinned ones; once any is dropped,
        down to half of the window, so that the following turns find their prefix in memory
        again. Raises ContextWindowExceeded if the last turn alone is too long, with what is
        pinned, or if nothing may be dropped, and ChatTemplateFailed.
        """
        if not messages:
            raise ChatTemplateFailed(lazy("There is no message that could be answered."))
        talk = Talk.of(messages, pinned)
        first = talk.first_kept(memory.dropped_messages) if may_drop else 0
        starts = talk.starts[first:]
        possible = self._possible(talk, starts)
        if possible == starts:
            whole = self._tried(talk, starts[0], memory)
            if whole is not None and len(whole.tokens) + reply_reserve <= self._context_window:
                return whole
            possible = starts[1:]
        shortened = self._shortened(talk, possible, memory) if may_drop else None
        last = starts[-1] if may_drop else starts[0]
        return shortened or self._checked(self._tokenized(talk, last, memory))

    def build_certain(
        self, messages: Sequence[ChatMessage], memory: TokenizedPrompt, pinned: Sequence[int] = ()
    ) -> Prompt | None:
        """Return what is certain of the prompt after these messages: all but the next message.

        None where the template does not let it be told, or it would not fit.
        """
        awaited = [*messages, ChatMessage(Role.USER, _UNWRITTEN)]
        before, talk = Talk.of(messages), Talk.of(awaited, pinned)
        start = before.starts[before.first_kept(memory.dropped_messages)]
        kept = [awaited[index] for index in talk.kept(start)]
        try:
            text = self._template.render([self._fenced(each) for each in kept])
        except ChatTemplateFailed:
            return None
        certain, found, _ = text.partition(_UNWRITTEN)
        if not found:
            return None
        prompt = self._prompt(certain, {}, memory, dropped=memory.dropped_messages)
        return prompt if 0 < len(prompt.tokens) < self._context_window else None

    def remember_reply(
        self, memory: TokenizedPrompt, text: str, tokens: Sequence[int]
    ) -> TokenizedPrompt:
        """Return the memory of a conversation whose reply has just ended."""
        if not text or not tokens:
            return memory
        reply = Segment(self._fence(text), tuple(tokens))
        return TokenizedPrompt((*memory.segments, reply), memory.dropped_messages)

    def _possible(self, talk: Talk, starts: list[int]) -> list[int]:
        """Return the starts that are not too far back for certain: a message has a token at least.

        So neither a huge file nor an endless conversation is looked at as a whole. Raises
        ContextWindowExceeded if nothing can be left out but the rest is too long alone.
        """
        window, messages = self._context_window, talk.messages
        for index in range(len(messages) - 1, starts[0] - 1, -1):
            count = certain_excess(self._vocabulary, messages[index].content.strip(), window)
            if count is not None and index >= starts[-1]:
                raise self._excess(count)
            if count is not None or len(messages) - index > window:
                return [start for start in starts if start > index]
        return starts

    def _tried(self, talk: Talk, start: int, memory: TokenizedPrompt) -> Prompt | None:
        try:
            return self._tokenized(talk, start, memory)
        except ContextWindowExceeded:
            return None

    def _shortened(
        self, talk: Talk, starts: Sequence[int], memory: TokenizedPrompt
    ) -> Prompt | None:
        """Return the prompt with the fewest dropped turns that fills half of the window."""
        best: int | None = None
        low, high = 0, len(starts) - 1
        while low <= high:
            middle = (low + high) // 2
            if self._fills_half_at_most(talk, starts[middle], memory):
                best, high = starts[middle], middle - 1
            else:
                low = middle + 1
        return None if best is None else self._tokenized(talk, best, memory)

    def _fills_half_at_most(self, talk: Talk, start: int, memory: TokenizedPrompt) -> bool:
        try:
            prompt = self._tokenized(talk, start, memory, is_cut=False)
        except ContextWindowExceeded:
            return False
        return len(prompt.tokens) <= self._context_window // 2

    def _checked(self, prompt: Prompt) -> Prompt:
        if len(prompt.tokens) >= self._context_window:
            raise self._excess(len(prompt.tokens))
        return prompt

    def _excess(self, token_count: int) -> ContextWindowExceeded:
        return ContextWindowExceeded(
            lazy(
                "This message needs {count:,} tokens with what belongs to it, but each chat "
                "may hold {context_window:,}. Shorten it, or set a larger context per chat in "
                "the settings.",
                count=token_count,
                context_window=self._context_window,
            )
        )

    def _tokenized(
        self, talk: Talk, start: int, memory: TokenizedPrompt, *, is_cut: bool = True
    ) -> Prompt:
        """Return the prompt of system messages, pinned turns, and everything from ``start`` on.

        Raises ContextWindowExceeded where it need not be read to know that it is too long.
        """
        indexes = talk.kept(start)
        kept = [self._fenced(talk.messages[index]) for index in indexes]
        dropped = talk.numbers[start]
        text = self._rendered(kept)
        memory = _without_turns(memory, dropped, talk.pinned_numbers)
        known = sum(len(segment.text) for segment in self._remembered(text, memory))
        count = certain_excess(self._vocabulary, text[known:], self._context_window)
        if count is not None:
            raise self._excess(count)
        numbers = [talk.numbers[index] for index in indexes]
        cuts = self._cuts(text, kept, known, numbers) if is_cut else {}
        prompt = self._prompt(text, cuts, memory, dropped=dropped)
        if not prompt.tokens:
            raise ChatTemplateFailed(
                lazy(
                    "The model's chat template makes nothing of this message. Edit it, or open "
                    "another model."
                )
            )
        return prompt

    def _rendered(self, messages: Sequence[ChatMessage]) -> str:
        """Return the text up to where the model writes, behind what a last reply says already."""
        if messages[-1].role is not Role.ASSISTANT:
            return self._template.render(messages)
        text = self._template.render(messages[:-1])
        if self._markers is not None and self._markers.is_open_behind(text):
            text += f"\n{self._markers.closing[0]}\n\n"  # it was past thinking
        return text + messages[-1].content

    def _prompt(
        self, text: str, cuts: dict[int, int | None], memory: TokenizedPrompt, *, dropped: int
    ) -> Prompt:
        """Return a prompt of remembered segments and, behind them, new ones split at the cuts."""
        segments = list(self._remembered(text, memory)) or self._beginning(text)
        position = sum(len(segment.text) for segment in segments)
        if len(segments) <= 1 and 0 in cuts:
            cuts = {**cuts, position: cuts[0]}  # the first turn begins behind BOS
        edges = [at for at in sorted(cuts) if at > position and self._can_join(text, at)]
        for start, end in zip([position, *edges], [*edges, len(text)], strict=True):
            if start < end:
                tokens = self._tokens(text[start:end])
                segments.append(Segment(text[start:end], tokens, cuts.get(start)))
        tokens = tuple(token for segment in segments for token in segment.tokens)
        return Prompt(tokens, dropped, TokenizedPrompt(tuple(segments), dropped))

    def _beginning(self, text: str) -> list[Segment]:
        """Return BOS exactly once, as a segment of its own, if the model wants one."""
        bos = self._vocabulary.bos_token
        if bos is None:
            return []
        bos_text, length = self._template.bos_text, 0
        while bos_text and text.startswith(bos_text, length):
            length += len(bos_text)
        return [Segment(text[:length], (bos,))]

    def _cuts(
        self, text: str, kept: Sequence[ChatMessage], known: int, numbers: Sequence[int]
    ) -> dict[int, int | None]:
        """Return where turns begin in the text behind what is known, and where the reply does.

        Found by rendering the conversation up to there: what comes out is the text's beginning
        for every template that does not look ahead.
        """
        users = [index for index, each in enumerate(kept) if each.role is Role.USER]
        cuts: dict[int, int | None] = {}
        for index in reversed(users[-_MOST_CUTS:]):
            at = self._turn_start(text, kept, index)
            if at is None:
                break
            cuts[at] = numbers[index]
            if at <= known:
                break
        is_begun = kept[-1].role is Role.ASSISTANT
        reply_start = self._length_up_to(text, kept[:-1] if is_begun else kept)
        if reply_start is not None:
            cuts.setdefault(reply_start, None)
        return cuts

    def _turn_start(self, text: str, kept: Sequence[ChatMessage], index: int) -> int | None:
        """Return where a user's message begins in the text, its role marker included.

        In front of the first one there may be text that no message holds, as a system prompt of
        the template's own; the marker is then looked for together with the message.
        """
        if index:
            return self._length_up_to(text, kept[:index])
        if self._user_marker:
            return max(0, text.find(self._user_marker + kept[0].content.strip()))
        return 0

    @cached_property
    def _user_marker(self) -> str:
        """Return what the template writes between a reply and the next message, or nothing."""
        talk = [ChatMessage(Role.USER, "a"), ChatMessage(Role.ASSISTANT, "b")]
        awaited = [*talk, ChatMessage(Role.USER, _UNWRITTEN)]
        try:
            before = self._template.render(talk, is_reply_awaited=False)
            behind = self._template.render(awaited, is_reply_awaited=False)
        except ChatTemplateFailed:
            return ""
        return behind[len(before) :].partition(_UNWRITTEN)[0] if behind.startswith(before) else ""

    def _length_up_to(self, text: str, messages: Sequence[ChatMessage]) -> int | None:
        try:
            beginning = self._template.render(messages, is_reply_awaited=False)
        except ChatTemplateFailed:
            return None
        return len(beginning) if text.startswith(beginning) else None

    def _remembered(self, text: str, memory: TokenizedPrompt) -> tuple[Segment, ...]:
        """Return the remembered segments that ``text`` begins with."""
        position, count = 0, 0
        for segment in memory.segments:
            if not text.startswith(segment.text, position):
                break
            position += len(segment.text)
            count += 1
        return memory.segments[:count] if self._can_join(text, position) else ()

    def _can_join(self, text: str, position: int) -> bool:
        if position in (0, len(text)) or self._vocabulary.is_safe_to_join:
            return True
        return self._control is not None and self._control.match(text, position) is not None

    def _tokens(self, text: str) -> tuple[int, ...]:
        tokens: list[int] = []
        for index, piece in enumerate(_FENCED.split(text)):
            if piece:
                tokens += self._vocabulary.tokenize(piece, parse_special=index % 2 == 0)
        return tuple(tokens)

    def _fenced(self, message: ChatMessage) -> ChatMessage:
        if message.content == _UNWRITTEN:
            return message
        return ChatMessage(message.role, self._fence(message.content))

    def _fence(self, content: str) -> str:
        """Return the text with control texts fenced, so that nobody can type a role marker."""
        content = _FENCES.sub("", content)
        if self._control is None:
            return content
        return self._control.sub(lambda found: f"{_FENCE_OPEN}{found[0]}{_FENCE_CLOSE}", content)


def drop_turns(memory: TokenizedPrompt, keep_count: int, discard_count: int) -> TokenizedPrompt:
    """Return the memory without the segments in a range of tokens that holds whole turns."""
    segments: list[Segment] = []
    position = 0
    first_kept = memory.dropped_messages
    for segment in memory.segments:
        if keep_count <= position < keep_count + discard_count:
            position += len(segment.tokens)
            continue
        if position == keep_count + discard_count and segment.message is not None:
            first_kept = max(first_kept, segment.message)  # one of several ranges, the last first
        segments.append(segment)
        position += len(segment.tokens)
    return TokenizedPrompt(tuple(segments), first_kept)


def _without_turns(
    memory: TokenizedPrompt, dropped: int, pinned: frozenset[int]
) -> TokenizedPrompt:
    """Return the memory as it would be had the first ``dropped`` messages been dropped before."""
    starts = [each.message for each in memory.segments if each.message is not None]
    if dropped <= memory.dropped_messages or dropped not in starts:
        return memory
    segments: list[Segment] = []
    number = None  # of the turn that a segment belongs to; None in the head
    for segment in memory.segments:
        number = number if segment.message is None else segment.message
        if number is None or number >= dropped or number in pinned:
            segments.append(segment)
    return TokenizedPrompt(tuple(segments), dropped)
