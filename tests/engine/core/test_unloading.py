"""A model that is freed while nobody needs it: its chats are on the disk, and it can come back."""

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.backend import Backend
from engine.core.engine import Engine
from engine.kv.disk_worker import WeightDigests
from engine.kv.media_folder import MediaFolder
from engine.llama.loader import load
from engine.messages.commands import (
    ChatMessage,
    ClearCache,
    Command,
    DiscardConversation,
    LimitCache,
    LoadModel,
    ReportCache,
    Role,
    Submit,
    UnloadModel,
)
from engine.messages.config import EngineConfig
from engine.messages.events import CacheReport, FinishReason, ModelFailed, ModelLoaded
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.kv.killed_media_writer import OLD
from tests.fakes.backend import FakeBackend
from tests.fakes.running_engine import EventRecorder, running
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

QUESTION = "one two three four five six seven eight nine ten " * 4
SLOW = LoadModel("/models/slow.gguf", EngineConfig())
QUICK = LoadModel("/models/quick.gguf", EngineConfig())


@pytest.fixture
def recorder() -> EventRecorder:
    return EventRecorder()


@pytest.fixture
def engine(recorder: EventRecorder) -> Iterator[Engine]:
    with running(Engine(load, recorder, audit_mode=AuditMode.ASSERT)) as engine:
        yield engine


def _loaded_count(recorder: EventRecorder) -> int:
    return sum(isinstance(each, ModelLoaded) for each in recorder.events)


def _submit(number: int) -> Submit:
    messages = (ChatMessage(Role.USER, QUESTION),)
    return Submit(number, "a", messages, SamplingParams(temperature=0.0, max_tokens=4))


def test_what_it_remembers_is_on_the_disk_before_it_goes(
    engine: Engine, recorder: EventRecorder, tmp_path: Path
) -> None:
    config = EngineConfig(context_window=512, cache_dir=str(tmp_path), write_back_seconds=3600.0)
    command = LoadModel(str(cached_model(write_plain)), config)
    engine.submit(command)
    engine.submit(_submit(1))
    recorder.wait_for_ends(1)
    assert not list(tmp_path.glob("*.kv")), "it waits for a pause of an hour"
    engine.submit(UnloadModel())
    engine.submit(command)
    recorder.wait_for(lambda: _loaded_count(recorder) == 2)
    assert len(list(tmp_path.glob("*.kv"))) == 1
    engine.submit(_submit(2))
    recorder.wait_for_ends(2)
    assert [each.reason for each in recorder.finished()] == [FinishReason.LENGTH] * 2


class HeldDigests:
    """Digests of models that take until the test lets them end, as those of large files do."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self._digest = WeightDigests.of

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("engine.core.kv_copies.QUIT_SECONDS", 0.0)
        monkeypatch.setattr(WeightDigests, "of", lambda *given: self._of(*given))

    def _of(self, digests: WeightDigests, files: Sequence[str]) -> bytes:
        assert self.may_end.wait(90)
        return self._digest(digests, files)


@pytest.fixture
def digests(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldDigests]:
    held = HeldDigests()
    held.install(monkeypatch)
    yield held
    held.may_end.set()


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_model_whose_digest_is_not_known_yet_leaves_its_chats_on_the_disk(
    digests: HeldDigests,
    engine: Engine,
    recorder: EventRecorder,
    tmp_path: Path,
    is_replaced: bool,
) -> None:
    config = EngineConfig(context_window=512, cache_dir=str(tmp_path / "first"))
    command = LoadModel(str(cached_model(write_plain)), config)
    engine.submit(command)
    engine.submit(_submit(1))
    recorder.wait_for_ends(1)
    other = replace(command, config=replace(config, cache_dir=str(tmp_path / "second")))
    engine.submit(other if is_replaced else UnloadModel())
    threading.Timer(0.3, digests.may_end.set).start()
    _reported(engine, recorder, 1)  # comes after
    assert [each.stem for each in (tmp_path / "first").glob("*.kv")] == ["a"]


def test_without_chats_no_digest_is_waited_for(
    digests: HeldDigests, engine: Engine, recorder: EventRecorder, tmp_path: Path
) -> None:
    config = EngineConfig(context_window=512, cache_dir=str(tmp_path))
    engine.submit(LoadModel(str(cached_model(write_plain)), config))
    engine.submit(UnloadModel())
    assert _reported(engine, recorder, 1) == set()
    assert not digests.may_end.is_set()


@pytest.fixture
def rested(engine: Engine, recorder: EventRecorder, tmp_path: Path) -> Path:
    """A folder with what two conversations left, of a model that was freed."""
    config = EngineConfig(context_window=512, cache_dir=str(tmp_path), write_back_seconds=3600.0)
    engine.submit(LoadModel(str(cached_model(write_plain)), config))
    recorder.wait_for(lambda: _loaded_count(recorder) == 1)
    for number, conversation_id in enumerate("ab"):
        engine.submit(replace(_submit(number), conversation_id=conversation_id))
        recorder.wait_for_ends(number + 1)
    engine.submit(UnloadModel())
    assert _reported(engine, recorder, 1) == {"a", "b"}
    return tmp_path


def _reported(engine: Engine, recorder: EventRecorder, number: int) -> set[str]:
    """Return which conversations are said to be on the disk."""
    engine.submit(ReportCache(number))

    def answers() -> list[CacheReport]:
        found = (each for each in recorder.events if isinstance(each, CacheReport))
        return [each for each in found if each.request_id == number]

    recorder.wait_for(lambda: bool(answers()))
    return {each.conversation_id for each in answers()[0].entries if each.disk_bytes}


@pytest.mark.parametrize(
    ("order", "left"),
    [(DiscardConversation("a"), {"b"}), (ClearCache(), set()), (LimitCache(0), set())],
)
def test_what_is_deleted_meanwhile_does_not_stay_on_the_disk(
    engine: Engine, recorder: EventRecorder, rested: Path, order: Command, left: set[str]
) -> None:
    MediaFolder(rested, "a projector", 1 << 20).write("a picture", OLD, ["a"])
    engine.submit(LimitCache(1 << 30))
    assert _reported(engine, recorder, 2) == {"a", "b"}
    engine.submit(order)
    assert _reported(engine, recorder, 3) == left
    assert {path.stem for path in rested.glob("*.kv")} == left
    reports = [each for each in recorder.events if isinstance(each, CacheReport)]
    assert reports[-1].media_bytes == 0
    assert list(rested.glob("media/*")) == []


def test_without_a_model_there_is_nothing_to_free(engine: Engine, recorder: EventRecorder) -> None:
    engine.submit(UnloadModel())
    engine.submit(_submit(1))
    recorder.wait_for_ends(1)
    assert [each.reason for each in recorder.finished()] == [FinishReason.FAILED]


class SlowLoader:
    """Loads a model called slow in pieces, until the test lets it finish."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.may_finish = threading.Event()
        self.backends: list[FakeBackend] = []

    def __call__(
        self, path: str, config: EngineConfig, progress: Callable[[float], None]
    ) -> Backend:
        progress(0.0)
        while "slow" in path and not self.may_finish.is_set():
            self.has_begun.set()
            progress(0.5)
        progress(1.0)
        backend = FakeBackend(slot_count=config.slot_count, reply_share=0, context_window=4096)
        self.backends.append(backend)
        return backend


