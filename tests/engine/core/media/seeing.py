"""Drives a real model that sees as the engine's thread does, and has the pictures it asks for."""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from engine.backend import Sampler
from engine.backend_media import Embeddings, MediaEncoder, MediaShape
from engine.core.media_source import media_source, media_turns
from engine.core.scheduler import Scheduler
from engine.ipc.lazy_text import LazyText
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.media import (
    BYTES_PER_SAMPLE,
    GiveMedia,
    Media,
    MediaKind,
    MediaWanted,
    RefuseMedia,
    media_digest,
)
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.invariants.recorder import Around
from tests.engine.invariants.single_sequence import OTHER_CHUNKS
from tests.engine.llama.media.pictures import SIDE, Pair, noise
from tests.engine.llama.media.sounds import hiss
from tests.fakes.conversations import Listener
from tests.models.cache import cached_model

LIMIT_SECONDS = 60.0  # of a wait that ends sooner unless something is broken
_WINDOW = 1024

Turn = str | tuple[str, Sequence[Media]]


@dataclass
class Sampled:
    """The tokens of a reply, each with the logits that it was chosen by."""

    tokens: list[int] = field(default_factory=list)
    logits: list[npt.NDArray[np.float32]] = field(default_factory=list)


class WatchedEncoder:
    """A projector that can be made to wait.

    Attributes:
        encoded_count: how many pictures it has encoded to their end.
        may_compute: cleared, it stops before its next slice.
        has_begun: set when a slice is asked for.
    """

    def __init__(self, inner: MediaEncoder, wake: Callable[[], None]) -> None:
        self._inner = inner
        self._wake = wake
        self.encoded_count = 0
        self.may_compute = threading.Event()
        self.may_compute.set()
        self.has_begun = threading.Event()

    @property
    def identity(self) -> str:
        return self._inner.identity

    @property
    def sees(self) -> bool:
        return self._inner.sees

    @property
    def hears(self) -> bool:
        return self._inner.hears

    def shape(self, kind: MediaKind, width: int, height: int) -> MediaShape:
        return self._inner.shape(kind, width, height)

    def encode(
        self,
        kind: MediaKind,
        width: int,
        height: int,
        content: bytes,
        should_continue: Callable[[], bool],
    ) -> Embeddings:
        def is_turn() -> bool:
            self.has_begun.set()
            self._wake()
            assert self.may_compute.wait(LIMIT_SECONDS), "a test has forgotten the encoder"
            return should_continue()

        embeddings = self._inner.encode(kind, width, height, content, is_turn)
        self.encoded_count += 1
        return embeddings

    def set_thread_count(self, count: int) -> None:
        self._inner.set_thread_count(count)

    def close(self) -> None:
        self._inner.close()


