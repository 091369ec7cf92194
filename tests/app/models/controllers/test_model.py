"""The model in the settings is loaded; a failure offers alternatives."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QLabel

import resources.models
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.data_folders import Paths
from app.models.controllers.loading import ModelController
from app.models.controllers.model_settings import ModelSettingsController
from app.models.host.specs import ModelSpecs
from app.models.library.models import builtin_model
from app.models.settings_model import ModelSettings
from app.settings import KvType
from app.widgets.kit.small_dialogs import QuestionBox
from engine.client.client import EnginePhase, EngineState
from engine.load_mark import set_mark
from engine.messages.metrics import ChatFormat
from tests.app.controllers.acting import last_turn, press_toast, store, toast_texts, until
from tests.fakes.recording_client import READY, RecordingClient
from tests.models.cache import cached_model
from tests.models.tiny_encoders import write_bert

BUILTIN = str(builtin_model())


@pytest.fixture
def model(
    services: Services,
    replies: Replies,
    specs: ModelSpecs,
    model_settings: ModelSettingsController,
) -> ModelController:
    return ModelController(services, replies, specs, model_settings)


async def test_the_builtin_model_is_loaded_as_the_settings_say(
    services: Services, client: RecordingClient, model: ModelController
) -> None:
    services.settings.change(slot_count=3, thread_count=2, guesses_ahead=False)
    await services.tasks.finish()
    ((path, config),) = client.loaded
    assert (path, config.slot_count) == (BUILTIN, 3)
    assert (config.thread_count, config.guesses_ahead) == (2, False)
    model.load()
    await services.tasks.finish()
    assert len(client.loaded) == 2


async def test_without_the_starter_model_the_state_says_so_and_nothing_is_loaded(
    services: Services,
    client: RecordingClient,
    model: ModelController,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(resources.models, "path", lambda: tmp_path / "absent.gguf")
    model.load_at_start()
    await services.tasks.finish()
    assert client.loaded == []
    client.become(client.not_loaded)
    chip = services.window.engine_corner.chip
    assert chip.name() == "No model yet. Open a model file, or download a model."
    assert toast_texts(services) == []


@pytest.mark.parametrize(
    "change", [{"thread_count": 2}, {"guesses_ahead": False}, {"kv_type": KvType.Q8_0}]
)
async def test_how_it_computes_needs_the_model_again(
    services: Services, client: RecordingClient, model: ModelController, change: dict[str, object]
) -> None:
    services.settings.change(**change)
    await services.tasks.finish()
    ((_path, config),) = client.loaded
    assert all(getattr(config, name) == value for name, value in change.items())


async def test_a_file_that_is_not_a_model_changes_nothing(
    services: Services, client: RecordingClient, model: ModelController, tmp_path: Path
) -> None:
    file = tmp_path / "recipe.gguf"
    file.write_text("flour")
    model.open(str(file))
    await services.tasks.finish()
    assert client.loaded == []
    assert services.settings.current.model_path is None
    assert len(toast_texts(services)) == 1


async def test_an_embedding_model_is_not_opened_for_chats(
    services: Services, client: RecordingClient, model: ModelController
) -> None:
    path = str(cached_model(write_bert))
    model.open(path)
    await services.tasks.finish()
    assert services.settings.current.model_path is None
    services.settings.change(model_path=path)  # as by hand
    await services.tasks.finish()
    assert client.loaded == []
    assert "is an embedding model" in toast_texts(services)[0]


async def test_while_an_answer_is_written_the_user_is_asked_first(
    services: Services, client: RecordingClient, model: ModelController, replies: Replies
) -> None:
    assert model
    replies.begin("a", last_turn(await store(services, "a", "Hi", "Hello")))
    services.window.requests.open_model_requested.emit(BUILTIN)
    (box,) = services.window.findChildren(QuestionBox)
    (words,) = (each.text() for each in box.findChildren(QLabel))
    assert words.startswith("An answer is still being written. Switching stops it")
    assert client.loaded == []
    box.accept()
    await services.tasks.finish()
    assert len(client.loaded) == 1


async def test_another_idle_time_counts_for_the_models_in_memory(
    services: Services,
    model: ModelController,
    model_settings: ModelSettingsController,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model.load()
    await services.tasks.finish()
    rests: list[float | None] = []
    monkeypatch.setattr(services.models.host, "let_rest", lambda _, seconds: rests.append(seconds))
    services.settings.change(unload_minutes=5)
    await services.tasks.finish()
    assert rests == [300.0]
    await model_settings.save(BUILTIN, ModelSettings(rest_minutes=0))
    await services.tasks.finish()
    assert rests[-1] is None


async def test_another_idle_time_counts_for_a_default_model_that_sleeps(
    services: Services, model: ModelController, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.load()
    await services.tasks.finish()
    host = services.models.host
    host.unload(host.entries[0].key)
    await until(lambda: host.entries == ())
    rests: list[float | None] = []
    monkeypatch.setattr(host, "let_rest", lambda _, seconds: rests.append(seconds))
    services.settings.change(unload_minutes=None)
    services.settings.change(unload_minutes=5)
    await services.tasks.finish()
    assert rests[-1] == 300.0


async def test_another_default_model_leaves_those_of_chats_in_memory(
    services: Services, model: ModelController, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert model
    unloads: list[bool] = []
    monkeypatch.setattr(services.models.host, "unload_others", lambda: unloads.append(True))
    services.settings.change(model_path="/models/large.gguf")
    assert unloads == []
    services.settings.change(slot_count=2)
    assert unloads == [True]


async def test_a_model_that_fails_offers_the_builtin_one(
    services: Services, client: RecordingClient, model: ModelController
) -> None:
    assert model
    services.settings.change(model_path="/models/large.gguf")
    await services.tasks.finish()
    client.become(EngineState(EnginePhase.EMPTY, "No room.", failed_path="/models/large.gguf"))
    assert toast_texts(services)[-1] == "No room."
    press_toast(services, "Use the starter model")
    await services.tasks.finish()
    assert services.settings.current.model_path is None


async def test_a_model_over_which_the_engine_ended_is_not_loaded_by_itself(
    services: Services, client: RecordingClient, model: ModelController, tmp_path: Path
) -> None:
    set_mark(Paths.under(tmp_path).conversation_cache, builtin_model())
    model.load_at_start()
    await services.tasks.finish()
    assert client.loaded == []
    client.become(client.not_loaded)
    assert "the engine or the computer stopped" in toast_texts(services)[-1]
    press_toast(services, "Try again")
    await services.tasks.finish()
    assert [path for path, _config in client.loaded] == [BUILTIN]
    client.become(EngineState(EnginePhase.LOADING))
    assert toast_texts(services) == []


async def test_instead_of_a_model_that_failed_another_one_can_be_chosen(
    services: Services, client: RecordingClient, model: ModelController
) -> None:
    assert model
    client.become(EngineState(EnginePhase.EMPTY, "No room.", failed_path="/models/large.gguf"))
    chosen = QSignalSpy(services.window.requests.default_file_requested)
    press_toast(services, "Choose another model…")
    assert chosen.count() == 1
    assert toast_texts(services) == []


async def test_a_stopped_engine_can_be_started_until_it_runs_again(
    services: Services, client: RecordingClient, model: ModelController
) -> None:
    assert model
    client.become(EngineState(EnginePhase.DOWN, "The engine stopped."))
    press_toast(services, "Restart")
    assert client.restart_count == 1
    client.become(EngineState(EnginePhase.DOWN, "The engine stopped."))
    client.become(EngineState(EnginePhase.RESTARTING))
    assert toast_texts(services) == []


async def test_a_base_model_is_named_as_such_once(
    services: Services, client: RecordingClient, model: ModelController
) -> None:
    assert model
    assert READY.model is not None
    base = msgspec.structs.replace(READY.model, chat_format=ChatFormat.CONTINUATION)
    state = replace(READY, model=base)
    for each in (state, client.not_loaded, state):
        client.become(each)
    note = "A base model: it continues text and was not trained to chat."
    assert toast_texts(services).count(note) == 1
