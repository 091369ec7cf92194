"""Embeds texts between the steps of replies, in short calls, so that no reply waits for long."""

import logging
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from engine.backend import Embedder, EmbeddingBackend, TextPiece
from engine.core.workers import Workers
from engine.gguf.embedding_load import MAX_TEXT_TOKENS
from engine.ipc.lazy_text import lazy
from engine.messages.commands import EmbedTexts
from engine.messages.errors import (
    ContextWindowExceeded,
    DecodeFailed,
    EngineError,
    EngineStopped,
    ErrorReport,
    InvalidSampling,
    internal_error,
)
from engine.messages.events import TextsEmbedded
from engine.scheduling.costs import Costs
from engine.scheduling.planner import SOLO_STEP_SECONDS
from engine.text.counting import certain_excess, first_tokens

UNUSED_SECONDS = 180.0  # after which the memory of the embedder is freed

_SIZES = (512, 2048, MAX_TEXT_TOKENS)  # token limits of embedders: most texts are short
_MIN_PIECE_TOKENS = 4  # of each call, however long the step has taken
_WHOLE_CALL_TOKENS = 512  # of a call of whole texts, unless one is longer: attention is quadratic
_CAUTION = 0.8  # share of a step's remaining time that is planned for texts

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Request:
    """A command, the tokens of its texts, and the embeddings so far."""

    command: EmbedTexts
    report: Callable[[TextsEmbedded], None]
    tokens: list[list[int]] = field(default_factory=list)
    vectors: list[bytes] = field(default_factory=list)
    open_count: int = 0  # texts without an embedding

    @property
    def limit(self) -> int:
        """Return the length of the longest text in tokens."""
        return max(map(len, self.tokens), default=0)

    def fail(self, error: EngineError, index: int | None = None) -> None:
        report = ErrorReport.of(error)
        self.report(TextsEmbedded(self.command.request_id, error=report, failed_text=index))

    def finish(self) -> None:
        count = sum(map(len, self.tokens))
        self.report(TextsEmbedded(self.command.request_id, tuple(self.vectors), count))


@dataclass(slots=True)
class _Lane:
    """A text that is being embedded; ``done`` of its tokens are computed."""

    request: _Request
    index: int
    done: int = 0

    @property
    def left(self) -> list[int]:
        return self.request.tokens[self.index][self.done :]


