"""The whole application on a disk that takes nothing more."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.errors import DiskFull
from app.storage.content.turns import TurnRepository
from tests.flows.driving import flow, hubbub


@flow
async def test_a_start_that_cannot_mark_the_replies_cut_short_still_shows_the_window(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def reject(_turns: TurnRepository, _note: str) -> int:
        raise DiskFull("The disk is full.")

    monkeypatch.setattr(TurnRepository, "interrupt_unfinished", reject)
    async with hubbub(qapp, tmp_path) as person:
        assert person.rooms.window.isVisible()
        assert person.tab_ids
