"""Downloads as they are drawn: each state in words, with the button that helps."""

from dataclasses import replace

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from app.domain import Transfer, TransferState
from app.widgets.models.hub_words import transfer_text
from app.widgets.models.transfers_view import TransferRow, TransfersView
from app.widgets.window.download_button import DownloadButton

MEGABYTE = 1 << 20
ONE = Transfer(
    "one",
    "Tiny",
    TransferState.FETCHING,
    total_bytes=100 * MEGABYTE,
    done_bytes=43 * MEGABYTE,
    bytes_per_second=2 * MEGABYTE,
    seconds_left=28.4,
)


def test_a_running_one_says_how_far_how_fast_and_how_long() -> None:
    assert transfer_text(ONE) == "43.0 MB of 100.0 MB · 2.0 MB/s · 28 s left"
    checking = replace(ONE, state=TransferState.CHECKING, checked_bytes=50 * MEGABYTE)
    assert transfer_text(checking) == "Verifying … 50 %"


def test_one_that_waits_says_why_and_for_how_long() -> None:
    waiting = replace(ONE, state=TransferState.WAITING, reason="It broke off.", retry_seconds=19.8)
    assert transfer_text(waiting) == "43.0 MB of 100.0 MB · It broke off. Trying again in 20 s."
    trying = replace(waiting, retry_seconds=0.0)
    assert transfer_text(trying) == "43.0 MB of 100.0 MB · It broke off. Connecting again …"
    gone = replace(waiting, reason="The folder is gone.", retry_seconds=None)
    assert transfer_text(gone) == "43.0 MB of 100.0 MB · The folder is gone."


def test_the_status_bar_says_that_all_wait(qtbot: QtBot) -> None:
    button = DownloadButton()
    qtbot.addWidget(button)
    waiting = replace(ONE, state=TransferState.WAITING, seconds_left=None)
    button.set_transfers([waiting])
    assert button.text() == "43 % · Waiting"
    button.set_transfers([waiting, ONE])
    assert "left" in button.text()


@pytest.mark.parametrize("state", TransferState)
def test_every_state_has_words_and_names_for_screen_readers(
    qtbot: QtBot, state: TransferState
) -> None:
    row = TransferRow(replace(ONE, state=state, path="/models/tiny.gguf"))
    qtbot.addWidget(row)
    assert row.text_label.text()
    assert "Tiny" in row.cancel_button.accessibleName()
    assert row.button.isHidden() or "Tiny" in row.button.accessibleName()
    assert row.button.isHidden() == (state is TransferState.OFFLINE)


def test_a_row_keeps_its_place_while_it_changes(qtbot: QtBot) -> None:
    view = TransfersView()
    qtbot.addWidget(view)
    view.set_transfers([ONE, replace(ONE, download_id="two")])
    before = view.rows["two"]
    view.set_transfers([replace(ONE, download_id="two", done_bytes=99 * MEGABYTE)])
    assert list(view.rows) == ["two"]
    assert view.rows["two"] is before
    view.set_transfers(())
    assert view.isHidden()


def test_the_button_asks_for_what_it_says(qtbot: QtBot) -> None:
    row = TransferRow(ONE)
    qtbot.addWidget(row)
    paused, resumed = QSignalSpy(row.pause_requested), QSignalSpy(row.resume_requested)
    used = QSignalSpy(row.use_requested)
    row.button.click()
    row.set_transfer(replace(ONE, state=TransferState.PAUSED))
    row.button.click()
    row.set_transfer(replace(ONE, state=TransferState.DONE, path="/models/tiny.gguf"))
    row.button.click()
    assert [spy.at(0) for spy in (paused, resumed, used)] == [
        ["one"],
        ["one"],
        ["/models/tiny.gguf"],
    ]


def test_the_status_bar_adds_them_up(qtbot: QtBot) -> None:
    button = DownloadButton()
    qtbot.addWidget(button)
    other = replace(ONE, download_id="two", done_bytes=57 * MEGABYTE, seconds_left=90)
    button.set_transfers([ONE, other])
    assert button.text() == "50 % · 2 min left"
    assert "Downloads" in button.accessibleName()
    button.set_transfers([replace(ONE, state=TransferState.PAUSED)])
    assert button.text() == "43 % · Paused"
    button.set_transfers([replace(ONE, state=TransferState.DONE)])
    assert button.isHidden()
