"""The engine: a queue of commands in, a callback of events out, one thread between them."""

import logging
import queue
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from engine.backend import Backend, BackendLoader, EmbeddingBackend, can_chat
from engine.core.cache_files import CacheFiles
from engine.core.embedding_service import EmbeddingService
from engine.core.grammar_checker import GrammarChecker
from engine.core.kv_copies import QUIT_SECONDS
from engine.core.media.turns import EncoderShare, MediaTurns
from engine.core.media_source import media_source, media_turns
from engine.core.reports import refusal_of
from engine.core.scheduler import Scheduler
from engine.core.workers import Workers
from engine.ipc.lazy_text import lazy
from engine.ipc.lifecycle import Shutdown
from engine.kv.cache_keys import source_id
from engine.load_mark import DRAFT_FILE_NAME, FILE_NAME, marked_load, remove_mark
from engine.messages.commands import (
    Cancel,
    CheckGrammar,
    CheckTemplate,
    ClearCache,
    Command,
    CountTokens,
    DetokenizeTokens,
    DiscardConversation,
    EmbedTexts,
    Focus,
    LimitCache,
    LoadModel,
    Prewarm,
    RenderPrompt,
    ReportCache,
    ReportState,
    ShareCores,
    Submit,
    TokenizeText,
    UnloadModel,
    WeighPrompt,
)
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError, NoModelLoaded, internal_error
from engine.messages.events import (
    CacheReport,
    ErrorReport,
    Event,
    GenerationEvent,
    ModelFailed,
    ModelLoaded,
    PrefillProgress,
    Queued,
    StepEvents,
)
from engine.messages.load_progress import load_progress
from engine.messages.media import GiveMedia, RefuseMedia
from engine.messages.metrics import StepRecord
from engine.messages.sources import DiscardSource, ReadSource
from engine.reading_speeds import remember_speed
from engine.scheduling.slot_auditor import AuditMode

_log = logging.getLogger(__name__)

_SNAPSHOT_SECONDS = 0.5
_UNLOAD_SECONDS = 20.0  # for writing first, unlike at exit: no one waits, or only for a load
_LOAD_ORDERS = (LoadModel, UnloadModel)  # each replaces the previous order about the model


