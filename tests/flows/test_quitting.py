"""Quitting waits for what changes something, and for nothing else."""

import asyncio
from pathlib import Path

import pytest
import qasync
from PySide6.QtWidgets import QApplication

from tests.flows.driving import PATIENCE_SECONDS, hubbub

pytestmark = pytest.mark.usefixtures("scripted_engine")


def test_an_engine_that_never_counts_does_not_hold_the_end_up(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        async with asyncio.timeout(PATIENCE_SECONDS), hubbub(qapp, tmp_path) as person:
            typing = person.rooms.composer
            await person.type("half a question")
            await person.until(lambda: typing.is_counting(person.view.conversation_id))

    qt_loop.run_until_complete(story())
