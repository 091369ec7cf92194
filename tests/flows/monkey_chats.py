"""What the monkey does with chats and answers: grid, settings of a chat, folders, versions."""

from collections.abc import Callable, Mapping
from random import Random

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.application import Application
from app.domain.chat_options import NO_BUDGET, ThinkingOptions
from app.widgets.conversation.view import ConversationView
from tests.flows.hostile_texts import HOSTILE_MESSAGES, HOSTILE_TITLES

FOLDERS = ("", "work", "Chapter 2", "Chapter 10", *HOSTILE_TITLES[:2])
_ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)
_FIELD_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_5, Qt.Key.Key_Delete, Qt.Key.Key_Space)


class ChatActions:
    """Deeds of their own kind, for ``MonkeyActions`` to choose from."""

    def __init__(self, rooms: Application, chance: Random) -> None:
        self._rooms = rooms
        self._chance = chance

    def shares(self) -> Mapping[Callable[[], str | None], int]:
        """Return what can be done, each with how often."""
        return {
            self._toggle_the_grid: 2,
            self._move_in_the_grid: 3,
            self._write_to_all: 1,
            self._set_an_option_of_the_chat: 4,
            self._choose_a_preset: 2,
            self._organize: 4,
            self._change_a_message: 5,
            self._ask_for_a_recap: 1,
            self._call_a_saved_prompt: 2,
            self._pick_a_model: 1,
            self._set_thinking: 1,
        }

    def _is_open(self) -> bool:
        return not (QApplication.activeModalWidget() or QApplication.activePopupWidget())

    def _view(self) -> ConversationView | None:
        ids = self._rooms.window.panes.ids()
        return self._rooms.window.panes.view_of(self._chance.choice(ids)) if ids else None

    def _toggle_the_grid(self) -> None:
        if self._is_open():
            self._rooms.window.actions_by_name.grid.trigger()

    def _move_in_the_grid(self) -> str:
        focus = QApplication.focusWidget()
        shown = [each for each in self._rooms.window.grids.grids() if each.isVisible()]
        if focus is None or not shown:
            return ""
        modifiers = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier
        for _ in range(self._chance.randint(1, 4)):
            QTest.keyClick(
                QApplication.focusWidget() or focus, self._chance.choice(_ARROWS), modifiers
            )
        return "moved"

    def _write_to_all(self) -> str:
        boxes = [each.send_box.composer for each in self._rooms.window.grids.grids()]
        shown = [each for each in boxes if each.isVisible()]
        if not shown or not self._is_open():
            return ""
        box = self._chance.choice(shown).edit
        box.setFocus()
        QTest.keyClicks(box, "Hello")
        with_control = self._rooms.settings.current.sends_with_ctrl_enter
        plain, control = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
        QTest.keyClick(box, Qt.Key.Key_Return, control if with_control else plain)
        return "sent"

    def _set_an_option_of_the_chat(self) -> str:
        panel = self._rooms.window.chat_panel
        if panel.isHidden():
            if self._is_open():
                self._rooms.window.panel_switch.switch(is_shown=True)
            return "opened"
        rows = [each for each in panel.rows.values() if each.editor.isVisible()]
        if not rows:
            return ""
        row = self._chance.choice(rows)
        row.editor.setFocus()
        target: QWidget = QApplication.focusWidget() or row.editor
        QTest.keyClick(target, self._chance.choice(_FIELD_KEYS))
        if self._chance.random() < 0.2:
            row.default_requested.emit(row.name)
        return row.name

    def _choose_a_preset(self) -> str:
        bar = self._rooms.window.chat_panel.presets
        if not bar.isVisible():
            return ""
        if self._chance.random() < 0.4:
            bar.save_requested.emit(self._chance.choice(("calm", "wild", "Preset 10")))
            return "saved"
        bar.box.setCurrentIndex(self._chance.randrange(bar.box.count()))
        bar.selected.emit(bar.box.currentData())
        return str(bar.box.currentText())

    def _organize(self) -> str:
        requests = self._rooms.window.requests
        listed = self._rooms.window.sidebar.conversations.listed
        ids = [each.id for each in listed.summaries()] + list(self._rooms.window.panes.ids())
        if not ids:
            return ""
        some = tuple({self._chance.choice(ids) for _ in range(self._chance.randint(1, 3))})
        folder, other = self._chance.choice(FOLDERS), self._chance.choice(FOLDERS)
        deeds: dict[str, Callable[[], None]] = {
            "archive": lambda: requests.archive_requested.emit(some, self._chance.random() < 0.6),
            "move": lambda: requests.folder_requested.emit(some, folder),
            "tag": lambda: requests.tag_requested.emit(some, "v2", self._chance.random() < 0.7),
            "pin": lambda: requests.pin_requested.emit(some, self._chance.random() < 0.5),
            "rename folder": lambda: requests.folder_rename_requested.emit(folder, other or "x"),
            "delete folder": lambda: requests.folder_delete_requested.emit(folder),
            "colour": lambda: requests.folder_colour_requested.emit(folder, "pink"),
            "new in folder": lambda: requests.new_chat_in_folder_requested.emit(folder),
        }
        name = self._chance.choice([each for each in deeds if folder or "folder" not in each])
        deeds[name]()
        return name

    def _change_a_message(self) -> str:
        view = self._view()
        messages = view.transcript.messages() if view is not None else ()
        if view is None or not messages:
            return ""
        message = self._chance.choice(messages)
        requests, text = view.requests, self._chance.choice(HOSTILE_MESSAGES)
        deeds: dict[str, Callable[[], None]] = {
            "delete": lambda: requests.delete_requested.emit(message.id),
            "edit": lambda: requests.edit_submitted.emit(message.id, text),
            "edit answer": lambda: requests.answer_edited.emit(message.id, text, False),
            "answer on": lambda: requests.answer_edited.emit(message.id, text, True),
            "regenerate": lambda: requests.regenerate_requested.emit(message.id),
            "regenerate with": lambda: requests.regenerate_with_requested.emit(message.id),
            "continue": lambda: requests.continue_requested.emit(message.id),
            "step": lambda: requests.sibling_requested.emit(
                message.id, self._chance.choice((-1, 1))
            ),
            "fork": lambda: requests.fork_requested.emit(message.id),
            "pin": lambda: requests.pin_toggled.emit(message.id, self._chance.random() < 0.5),
            "compare": lambda: requests.variants_requested.emit(message.id),
            "quote": lambda: requests.quote_requested.emit(text),
            "figures": lambda: requests.figures_toggled.emit(message.id),
        }
        name = self._chance.choice(list(deeds))
        deeds[name]()
        return name

    def _ask_for_a_recap(self) -> None:
        view = self._view()
        if view is not None:
            deed = self._chance.choice(
                (view.requests.recap_requested, view.requests.recap_cancelled)
            )
            deed.emit()

    def _call_a_saved_prompt(self) -> str:
        view = self._view()
        if view is None or not view.isVisible() or not self._is_open():
            return ""
        view.focus_composer()
        QTest.keyClicks(view.composer.edit, "/e")
        key = self._chance.choice((Qt.Key.Key_Tab, Qt.Key.Key_Down, Qt.Key.Key_Escape))
        QTest.keyClick(QApplication.focusWidget() or view.composer.edit, key)
        return "called"

    def _pick_a_model(self) -> None:
        if self._is_open():
            self._rooms.window.requests.models_requested.emit(None)

    def _set_thinking(self) -> None:
        view = self._view()
        if view is not None:
            options = ThinkingOptions(
                self._chance.choice((None, True, False)),
                budget=self._chance.choice((None, 0, 7, NO_BUDGET)),
            )
            view.composer.thinking_button.options_chosen.emit(options)