class _Watched(Around):
    """Writes down what is sampled, by the seed of the request, which is its number."""

    def __init__(self, inner: LlamaBackend, wake: Callable[[], None]) -> None:
        super().__init__(inner)
        assert inner.media is not None
        self._inner = inner
        self._numbers: dict[int, int] = {}
        self.media = self.encoder = WatchedEncoder(inner.media, wake)
        self.replies: dict[int, Sampled] = {}

    def new_sampler(
        self, params: SamplingParams, recent_tokens: Sequence[int], **reasoning: Any
    ) -> Sampler:
        sampler = self.inner.new_sampler(params, recent_tokens, **reasoning)
        assert params.seed is not None
        self._numbers[id(sampler)] = params.seed
        return sampler

    def sample(self, entries: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        logits = self._inner.logits()
        tokens = self.inner.sample(entries)
        for (sampler, row), token in zip(entries, tokens, strict=True):
            if token is not None:
                reply = self.replies.setdefault(self._numbers[id(sampler)], Sampled())
                reply.tokens.append(token)
                reply.logits.append(logits[row].copy())
        return tokens


class SeeingDriver:
    """A scheduler on a real model, and whoever has the pictures; ``driven_pair`` closes it.

    Attributes:
        asked: digests that were asked for, in their order.
        answers: whether the questions are answered, also those that were not yet.
    """

    def __init__(self, backend: LlamaBackend, config: EngineConfig) -> None:
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._backend = _Watched(backend, self._wake)
        self._answers: dict[str, GiveMedia | RefuseMedia] = {}
        self._unanswered: list[str] = []
        self.asked: list[str] = []
        self.answers = True
        self.encoder = self._backend.encoder
        self._turns = turns = media_turns(self._backend, config)
        source = partial(
            media_source,
            self._backend,
            config,
            wake=self._wake,
            ask=self._on_asked,
            turns=turns,
        )
        self.scheduler = Scheduler(
            self._backend, config, AuditMode.ASSERT, self._wake, media=source
        )
        self.listener = Listener(self.scheduler)

    def picture(self, seed: int, side: int = SIDE, *, refusal: LazyText | None = None) -> Media:
        """Return a picture of noise that can be given, or is refused with a sentence."""
        content = noise(seed, side, side)
        digest = media_digest(MediaKind.IMAGE, side, side, content)
        given = GiveMedia(digest, MediaKind.IMAGE, side, side, content)
        self._answers[digest] = given if refusal is None else RefuseMedia(digest, refusal)
        return Media(digest, MediaKind.IMAGE, side, side)

    def sound(self, seed: int, seconds: float = 2.0) -> Media:
        """Return a sound of noise that can be given."""
        content = hiss(seed, seconds)
        count = len(content) // BYTES_PER_SAMPLE
        digest = media_digest(MediaKind.AUDIO, count, 1, content)
        self._answers[digest] = GiveMedia(digest, MediaKind.AUDIO, count, 1, content)
        return Media(digest, MediaKind.AUDIO, count, 1)

    def ask(self, number: int, conversation: str, *turns: Turn, max_tokens: int = 20) -> None:
        """Ask for the reply to a conversation of these turns, the user's first."""
        roles = (Role.USER, Role.ASSISTANT)
        messages = tuple(
            ChatMessage(roles[index % 2], turn)
            if isinstance(turn, str)
            else ChatMessage(roles[index % 2], turn[0], media=tuple(turn[1]))
            for index, turn in enumerate(turns)
        )
        sampling = SamplingParams(temperature=0.0, max_tokens=max_tokens, seed=number)
        self.scheduler.submit(Submit(number, conversation, messages, sampling))

    def run(self, is_so: Callable[[], bool] | None = None) -> None:
        """Go on as the engine's loop does until something is so, or until nobody waits."""
        while not is_so() if is_so else self.scheduler.has_requests:
            if self.scheduler.is_waiting and not (self.answers and self._unanswered):
                self._turns.begin_pause()
                self._wakes.get(timeout=LIMIT_SECONDS)
            while self.answers and self._unanswered:
                self.scheduler.media.answer(self._answers[self._unanswered.pop(0)])
            self._turns.begin_step()
            count = len(self.listener.steps)
            self.listener.step()
            for record in self.listener.steps[count:]:
                self._turns.end_step(is_writing=bool(record.decode_slots))
        self.listener.events += self.scheduler.pop_events()

    def reply(self, number: int) -> Sampled:
        """Return what was sampled for a request."""
        return self._backend.replies[number]

    def close(self) -> None:
        """Write back what there is, and free the model."""
        self.encoder.may_compute.set()
        self.scheduler.cancel_all()
        self.scheduler.close(LIMIT_SECONDS)
        self._backend.close()

    def _wake(self) -> None:
        self._wakes.put(None)

    def _on_asked(self, question: MediaWanted) -> None:
        self.asked.append(question.digest)
        self._unanswered.append(question.digest)


@contextmanager
def driven_pair(pair: Pair, **settings: int | str | None) -> Iterator[SeeingDriver]:
    """Yield a driver of a tiny pair on one thread."""
    wanted: dict[str, object] = {
        "context_window": _WINDOW,
        "slot_count": 4,
        "thread_count": 1,
        "guesses_ahead": False,
        "projector_path": str(cached_model(pair.write_projector)),
        **settings,
    }
    config = msgspec.convert(wanted, EngineConfig)
    driver = SeeingDriver(load(str(cached_model(pair.write)), config, lambda _share: None), config)
    try:
        yield driver
    finally:
        driver.close()


def near_ties(one: Sampled, other: Sampled, farthest: float = OTHER_CHUNKS) -> int:
    """Return 1 where two replies part at tokens that were as likely, 0 where they are the same.

    Raises AssertionError where they part elsewhere, or logits lie farther apart: tokens alone would
    not tell one picture of noise from the next.
    """
    assert len(one.tokens) == len(other.tokens)
    for at, (token, another) in enumerate(zip(one.tokens, other.tokens, strict=True)):
        assert distance(one, other, at) < farthest
        if token != another:
            assert abs(float(one.logits[at][token] - one.logits[at][another])) < 2 * farthest
            return 1
    return 0


def distance(one: Sampled, other: Sampled, at: int = 0) -> float:
    """Return how far the logits of two replies lie apart at a token."""
    return float(np.max(np.abs(one.logits[at] - other.logits[at])))
