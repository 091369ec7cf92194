"""Chats next to the one in front are drawn before they are shown."""

import pytest
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.messages import Message
from app.domain.tabs import TabActivity, TabState
from app.widgets.conversation.view import ConversationView
from app.widgets.tabs import page_preparer, panes
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import question, reply
from tests.app.widgets.windows import page_of, tabbed_window

CHAT: tuple[Message, ...] = (
    question(1, "Why?"),
    reply(2, "# Because\n\nOf **this**.\n\n```python\nreturn 1\n```\n\n" * 9),
)
NAMES = "abcdefghij"


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """A window with ten chats, of which the first is in front."""
    monkeypatch.setattr(page_preparer, "IDLE_MS", 1)
    monkeypatch.setattr(page_preparer, "PAUSE_MS", 1)
    window = tabbed_window(qtbot, NAMES, lambda shown: shown.resize(1000, 700))
    for name in NAMES:
        page_of(window, name).transcript.set_messages(CHAT)
    return window


def drawn(window: MainWindow) -> str:
    pages = ((name, page_of(window, name)) for name in NAMES)
    return "".join(name for name, page in pages if not page.transcript.is_undrawn)


def test_the_nearest_chats_are_drawn_while_nothing_happens(
    window: MainWindow, qtbot: QtBot
) -> None:
    nearest = NAMES[: 1 + panes.MAX_NEIGHBOURS]
    qtbot.waitUntil(lambda: drawn(window) == nearest)
    QApplication.processEvents()
    assert drawn(window) == nearest
    assert not page_of(window, "b").isVisible()
    window.panes.activate("j")
    qtbot.waitUntil(lambda: drawn(window) == NAMES)


@pytest.mark.usefixtures("colours_at_once", "nothing_moves")
def test_a_drawn_chat_looks_as_if_it_was_drawn_when_shown(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: "b" in drawn(window))
    monkeypatch.setattr("app.widgets.conversation.view.ConversationView.prepare", lambda *_: False)
    late = tabbed_window(qtbot, NAMES, lambda shown: shown.resize(1000, 700))
    pictures = []
    for each in (window, late):
        page = page_of(each, "b")
        page.transcript.set_messages(CHAT)
        assert page.transcript.is_undrawn is (each is late)
        before = {*page.transcript.renderer.stack.rows.values()}
        each.panes.activate("b")
        QApplication.processEvents()
        assert before <= {*page.transcript.renderer.stack.rows.values()}, "nothing is built again"
        pictures.append(page.transcript.viewport().grab().toImage())
    assert pictures[0] == pictures[1]


def test_while_an_answer_grows_in_front_no_other_chat_is_drawn(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.panes.activate("j")
    window.panes.items.set_state("j", TabState(TabActivity.WRITING))
    qtbot.wait(200)
    assert set(drawn(window)) <= {"j", *NAMES[: 1 + panes.MAX_NEIGHBOURS]}, "those of the first"
    window.panes.items.set_state("j", TabState())
    qtbot.waitUntil(lambda: "i" in drawn(window))


def test_another_chat_in_front_has_qt_visit_no_hidden_chat(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    focused: list[QWidget | None] = []
    painted: list[str] = []
    paint = ConversationView.paintEvent

    def record(page: ConversationView, event: QPaintEvent) -> None:
        painted.append(page.conversation_id)
        paint(page, event)

    monkeypatch.setattr(ConversationView, "paintEvent", record)
    page_of(window, "a").focus_composer()
    QApplication.processEvents()
    painted.clear()
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.focusChanged.connect(lambda _old, new: focused.append(new))
    window.panes.activate("b")
    shown = [name for name in NAMES if page_of(window, name).updatesEnabled()]
    assert shown == ["b"], "Qt walks through all widgets of the others"
    assert all(page_of(window, "b").isAncestorOf(each) for each in focused if each is not None)
    assert page_of(window, "b").composer.edit.hasFocus()
    QApplication.processEvents()
    assert set(painted) == {"b"}
