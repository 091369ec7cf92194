"""A model is loaded with the draft model of its settings, and it is said if that is not used."""

from pathlib import Path

import msgspec
import pytest

from app.controllers.engine.status_text import draft_note
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.models.controllers.draft_offers import DraftOffers
from app.models.controllers.loading import ModelController
from app.models.controllers.model_settings import ModelSettingsController
from app.models.host.specs import ModelSpecs
from app.models.library_model import LibraryModel, ModelFacts, ModelFolder, ModelFolderKind
from app.models.settings_model import ModelSettings
from engine.client.client import EnginePhase, EngineState
from engine.ipc.lazy_text import lazy
from tests.app.controllers.acting import toast_texts
from tests.fakes.backend import FakeBackend
from tests.fakes.recording_client import RecordingClient
from tests.models.cache import cached_model
from tests.models.talker import TALKER
from tests.models.tiny import write_mrope, write_plain, write_recurrent

FOLDER = ModelFolder(ModelFolderKind.OWN, "/m")


def _listed(path: Path, byte_count: int, architecture: str = "llama") -> LibraryModel:
    facts = ModelFacts(architecture=architecture)
    return LibraryModel(str(path), path.name, FOLDER, byte_count, facts=facts)


@pytest.fixture
async def model(
    services: Services,
    replies: Replies,
    client: RecordingClient,
    specs: ModelSpecs,
    model_settings: ModelSettingsController,
) -> ModelController:
    """The tiny model, which is loaded."""
    controller = ModelController(services, replies, specs, model_settings)
    controller.open(str(cached_model(write_plain)))
    await services.tasks.finish()
    return controller


async def test_the_draft_model_of_the_settings_is_loaded(
    services: Services,
    model: ModelController,
    client: RecordingClient,
    model_settings: ModelSettingsController,
) -> None:
    assert client.loaded[-1][1].draft_path is None
    path = str(cached_model(write_plain))
    await model_settings.save(path, ModelSettings(draft_path="/m/small.gguf"))
    await services.tasks.finish()
    assert client.loaded[-1][1].draft_path == "/m/small.gguf"


async def test_no_draft_model_is_loaded_where_nothing_is_guessed_ahead(
    services: Services,
    model: ModelController,
    client: RecordingClient,
    model_settings: ModelSettingsController,
) -> None:
    path = str(cached_model(write_plain))
    await model_settings.save(path, ModelSettings(draft_path="/m/small.gguf"))
    services.settings.change(guesses_ahead=False)
    await services.tasks.finish()
    assert client.loaded[-1][1].draft_path is None


async def test_a_refused_draft_model_is_reported_once(
    services: Services, model: ModelController, client: RecordingClient
) -> None:
    info = msgspec.structs.replace(
        FakeBackend().info, draft_refusal=lazy("No draft model is used. It is too old.")
    )
    state = EngineState(EnginePhase.READY, lazy("Ready."), model=info)
    for _ in range(2):
        model._on_state_changed(state)  # noqa: SLF001 (the client's listener)
    assert toast_texts(services).count("No draft model is used. It is too old.") == 1
    assert draft_note(info) == "No draft model is used. It is too old."


def test_the_draft_model_in_use_is_named() -> None:
    info = msgspec.structs.replace(FakeBackend().info, draft="Small")
    assert draft_note(info) == "Draft model: Small."
    assert not draft_note(FakeBackend().info)


def test_smaller_models_of_the_same_family_are_offered() -> None:
    path = cached_model(write_plain)
    size = path.stat().st_size
    alike = _listed(cached_model(write_mrope), size // 4)
    models = [
        alike,
        _listed(TALKER, size // 4),  # another vocabulary
        _listed(cached_model(write_recurrent), size // 4),
        _listed(cached_model(write_mrope), size),  # as large as the model
        _listed(cached_model(write_mrope), size // 4, "qwen2vl"),
    ]
    offers = DraftOffers.of(str(path), models, None)
    assert [each.path for each in offers.offered] == [alike.path]


def test_only_the_smallest_models_are_read() -> None:
    path = cached_model(write_plain)
    size = path.stat().st_size
    models = [_listed(cached_model(write_mrope), size // 2 - number) for number in range(100)]
    offered = DraftOffers.of(str(path), models, None).offered
    assert [each.byte_count for each in offered] == [size // 2 - 99 + n for n in range(12)]


def test_a_file_that_cannot_draft_is_explained() -> None:
    offers = DraftOffers.of(str(cached_model(write_plain)), (), str(TALKER))
    assert "another vocabulary" in offers.problem(str(TALKER))
    offers.add_file(str(cached_model(write_recurrent)))
    assert "cannot take rejected tokens back" in offers.problem(str(cached_model(write_recurrent)))
    offers.add_file("/nowhere/small.gguf")
    assert "no file" in offers.problem("/nowhere/small.gguf")
    offers.add_file(str(cached_model(write_plain)))
    assert not offers.problem(str(cached_model(write_plain)))