@pytest.fixture
def loader() -> SlowLoader:
    return SlowLoader()


@pytest.fixture
def slow_engine(loader: SlowLoader, recorder: EventRecorder) -> Iterator[Engine]:
    with running(Engine(loader, recorder, audit_mode=AuditMode.ASSERT)) as slow_engine:
        yield slow_engine
    assert all(each.is_closed for each in loader.backends)


def _answers(recorder: EventRecorder) -> list[tuple[str, str]]:
    """Return what became of the models, in order."""
    found = []
    for event in recorder.events:
        if isinstance(event, ModelFailed):
            found.append((event.path, event.error.kind))
        elif isinstance(event, ModelLoaded):
            found.append((event.info.name, "loaded"))
    return found


@pytest.mark.parametrize("order", [QUICK, UnloadModel()])
def test_another_wish_ends_the_load_before_it(
    slow_engine: Engine, loader: SlowLoader, recorder: EventRecorder, order: Command
) -> None:
    slow_engine.submit(SLOW)
    assert loader.has_begun.wait(90)
    slow_engine.submit(order)
    kinds = ["LoadCancelled", "loaded"] if order is QUICK else ["LoadCancelled"]
    recorder.wait_for(lambda: len(_answers(recorder)) == len(kinds))
    assert [kind for _path, kind in _answers(recorder)] == kinds
    assert _answers(recorder)[0][0] == SLOW.path
    assert len(loader.backends) == kinds.count("loaded")


def test_of_many_models_in_a_row_only_the_last_is_loaded(
    slow_engine: Engine, loader: SlowLoader, recorder: EventRecorder
) -> None:
    for _ in range(5):
        slow_engine.submit(SLOW)
    slow_engine.submit(QUICK)
    recorder.wait_for(lambda: recorder.has(ModelLoaded))
    assert [kind for _path, kind in _answers(recorder)] == ["LoadCancelled"] * 5 + ["loaded"]
    assert len(loader.backends) == 1


def test_an_order_in_the_last_moment_finds_the_model_loaded(
    slow_engine: Engine, loader: SlowLoader, recorder: EventRecorder
) -> None:
    loader.may_finish.set()
    slow_engine.submit(SLOW)
    recorder.wait_for(lambda: recorder.has(ModelLoaded))
    slow_engine.submit(UnloadModel())
    slow_engine.submit(QUICK)
    recorder.wait_for(lambda: len(_answers(recorder)) == 2)
    assert [kind for _path, kind in _answers(recorder)] == ["loaded", "loaded"]
    assert loader.backends[0].is_closed
