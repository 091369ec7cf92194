"""From a conversation to the tokens of its prompt, keeping the ids that were generated.

The rendered text is compared with what the conversation's ``PromptMemory`` still knows: where it
begins with the same text, the same ids are used again, because tokenizing a reply's text anew
need not give the tokens that the model chose, and every differing token costs KV.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.backend import Vocabulary
from engine.errors import ContextWindowExceeded
from engine.protocol import ChatMessage, Role
from engine.text.chat_template import ChatTemplate

# Unicode noncharacters, which no text may interchange: they fence control texts typed by people.
_FENCE_OPEN, _FENCE_CLOSE = "\ufdd0", "\ufdd1"
_FENCED = re.compile(f"{_FENCE_OPEN}(.*?){_FENCE_CLOSE}", re.DOTALL)
_FENCES = re.compile(f"[{_FENCE_OPEN}{_FENCE_CLOSE}]")


@dataclass(frozen=True, slots=True)
class _Segment:
    """A stretch of rendered text and its tokens."""

    text: str
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PromptMemory:
    """The text of a conversation as it was last tokenized, and how many messages were dropped."""

    segments: tuple[_Segment, ...] = ()
    dropped_messages: int = 0


@dataclass(frozen=True, slots=True)
class Prompt:
    """The tokens of a rendered conversation, and what to remember of it."""

    tokens: tuple[int, ...]
    dropped_messages: int
    memory: PromptMemory = field(repr=False)


class PromptBuilder:
    """Renders, tokenizes and fits conversations to the context window of one model."""

    def __init__(self, template: ChatTemplate, vocabulary: Vocabulary, context_window: int) -> None:
        self._template = template
        self._vocabulary = vocabulary
        self._context_window = context_window
        texts = sorted(vocabulary.control_texts, key=len, reverse=True)
        self._control = re.compile("|".join(map(re.escape, texts))) if texts else None

    def build(
        self, messages: Sequence[ChatMessage], memory: PromptMemory, reply_reserve: int
    ) -> Prompt:
        """Return a prompt that leaves ``reply_reserve`` tokens of the window to the reply.

        Oldest turns are dropped whole until it fits; once any is dropped, down to half of the
        window, so that the following turns find their prefix in memory again. Raises
        ContextWindowExceeded if the last turn alone is too long, and ChatTemplateFailed.
        """
        starts = _turn_starts(messages)
        first = _first_kept(messages, starts, memory.dropped_messages)
        whole = self._tokenized(messages, starts[first], memory)
        if len(whole.tokens) + reply_reserve <= self._context_window:
            return whole
        return self._shortened(messages, starts[first + 1 :], memory) or self._last_turn(
            messages, starts[-1], memory
        )

    def remember_reply(self, prompt: Prompt, text: str, tokens: Sequence[int]) -> PromptMemory:
        """Return the memory of a conversation whose reply has just ended."""
        if not text or not tokens:
            return prompt.memory
        reply = _Segment(self._fence(text), tuple(tokens))
        return PromptMemory((*prompt.memory.segments, reply), prompt.dropped_messages)

    def _shortened(
        self, messages: Sequence[ChatMessage], starts: Sequence[int], memory: PromptMemory
    ) -> Prompt | None:
        """Return the prompt with the fewest dropped turns that fills half of the window."""
        best: Prompt | None = None
        low, high = 0, len(starts) - 1
        while low <= high:
            middle = (low + high) // 2
            prompt = self._tokenized(messages, starts[middle], memory)
            if len(prompt.tokens) <= self._context_window // 2:
                best, high = prompt, middle - 1
            else:
                low = middle + 1
        return best

    def _last_turn(
        self, messages: Sequence[ChatMessage], start: int, memory: PromptMemory
    ) -> Prompt:
        prompt = self._tokenized(messages, start, memory)
        if len(prompt.tokens) >= self._context_window:
            raise ContextWindowExceeded(
                f"This message needs {len(prompt.tokens):,} tokens with what belongs to it, but "
                f"each chat may hold {self._context_window:,}. Shorten it, or set a larger "
                "context per chat in the settings."
            )
        return prompt

    def _tokenized(
        self, messages: Sequence[ChatMessage], start: int, memory: PromptMemory
    ) -> Prompt:
        """Return the prompt of the system messages and everything from ``start`` on."""
        head = [each for each in messages[:start] if each.role is Role.SYSTEM]
        kept = [*head, *messages[start:]]
        dropped = start - len(head)
        fenced = [ChatMessage(each.role, self._fence(each.content)) for each in kept]
        text = self._template.render(fenced)
        segments, position = self._remembered(text, memory)
        if position < len(text) or not segments:
            rest = text[position:]
            segments = (*segments, _Segment(rest, self._tokens(rest, is_first=not segments)))
        tokens = tuple(token for segment in segments for token in segment.tokens)
        return Prompt(tokens, dropped, PromptMemory(segments, dropped))

    def _remembered(self, text: str, memory: PromptMemory) -> tuple[tuple[_Segment, ...], int]:
        """Return the remembered segments that ``text`` begins with, and their length in it."""
        position, count = 0, 0
        for segment in memory.segments:
            if not text.startswith(segment.text, position):
                break
            position += len(segment.text)
            count += 1
        if not self._can_join(text, position):
            return (), 0
        return memory.segments[:count], position

    def _can_join(self, text: str, position: int) -> bool:
        if position == len(text) or self._vocabulary.is_safe_to_join:
            return True
        return self._control is not None and self._control.match(text, position) is not None

    def _tokens(self, text: str, *, is_first: bool) -> tuple[int, ...]:
        tokens: list[int] = []
        for index, piece in enumerate(_FENCED.split(text)):
            if piece:
                tokens += self._vocabulary.tokenize(piece, parse_special=index % 2 == 0)
        return tuple(self._with_one_bos(tokens)) if is_first else tuple(tokens)

    def _with_one_bos(self, tokens: list[int]) -> list[int]:
        """Return the tokens with BOS exactly once in front, if the model wants one."""
        bos = self._vocabulary.bos_token
        if bos is None:
            return tokens
        start = next((i for i, token in enumerate(tokens) if token != bos), len(tokens))
        return [bos, *tokens[start:]]

    def _fence(self, content: str) -> str:
        """Return the text with control texts fenced, so that nobody can type a role marker."""
        content = _FENCES.sub("", content)
        if self._control is None:
            return content
        return self._control.sub(lambda found: f"{_FENCE_OPEN}{found[0]}{_FENCE_CLOSE}", content)


def _turn_starts(messages: Sequence[ChatMessage]) -> list[int]:
    """Return where the conversation may begin: at its user messages, else anywhere sensible."""
    starts = [index for index, each in enumerate(messages) if each.role is Role.USER]
    return starts or [0]


def _first_kept(messages: Sequence[ChatMessage], starts: Sequence[int], dropped: int) -> int:
    """Return which of the starts follows the messages that were dropped before, or the first."""
    for index, start in enumerate(starts):
        system_count = sum(each.role is Role.SYSTEM for each in messages[:start])
        if start - system_count >= dropped:
            return index
    return 0
