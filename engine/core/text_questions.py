"""Answers questions about texts on the prompts' worker: tokens, their text, a rendered prompt."""

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import TypeAlias

from engine.backend import Vocabulary
from engine.core.workers import Workers
from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage, DetokenizeTokens, RenderPrompt, TokenizeText
from engine.messages.errors import EngineError, InvalidSampling, internal_error
from engine.messages.events import (
    ErrorReport,
    Event,
    PromptRendered,
    TextTokenized,
    TokensDetokenized,
)
from engine.messages.request_options import RequestOptions

Render: TypeAlias = Callable[[tuple[ChatMessage, ...], RequestOptions], str]
_Asked: TypeAlias = TokenizeText | DetokenizeTokens | RenderPrompt

_log = logging.getLogger(__name__)


class TextQuestions:
    """Needs no slot and changes nothing; a question waits for the prompts that came before it."""

    def __init__(self, render: Render, vocabulary: Vocabulary, workers: Workers) -> None:
        """``render`` returns the prompt of messages. Raises EngineError; called on the worker."""
        self._render = render
        self._vocabulary = vocabulary
        self._workers = workers

    def answer(self, command: _Asked, report: Callable[[Event], None]) -> None:
        """Report the answer soon, on the worker's thread."""

        def finish(job: Future[Event]) -> None:
            error = None if job.cancelled() else job.exception()
            if error is None and not job.cancelled():
                report(job.result())
                return
            if error is not None and not isinstance(error, EngineError):
                _log.error("A question about a text failed", exc_info=error)
            known = error if isinstance(error, EngineError) else internal_error()
            report(text_refusal(command, known))

        self._workers.prompts.submit(self._answer, command).add_done_callback(finish)

    def _answer(self, command: _Asked) -> Event:
        match command:
            case TokenizeText():
                return self._tokenized(command)
            case DetokenizeTokens():
                return TokensDetokenized(command.request_id, self._text_of(command.tokens))
            case RenderPrompt():
                text = self._render(command.messages, command.options)
                return PromptRendered(command.request_id, text)

    def _tokenized(self, command: TokenizeText) -> TextTokenized:
        vocabulary = self._vocabulary
        opening, closing = vocabulary.text_ends if command.adds_special else ([], [])
        tokens = [*opening]
        for each in command.texts:
            if isinstance(each, int):
                tokens.append(each)
            else:
                tokens += vocabulary.tokenize(each, parse_special=command.parses_special)
        tokens += closing
        self._check(tokens)
        pieces = tuple(self._written(token) for token in tokens)
        return TextTokenized(command.request_id, tuple(tokens), pieces)

    def _text_of(self, tokens: tuple[int, ...]) -> bytes:
        self._check(tokens)
        return b"".join(map(self._written, tokens))

    def _check(self, tokens: Iterable[int]) -> None:
        size = self._vocabulary.size
        if any(not 0 <= token < size for token in tokens):
            text = lazy("The model's vocabulary has only {size:,} tokens.", size=size)
            raise InvalidSampling(text)

    def _written(self, token: int) -> bytes:
        """Return the bytes of a token; of a control token those of its name."""
        return self._vocabulary.piece(token) or self._vocabulary.text(token).encode()


def text_refusal(command: _Asked, error: EngineError) -> Event:
    """Return the answer to a question that cannot be answered."""
    report = ErrorReport.of(error)
    match command:
        case TokenizeText():
            return TextTokenized(command.request_id, error=report)
        case DetokenizeTokens():
            return TokensDetokenized(command.request_id, error=report)
        case RenderPrompt():
            return PromptRendered(command.request_id, error=report)
