"""Pictures through a whole engine on threads of its own: asked for, encoded, read, stopped."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.backend import Backend
from engine.backend_media import Embeddings
from engine.core.engine import Engine
from engine.ipc.lazy_text import lazy
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    DiscardConversation,
    LoadModel,
    ReportCache,
    Role,
    Submit,
    UnloadModel,
)
from engine.messages.config import EngineConfig
from engine.messages.events import CacheReport, Event, FinishReason
from engine.messages.media import (
    GiveMedia,
    Media,
    MediaKind,
    MediaProgress,
    MediaWanted,
    RefuseMedia,
)
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.media import FakeEncoder, picture
from tests.fakes.running_engine import EventRecorder, running

FIRST, FIRST_CONTENT = picture(1)
SECOND, SECOND_CONTENT = picture(2)
CONTENTS = {FIRST: FIRST_CONTENT, SECOND: SECOND_CONTENT}


@dataclass
class HeldEncoder(FakeEncoder):
    """Computes until it is told to wait, and goes on asking whether it may."""

    may_compute: threading.Event = field(default_factory=threading.Event)
    has_begun: threading.Event = field(default_factory=threading.Event)

    def encode(
        self,
        kind: MediaKind,
        width: int,
        height: int,
        content: bytes,
        should_continue: Callable[[], bool],
    ) -> Embeddings:
        self.has_begun.set()
        while should_continue() and not self.may_compute.wait(0.002):
            pass
        return super().encode(kind, width, height, content, should_continue)


@dataclass
class Seeing:
    """An engine that sees, and a window that has two pictures."""

    cache_dir: Path
    encoder: HeldEncoder = field(default_factory=HeldEncoder)
    recorder: EventRecorder = field(default_factory=EventRecorder)
    answers: bool = True

    def __post_init__(self) -> None:
        self.encoder.may_compute.set()
        self.engine = Engine(self._load, self._hear, audit_mode=AuditMode.ASSERT)
        self.config = EngineConfig(cache_dir=str(self.cache_dir))

    def ask(self, number: int, *media: Media, name: str = "", tokens: int = 4) -> None:
        """Send a message with pictures in a conversation of its own."""
        message = ChatMessage(Role.USER, "look", media=media)
        limit = SamplingParams(temperature=0.0, max_tokens=tokens)
        self.engine.submit(Submit(number, name or f"c{number}", (message,), limit))

    def of_kind(self, kind: type[MediaWanted] | type[CacheReport]) -> list[Event]:
        """Return the events of a kind."""
        return [event for event in self.recorder.events if isinstance(event, kind)]

    def progress(self, number: int) -> list[tuple[int, int]]:
        """Return how far a request's pictures were said to be."""
        told = [each for each in self.recorder.of_requests() if isinstance(each, MediaProgress)]
        return [(each.done, each.total) for each in told if each.request_id == number]

    def _load(self, path: str, config: EngineConfig, progress: Callable[[float], None]) -> Backend:
        backend = FakeBackend(slot_count=config.slot_count, reply_share=0, context_window=4096)
        backend.media = self.encoder if path == "seeing" else None
        return backend

    def _hear(self, event: Event) -> None:
        self.recorder(event)
        if isinstance(event, MediaWanted) and self.answers:
            media = next(each for each in CONTENTS if each.digest == event.digest)
            self.engine.submit(
                GiveMedia(media.digest, media.kind, media.width, media.height, CONTENTS[media])
            )


@pytest.fixture
def seeing(tmp_path: Path) -> Iterator[Seeing]:
    seeing = Seeing(tmp_path)
    with running(seeing.engine):
        seeing.engine.submit(LoadModel("seeing", seeing.config))
        yield seeing


def test_a_picture_is_there_after_the_model_was_loaded_again(seeing: Seeing) -> None:
    seeing.ask(1, FIRST)
    seeing.recorder.wait_for_ends(1)
    seeing.engine.submit(UnloadModel())
    seeing.engine.submit(LoadModel("seeing", seeing.config))
    seeing.ask(2, FIRST, name="another")
    seeing.recorder.wait_for_ends(2)
    assert seeing.encoder.encoded == [FIRST.digest]