class EmbeddingQueue:
    """Texts in the order of their arrival; on the engine thread.

    The embedder, a second context of the model, is created on a worker when the first text arrives
    and freed when none has come for some minutes.
    """

    def __init__(
        self,
        backend: EmbeddingBackend,
        workers: Workers,
        costs: Costs,
        *,
        target_seconds: float,
        solo_seconds: float = SOLO_STEP_SECONDS,
        on_call: Callable[[int, float], None] = lambda _tokens, _seconds: None,
    ) -> None:
        """``costs`` are those of prompts, which the first texts are expected to have.

        A call next to no reply takes about ``solo_seconds`` at most. ``on_call`` gets the tokens
        and the duration of each.
        """
        self._backend = backend
        self._workers = workers
        self._prompt_costs = costs
        self._costs = Costs()
        self._target_seconds = target_seconds
        self._solo_seconds = solo_seconds
        self._on_call = on_call
        self._preparing: list[tuple[_Request, Future[None]]] = []
        self._waiting: deque[_Request] = deque()  # none of whose texts has a lane
        self._texts: deque[tuple[_Request, int]] = deque()
        self._lanes: dict[int, _Lane] = {}
        self._embedder: Embedder | None = None
        self._coming: Future[Embedder] | None = None
        self._used = 0.0
        # The requests of the running call; replaced whole, as other threads read it.
        self._computing: tuple[int, ...] = ()

    @property
    def is_due(self) -> bool:
        """Return whether ``step`` would do something."""
        if any(job.done() for _request, job in self._preparing):
            return True
        if self._coming is not None:
            return self._coming.done()
        return bool(self._waiting or self._texts or self._lanes)

    @property
    def is_working(self) -> bool:
        """Return whether texts are unfinished, including those that only a worker has."""
        return bool(self._preparing or self._waiting or self._texts or self._lanes)

    def idle_seconds(self) -> float | None:
        """Return the seconds until the embedder is freed; None while it is used or missing."""
        if self._embedder is None or self.is_working:
            return None
        return max(0.0, self._used + UNUSED_SECONDS - time.monotonic())

    def submit(self, command: EmbedTexts, report: Callable[[TextsEmbedded], None]) -> None:
        """Take texts; ``report`` gets the answer on the engine thread."""
        request = _Request(command, report)
        job = self._workers.prompts.submit(_tokenize, self._backend, request)
        self._preparing.append((request, job))
        job.add_done_callback(lambda _job: self._workers.wake())

    def cancel(self, request_id: int) -> None:
        """End a request; its answer is an error."""
        for request in self._requests():
            if request.command.request_id == request_id:
                self._end(request, DecodeFailed(lazy("The request was cancelled.")))

    def is_ended_by(self, request_id: int) -> bool:
        """Return whether all texts of the running call belong to a request; any thread."""
        computing = self._computing
        return bool(computing) and all(each == request_id for each in computing)

    @property
    def progress_count(self) -> int:
        """Return a number that grows during a long call; any thread."""
        embedder = self._embedder
        return 0 if embedder is None else embedder.progress_count

    def request_abort(self) -> None:
        """End a long call soon; its texts begin again unless their request was ended; any thread.

        Texts that are read in pieces have short calls.
        """
        embedder = self._embedder
        if embedder is not None and self._computing:
            embedder.request_abort()

    def step(self, spent_seconds: float, *, is_alone: bool) -> None:
        """Compute some tokens of texts, for the rest of a step that has taken ``spent_seconds``.

        Alone means that no reply waits for the next step.
        """
        self._take_prepared()
        embedder = self._ready_embedder()
        if embedder is None:
            return
        self._fill_lanes(embedder)
        if not self._lanes:
            return
        budget = self._solo_seconds if is_alone else self._target_seconds - spent_seconds
        pieces = self._pieces(embedder, _CAUTION * budget)
        held = sum(self._lanes[piece.lane].done for piece in pieces) / len(pieces)
        began = time.perf_counter()
        requests = (self._lanes[piece.lane].request for piece in pieces)
        self._computing = tuple(request.command.request_id for request in requests)
        vectors = embedder.compute(pieces)
        self._computing = ()
        self._used = time.monotonic()
        if vectors is None and embedder.was_aborted:
            return  # for a command that ends the texts of the call; any other begins again
        if vectors is None:
            self._fail_lanes()
            return
        count = sum(len(piece.tokens) for piece in pieces)
        seconds = time.perf_counter() - began
        self._costs.learn_prompt(count, held, seconds)
        self._on_call(count, seconds)
        for piece, vector in zip(pieces, vectors, strict=True):
            self._follow(piece, vector)

    def free_if_unused(self) -> None:
        """Free the memory of the embedder if no text has come for some minutes."""
        if self.idle_seconds() == 0.0:
            self._drop_embedder()

    def fail_all(self, error: EngineError) -> None:
        """End all requests with an error."""
        for request in self._requests():
            self._end(request, error)

    def cancel_all(self) -> None:
        """End all requests, since the model is unloaded."""
        self.fail_all(EngineStopped(lazy("The model was unloaded.")))

    def close(self) -> None:
        """Free the embedder, after the workers have ended; all requests have been ended before."""
        if self._coming is not None and not self._coming.cancelled():
            coming, self._coming = self._coming, None
            if coming.exception() is None:
                coming.result().close()
        self._drop_embedder()

    def _requests(self) -> list[_Request]:
        preparing = [request for request, _job in self._preparing]
        texts = [request for request, _index in self._texts]
        running = [lane.request for lane in self._lanes.values()]
        return list(dict.fromkeys([*preparing, *self._waiting, *texts, *running]))

    def _take_prepared(self) -> None:
        """Queue the requests whose texts have been tokenized."""
        preparing, self._preparing = self._preparing, []
        for request, job in preparing:
            if not job.done():
                self._preparing.append((request, job))
                continue
            error = None if job.cancelled() else job.exception()
            if isinstance(error, _TextError):
                request.fail(error.error, error.index)
            elif error is not None or job.cancelled():
                _log.error("Texts could not be tokenized", exc_info=error)
                request.fail(internal_error())
            elif not request.tokens:
                request.finish()
            else:
                self._waiting.append(request)

    def _ready_embedder(self) -> Embedder | None:
        """Return the embedder if it is large enough for the next texts, else have one made."""
        if self._coming is not None:
            if not self._coming.done():
                return None
            coming, self._coming = self._coming, None
            try:
                self._embedder = coming.result()
            except EngineError as error:
                if self._waiting:
                    self._end(self._waiting[0], error)
                return None
            self._used = time.monotonic()
        if not self._waiting:
            return self._embedder
        limit = self._waiting[0].limit
        if self._embedder is None or self._embedder.text_limit < limit:
            if self._texts or self._lanes:
                return self._embedder  # the texts before it come first
            self._drop_embedder()
            size = next(each for each in _SIZES if each >= limit)
            size = min(size, max(limit, self._backend.info.context_window))
            self._coming = self._workers.prompts.submit(self._backend.new_embedder, size)
            self._coming.add_done_callback(lambda _job: self._workers.wake())
            return self._ready_embedder() if self._coming.done() else None
        request = self._waiting.popleft()
        request.vectors = [b""] * len(request.tokens)
        request.open_count = len(request.tokens)
        self._texts.extend((request, index) for index in range(len(request.tokens)))
        return self._embedder

    def _fill_lanes(self, embedder: Embedder) -> None:
        """Give lanes to the next texts, as long as their cells suffice for all of them."""
        held = sum(len(each.request.tokens[each.index]) for each in self._lanes.values())
        for number in range(embedder.lane_count):
            if number in self._lanes or not self._texts:
                continue
            request, index = self._texts[0]
            held += len(request.tokens[index])
            if self._lanes and held > embedder.text_limit:
                return
            self._texts.popleft()
            self._lanes[number] = _Lane(request, index)

    def _pieces(self, embedder: Embedder, budget: float) -> list[TextPiece]:
        """Return the pieces of the next call: of as many tokens as fit into the time."""
        self._costs.assume(self._prompt_costs.seconds(0, 1))
        first = next(iter(self._lanes.values()))
        room = min(_MIN_PIECE_TOKENS, embedder.call_limit)
        while room < embedder.call_limit and self._costs.seconds(0, room * 2, first.done) <= budget:
            room = min(room * 2, embedder.call_limit)
        if embedder.reads_whole:
            room = min(room, _WHOLE_CALL_TOKENS)
        pieces: list[TextPiece] = []
        for number, lane in self._lanes.items():
            left = lane.left
            if embedder.reads_whole:
                tokens = left if len(left) <= room or not pieces else []
            else:
                tokens = left[:room]
            if not tokens:
                break
            pieces.append(TextPiece(number, tokens, len(tokens) == len(left)))
            room = max(0, room - len(tokens))
        return pieces

    def _follow(self, piece: TextPiece, vector: bytes | None) -> None:
        lane = self._lanes[piece.lane]
        lane.done += len(piece.tokens)
        if vector is None:
            return
        del self._lanes[piece.lane]
        request = lane.request
        request.vectors[lane.index] = vector
        request.open_count -= 1
        if not request.open_count:
            request.finish()

    def _fail_lanes(self) -> None:
        """End the requests of the texts whose call has failed, and begin with a new context."""
        error = DecodeFailed(
            lazy("The embeddings of these texts could not be computed. Try again.")
        )
        for request in dict.fromkeys(lane.request for lane in self._lanes.values()):
            self._end(request, error)
        self._lanes.clear()
        self._drop_embedder()
        # The texts of other requests begin again, with another embedder.
        rest = dict.fromkeys(request for request, _index in self._texts)
        self._waiting.extendleft(reversed(rest))
        self._texts.clear()

    def _end(self, request: _Request, error: EngineError) -> None:
        """Remove a request from wherever it is, and report the error."""
        self._preparing = [each for each in self._preparing if each[0] is not request]
        if request in self._waiting:
            self._waiting.remove(request)
        self._texts = deque(each for each in self._texts if each[0] is not request)
        for number, lane in [*self._lanes.items()]:
            if lane.request is request:
                del self._lanes[number]
                if self._embedder is not None:
                    self._embedder.discard(number)
        request.fail(error)

    def _drop_embedder(self) -> None:
        embedder, self._embedder = self._embedder, None
        if embedder is not None:
            embedder.close()


