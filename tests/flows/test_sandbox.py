"""The engine runs in a sandbox unless the settings say otherwise."""

from pathlib import Path

import pytest
import qasync
from PySide6.QtWidgets import QApplication

from app.settings import Settings
from tests.flows.driving import hubbub


@pytest.mark.parametrize(
    ("settings", "text"), [(Settings(), "sandbox"), (Settings(confines_engine=False), "without a")]
)
def test_the_engine_says_whether_it_is_in_a_sandbox(
    qapp: QApplication,
    qt_loop: qasync.QEventLoop,
    tmp_path: Path,
    settings: Settings,
    text: str,
) -> None:
    async def story() -> None:
        async with hubbub(qapp, tmp_path, settings=settings) as person:
            assert text in person.rooms.client.sandbox
            is_started_without = "was started without one" in person.rooms.client.sandbox
            assert is_started_without is not settings.confines_engine

    qt_loop.run_until_complete(story())