def test_replies_go_on_while_a_picture_is_encoded_and_it_is_encoded_in_the_end(
    seeing: Seeing,
) -> None:
    seeing.encoder.may_compute.clear()
    seeing.ask(1, tokens=2000)
    seeing.ask(2, FIRST)
    assert seeing.encoder.has_begun.wait(90)
    before = seeing.recorder.delta_count(1)
    seeing.recorder.wait_for(lambda: seeing.recorder.delta_count(1) > before + 5)
    assert not any(each.request_id == 2 for each in seeing.recorder.finished())
    seeing.encoder.may_compute.set()
    seeing.recorder.wait_for_ends(1)
    assert seeing.recorder.finished()[0].request_id == 2
    seeing.engine.submit(Cancel(1))
    seeing.recorder.wait_for_ends(2)


def test_stop_while_a_picture_is_encoded_ends_the_request_and_the_work(seeing: Seeing) -> None:
    seeing.encoder.may_compute.clear()
    seeing.ask(1, FIRST)
    assert seeing.encoder.has_begun.wait(90)
    seeing.engine.submit(Cancel(1))
    seeing.recorder.wait_for_ends(1)
    seeing.encoder.may_compute.set()
    seeing.ask(2, SECOND)
    seeing.recorder.wait_for_ends(2)
    reasons = [each.reason for each in seeing.recorder.finished()]
    assert reasons == [FinishReason.CANCELLED, FinishReason.LENGTH]
    assert seeing.encoder.encoded == [SECOND.digest]


def test_a_picture_that_is_gone_ends_its_request_in_words(seeing: Seeing) -> None:
    seeing.answers = False
    seeing.ask(1, FIRST)
    seeing.recorder.wait_for(lambda: bool(seeing.of_kind(MediaWanted)))
    seeing.engine.submit(RefuseMedia(FIRST.digest, lazy("The picture is gone.")))
    seeing.recorder.wait_for_ends(1)
    (end,) = seeing.recorder.finished()
    assert end.error is not None
    assert end.error.text == "The picture is gone."


def test_a_model_can_be_unloaded_while_a_picture_is_encoded(seeing: Seeing) -> None:
    seeing.encoder.may_compute.clear()
    seeing.ask(1, FIRST)
    assert seeing.encoder.has_begun.wait(90)
    seeing.engine.submit(UnloadModel())
    seeing.recorder.wait_for_ends(1)
    assert seeing.recorder.finished()[0].reason is FinishReason.CANCELLED


def test_a_deleted_chat_leaves_no_picture_under_a_model_that_does_not_see(
    seeing: Seeing,
) -> None:
    seeing.ask(1, FIRST, name="a")
    seeing.recorder.wait_for_ends(1)
    seeing.engine.submit(LoadModel("blind", seeing.config))
    seeing.ask(2, FIRST, name="a")
    seeing.recorder.wait_for_ends(2)
    error = seeing.recorder.finished()[-1].error
    assert error is not None
    assert error.text.startswith("This model does not support pictures.")
    assert len(list(seeing.cache_dir.glob("media/*.hbm"))) == 1
    seeing.engine.submit(DiscardConversation("a"))
    seeing.engine.submit(UnloadModel())
    seeing.engine.submit(ReportCache(1))
    seeing.recorder.wait_for(lambda: bool(seeing.of_kind(CacheReport)))
    assert list(seeing.cache_dir.glob("media/*")) == []


class NotingEvent(threading.Event):
    """Notes what is so when the encoder waits for it, in the middle of a slice."""

    def __init__(self, look: Callable[[], int | None]) -> None:
        super().__init__()
        self._look = look
        self.noted: list[int | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.noted.append(self._look())
        return True


def test_a_beat_tells_of_a_slice_for_as_long_as_it_is_computed(seeing: Seeing) -> None:
    noting = NotingEvent(lambda: seeing.engine.slice_count)
    seeing.encoder.may_compute = noting
    seeing.ask(1, FIRST)
    seeing.recorder.wait_for_ends(1)
    assert noting.noted
    assert None not in noting.noted
    assert seeing.engine.slice_count is None