class _TextError(Exception):
    """The error of one of a request's texts, and the text's index."""

    def __init__(self, error: EngineError, index: int) -> None:
        super().__init__(str(error))
        self.error = error
        self.index = index


def _tokenize(backend: EmbeddingBackend, request: _Request) -> None:
    """Fill in the tokens of a request's texts; on a worker. Raises _TextError."""
    limit = min(backend.info.context_window, MAX_TEXT_TOKENS)
    vocabulary = backend.vocabulary
    opening, closing = vocabulary.text_ends
    found: list[list[int]] = []
    for index, text in enumerate(request.command.texts):
        if isinstance(text, str) and request.command.truncates:
            room = limit - len(opening) - len(closing)
            tokens, count = [*opening, *first_tokens(vocabulary, text, room), *closing], None
        elif isinstance(text, str):
            count = certain_excess(vocabulary, text, limit)
            words = [] if count else vocabulary.tokenize(text, parse_special=False)
            tokens = [*opening, *words, *closing]
        else:
            tokens, count = list(text), None
            if any(not 0 <= token < vocabulary.size for token in tokens):
                refusal = lazy(
                    "The model's vocabulary has only {size:,} tokens.", size=vocabulary.size
                )
                raise _TextError(InvalidSampling(refusal), index)
        if count or len(tokens) > limit:
            told = lazy(
                "A text has {count:,} tokens; an embedding takes at most {limit:,}. Split it.",
                count=count or len(tokens),
                limit=limit,
            )
            raise _TextError(ContextWindowExceeded(told), index)
        if not tokens:
            raise _TextError(
                InvalidSampling(lazy("A text without tokens has no embedding.")), index
            )
        found.append(tokens)
    request.tokens = found
