"""A cancelled load: the model that is loaded instead, and a double click."""

import pytest
from PySide6.QtGui import QGuiApplication

from app.controllers.services import Services
from app.models.controllers.loading import LoadCanceller
from app.models.library.models import builtin_model
from engine.client.client import EnginePhase, EngineState
from tests.app.controllers.acting import toast_texts
from tests.fakes.engine_process import model_info
from tests.fakes.recording_client import RecordingClient
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

BUILTIN = str(builtin_model())
SLOW = "/models/slow.gguf"
LOADING = EngineState(EnginePhase.LOADING, "Loading slow.gguf…", progress=0.3)


class WantingClient(RecordingClient):
    """Wants the slow model."""

    @property
    def model_path(self) -> str:
        """Return what is loaded."""
        return SLOW


@pytest.fixture
def client() -> WantingClient:
    return WantingClient()


@pytest.fixture
def opened() -> list[str | None]:
    """The models that were opened instead of a cancelled one."""
    return []


@pytest.fixture
def canceller(services: Services, opened: list[str | None]) -> LoadCanceller:
    """The slow model is loading, and no other was ready before."""
    canceller = LoadCanceller(services, opened.append)
    services.client.states.notify(LOADING)
    return canceller


def _load_after(client: RecordingClient, path: str) -> None:
    client.become(EngineState(EnginePhase.READY, model=model_info(path)))
    client.become(LOADING)


async def _cancel(services: Services) -> None:
    services.window.engine_corner.cancel_button.click()
    await services.tasks.finish()


@pytest.mark.parametrize("is_builtin", [True, False])
async def test_the_model_of_before_comes_back(
    services: Services,
    client: WantingClient,
    canceller: LoadCanceller,
    opened: list[str | None],
    is_builtin: bool,
) -> None:
    assert canceller
    other = str(cached_model(write_plain))
    _load_after(client, BUILTIN if is_builtin else other)
    await _cancel(services)
    assert opened == [None if is_builtin else other]
    (text,) = toast_texts(services)
    assert text.startswith("Loading slow.gguf was cancelled. ")
    assert client.not_loaded.failed_path is None


@pytest.mark.parametrize("before", [None, SLOW, "/models/gone.gguf"])
async def test_where_there_is_none_nothing_is_loaded(
    services: Services,
    client: WantingClient,
    canceller: LoadCanceller,
    opened: list[str | None],
    before: str | None,
) -> None:
    assert canceller
    if before is None:
        client.become(LOADING)
    else:
        _load_after(client, before)
    await _cancel(services)
    assert opened == []
    assert client.not_loaded.failed_path == SLOW
    assert client.not_loaded.text == "Loading slow.gguf was cancelled."


async def test_a_click_too_many_leaves_the_model_that_comes_back(
    services: Services,
    client: WantingClient,
    canceller: LoadCanceller,
    opened: list[str | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert canceller
    monkeypatch.setattr(QGuiApplication.styleHints(), "mouseDoubleClickInterval", lambda: 60_000)
    _load_after(client, BUILTIN)
    await _cancel(services)
    await _cancel(services)
    assert opened == [None]


async def test_what_is_loaded_already_stays(
    services: Services, client: WantingClient, canceller: LoadCanceller, opened: list[str | None]
) -> None:
    assert canceller
    client.become(EngineState(EnginePhase.READY, model=model_info(SLOW)))
    await _cancel(services)
    assert opened == []
    assert client.not_loaded.failed_path is None
