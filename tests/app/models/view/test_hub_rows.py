"""The rows of hub models and downloads: many rows, more rows, and their texts."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.models.hub_model import HubOffer, HubResult, Transfer, TransferState
from app.models.model import FitWord, ModelFit
from app.models.view.hub_rows import HubRow, HubRowDelegate, HubRows, HubRowsView
from app.models.view.hub_words import (
    duration_text,
    offer_row,
    result_row,
    short_number,
    transfer_text,
)
from app.models.view.transfers_view import TransferRow, TransfersView
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.window.model_chip import DownloadButton


def rows(count: int, start: int = 0) -> list[HubRow]:
    return [HubRow(f"owner/{at}", f"owner/{at}", "1 B") for at in range(start, start + count)]


def test_more_is_asked_for_once_until_it_has_come(qtbot: QtBot) -> None:
    model = HubRows()
    asked = QSignalSpy(model.more_requested)
    parent = model.index(-1)
    model.set_rows(rows(3), has_more=True)
    while model.canFetchMore(parent):
        model.fetchMore(parent)
    assert asked.count() == 1
    model.add_rows(rows(3, start=2), has_more=True)
    assert model.rowCount() == 5  # one came twice: the list of the hub had moved
    assert model.canFetchMore(parent)
    model.add_rows((), has_more=False)
    assert not model.canFetchMore(parent)


def test_more_is_asked_for_shortly_before_the_end(qtbot: QtBot) -> None:
    view = HubRowsView("Models")
    qtbot.addWidget(view)
    asked = QSignalSpy(view.rows.more_requested)
    view.rows.set_rows(rows(30), has_more=True)
    view.resize(400, 300)
    view.show()
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 300)
    assert asked.count() == 0
    bar.setValue(bar.maximum() - bar.pageStep() // 2)
    assert asked.count() == 1


def test_rows_that_are_known_keep_the_selection(qtbot: QtBot) -> None:
    view = HubRowsView("Models")
    qtbot.addWidget(view)
    view.rows.set_rows(rows(3))
    assert view.select_key("owner/1")
    view.rows.update_rows([HubRow(each.key, each.title, mark="Fits") for each in rows(3)])
    assert view.key == "owner/1"
    view.rows.update_rows(rows(2))
    assert view.key == ""


def test_a_thousand_rows_are_not_drawn_before_they_are_seen(
    qtbot: QtBot,
) -> None:
    view = HubRowsView("Models")
    qtbot.addWidget(view)
    drawn: list[int] = []

    class Counting(HubRowDelegate):
        def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
            drawn.append(index.row())
            super().paint(painter, option, index)

    delegate = Counting(view)
    view.setItemDelegate(delegate)
    view.rows.set_rows(rows(1000))
    view.resize(400, 300)
    view.show()
    qtbot.waitUntil(lambda: bool(drawn))
    assert max(drawn) < 30
    drawn.clear()
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: 999 in drawn)
    assert view.key == "owner/999"
    assert min(drawn) > 900


def test_a_result_says_its_figures_and_a_recommended_one_its_sentence() -> None:
    plain = result_row(HubResult("owner/name", downloads=1_234_567, likes=12, licence="mit"))
    assert plain.detail == "1.2 M downloads · 12 likes · MIT"
    fit = ModelFit(FitWord.FITS, needed_bytes=1)
    listed = result_row(HubResult("owner/name", title="Name", about="Good.", fit=fit))
    assert (listed.title, listed.detail, listed.mark) == ("Name", "Good.", "Fits")
    gated = result_row(HubResult("owner/name", is_gated=True))
    assert gated.mark == "Conditions to accept"
    assert "Conditions" in gated.spoken


def test_a_name_is_never_read_as_html() -> None:
    row = result_row(HubResult("<b>owner/name"))
    assert "<b>" not in row.tooltip
    offer = offer_row(HubOffer("a.gguf", "<img src=x>"))
    assert "<img" not in offer.tooltip


def test_a_file_says_what_is_odd_about_it() -> None:
    offer = HubOffer(
        "a.gguf", "a", "Q4_K_M", 1 << 30, file_count=3, is_complete=False, is_verifiable=False
    )
    assert offer_row(offer).title == "Q4_K_M · 1.0 GB · 3 files · incomplete · can't be verified"
    assert offer_row(offer).mark == ""
    assert offer_row(HubOffer("a.gguf", "a", is_here=True)).mark == "On this computer"


def test_times_and_numbers_are_short() -> None:
    assert [duration_text(each) for each in (0.2, 59, 90, 7260, 200_000)] == [
        "1 s",
        "59 s",
        "2 min",
        "2 h 1 min",
        "2.3 days",
    ]
    assert [short_number(each) for each in (0, 950, 12_300, 3_400_000)] == [
        "0",
        "950",
        "12 k",
        "3.4 M",
    ]


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
    assert transfer_text(ONE) == "43.0 MB of 100 MB · 2.0 MB/s · 28 s left"
    checking = replace(ONE, state=TransferState.CHECKING, checked_bytes=50 * MEGABYTE)
    assert transfer_text(checking) == "Verifying… 50%"


def test_one_that_waits_says_why_and_for_how_long() -> None:
    waiting = replace(ONE, state=TransferState.WAITING, reason="It broke off.", retry_seconds=19.8)
    assert transfer_text(waiting) == "43.0 MB of 100 MB · It broke off. Trying again in 20 s."
    trying = replace(waiting, retry_seconds=0.0)
    assert transfer_text(trying) == "43.0 MB of 100 MB · It broke off. Connecting again…"
    gone = replace(waiting, reason="The folder is gone.", retry_seconds=None)
    assert transfer_text(gone) == "43.0 MB of 100 MB · The folder is gone."


def test_the_bar_says_that_all_wait(qtbot: QtBot) -> None:
    button = DownloadButton()
    qtbot.addWidget(button)
    waiting = replace(ONE, state=TransferState.WAITING, seconds_left=None)
    button.set_transfers([waiting])
    assert button.text() == "43% · Waiting"
    button.set_transfers([waiting, ONE])
    assert "left" in button.text()


@pytest.mark.parametrize("state", TransferState)
def test_every_state_has_words_and_names_for_screen_readers(
    qtbot: QtBot, state: TransferState
) -> None:
    row = TransferRow(replace(ONE, state=state, path="/models/tiny.gguf"))
    qtbot.addWidget(row)
    assert row.text_label.text() or row.error_label.text()
    assert "Tiny" in row.cancel_button.accessibleName()
    assert row.button.isHidden() or "Tiny" in row.button.accessibleName()
    assert row.button.isHidden() == (state is TransferState.OFFLINE)


def test_a_failure_has_the_colour_of_an_error(qtbot: QtBot) -> None:
    row = TransferRow(ONE)
    qtbot.addWidget(row)
    assert row.error_label.isHidden()
    failed = replace(ONE, state=TransferState.FAILED, reason="The server has no such file.")
    row.set_transfer(failed)
    assert row.error_label.text() == "The server has no such file."
    assert row.text_label.isHidden()
    row.set_transfer(ONE)
    assert row.error_label.isHidden()
    assert not row.text_label.isHidden()


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


def test_the_bar_adds_them_up(qtbot: QtBot) -> None:
    button = DownloadButton()
    qtbot.addWidget(button)
    other = replace(ONE, download_id="two", done_bytes=57 * MEGABYTE, seconds_left=90)
    button.set_transfers([ONE, other])
    assert button.text() == "50% · 2 min left"
    assert "Downloads" in button.accessibleName()
    button.set_transfers([replace(ONE, state=TransferState.PAUSED)])
    assert button.text() == "43% · Paused"
    button.set_transfers([replace(ONE, state=TransferState.DONE)])
    assert button.isHidden()