class Engine:
    """Owns the model; ``run`` is the engine thread, ``submit`` may be called from any thread.

    ``report`` is called on the engine thread, or on the one for text, and must not block. After
    ``run`` has returned, every request has had its ``Finished``.
    """

    def __init__(
        self,
        loader: BackendLoader,
        report: Callable[[Event], None],
        *,
        audit_mode: AuditMode = AuditMode.LOG,
    ) -> None:
        self._loader = loader
        self._report = report
        self._audit_mode = audit_mode
        self._grammars = GrammarChecker(report)
        self._snapshot_time = 0.0
        self._inbox: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
        self._load_orders: deque[Command] = deque()  # those in the inbox: they end a load
        self._backend: EmbeddingBackend | None = None
        self._scheduler: Scheduler | None = None
        self._embedding: EmbeddingService | None = None  # instead, for a model that only embeds
        self._loaded: LoadModel | None = None
        self._cores = ShareCores()
        self._is_closing = False
        self._is_loading = False
        self._is_leaving = False
        self._is_handling = False
        self._turns = MediaTurns(EncoderShare(EngineConfig().step_target_seconds))
        self._unreported: list[StepRecord] = []  # their text is not written yet
        self._step_count = 0

    @property
    def step_count(self) -> int:
        """Return a number that changes with each step, and within a long call; any thread."""
        embedding = self._embedding
        return self._step_count + (0 if embedding is None else embedding.queue.progress_count)

    @property
    def is_busy(self) -> bool:
        """Return whether ``step_count`` should be growing, as it does with real work; any thread.

        Loading counts as idle: it makes no steps, however long it takes.
        """
        scheduler = self._scheduler
        is_due = self._is_handling
        if scheduler is not None:
            # A worker makes no steps, but each of its prompts leads to one.
            is_due = is_due or scheduler.has_work or scheduler.is_making_prompts
        embedding = self._embedding
        if embedding is not None:
            is_due = is_due or not embedding.is_waiting
        return is_due and not self._is_loading

    @property
    def slice_count(self) -> int | None:
        """Return the index of the picture slice being computed, None while none is; any thread."""
        return self._turns.slice_count

    @property
    def backlog(self) -> int:
        """Return the number of commands that wait to be taken; any thread."""
        return self._inbox.qsize()

    def submit(self, command: Command) -> None:
        """Queue a command; one that ends a long prompt, or a load, also interrupts that."""
        if isinstance(command, _LOAD_ORDERS):
            self._load_orders.append(command)
        self._inbox.put(command)
        if isinstance(command, Shutdown):
            self._unmark_load()
        # A prefill call takes up to half a second, during which Stop would seem to do nothing. A
        # decode call is short, and aborting it would cost every reply a token.
        scheduler, backend = self._scheduler, self._backend
        if scheduler and backend and scheduler.steps.prefill_call.is_ended_by(command):
            backend.request_abort()
        embedding = self._embedding
        if embedding is not None:
            ends_all = isinstance(command, Shutdown | UnloadModel | LoadModel)
            if ends_all or embedding.is_ended_by(command):
                embedding.queue.request_abort()

    def _unmark_load(self) -> None:
        """Remove the mark of a load: the process ends by request, not by a crash."""
        loaded, self._is_leaving = self._loaded, True
        if self._is_loading and loaded is not None and loaded.config.cache_dir:
            for name in (FILE_NAME, DRAFT_FILE_NAME):
                remove_mark(Path(loaded.config.cache_dir), name)

    def run(self) -> None:
        """Take commands and run steps until Shutdown."""
        try:
            while not self._is_closing:
                self._take_commands()
                self._step()
        finally:
            self._grammars.close()
            self._unload()

    def _take_commands(self) -> None:
        """Handle arrived commands; wait for one if a step could do nothing."""
        scheduler, embedding = self._scheduler, self._embedding
        is_waiting = scheduler is None or scheduler.is_waiting
        if embedding is not None:
            is_waiting = embedding.is_waiting
        if not is_waiting and self._inbox.empty():
            return
        if is_waiting:
            self._turns.begin_pause()
        seconds = scheduler.idle_seconds() if scheduler and is_waiting else None
        if embedding is not None and is_waiting:
            seconds = embedding.queue.idle_seconds()
        # Only those present now: a client that sends endlessly must not keep the replies waiting.
        count = 1 if is_waiting else self._inbox.qsize()
        while count and not self._is_closing:
            try:
                command = self._inbox.get(block=is_waiting, timeout=seconds)
            except queue.Empty:
                if scheduler is not None and is_waiting:
                    scheduler.cache_manager.use_idle_time()
                if embedding is not None:
                    embedding.queue.free_if_unused()
                return
            count = self._inbox.qsize() if is_waiting else count - 1
            is_waiting = False
            if command is not None:
                self._handle(command)

    def _wake(self) -> None:
        """Wake the engine thread to process finished disk operations; any thread."""
        self._inbox.put(None)

    def _step(self) -> None:
        """Run one step and report it; a bug in it fails the requests, not the engine."""
        scheduler = self._scheduler
        if self._embedding is not None:
            self._step_embedding(self._embedding)
        if scheduler is None:
            return
        record = None
        began = time.perf_counter()
        self._turns.begin_step()
        try:
            record = scheduler.step()
        except Exception:
            if self._audit_mode is AuditMode.ASSERT:
                raise
            _log.exception("A step failed")
            scheduler.fail_all(internal_error())
        events: tuple[GenerationEvent, ...] = ()
        if record is not None:
            self._unreported.append(record)
            # No call follows soon during which the text could be written: a picture's turn is
            # first.
            if self._turns.is_encoding:
                scheduler.write_now()
        has_embedded = self._embed(scheduler, time.perf_counter() - began)
        if not scheduler.writer.has_tokens:  # otherwise their text is written during a later call
            events = self._report_steps(scheduler)
        self._step_count += has_embedded or _is_headway(events, record)
        self._report_snapshot(scheduler)
        if scheduler.is_broken and self._loaded is not None:
            _log.error("The library keeps failing; the model is loaded again")
            scheduler.fail_all(
                EngineError(lazy("The model stopped computing and was reloaded. Try again."))
            )
            self._load(self._loaded)
        elif record is not None:
            self._turns.end_step(is_writing=bool(record.decode_slots))

    def _step_embedding(self, embedding: EmbeddingService) -> None:
        """Run one step of a model that only embeds; a bug in it fails its requests."""
        try:
            has_embedded = embedding.step()
        except Exception:
            if self._audit_mode is AuditMode.ASSERT:
                raise
            _log.exception("Texts could not be embedded")
            embedding.fail_all(internal_error())
            has_embedded = True
        self._step_count += has_embedded
        now = time.monotonic()
        if has_embedded and (
            now - self._snapshot_time >= _SNAPSHOT_SECONDS or embedding.is_waiting
        ):
            self._snapshot_time = now
            self._report(embedding.snapshot())

    def _embed(self, scheduler: Scheduler, spent_seconds: float) -> bool:
        """Embed texts for the rest of a step, and return whether any were due.

        A bug in it fails these requests only.
        """
        try:
            return scheduler.embed(spent_seconds)
        except Exception:
            if self._audit_mode is AuditMode.ASSERT:
                raise
            _log.exception("Texts could not be embedded")
            scheduler.embeddings.fail_all(internal_error())
            return True

    def _report_written(self) -> None:
        """Report the text that was written while a call computes; on the text thread."""
        if self._scheduler is not None:
            self._report_steps(self._scheduler)

    def _report_steps(self, scheduler: Scheduler) -> tuple[GenerationEvent, ...]:
        """Report the steps that were held back, with the available events; return those.

        Also on the text thread, during a call.
        """
        events = scheduler.pop_events()
        for event in scheduler.sources.pop_events():
            self._report(event)
        records, self._unreported = self._unreported, []
        for record in records[:-1]:
            self._report(StepEvents((), record))
        if events or records:
            self._report(StepEvents(events, records[-1] if records else None))
        return events

    def _report_snapshot(self, scheduler: Scheduler) -> None:
        """Report the engine's state while it works, and once when it becomes idle."""
        now = time.monotonic()
        if now - self._snapshot_time >= _SNAPSHOT_SECONDS or not scheduler.has_work:
            self._snapshot_time = now
            scheduler.embeddings.free_if_unused()
            self._report(scheduler.reports.snapshot())

    def _handle(self, command: Command) -> None:
        """Carry out a command."""
        scheduler = self._scheduler
        if isinstance(command, _LOAD_ORDERS):
            self._load_orders.popleft()
        with self._containing_bugs(command):
            match command:
                case Shutdown():
                    self._is_closing = True
                case LoadModel():
                    self._load(command)
                case UnloadModel():
                    self._unload_in_peace()
                case ReportCache():
                    report = _cached(scheduler) if scheduler else self._cache_files().report()
                    self._report(msgspec.structs.replace(report, request_id=command.request_id))
                case CheckGrammar() | CheckTemplate():
                    self._grammars.check(command)
                case ShareCores():
                    self._cores = command
                    if scheduler is not None:
                        scheduler.share_cores(command)
                    if self._embedding is not None:
                        self._embedding.share_cores(command)
                case DiscardConversation() | DiscardSource() | ClearCache() | LimitCache() if (
                    scheduler is None
                ):
                    self._cache_files().handle(command)
                case _ if self._embedding is not None:
                    self._embedding.handle(command)
                case _ if scheduler is None:
                    text = lazy("No model is loaded. Open one first.")
                    self._reject(command, NoModelLoaded(text))
                case Submit():
                    scheduler.submit(command)
                case ReadSource():
                    scheduler.read_source(command)
                case DiscardSource():
                    scheduler.discard(source_id(command.source_key))
                case Cancel():
                    scheduler.cancel(command.request_id)
                case DiscardConversation():
                    scheduler.discard(command.conversation_id)
                    scheduler.cache_manager.restorer.note_discarded(command)
                case Focus():
                    scheduler.focus(command.conversation_id)
                case Prewarm():
                    scheduler.prewarm(command)
                case ClearCache():
                    scheduler.clear_cache()
                case LimitCache():
                    scheduler.limit_cache(command.cache_bytes)
                case GiveMedia() | RefuseMedia():
                    scheduler.media.answer(command)
                case CountTokens():
                    self._report(scheduler.reports.token_count(command))
                case ReportState():
                    self._report(scheduler.reports.state(command))
                case WeighPrompt():
                    scheduler.weigher.weigh(command, self._report)
                case TokenizeText() | DetokenizeTokens() | RenderPrompt():
                    scheduler.texts.answer(command, self._report)
                case EmbedTexts():
                    scheduler.embeddings.submit(command, self._report)

    @contextmanager
    def _containing_bugs(self, command: Command) -> Iterator[None]:
        """Let a bug in a command fail its own request at most, not the engine."""
        self._is_handling = True
        try:
            yield
        except Exception:
            if self._audit_mode is AuditMode.ASSERT:
                raise
            _log.exception("A command failed")
            self._report_bug(command)
        self._step_count += 1  # many commands in a row are real work as well
        self._is_handling = False

    def _report_bug(self, command: Command) -> None:
        if isinstance(command, LoadModel):
            self._unload()
            self._report(ModelFailed(command.path, ErrorReport.of(internal_error())))
        else:
            self._reject(command, internal_error())

    def _cache_files(self) -> CacheFiles:
        return CacheFiles(self._loaded.config if self._loaded is not None else None)

    def _reject(self, command: Command, error: EngineError) -> None:
        """Send the requester an error reply."""
        answer = refusal_of(command, error)
        if answer is not None:
            self._report(answer)

    def _load(self, command: LoadModel) -> None:
        self._unload_in_peace()
        self._loaded = command
        self._is_loading = True
        try:
            # The loader tests the model, so that a crash of the first step counts as one of the
            # load.
            with marked_load(self._mark_folder(command), Path(command.path)):
                if self._is_leaving:
                    self._unmark_load()  # the end was requested while the mark was being written
                progress = load_progress(command.path, self._report, self._load_orders)
                backend = self._loader(command.path, command.config, progress)
                self._backend = backend
                if can_chat(backend):
                    self._scheduler = self._new_scheduler(backend, command.config)
                    model = self._scheduler.reports.model()
                else:
                    model = backend.info
                    self._embedding = EmbeddingService(
                        backend, command.config, self._wake, self._report
                    )
                    self._embedding.share_cores(self._cores)
        except EngineError as error:
            self._unload()
            self._report(ModelFailed(command.path, ErrorReport.of(error)))
        else:
            self._report(ModelLoaded(model))
        finally:
            self._is_loading = False

    def _mark_folder(self, command: LoadModel) -> Path | None:
        folder = command.config.cache_dir
        return Path(folder) if folder and not self._is_leaving else None

    def _new_scheduler(self, backend: Backend, config: EngineConfig) -> Scheduler:
        workers = Workers.threads(self._wake, backend.request_abort)
        self._turns = media_turns(backend, config)
        wake, turns = self._wake, self._turns
        media = partial(media_source, backend, config, wake=wake, ask=self._report, turns=turns)
        try:
            scheduler = Scheduler(
                backend, config, self._audit_mode, wake, workers, media, self._report_written
            )
        except BaseException:
            workers.close()
            raise
        scheduler.share_cores(self._cores)
        try:
            scheduler.calibrate()
        except BaseException:
            scheduler.close(0.0)
            raise
        return scheduler

    def _unload_in_peace(self) -> None:
        """Free the model when all of its cached conversations are on the disk."""
        self._is_loading = True  # it makes no steps either
        try:
            self._unload(_UNLOAD_SECONDS)
        finally:
            self._is_loading = False

    def _unload(self, write_seconds: float = QUIT_SECONDS) -> None:
        """End every request CANCELLED and free the model."""
        scheduler, self._scheduler = self._scheduler, None
        embedding, self._embedding = self._embedding, None
        backend, self._backend = self._backend, None
        if embedding is not None:
            embedding.queue.cancel_all()
            embedding.close()
        if scheduler is not None:
            try:
                scheduler.cancel_all()
            except Exception:
                if self._audit_mode is AuditMode.ASSERT:
                    raise
                _log.exception("Requests could not be cancelled")
                scheduler.fail_all(internal_error())
            self._report_steps(scheduler)
            if self._loaded is not None:
                _remember_speed(scheduler, self._loaded)
            scheduler.close(write_seconds)
        if backend is not None:
            backend.close()


def _cached(scheduler: Scheduler) -> CacheReport:
    """Return the cached states, with the figures of pictures."""
    report, disk = scheduler.cache_manager.report(), scheduler.media.disk
    trouble = report.trouble or disk.failure
    return msgspec.structs.replace(report, media_bytes=disk.byte_count, trouble=trouble)


def _remember_speed(scheduler: Scheduler, loaded: LoadModel) -> None:
    """Store the model's reading speed on the processor, for the next automatic context."""
    folder, speed = loaded.config.cache_dir, scheduler.reports.reading_speed()
    if folder and speed is not None:
        remember_speed(Path(folder), Path(loaded.path), speed)


def _is_headway(events: tuple[GenerationEvent, ...], record: StepRecord | None) -> bool:
    """Return whether a step did real work: a loop without progress counts as hanging."""
    is_more = any(not isinstance(each, Queued | PrefillProgress) for each in events)
    return is_more or (record is not None and record.token_count > 0)
