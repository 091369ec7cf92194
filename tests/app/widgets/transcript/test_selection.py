"""Selecting with the mouse: characters of one text, and whole messages."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.widgets.conversation.view import ConversationView
from app.widgets.transcript.code_view import CodeView
from app.widgets.transcript.prose_view import ProseView
from app.widgets.transcript.selection import MessageSelection
from tests.app.widgets.samples import question, reply
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import focused, shown_message

pytestmark = pytest.mark.usefixtures("measured_at_once")

LEFT = Qt.MouseButton.LeftButton
CODE = "before\n\n```python\nanswer = 42\n```\n\nafter"


class Mouse:
    """The mouse over one window."""

    def __init__(self, page: ConversationView) -> None:
        self._page = page
        self._point = QPoint()
        self.is_held = False

    @property
    def _window(self) -> QWindow:
        window = self._page.window().windowHandle()
        assert window is not None
        return window

    def press(self, widget: QWidget, point: QPoint | None = None) -> None:
        """Press the button over the beginning of a widget."""
        self._point = widget.mapTo(self._page.window(), point or QPoint(2, 6))
        self.is_held = True
        QTest.mousePress(self._window, LEFT, pos=self._point)

    def drag(self, widget: QWidget, point: QPoint | None = None) -> None:
        """Move to a point of another widget in two steps."""
        target = widget.mapTo(self._page.window(), point or widget.rect().center())
        QTest.mouseMove(self._window, (self._point + target) / 2)
        QTest.mouseMove(self._window, target)
        self._point = target

    def release(self) -> None:
        """Release the button."""
        if self.is_held:
            self.is_held = False
            QTest.mouseRelease(self._window, LEFT, pos=self._point)


def shown(page: ConversationView, qtbot: QtBot, *texts: str) -> ConversationView:
    sides = (question, reply)
    page.transcript.set_messages(
        tuple(sides[place % 2](place + 1, text) for place, text in enumerate(texts))
    )
    qtbot.waitUntil(lambda: not page.transcript.renderer.measurer.is_active(), timeout=60_000)
    return page


@pytest.fixture
def page(qtbot: QtBot) -> ConversationView:
    """A page with two questions and their answers."""
    page = on_screen(qtbot, ConversationView("c"), 700, 900)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    return shown(page, qtbot, "one?", "**1** is one", "two?", CODE)


@pytest.fixture
def mouse(page: ConversationView) -> Iterator[Mouse]:
    """A mouse whose button is released at the end."""
    mouse = Mouse(page)
    yield mouse
    mouse.release()


def text_of(page: ConversationView, message_id: int) -> ProseView:
    prose = shown_message(page.transcript, message_id).body.block_views[0]
    assert isinstance(prose, ProseView)
    return prose


def copied() -> str:
    QGuiApplication.clipboard().clear()
    QTest.keyClick(focused(), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    return QGuiApplication.clipboard().text()


def together(*texts: str) -> str:
    """Return the copied text of messages, the first by the user."""
    sides = ("**You:**", "**Hubbub:**")
    return "\n\n".join(f"{sides[place % 2]}\n\n{text}" for place, text in enumerate(texts))


def test_a_drag_within_a_text_chooses_letters(page: ConversationView, mouse: Mouse) -> None:
    prose = text_of(page, 2)
    mouse.press(prose, QPoint(1, 8))
    mouse.drag(prose, QPoint(prose.width() - 2, 8))
    mouse.release()

    assert copied() == "**1** is one"


def test_a_drag_over_the_edge_chooses_whole_messages(page: ConversationView, mouse: Mouse) -> None:
    mouse.press(text_of(page, 2))
    mouse.drag(shown_message(page.transcript, 3))
    mouse.release()
    assert copied() == "**Hubbub:**\n\n**1** is one\n\n**You:**\n\ntwo?"

    mouse.press(text_of(page, 4))
    mouse.drag(shown_message(page.transcript, 1))
    mouse.release()
    assert copied() == together("one?", "**1** is one", "two?", CODE)


def test_a_drag_that_comes_back_chooses_letters_again(page: ConversationView, mouse: Mouse) -> None:
    prose = text_of(page, 2)
    mouse.press(prose, QPoint(1, 8))
    mouse.drag(shown_message(page.transcript, 4))
    assert not prose.textCursor().hasSelection()
    mouse.drag(prose, QPoint(prose.width() - 2, 8))
    mouse.release()

    assert copied() == "**1** is one"


def test_a_drag_from_prose_over_code_chooses_the_message(
    page: ConversationView, mouse: Mouse
) -> None:
    code = shown_message(page.transcript, 4).body.block_views[1]
    assert isinstance(code, CodeView)
    mouse.press(text_of(page, 4))
    mouse.drag(code)
    mouse.release()
    assert copied() == CODE

    mouse.press(code, QPoint(20, code.height() - 16))
    mouse.drag(shown_message(page.transcript, 3))
    mouse.release()
    assert copied() == f"**You:**\n\ntwo?\n\n**Hubbub:**\n\n{CODE}"


def test_a_drag_beside_the_texts_chooses_messages(page: ConversationView, mouse: Mouse) -> None:
    viewport = page.transcript.viewport()
    mouse.press(viewport, QPoint(3, shown_message(page.transcript, 2).y() + 5))
    mouse.drag(viewport, QPoint(3, shown_message(page.transcript, 3).y() + 5))
    mouse.release()

    assert copied() == "**Hubbub:**\n\n**1** is one\n\n**You:**\n\ntwo?"


@pytest.mark.parametrize("is_held", [True, False], ids=["while dragging", "afterwards"])
def test_escape_lets_go_of_what_was_dragged_over(
    page: ConversationView, mouse: Mouse, *, is_held: bool
) -> None:
    mouse.press(text_of(page, 2))
    mouse.drag(shown_message(page.transcript, 4))
    if not is_held:
        mouse.release()
    QTest.keyClick(focused(), Qt.Key.Key_Escape)
    mouse.drag(shown_message(page.transcript, 3))
    mouse.release()

    assert "You:" not in copied()


def test_a_click_lets_go_of_what_was_dragged_over(page: ConversationView, mouse: Mouse) -> None:
    mouse.press(text_of(page, 2))
    mouse.drag(shown_message(page.transcript, 4))
    mouse.release()
    mouse.press(text_of(page, 3))
    mouse.release()

    assert copied() == "two?"


def test_a_drag_past_the_edge_of_the_view_scrolls_on(
    page: ConversationView, mouse: Mouse, qtbot: QtBot
) -> None:
    shown(page, qtbot, *(f"message number {number}" for number in range(60)))
    bar = page.transcript.verticalScrollBar()
    bar.setValue(0)
    mouse.press(text_of(page, 1))
    mouse.drag(page.transcript.viewport(), QPoint(200, page.transcript.viewport().height() + 40))
    qtbot.waitUntil(lambda: bar.value() == bar.maximum(), timeout=60_000)
    assert page.transcript.view_of(1) is not None, "the mouse still holds it"
    mouse.release()

    assert copied().count("**You:**") == 30


def test_scrolling_ends_with_the_drag(page: ConversationView, mouse: Mouse, qtbot: QtBot) -> None:
    shown(page, qtbot, *("line\n\n" * 40 for _ in range(8)))
    bar = page.transcript.verticalScrollBar()
    bar.setValue(0)
    mouse.press(text_of(page, 1))
    mouse.drag(page.transcript.viewport(), QPoint(200, page.transcript.viewport().height() + 1))
    qtbot.waitUntil(lambda: bar.value() > 0)
    mouse.release()

    choosing = page.transcript.findChild(MessageSelection)
    assert choosing is not None
    assert not any(timer.isActive() for timer in choosing.findChildren(QTimer))
