"""What the monkey does: real keys and clicks on the window, and what befalls it from outside."""

import contextlib
import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

from app.application import Application
from app.domain.messages import OutgoingMessage
from app.settings import Theme
from app.widgets.conversation.view import ConversationView
from engine.client.client import EnginePhase
from tests.flows.hostile_texts import HOSTILE_MESSAGES, HOSTILE_TITLES
from tests.flows.monkey_chats import ChatActions

QUESTIONS = ("Count to 60", "Tell me a story about tabs", "Show me the keys in a table", "Hello")
MAX_TABS = 24
_CONTROL = Qt.KeyboardModifier.ControlModifier
_PLAIN = Qt.KeyboardModifier.NoModifier
_BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)


class MonkeyActions:
    """Does one thing after another, as a seeded chance has it.

    Attributes:
        has_purged: something may have been deleted for good, by its own button.
        chats: what it does with chats and answers.
    """

    def __init__(self, rooms: Application, chance: Random, folder: Path) -> None:
        self.rooms = rooms
        self.has_purged = False
        self._chance = chance
        self._folder = folder
        self._number = 0
        self.chats = ChatActions(rooms, chance)
        self._shares: dict[Callable[[], str | None], int] = {
            self._send: 14,
            self._press_a_key_of_the_menu: 14,
            self._press_a_button: 16,
            self._click_somewhere: 10,
            self._turn_the_wheel: 6,
            self._type_anything: 6,
            self._escape: 8,
            self._trigger_a_command: 8,
            self._drag_a_tab: 4,
            self._resize: 3,
            self._paste: 3,
            self._change_settings: 3,
            self._search: 3,
            self._open_a_menu: 4,
            self._rename: 2,
            self._delete_or_undo: 3,
            self._import_or_export: 2,
            self._change_the_model: 1,
            self._harm_the_engine: 1,
            **self.chats.shares(),
        }

    def one(self) -> str:
        """Do something; return what it was."""
        window = self._front()
        if isinstance(window, QFileDialog):
            return self._answer(window)
        if len(self.rooms.window.panes.ids()) > MAX_TABS:
            self.rooms.tabs.close_tab(self._chance.choice(self.rooms.window.panes.ids()))
        action = self._chance.choices(list(self._shares), list(self._shares.values()))[0]
        return f"{action.__name__.strip('_')} {action() or ''}".strip()

    def leave_dialogs(self) -> None:
        """Put away what stands in front of the window."""
        for _ in range(20):
            popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if popup is None:
                return
            popup.close()

    def let_go(self) -> None:
        """End what holds the mouse or the keyboard in a loop of its own."""
        self.leave_dialogs()
        for window in QGuiApplication.topLevelWindows():
            if window.isVisible():
                QTest.mouseRelease(window, Qt.MouseButton.LeftButton)

    def _front(self) -> QWidget:
        """Return the only window that takes clicks now, or any of those that do."""
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if popup is not None:
            return popup
        shown = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
        return self._chance.choice(shown) if shown else self.rooms.window

    def _focus(self) -> QWidget:
        return QApplication.focusWidget() or self._front()

    def _answer(self, dialog: QFileDialog) -> str:
        """Leave a dialog for files, or name one in the monkey's own folder."""
        dialog.setOption(QFileDialog.Option.ReadOnly)
        if self._chance.random() < 0.5:
            dialog.reject()
            return "no file"
        saves = dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        name = self._chance.choice(("out.md", "out.json", "out.zip", "out", "no/out.md"))
        dialog.selectFile(str(self._folder / (name if saves else self._file())))
        box = dialog.findChild(QLineEdit, "fileNameEdit")
        if isinstance(box, QLineEdit):
            QTest.keyClick(box, Qt.Key.Key_Return)
        if dialog.isVisible():
            dialog.reject()
        return "a file"

    def _file(self) -> str:
        return self._chance.choice(("out.json", "out.zip", "hostile.json", "noise.gguf", "no"))

    def _send(self) -> str:
        self.leave_dialogs()
        conversation_id = self.rooms.window.panes.active_id()
        view = self.rooms.window.panes.view_of(conversation_id) if conversation_id else None
        if conversation_id is None or view is None:
            return ""
        view.focus_composer()
        self._number += 1
        marker = f"m{self._number:06}x"
        QTest.keyClicks(view.composer.edit, f"{marker} {self._chance.choice(QUESTIONS)}")
        with_control = self.rooms.settings.current.sends_with_ctrl_enter
        QTest.keyClick(view.composer.edit, Qt.Key.Key_Return, _CONTROL if with_control else _PLAIN)
        return marker

    def _commands(self) -> list[QAction]:
        return [each for each in self.rooms.window.actions_by_name.all() if each.isEnabled()]

    def _press_a_key_of_the_menu(self) -> str:
        command = self._chance.choice([each for each in self._commands() if each.shortcuts()])
        keys = self._chance.choice(command.shortcuts())
        QTest.keySequence(self._focus(), keys)
        return keys.toString()

    def _trigger_a_command(self) -> str:
        if QApplication.activeModalWidget() is not None:
            return ""
        command = self._chance.choice(self._commands())
        command.trigger()
        return command.text()

    def _press_a_button(self) -> str:
        window = self._front()
        buttons = [
            each
            for each in window.findChildren(QAbstractButton)
            if each.isVisible() and each.isEnabled() and not isinstance(window, QFileDialog)
        ]
        if not buttons:
            return ""
        button = self._chance.choice(buttons)
        words = f"{type(button).__name__} {button.text() or button.toolTip()}"
        self.has_purged |= isinstance(window, QDialog)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        return words[:80]

    def _click_somewhere(self) -> str:
        window = self._front()
        place = QPoint(
            self._chance.randrange(max(1, window.width())),
            self._chance.randrange(max(1, window.height())),
        )
        target = window.childAt(place) or window
        inside = target.mapFrom(window, place) if target is not window else place
        words = f"{type(target).__name__} in {type(window).__name__}"
        self.has_purged |= isinstance(window, QDialog)
        click = self._chance.choice((QTest.mouseClick, QTest.mouseClick, QTest.mouseDClick))
        button = self._chance.choices(_BUTTONS, (6, 2, 1))[0]
        modifiers = self._chance.choices(
            (_PLAIN, _CONTROL, Qt.KeyboardModifier.ShiftModifier), (8, 1, 1)
        )[0]
        click(target, button, modifiers, inside)
        return words

    def _turn_the_wheel(self) -> None:
        window = self._front().windowHandle()
        if window is not None:
            place = QPoint(
                self._chance.randrange(window.width()), self._chance.randrange(window.height())
            )
            QTest.wheelEvent(window, place, QPoint(0, self._chance.choice((-960, -120, 120, 960))))

    def _type_anything(self) -> None:
        keys = (
            Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Tab, Qt.Key.Key_Delete,
            Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
            Qt.Key.Key_Space, Qt.Key.Key_Backspace, Qt.Key.Key_Menu, Qt.Key.Key_A, Qt.Key.Key_Left,
        )  # fmt: skip
        modifiers = (
            _PLAIN, _CONTROL, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier,
        )  # fmt: skip
        for _ in range(self._chance.randint(1, 5)):
            QTest.keyClick(
                self._focus(),
                self._chance.choice(keys),
                self._chance.choices(modifiers, (6, 1, 1, 1))[0],
            )
            if isinstance(self._front(), QFileDialog):
                return

    def _escape(self) -> None:
        QTest.keyClick(self._focus(), Qt.Key.Key_Escape)
        if self._chance.random() < 0.4:
            self.leave_dialogs()

    def _drag_a_tab(self) -> None:
        if QApplication.activeModalWidget() or QApplication.activePopupWidget():
            return
        rows = self._front().findChildren(QTabBar)
        bars = [row for row in rows if row.isVisible() and row.count()]
        if not bars:
            return
        bar = self._chance.choice(bars)
        start = bar.tabRect(self._chance.randrange(bar.count())).center()
        end = start + QPoint(self._chance.randint(-600, 600), self._chance.choice((0, 0, 300, -90)))
        QTest.mousePress(bar, Qt.MouseButton.LeftButton, _PLAIN, start)
        for step in range(1, 5):
            QTest.mouseMove(bar, start + (end - start) * step / 4)
        QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, _PLAIN, end)

    def _resize(self) -> str:
        window = self._front().window()
        size = self._chance.choice(((360, 300), (1080, 760), (500, 900), (1900, 1000), (700, 400)))
        window.resize(*size)
        return str(size)

    def _paste(self) -> None:
        text = self._chance.choice(HOSTILE_MESSAGES + HOSTILE_TITLES)
        QGuiApplication.clipboard().setText(text.encode("utf-8", "replace").decode())
        QTest.keyClick(self._focus(), Qt.Key.Key_V, _CONTROL)

    def _change_settings(self) -> str:
        field, value = self._chance.choice(
            (
                ("language", self._chance.choice(("", "de", "en"))),
                ("theme", self._chance.choice(list(Theme))),
                ("zoom_percent", self._chance.choice((50, 100, 100, 150, 300))),
                ("is_still", self._chance.random() < 0.5),
                ("sends_with_ctrl_enter", self._chance.random() < 0.2),
                ("slot_count", self._chance.choice((4, 8))),
                ("max_reply_tokens", self._chance.choice((None, 40))),
            )
        )
        self.rooms.settings.change(**{field: value})
        return f"{field} {value}"

    def _search(self) -> str:
        key = self._chance.choice((Qt.Key.Key_K, Qt.Key.Key_F))
        QTest.keyClick(self._focus(), key, _CONTROL)
        words = self._chance.choice(("m0000", "tab", "count 60", "\"'*", "new"))
        QTest.keyClicks(self._focus(), words)
        if self._chance.random() < 0.5:
            QTest.keyClick(self._focus(), Qt.Key.Key_Return)
        return words

    def _open_a_menu(self) -> str:
        menus = [each for each in QApplication.topLevelWidgets() if isinstance(each, QMenu)]
        shown = [each for each in menus if each.isVisible() and each.actions()]
        if not shown:
            ids = self.rooms.window.panes.ids()
            if ids and QApplication.activeModalWidget() is None:
                self.rooms.window.requests.tab_menu_requested.emit(
                    self._chance.choice(ids), QPoint(50, 50)
                )
            return "opened"
        entry = self._chance.choice(shown[0].actions())
        QTest.mouseClick(
            shown[0], Qt.MouseButton.LeftButton, _PLAIN, shown[0].actionGeometry(entry).center()
        )
        return entry.text()

    def _rename(self) -> None:
        ids = self.rooms.window.panes.ids()
        if ids:
            title = self._chance.choice(HOSTILE_TITLES)
            self.rooms.window.requests.rename_requested.emit(self._chance.choice(ids), title)

    def _delete_or_undo(self) -> str:
        window = self.rooms.window
        if self._chance.random() < 0.5 or not window.panes.ids():
            window.requests.undo_delete_requested.emit()
            return "undo"
        window.requests.delete_requested.emit((self._chance.choice(window.panes.ids()),))
        return "delete"

    def _import_or_export(self) -> str:
        name = self._file()
        if self._chance.random() < 0.5:
            self.rooms.imports.import_files((str(self._folder / name),))
            return f"import {name}"
        suffix = self._chance.choice((".md", ".json", ".zip", ".png"))
        self.rooms.transfer.export((), self._folder / f"out{suffix}")
        return f"export {suffix}"

    def _change_the_model(self) -> str:
        model = self._chance.choice((None, None, str(self._folder / "noise.gguf"), "/nowhere.gguf"))
        self.rooms.model.open(model)
        return str(model)

    def _harm_the_engine(self) -> str:
        client = self.rooms.client
        if client.state.phase is EnginePhase.DOWN:
            client.restart()
            return "restart"
        process_id = client.process_id
        if process_id is None or self._chance.random() < 0.5:
            return ""
        with contextlib.suppress(ProcessLookupError):  # it may have ended by itself
            os.kill(
                process_id, self._chance.choice((signal.SIGKILL, signal.SIGABRT, signal.SIGTERM))
            )
        return "killed"


def follow_messages(
    rooms: Application,
    on_submitted: Callable[[str, OutgoingMessage], None],
    on_queue_changed: Callable[[str], None],
    on_deleted: Callable[[str, int], None],
) -> None:
    """Tell what is sent, deleted, and where the user changes what waits to be sent."""

    def follow(conversation_id: str, view: ConversationView) -> None:
        view.composer.submitted.connect(partial(on_submitted, conversation_id))
        view.requests.delete_requested.connect(partial(on_deleted, conversation_id))
        view.queue_view.removed.connect(lambda _index: on_queue_changed(conversation_id))
        view.queue_view.edited.connect(lambda _index, _text: on_queue_changed(conversation_id))

    rooms.replies.views.add(lambda chat, view: follow(chat.id, view))
