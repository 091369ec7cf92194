"""The engine runs in a sandbox unless the settings say otherwise."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.settings import Settings
from tests.flows.driving import flow, hubbub


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        (Settings(), "sandbox"),
        pytest.param(Settings(confines_engine=False), "without a", marks=pytest.mark.nightly),
    ],
)
@flow
async def test_the_engine_says_whether_it_is_in_a_sandbox(
    qapp: QApplication,
    tmp_path: Path,
    settings: Settings,
    text: str,
) -> None:
    async with hubbub(qapp, tmp_path, settings=settings) as person:
        assert text in person.rooms.client.sandbox
        is_started_without = "was started without one" in person.rooms.client.sandbox
        assert is_started_without is not settings.confines_engine
