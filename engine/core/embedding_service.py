"""Serves a model that only embeds texts: without slots, conversations and replies."""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec

from engine.backend import EmbeddingBackend
from engine.core.embedding_queue import EmbeddingQueue
from engine.core.reports import NO_SNAPSHOT, refusal_of
from engine.core.text_questions import TextQuestions
from engine.core.workers import Workers
from engine.ipc.lazy_text import lazy
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    Command,
    DetokenizeTokens,
    EmbedTexts,
    ReportState,
    ShareCores,
    TokenizeText,
)
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError, ModelCannotChat
from engine.messages.events import Event, Snapshot
from engine.messages.request_options import RequestOptions
from engine.scheduling.costs import Costs
from engine.scheduling.threads import Threads


class EmbeddingService:
    """Takes the place of the scheduler; lives on the engine thread."""

    def __init__(
        self,
        backend: EmbeddingBackend,
        config: EngineConfig,
        wake: Callable[[], None],
        report: Callable[[Event], None],
    ) -> None:
        """``wake`` makes the engine thread check for results of workers."""
        self._backend = backend
        self._report = report
        limit = backend.threads.limit
        fixed = None if config.thread_count is None else min(config.thread_count, limit)
        self._threads = Threads(limit, fixed, fast=backend.threads.fast_count)
        self._workers = Workers(prompts=ThreadPoolExecutor(1, "prompts"), wake=wake)
        self.queue = EmbeddingQueue(
            backend,
            self._workers,
            Costs(),
            target_seconds=config.step_target_seconds,
            solo_seconds=math.inf,  # no reply waits for a call, and a command can end one
            on_call=self._learn,
        )
        self._texts = TextQuestions(self._no_prompt, backend.vocabulary, self._workers)

    @property
    def is_waiting(self) -> bool:
        """Return whether a step would do nothing until a command arrives or a worker finishes."""
        return not self.queue.is_due

    def handle(self, command: Command) -> None:
        """Carry out a command; one about a chat is refused."""
        match command:
            case EmbedTexts():
                self.queue.submit(command, self._report)
            case Cancel():
                self.queue.cancel(command.request_id)
            case TokenizeText() | DetokenizeTokens():
                self._texts.answer(command, self._report)
            case ReportState():
                snapshot = msgspec.structs.replace(self.snapshot(), request_id=command.request_id)
                self._report(snapshot)
            case ShareCores():
                self.share_cores(command)
            case _:
                answer = refusal_of(command, self._refusal())
                if answer is not None:
                    self._report(answer)

    def share_cores(self, command: ShareCores) -> None:
        """Leave cores to other engines from the next step on."""
        self._threads.withhold(command.engine_count, takes_rest=command.takes_rest)
        self._threads.share_cores(0)

    def step(self) -> bool:
        """Compute some tokens of texts; return whether any were due."""
        if not self.queue.is_due:
            return False
        count = self._threads.within(self._threads.decode.count)
        self._backend.threads.set_count(count)
        self.queue.step(0.0, is_alone=True)
        return True

    def is_ended_by(self, command: Command) -> bool:
        """Return whether a command ends the whole running call; any thread."""
        return isinstance(command, Cancel) and self.queue.is_ended_by(command.request_id)

    def snapshot(self) -> Snapshot:
        """Return the engine's state."""
        threads = self._backend.threads
        return msgspec.structs.replace(
            NO_SNAPSHOT,
            thread_count=threads.count,
            thread_limit=threads.limit,
            cards=self._backend.cards(),
        )

    def fail_all(self, error: EngineError) -> None:
        """End all requests with an error."""
        self.queue.fail_all(error)

    def close(self) -> None:
        """End the workers, and free the memory of texts; every request has ended before."""
        self._workers.close()
        self.queue.close()

    def _learn(self, token_count: int, seconds: float) -> None:
        """Record a call, so that fewer threads are tried where these are slower."""
        if not self._threads.others:
            self._threads.decode.learn(token_count.bit_length(), seconds, 0.0, token_count)

    def _no_prompt(self, _messages: tuple[ChatMessage, ...], _options: RequestOptions) -> str:
        raise self._refusal()

    def _refusal(self) -> ModelCannotChat:
        name = self._backend.info.name
        return ModelCannotChat(
            lazy("{name} is an embedding model, which cannot chat. Choose a chat model.", name=name)
        )
