"""What is painted while a reply grows: only what is new, and nothing of it stale."""

import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QPaintEvent, QTextBlock
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_footer import MessageFooter
from app.widgets.transcript.message_list import MessageState
from app.widgets.transcript.prose_view import HarmlessDocument, ProseView
from app.widgets.transcript.transcript import Transcript
from tests.app.widgets.samples import question, reply
from tests.app.widgets.transcript.test_growing_picture import (
    LONG_REPLY,
    PARAGRAPH,
    draw_frame,
    reply_view,
    rest,
    shown_transcript,
    written,
)
from tests.app.widgets.windows import only_prose, page_of, shown_message, tabbed_window

pytestmark = pytest.mark.usefixtures("colours_at_once", "formulas_at_once", "nothing_moves")
CODE = "```python\nprint('closed')\n```\n\n"


class PaintLog(QObject):
    """Records the widgets that are painted."""

    def __init__(self) -> None:
        super().__init__()
        self.painted: list[QWidget] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        if isinstance(event, QPaintEvent) and isinstance(watched, QWidget):
            self.painted.append(watched)
        return False


def on_screen(transcript: Transcript) -> QImage:
    """Return the pixels of the window, which may hold some that were not painted again."""
    return transcript.screen().grabWindow(transcript.winId()).toImage()


def fresh(transcript: Transcript) -> QImage:
    return transcript.grab().toImage().convertToFormat(on_screen(transcript).format())


def test_a_new_line_paints_no_closed_part(qtbot: QtBot, qapp: QApplication) -> None:
    transcript = shown_transcript()
    above = f"{PARAGRAPH}\n\n{CODE}" * 3
    draw_frame(transcript, above + PARAGRAPH)
    rest()
    bar, log = transcript.verticalScrollBar(), PaintLog()
    before = bar.maximum()
    qapp.installEventFilter(log)
    draw_frame(transcript, above + PARAGRAPH * 2)
    rest()
    qapp.removeEventFilter(log)
    assert bar.maximum() > before > 0
    parts = reply_view(transcript).body.block_views
    painted = {part for part in parts for each in log.painted if part.isAncestorOf(each)}
    assert painted == {parts[-1]}


def test_a_word_paints_nothing_below_its_paragraph(qtbot: QtBot, qapp: QApplication) -> None:
    transcript, log = shown_transcript(), PaintLog()
    draw_frame(transcript, "A tab")
    rest()
    qapp.installEventFilter(log)
    draw_frame(transcript, "A tab was")
    rest()
    qapp.removeEventFilter(log)
    view = reply_view(transcript)
    (prose,) = view.body.block_views
    assert isinstance(prose, ProseView)
    assert prose.viewport() in log.painted
    assert not {prose, view.body, view, transcript.viewport(), transcript} & set(log.painted)


@pytest.mark.parametrize(
    ("text", "is_decorated"), [("A tab", False), ("> A tab", True), ("- [ ] A tab", True)]
)
def test_only_bars_rules_and_boxes_are_painted_below_a_text(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, text: str, is_decorated: bool
) -> None:
    painted: list[QPaintEvent] = []
    monkeypatch.setattr(ProseView, "_paint_below", lambda _view, event: painted.append(event))
    draw_frame(shown_transcript(), text)
    rest()
    assert bool(painted) is is_decorated


