"""Drives schedulers that keep conversations in a folder, waiting for the disk where it has to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from engine.backend import Backend, Capabilities
from engine.core.media_source import NoEncoder
from engine.core.scheduler import Scheduler
from engine.kv.cache_folder import CacheFolder
from engine.kv.container import Miss, ModelIdentity
from engine.kv.fault_points import FaultPoint, listen, stop_listening
from engine.kv.slot_copy import SlotCopy
from engine.messages.config import EngineConfig
from engine.messages.metrics import ReplyUsage
from engine.messages.programs import is_program
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit
from tests.fakes.media_source import FakeMediaSource

PATIENCE_SECONDS = 90
FIRST = "hello " * 60  # what conversations are asked first


@dataclass
class EngineDriver:
    """A scheduler with a folder, and who listens to it; ``close`` is the end of its process."""

    scheduler: Scheduler
    listener: Listener
    woken: threading.Semaphore
    request_id: int = 0

    def ask(self, conversation: str, *texts: str, tokens: int = 10) -> str:
        """Return the reply to a conversation of these texts."""
        request_id = self.submit(conversation, *texts, tokens=tokens)
        self.run()
        return self.listener.text(request_id)

    def ask_in_window(self, conversation: str, *texts: str) -> str:
        """Return the reply that a tab gets in a conversation, also in one of a program's name."""
        self.request_id += 1
        submit(
            self.scheduler,
            self.request_id,
            *texts,
            conversation=conversation,
            sampling=SamplingParams(temperature=0.0, max_tokens=10),
        )
        self.run()
        return self.listener.text(self.request_id)

    def ask_meanwhile(self, conversation: str, *texts: str) -> None:
        """Let a conversation have its reply while others go on."""
        request_id = self.submit(conversation, *texts)
        while not self.listener.has_finished(request_id):
            self.listener.step()

    def submit(self, conversation: str, *texts: str, tokens: int = 10) -> int:
        """Ask, in the rank of a program where its name is a program's; return the request."""
        self.request_id += 1
        sampling = SamplingParams(temperature=0.0, max_tokens=tokens)
        rank = Rank.PROGRAM if is_program(conversation) else Rank.TAB
        submit(
            self.scheduler,
            self.request_id,
            *texts,
            conversation=conversation,
            sampling=sampling,
            options=RequestOptions(rank=rank),
        )
        return self.request_id

    def run(self) -> None:
        """Run until every request has ended; wait for the disk where nothing else is to be done."""
        while self.scheduler.has_requests or self.scheduler.has_work:
            if not self.scheduler.has_work:
                assert self.woken.acquire(timeout=PATIENCE_SECONDS), "the disk answers"
            self.listener.step()

    def wait_for_disk(self) -> None:
        """Wait until what was ordered has been read and written."""
        cache_manager = self.scheduler.cache_manager
        while cache_manager.disk.is_writing or cache_manager.states.loading:
            assert self.woken.acquire(timeout=PATIENCE_SECONDS), "the disk answers"
            self.listener.step()

    def write_back(self) -> None:
        """Let nothing happen until all is written.

        Nothing is due while the folder is scanned, which takes as long as a digest of the weights.
        """
        self.scheduler.cache_manager.disk.wait_for_scan(PATIENCE_SECONDS)
        write_back = self.scheduler.cache_manager.write_back
        while write_back.due_seconds() is not None:
            write_back.write_one()
            self.wait_for_disk()

    def slots_of(self, conversation: str) -> list[int]:
        """Return the slots that hold something of a conversation."""
        views = self.scheduler.reports.snapshot().slots
        return [view.slot for view in views if view.conversation_id == conversation]

    @property
    def usage(self) -> ReplyUsage:
        """What the last reply cost."""
        return self.listener.finished(self.request_id).usage

    @property
    def promised_tokens(self) -> int:
        """What the match has promised of the last prompt."""
        return self.listener.promised_tokens(self.request_id)

    @property
    def misses(self) -> dict[str, int]:
        """Why something cached was not used."""
        return self.scheduler.cache_manager.restorer.misses


@contextmanager
def held_reads() -> Iterator[threading.Event]:
    """Let no file be read before the event is set: a slow disk."""
    may_read = threading.Event()
    read = CacheFolder.read

    def slowly(self: CacheFolder, key: str, identity: ModelIdentity) -> SlotCopy | Miss:
        assert may_read.wait(PATIENCE_SECONDS)
        return read(self, key, identity)

    with patch.object(CacheFolder, "read", slowly):
        try:
            yield may_read
        finally:
            may_read.set()


@contextmanager
def held_writes() -> Iterator[threading.Event]:
    """Let no file be written before the end; the event tells that one has been begun."""
    is_writing, may_write = threading.Event(), threading.Event()

    def hold(point: FaultPoint) -> None:
        if point is FaultPoint.OPENED:
            is_writing.set()
            may_write.wait(PATIENCE_SECONDS)

    listen(hold)
    try:
        yield is_writing
    finally:
        may_write.set()
        stop_listening()


def slow_reader(kind: Capabilities | None = None, slots: int = 2) -> FakeBackend:
    """Return a fake that takes its time over each token; else it would be faster than any disk."""
    return FakeBackend(
        slot_count=slots,
        context_window=1024,
        capabilities=kind or Capabilities(),
        reply_share=0,
        token_seconds=1e-4,
    )


@contextmanager
def driven(
    backend: Backend,
    folder: Path,
    *,
    ram_bytes: int | None = None,
    cache_bytes: int | None = None,
    program_percent: int = 25,
    pause_seconds: float = 0.0,
    overdue_seconds: float = 86_400.0,
    media: FakeMediaSource | None = None,
) -> Iterator[EngineDriver]:
    """Run a scheduler from its start to its end."""
    woken = threading.Semaphore(0)
    config = EngineConfig(
        cache_dir=str(folder),
        ram_bytes=ram_bytes,
        cache_bytes=cache_bytes,
        program_cache_percent=program_percent,
        write_back_seconds=pause_seconds,
        overdue_seconds=overdue_seconds,
    )
    source = media or (lambda _events: NoEncoder(EngineConfig()))
    scheduler = Scheduler(backend, config, AuditMode.ASSERT, woken.release, media=source)
    yield EngineDriver(scheduler, Listener(scheduler), woken)
    scheduler.cancel_all()
    scheduler.cache_manager.close()
    backend.close()


def ask_and_end(folder: Path, text: str = FIRST) -> str:
    """Return the reply to a new conversation "a" in a process that has ended since."""
    with driven(slow_reader(), folder) as driver:
        return driver.ask("a", text)


def files(folder: Path) -> list[Path]:
    """Return the files of conversations in a folder."""
    return sorted(folder.glob("*.kv"))
