"""Rows of what can be fetched: a thousand of them, more of them, and what is said of one."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.domain import FitWord, HubOffer, HubResult, ModelFit
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.models.hub_rows import HubRow, HubRowDelegate, HubRows, HubRowsView
from app.widgets.models.hub_words import (
    duration_text,
    offer_row,
    result_row,
    short_number,
)


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
    assert plain.detail == "1.2 M downloads · 12 likes · mit"
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
