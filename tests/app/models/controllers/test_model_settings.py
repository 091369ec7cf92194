"""The settings of a model are applied when it is loaded, and edited in its dialog."""

from pathlib import Path

import msgspec
import pytest

from app.chat.request_builder import ChatSettings
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain.conversations import Preset
from app.models.controllers.loading import ModelController
from app.models.controllers.model_settings import ModelSettingsController
from app.models.host.specs import ModelSpecs
from app.models.library.models import builtin_model
from app.models.settings_model import ModelSettings
from app.models.view.model_settings_page import ModelSettingsPage
from engine.client.client import EnginePhase, EngineState
from engine.messages.config import KvType
from tests.engine.gguf.gguf_files import write_model
from tests.fakes.engine_process import model_info
from tests.fakes.recording_client import RecordingClient
from tests.models.shapes import QWEN_4B, QWEN_30B, Shape, small, write_shape

BUILTIN = str(builtin_model())


@pytest.fixture
async def model(
    services: Services,
    replies: Replies,
    client: RecordingClient,
    specs: ModelSpecs,
    model_settings: ModelSettingsController,
) -> ModelController:
    """The starter model, which is loaded."""
    controller = ModelController(services, replies, specs, model_settings)
    controller.load()
    await services.tasks.finish()
    client.become(EngineState(EnginePhase.READY, model=model_info(BUILTIN)))
    return controller


async def _dialog(services: Services, own: ModelSettingsController) -> ModelSettingsPage:
    services.window.requests.model_settings_requested.emit("")
    await services.tasks.finish()
    assert own.page is not None
    return own.page


async def test_what_the_engine_has_to_know_loads_the_model_again(
    services: Services,
    client: RecordingClient,
    model: ModelController,
    model_settings: ModelSettingsController,
) -> None:
    own = ModelSettings(
        context_window=1024, slot_count=2, kv_type="Q8_0", chat_template="{{ messages }}"
    )
    await model_settings.save(BUILTIN, own)
    await services.tasks.finish()
    (_first, (path, config)) = client.loaded
    assert (path, config.context_window, config.slot_count) == (BUILTIN, 1024, 2)
    assert (config.kv_type, config.chat_template) == (KvType.Q8_0, "{{ messages }}")
    assert model_settings.current == own


async def test_what_chats_are_asked_with_needs_no_load(
    services: Services,
    client: RecordingClient,
    model: ModelController,
    model_settings: ModelSettingsController,
) -> None:
    heard: list[str] = []
    general = ChatSettings("Be kind.")
    model_settings.changes.add(
        lambda: heard.append(model_settings.chat_settings(general).system_prompt)
    )
    await services.history.presets.save(Preset("calm", {"system_prompt": "Be calm."}))
    await model_settings.save(BUILTIN, ModelSettings(preset_name="calm"))
    await services.history.presets.save(Preset("calm", {"system_prompt": "Be very calm."}))
    model_settings.refresh()
    await services.tasks.finish()
    assert heard == ["Be calm.", "Be very calm."]
    assert len(client.loaded) == 1


async def test_the_dialog_stores_what_is_saved(
    services: Services,
    client: RecordingClient,
    model: ModelController,
    model_settings: ModelSettingsController,
) -> None:
    dialog = await _dialog(services, model_settings)
    dialog.rows["slot_count"].set_value(3)
    dialog.accept()
    await services.tasks.finish()
    assert model_settings.page is None
    assert client.loaded[-1][1].slot_count == 3
    again = await _dialog(services, model_settings)
    assert again.rows["slot_count"].value() == 3


async def test_a_longer_context_is_set_where_the_model_has_a_number_of_its_own(
    services: Services, model: ModelController, model_settings: ModelSettingsController
) -> None:
    await model_settings.set_context_window(BUILTIN, 2048)
    assert services.settings.current.context_window == 2048
    await model_settings.save(BUILTIN, ModelSettings(context_window=512))
    await services.tasks.finish()
    await model_settings.set_context_window(BUILTIN, 1024)
    await services.tasks.finish()
    assert services.settings.current.context_window == 2048
    assert model_settings.current.context_window == 1024


async def test_a_longer_context_of_a_chat_is_set_for_its_own_model(
    services: Services,
    model: ModelController,
    model_settings: ModelSettingsController,
    specs: ModelSpecs,
    tmp_path: Path,
) -> None:
    other = str(tmp_path / "other.gguf")
    write_model(Path(other))
    await model_settings.use(BUILTIN)
    await model_settings.save(other, ModelSettings(context_window=512))
    await model_settings.set_context_window(other, 1024)
    assert (await specs.of(other)).config.context_window == 1024
    assert services.settings.current.context_window is None
    assert model_settings.current.context_window is None


@pytest.mark.parametrize("card_count", [0, 1])
@pytest.mark.parametrize("shape", [QWEN_30B, QWEN_4B], ids=["mixture", "dense"])
async def test_experts_are_offered_a_place_where_there_is_a_card(
    services: Services,
    client: RecordingClient,
    model: ModelController,
    model_settings: ModelSettingsController,
    tmp_path: Path,
    card_count: int,
    shape: Shape,
) -> None:
    path = tmp_path / "model.gguf"
    write_shape(path, small(shape))
    info = msgspec.structs.replace(model_info(BUILTIN), card_count=card_count)
    client.become(EngineState(EnginePhase.READY, model=info))
    services.window.requests.model_settings_requested.emit(str(path))
    await services.tasks.finish()
    assert model_settings.page is not None
    is_offered = "keeps_experts" in model_settings.page.rows
    assert is_offered == (shape is QWEN_30B and card_count > 0)