def test_blocks_without_bars_are_not_asked_for_any_when_a_text_is_painted(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    decorate = ProseView._decorate  # noqa: SLF001

    def record(view: ProseView, painter: QPainter, block: QTextBlock, seen: QRect) -> bool:
        asked.append(block.blockNumber())
        return decorate(view, painter, block, seen)

    monkeypatch.setattr(ProseView, "_decorate", record)
    text = f"{PARAGRAPH}\n\n"
    draw_frame(shown_transcript(), text * 4 + "> A quote\n\n" + text * 4)
    rest()
    assert set(asked) == {4}


def test_a_selected_reply_is_tinted_while_it_grows(qtbot: QtBot) -> None:
    transcript = shown_transcript()
    draw_frame(transcript, "A tab")
    rest()
    plain = fresh(transcript)
    transcript.message_list.selected_ids = frozenset({2})
    transcript.renderer.draw()
    rest()
    (prose,) = reply_view(transcript).body.block_views
    corner = prose.mapTo(transcript, prose.rect().bottomRight())
    assert fresh(transcript).pixelColor(corner) != plain.pixelColor(corner)


def test_a_frame_measures_no_font(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    transcript = shown_transcript()
    draw_frame(transcript, "A tab")
    measured: list[QWidget] = []

    def measure(area: QWidget) -> int:
        measured.append(area)
        return 400

    monkeypatch.setattr("app.widgets.transcript.rows.reading_width", measure)
    draw_frame(transcript, "A tab was opened")
    assert not measured
    transcript.setFont(QFont("Inter", 30))
    rest()
    assert measured == [transcript]


def test_a_frame_shows_no_state_again(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    transcript = shown_transcript()
    draw_frame(transcript, "A tab")
    shown: list[MessageState] = []
    monkeypatch.setattr(MessageView, "show_state", lambda _view, state: shown.append(state))
    monkeypatch.setattr(
        MessageFooter, "show_for", lambda _footer, _message, state, **_: shown.append(state)
    )
    draw_frame(transcript, "A tab was opened")
    view = reply_view(transcript)
    assert view.message.text == "A tab was opened"
    assert written(view.body.block_views[0]) == view.message.text
    assert shown == []


def test_a_frame_lays_out_rows_only_if_the_text_is_higher(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    transcript = shown_transcript()
    draw_frame(transcript, "A tab")
    heights: list[int] = []
    fit = MessageView.fit

    def measured_fit(view: MessageView, width: int) -> int:
        heights.append(fit(view, width))
        return heights[-1]

    monkeypatch.setattr(MessageView, "fit", measured_fit)
    draw_frame(transcript, "A tab was opened")
    assert not heights
    draw_frame(transcript, "A tab was opened\n\n- and")
    assert heights[-1] == reply_view(transcript).height()
    heights.clear()
    draw_frame(transcript, "A tab was opened\n\n- and closed")
    assert not heights
    draw_frame(transcript, "A tab was opened\n\n- and closed " + PARAGRAPH)
    assert heights[-1] == reply_view(transcript).height()


@pytest.mark.parametrize("focused", ["", "message", "text"])
def test_the_window_shows_each_frame_as_if_all_was_painted(qtbot: QtBot, focused: str) -> None:
    transcript = shown_transcript()
    transcript.set_messages((question(1, PARAGRAPH), *transcript.messages()[1:]))
    for end in range(1, len(LONG_REPLY), 23):
        draw_frame(transcript, LONG_REPLY[:end])
        view = reply_view(transcript)
        by_key = Qt.FocusReason.TabFocusReason
        if focused:
            (view if focused == "message" else view.body.block_views[-1]).setFocus(by_key)
        rest()
        assert on_screen(transcript) == fresh(transcript), LONG_REPLY[max(0, end - 40) : end]


def test_a_page_is_painted_once_when_its_tab_comes_to_the_front(
    qtbot: QtBot, qapp: QApplication
) -> None:
    window, log = tabbed_window(qtbot, "ab"), PaintLog()
    for name in "bab":
        page_of(window, name).transcript.set_messages((question(),))
        window.panes.activate(name)
        rest()
    qapp.installEventFilter(log)
    window.panes.activate("a")
    rest()
    qapp.removeEventFilter(log)
    assert log.painted.count(page_of(window, "a")) == 1


def test_the_lines_of_a_chat_are_broken_once_when_it_is_shown(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: list[float] = []
    init = HarmlessDocument.__init__

    def watch(document: HarmlessDocument, parent: QObject | None = None) -> None:
        init(document, parent)

        def record() -> None:  # each time but the first, of which Qt tells nothing
            if not document.isEmpty():
                broken.append(document.textWidth())

        document.documentLayout().update.connect(record)

    monkeypatch.setattr(HarmlessDocument, "__init__", watch)
    window = tabbed_window(qtbot, "ab")
    page_of(window, "b").transcript.set_messages((question(1), reply(2, f"{PARAGRAPH}\n\n" * 9)))
    window.panes.activate("b")
    rest()
    text = only_prose(shown_message(page_of(window, "b").transcript, 2).body)
    assert text.document().textWidth() == text.width()
    assert broken == []
    assert not text.verticalScrollBar().maximum(), "all of it is shown"
