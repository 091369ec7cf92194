"""How fast prompts were read is known once enough was, and stays when the model goes."""

from pathlib import Path

import pytest

from engine.backend import Backend, LoadProgress
from engine.core.engine import Engine
from engine.core.scheduler import Scheduler
from engine.ipc.lifecycle import Shutdown
from engine.messages.commands import ChatMessage, LoadModel, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import Event, Finished, StepEvents
from engine.messages.sampling_params import SamplingParams
from engine.reading_speeds import remembered_speed
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit

ONE_TOKEN = SamplingParams(max_tokens=1)
LONG = "a question of many words " * 40


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
