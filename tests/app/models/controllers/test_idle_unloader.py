"""The model is unloaded after the idle time in the settings, and not before."""

from collections.abc import Callable

import pytest
from PySide6.QtTest import QTest

from app.controllers.services import Services
from app.models.controllers import loading as model
from app.models.controllers.loading import IdleUnloader
from app.models.controllers.model_settings import ModelSettingsController
from app.models.settings_model import ModelSettings
from engine.client.client import EnginePhase
from tests.fakes.recording_client import READY, RecordingClient


class SleepyClient(RecordingClient):
    """Counts the calls of ``sleep``; ``seconds`` is the idle time."""

    def __init__(self) -> None:
        super().__init__()
        self.sleep_count = 0
        self.seconds: float | None = 0.0
        self.looks = 0

    @property
    def idle_seconds(self) -> float | None:
        """Return what the test has set."""
        self.looks += 1
        return self.seconds

    def sleep(self) -> None:
        """Record it."""
        self.sleep_count += 1


def _until(condition: Callable[[], bool]) -> None:
    """Run timers until a condition is true."""
    for _ in range(2_000):
        if condition():
            return
        QTest.qWait(10)
    raise AssertionError("it never was so")


@pytest.fixture
def client() -> SleepyClient:
    return SleepyClient()


@pytest.fixture
def unloader(
    services: Services,
    client: SleepyClient,
    model_settings: ModelSettingsController,
    monkeypatch: pytest.MonkeyPatch,
) -> IdleUnloader:
    """Minutes are short, and the model is loaded."""
    monkeypatch.setattr(model, "MINUTE_SECONDS", 0.01)
    unloader = IdleUnloader(services, model_settings)
    client.become(READY)
    return unloader


async def test_it_is_unloaded_when_the_time_is_over(
    services: Services, client: SleepyClient, unloader: IdleUnloader
) -> None:
    services.settings.change(unload_minutes=5)
    client.seconds = 0.05
    _until(lambda: client.sleep_count == 1)


@pytest.mark.parametrize("seconds", [None, 0.049])
async def test_who_needs_it_keeps_it(
    services: Services, client: SleepyClient, unloader: IdleUnloader, seconds: float | None
) -> None:
    client.seconds = seconds
    services.settings.change(unload_minutes=5)
    _until(lambda: client.looks > 4)
    assert client.sleep_count == 0


async def test_without_a_number_of_minutes_the_model_stays(
    services: Services, client: SleepyClient, unloader: IdleUnloader
) -> None:
    services.settings.change(unload_minutes=5)
    services.settings.change(unload_minutes=None)
    assert client.state.phase is EnginePhase.READY
    looks = client.looks
    QTest.qWait(150)
    assert (client.looks, client.sleep_count) == (looks, 0)


async def test_it_stays_while_programs_may_ask(
    services: Services, client: SleepyClient, unloader: IdleUnloader
) -> None:
    client.seconds = 0.05
    services.settings.change(unload_minutes=5, server_is_on=True)
    looks = client.looks
    QTest.qWait(150)
    assert (client.looks, client.sleep_count) == (looks, 0)
    services.settings.change(server_is_on=False)
    _until(lambda: client.sleep_count == 1)


async def test_a_model_has_a_time_of_its_own(
    services: Services,
    client: SleepyClient,
    unloader: IdleUnloader,
    model_settings: ModelSettingsController,
) -> None:
    model_settings.current = ModelSettings(rest_minutes=5)
    model_settings.changes.notify()
    client.seconds = 0.05
    _until(lambda: client.sleep_count == 1)
    model_settings.current = ModelSettings(rest_minutes=0)
    services.settings.change(unload_minutes=5)
    looks = client.looks
    client.become(READY)
    QTest.qWait(100)
    assert (client.sleep_count, client.looks) == (1, looks)
