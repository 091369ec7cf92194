"""Selects the turns that fit into a remote window, by the engine's rules; tokens are estimated."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage
from engine.messages.errors import ContextWindowExceeded
from engine.messages.history_needs import Rewrite
from engine.messages.media import Media
from engine.messages.request_options import OverflowPolicy, RequestOptions
from engine.text.history_rewriter import rewrite
from engine.text.turn_index import TurnIndex

_BYTES_PER_TOKEN = 3.6
_TOKENS_PER_MESSAGE = 6  # tokens that a template adds to a message
_PIXELS_PER_TOKEN = 28 * 28  # in most families with vision; others use a fixed number per picture
_MIN_OF_PICTURE, _MAX_OF_PICTURE = 64, 4096
_LARGEST_RESERVE = 512  # tokens of the window for the reply
_MIN_RATIO, _MAX_RATIO = 0.25, 4.0
_JOINED = frozenset({Rewrite.JOINED_QUESTIONS, Rewrite.JOINED_REPLIES})
Tools: TypeAlias = Sequence[dict[str, Any]]
_TRUST = 500  # tokens of a prompt that weigh as much as the initial guess


class FittedPrompt(msgspec.Struct, frozen=True):
    """The part of a conversation that is sent.

    ``first_message`` is the index of the first message after the pinned ones, among the non-system
    messages. ``estimated_tokens`` include the learned correction.
    """

    messages: tuple[ChatMessage, ...]
    first_message: int
    estimated_tokens: int


class TokenEstimate:
    """Estimates token counts for a model whose tokenizer is not available here.

    Each reply reports its prompt's true count, which corrects the next estimate: that of texts, or
    for prompts with pictures that of pictures only.
    """

    def __init__(self) -> None:
        self._ratio = 1.0
        self._picture_ratio = 1.0

    def of(self, messages: Sequence[ChatMessage], tools: Tools = ()) -> int:
        """Return the estimated tokens of a prompt of these messages that offers these tools."""
        texts = self._ratio * (sum(map(_plain_estimate, messages)) + _plain_of_tools(tools))
        pictures = self._picture_ratio * sum(map(_plain_of_pictures, messages))
        return max(1, round(texts + pictures))

    def correct(self, messages: Sequence[ChatMessage], counted: int, tools: Tools = ()) -> None:
        """Update the estimate with the server's count for these messages."""
        plain = sum(map(_plain_estimate, messages)) + _plain_of_tools(tools)
        pictures = sum(map(_plain_of_pictures, messages))
        if counted <= 0 or plain <= 0:
            return
        if pictures:
            self._picture_ratio = _corrected(counted - self._ratio * plain, pictures)
        else:
            self._ratio = _corrected(counted, plain)


def fit(
    messages: Sequence[ChatMessage],
    options: RequestOptions,
    window: int | None,
    estimate: TokenEstimate,
    *,
    refused: FittedPrompt | None = None,
    is_silent: bool = False,
) -> FittedPrompt:
    """Return the turns that fit. Raises ContextWindowExceeded if the last one cannot.

    Turns that were dropped last time stay dropped. If more must be dropped, half of the window is
    freed, so that the next turns find their prefix cached. Without a window all turns are sent.
    ``refused`` was too long for the server: fewer tokens are sent. ``is_silent`` marks a server
    that silently drops what is too long: then the estimate alone decides.
    """
    turns = TurnIndex.of(messages, options.pinned)
    starts = turns.starts_after(options.first_message or 0)
    whole = _fitted(turns, starts[0], estimate, options.tools)
    if window is None and refused is None:
        return whole
    most = refused.estimated_tokens if refused is not None else whole.estimated_tokens
    window = most if window is None else min(window, most) if refused is not None else window
    if refused is None and whole.estimated_tokens + min(_LARGEST_RESERVE, window // 4) <= window:
        return whole
    can_slide = options.overflow is OverflowPolicy.SLIDE and len(starts) > 1
    fitted = whole
    if can_slide:
        fitted = _half_filling(turns, starts[1:], window, estimate, options.tools)
    # A prompt that still does not fit would be refused again and again.
    is_same = refused is not None and len(fitted.messages) >= len(refused.messages)
    sure = window if is_silent else 2 * window
    if is_same or fitted.estimated_tokens >= sure:
        raise _excess(fitted.estimated_tokens, window)
    return fitted


def _half_filling(
    turns: TurnIndex, starts: Sequence[int], window: int, estimate: TokenEstimate, tools: Tools
) -> FittedPrompt:
    """Return the prompt with the fewest dropped turns that fills at most half of the window."""

    def fills_half(index: int) -> bool:
        return _fitted(turns, starts[index], estimate, tools).estimated_tokens <= window // 2

    found = bisect_left(range(len(starts)), True, key=fills_half)
    return _fitted(turns, starts[min(found, len(starts) - 1)], estimate, tools)


def _fitted(turns: TurnIndex, start: int, estimate: TokenEstimate, tools: Tools) -> FittedPrompt:
    # Which history that server's template takes is unknown; all take sides in turn.
    kept = rewrite([turns.messages[index] for index in turns.kept(start)], _JOINED).messages
    # The first start is the beginning of the conversation, including text before its first
    # question.
    first = 0 if start == turns.starts[0] else turns.numbers[start]
    return FittedPrompt(tuple(kept), first, estimate.of(kept, tools))


def _plain_estimate(message: ChatMessage) -> float:
    # Non-ASCII characters have more bytes, and more tokens as well.
    texts = [message.content, message.reasoning]
    texts += [each.name + each.arguments for each in message.tool_calls]
    size = sum(len(text.encode("utf-8", "replace")) for text in texts)
    return size / _BYTES_PER_TOKEN + _TOKENS_PER_MESSAGE


def _plain_of_tools(tools: Tools) -> float:
    return len(msgspec.json.encode(tools)) / _BYTES_PER_TOKEN if tools else 0.0


def _plain_of_pictures(message: ChatMessage) -> int:
    return sum(map(_tokens_of_picture, message.media))


def _tokens_of_picture(medium: Media) -> int:
    tokens = medium.width * medium.height // _PIXELS_PER_TOKEN
    return min(_MAX_OF_PICTURE, max(_MIN_OF_PICTURE, tokens))


def _corrected(counted: float, plain: float) -> float:
    ratio = (counted + _TRUST) / (plain + _TRUST)  # short prompts consist mostly of the template
    return min(_MAX_RATIO, max(_MIN_RATIO, ratio))


def _excess(count: int, window: int) -> ContextWindowExceeded:
    return ContextWindowExceeded(
        lazy(
            "This message and its context need about {count:,} tokens, but the model there holds "
            "{context_window:,}. Shorten it, or choose another model.",
            count=count,
            context_window=window,
        )
    )
