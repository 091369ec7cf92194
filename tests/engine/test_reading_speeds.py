"""How fast a model was read is remembered for its file on this computer."""

from pathlib import Path

import pytest

from engine import reading_speeds
from engine.backend import Backend, LoadProgress
from engine.core.engine import Engine
from engine.core.scheduler import Scheduler
from engine.ipc.lifecycle import Shutdown
from engine.messages.commands import ChatMessage, LoadModel, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import Event, Finished, StepEvents
from engine.messages.sampling_params import SamplingParams
from engine.reading_speeds import FILE_NAME, remember_speed, remembered_speed
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit

ONE_TOKEN = SamplingParams(max_tokens=1)
LONG = "a question of many words " * 40


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"weights")
    return path


def test_the_last_speed_of_a_file_is_remembered(tmp_path: Path, model: Path) -> None:
    assert remembered_speed(tmp_path, model) is None
    remember_speed(tmp_path, model, 50.0)
    remember_speed(tmp_path, model, 40.0)
    assert remembered_speed(tmp_path, model) == 40.0


def test_another_file_of_the_same_name_is_another_model(tmp_path: Path, model: Path) -> None:
    remember_speed(tmp_path, model, 50.0)
    model.write_bytes(b"other weights")
    assert remembered_speed(tmp_path, model) is None


def test_another_computer_has_speeds_of_its_own(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember_speed(tmp_path, model, 50.0)
    monkeypatch.setattr("platform.node", lambda: "elsewhere")
    assert remembered_speed(tmp_path, model) is None
    remember_speed(tmp_path, model, 5.0)
    monkeypatch.undo()
    assert remembered_speed(tmp_path, model) == 50.0


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b'[{"computer": "x"}]', b"\xff" * 100, b"[" * 300_000]
)
def test_a_damaged_file_is_written_anew(tmp_path: Path, model: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert remembered_speed(tmp_path, model) is None
    remember_speed(tmp_path, model, 50.0)
    assert remembered_speed(tmp_path, model) == 50.0


def test_only_the_last_models_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_speeds, "_MAX_ENTRIES", 3)
    models = [tmp_path / f"{number}.gguf" for number in range(5)]
    for model in models:
        model.write_bytes(b"weights")
        remember_speed(tmp_path, model, 50.0)
    known = [remembered_speed(tmp_path, model) is not None for model in models]
    assert known == [False, False, True, True, True]


def test_of_a_file_that_is_gone_nothing_is_remembered(tmp_path: Path) -> None:
    remember_speed(tmp_path, tmp_path / "gone.gguf", 50.0)
    assert not (tmp_path / FILE_NAME).exists()


def load_fake(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
    return FakeBackend(reply_share=0, context_window=4096)


@pytest.mark.parametrize(("text", "is_known"), [("short", False), (LONG, True)])
def test_a_speed_is_known_when_enough_was_read(text: str, is_known: bool) -> None:
    backend = FakeBackend(reply_share=0, context_window=4096)
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    submit(scheduler, 1, text, sampling=ONE_TOKEN)
    Listener(scheduler).run()
    speed = scheduler.reports.reading_speed()
    assert (speed is not None and speed > 0) == is_known


def test_a_model_that_goes_leaves_its_speed(tmp_path: Path) -> None:
    model, folder = tmp_path / "model.gguf", tmp_path / "cache"
    model.write_bytes(b"weights")

    def end_when_answered(event: Event) -> None:
        if isinstance(event, StepEvents) and any(isinstance(x, Finished) for x in event.events):
            engine.submit(Shutdown())

    engine = Engine(load_fake, end_when_answered, audit_mode=AuditMode.ASSERT)
    engine.submit(LoadModel(str(model), EngineConfig(cache_dir=str(folder))))
    engine.submit(Submit(1, "c1", (ChatMessage(Role.USER, LONG),), ONE_TOKEN))
    engine.run()
    assert remembered_speed(folder, model) is not None
