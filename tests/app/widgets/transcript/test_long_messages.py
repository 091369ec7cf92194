"""A very long message: visible parts are drawn at once, the others later without moving them."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import Role
from app.settings import Theme
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import ProseView
from app.widgets.transcript.transcript import Transcript
from tests.app.widgets.samples import message, question
from tests.app.widgets.showing import on_screen
from tests.app.widgets.transcript.test_growing_picture import written
from tests.app.widgets.windows import shown_message
from tests.benchmarks.window_text import long_text

pytestmark = pytest.mark.usefixtures("measured_at_once")

TEXT = long_text(40_000)
PLAIN = "\n".join(f"line {number} of what was pasted" for number in range(3000))


@pytest.fixture
def transcript(qtbot: QtBot) -> Transcript:
    """An empty visible transcript."""
    return on_screen(qtbot, Transcript(MessageRequests()), 620, 500)


def body_of(transcript: Transcript, message_id: int = 2) -> MessageBody:
    view = shown_message(transcript, message_id)
    return view.body


def drawn_count(body: MessageBody) -> int:
    return sum(part is not None for part in body.parts)


def seen(transcript: Transcript) -> QImage:
    return transcript.viewport().grab().toImage()


def has_hole(transcript: Transcript, body: MessageBody) -> bool:
    """Return whether a visible part is not drawn."""
    area = body.visibleRegion().boundingRect()
    drawn = sum(view.geometry().intersected(area).height() for view in body.block_views)
    return drawn < area.height()


def wait_until_complete(transcript: Transcript, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not transcript.renderer.measurer.is_active(), timeout=60_000)


@pytest.mark.parametrize("is_own", [True, False])
@pytest.mark.usefixtures("colours_at_once")
def test_only_what_is_in_view_is_drawn_at_once_and_the_rest_moves_nothing(
    transcript: Transcript, qtbot: QtBot, is_own: bool
) -> None:
    long = question(2, PLAIN) if is_own else message(2, Role.ASSISTANT, TEXT)
    transcript.set_messages((question(1), long))
    body = body_of(transcript)
    at_once = seen(transcript)

    assert drawn_count(body) < len(body.parts) / 2
    assert not has_hole(transcript, body)
    wait_until_complete(transcript, qtbot)
    assert body.is_complete
    assert None not in body.parts
    assert seen(transcript) == at_once
    assert transcript.verticalScrollBar().value() == transcript.verticalScrollBar().maximum()


def test_scrolling_up_through_it_never_moves_what_is_read(transcript: Transcript) -> None:
    transcript.set_messages((question(1), message(2, Role.ASSISTANT, TEXT)))
    bar, body = transcript.verticalScrollBar(), body_of(transcript)
    for _ in range(60):
        place = QPoint(0, transcript.viewport().height() // 2)
        view = next(
            each
            for each in body.block_views
            if each.mapTo(transcript.viewport(), QPoint(0, each.height())).y() > place.y()
        )
        before = view.mapTo(transcript.viewport(), QPoint(0, 0)).y()
        bar.setValue(bar.value() - 100)
        assert view.mapTo(transcript.viewport(), QPoint(0, 0)).y() == before + 100
        assert not has_hole(transcript, body)


class PaintWatch(QObject):
    """Checks the transcript at each paint."""

    def __init__(self, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._transcript = transcript
        self.holes: list[bool] = []
        transcript.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        if event.type() is QEvent.Type.Paint:
            self.holes.append(has_hole(self._transcript, body_of(self._transcript)))
        return False


def test_another_theme_or_size_is_never_painted_with_a_hole(
    transcript: Transcript, qtbot: QtBot, theme_switch: ThemeSwitch
) -> None:
    transcript.set_messages((question(1), message(2, Role.ASSISTANT, TEXT)))
    wait_until_complete(transcript, qtbot)
    bar, watch = transcript.verticalScrollBar(), PaintWatch(transcript)
    changes: tuple[Callable[[], None], ...] = (
        lambda: theme_switch.set_theme(Theme.DARK),
        lambda: theme_switch.set_zoom(150),
        lambda: transcript.resize(400, 500),
    )
    for change in changes:
        watch.holes.clear()
        change()
        qtbot.waitUntil(lambda: bool(watch.holes))
        wait_until_complete(transcript, qtbot)
        transcript.viewport().repaint()
        assert not any(watch.holes)
        assert bar.value() == bar.maximum()


def test_a_place_that_is_not_drawn_yet_is_found(transcript: Transcript, qtbot: QtBot) -> None:
    middle = TEXT.index("Another paragraph", len(TEXT) // 2)
    text = f"{TEXT[:middle]}A needle. {TEXT[middle:]}"
    transcript.set_messages((question(1), message(2, Role.ASSISTANT, text)))
    view = shown_message(transcript, 2)
    assert not any("needle" in written(each) for each in view.body.block_views)
    with qtbot.waitSignal(transcript.search.match_shown) as told:
        transcript.search.find("needle")

    assert told.args == [1, 1]
    area = view.mark_matches("needle", 0)
    assert area is not None
    assert transcript.viewport().rect().contains(area.translated(view.pos()))
    assert not has_hole(transcript, view.body)


def test_what_is_looked_for_is_marked_in_what_is_drawn_later(
    transcript: Transcript, qtbot: QtBot
) -> None:
    transcript.set_messages((question(1), message(2, Role.ASSISTANT, TEXT)))
    transcript.search.find("another")
    wait_until_complete(transcript, qtbot)
    parts = [each for each in body_of(transcript).block_views if isinstance(each, ProseView)]
    marked = [each for each in parts if "Another" in written(each)]

    assert len(marked) > 20
    assert all(each.extraSelections() for each in marked)


@pytest.mark.parametrize("is_own", [True, False])
def test_what_is_too_long_is_shown_part_after_part_where_it_is_read(
    transcript: Transcript, qtbot: QtBot, is_own: bool
) -> None:
    text = "".join(f"line {number} {'word ' * 20}\n\n" for number in range(3500))
    long = question(2, text) if is_own else message(2, Role.ASSISTANT, text)
    transcript.set_messages((question(1), long))
    view = shown_message(transcript, 2)
    for shown in (150_000, 300_000):
        assert "Only the beginning" in view.footer.note.text()
        transcript.renderer.jump_to_newest()
        assert written(view.body.block_views[-1]).rstrip()[-20:] in text[shown - 30 : shown]
        seen_lines = seen(transcript).copy(0, 0, 620, 100)
        view.footer.offers.next_part.click()
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        assert seen(transcript).copy(0, 0, 620, 100) == seen_lines
        transcript.renderer.jump_to_newest()

    assert transcript.view_of(2) is view
    assert view.footer.note.text() == ""
    assert not view.footer.offers.next_part.isVisible()
    assert "line 3499" in written(view.body.block_views[-1])
