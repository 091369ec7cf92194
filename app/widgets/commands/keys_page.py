"""The page that lists the keys of all commands and changes them."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from app.widgets.commands.actions import WindowActions
from app.widgets.commands.bound_keys import WRITING_KEYS, action_name, format_keys
from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.forms import ScrollableForm
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill
from app.widgets.kit.window_requests import WindowRequests

Keys = tuple[str, ...]
_ONLY_MODIFIERS = frozenset(
    {
        Qt.Key.Key_Control,
        Qt.Key.Key_Shift,
        Qt.Key.Key_Alt,
        Qt.Key.Key_Meta,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_unknown,
    }
)
_PLAIN = frozenset({Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier})


class KeyBox(PillButton):
    """Records pressed keys: Esc cancels, Backspace removes all keys.

    A character without a modifier is not accepted: it is needed for writing.
    """

    captured = Signal(tuple)
    is_waiting = False  # read before the button is built

    def __init__(self, command: str, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._command = command
        self._keys: tuple[str, ...] = ()
        self.setAutoDefault(False)
        self.clicked.connect(self._wait)

    def set_keys(self, keys: tuple[str, ...]) -> None:
        """Show keys, written as "Ctrl+T"."""
        self._keys = keys
        self._show_text()

    def event(self, event: QEvent) -> bool:
        if self.is_waiting and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()  # keys of commands, and Tab, must be recorded here
                return True
            if event.type() is QEvent.Type.KeyPress:
                self._record(event)
                return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._stop_waiting()

    def _wait(self) -> None:
        self.is_waiting = True
        self._show_text()

    def _stop_waiting(self) -> None:
        self.is_waiting = False
        self._show_text()

    def _record(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        is_plain = modifiers & ~Qt.KeyboardModifier.KeypadModifier in _PLAIN
        if key in _ONLY_MODIFIERS:
            return
        if key == Qt.Key.Key_Escape and is_plain:
            self._stop_waiting()
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete) and is_plain:
            self._stop_waiting()
            self.captured.emit(())
        elif not (is_plain and event.text().isprintable() and event.text()):
            self._stop_waiting()
            pressed = QKeySequence(event.keyCombination())
            self.captured.emit((pressed.toString(QKeySequence.SequenceFormat.PortableText),))

    def _show_text(self) -> None:
        text = format_keys([QKeySequence(each) for each in self._keys]) or self.tr("Not set")
        self.setText(self.tr("Press a shortcut…") if self.is_waiting else text)
        name = self.tr("{command}: {keys}. Press to change.")
        self.setAccessibleName(fill(name, command=self._command, keys=self.text()))
        self.updateGeometry()


class KeyRow(QWidget):
    """A command, its keys, a button that resets them, and a conflict with another command."""

    reset_requested = Signal()
    taken_over = Signal(tuple)

    def __init__(self, command: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.command = command
        self._wanted_keys: tuple[str, ...] = ()
        self.box = KeyBox(command, self)
        reset = fill(self.tr("Reset the keys of “{command}”"), command=command)
        self.reset_button = IconButton("refresh", reset, self, size=14)
        self._conflict = QWidget(self)
        self._label = MutedLabel(parent=self._conflict, wraps=True)
        self.take_button = PillButton(self.tr("Reassign"), self._conflict)
        self.take_button.setAutoDefault(False)
        self._build_layout()
        self.reset_button.clicked.connect(lambda: self.reset_requested.emit())
        self.take_button.clicked.connect(lambda: self.taken_over.emit(self._wanted_keys))
        self._conflict.hide()

    def set_keys(self, keys: tuple[str, ...], *, is_default: bool) -> None:
        """Show the keys of the command."""
        self.box.set_keys(keys)
        self.reset_button.setEnabled(not is_default)
        self.reset_button.set_revealed(is_revealed=not is_default)
        self._conflict.hide()

    def show_conflict(self, keys: tuple[str, ...], owner: str) -> None:
        """Show that these keys belong to another command, and offer to reassign them."""
        self._wanted_keys = keys
        text = self.tr("{keys} belongs to “{owner}”.")
        self._label.setText(fill(text, keys=written_keys_of(keys), owner=owner))
        self._conflict.show()
        self.take_button.setFocus()

    def _build_layout(self) -> None:
        line = horizontal_layout(None, margins=(0, 0, 0, 0))
        # In German a blank is before the dots, which are no line of their own.
        label = QLabel(self.command.replace(" …", "\N{NO-BREAK SPACE}…"), wordWrap=True)
        line.addWidget(label, 1)
        line.addWidget(self.reset_button)
        line.addWidget(self.box)
        conflict = horizontal_layout(self._conflict, margins=(0, 0, 0, 4))
        conflict.addStretch(1)
        conflict.addWidget(self._label)
        conflict.addWidget(self.take_button)
        column = vertical_layout(self, margins=(0, 1, 0, 1), spacing=2)
        column.addLayout(line)
        column.addWidget(self._conflict)


def written_keys_of(keys: tuple[str, ...]) -> str:
    """Return keys as this system writes them."""
    return format_keys([QKeySequence(each) for each in keys])


class KeysPage(QDialog):
    """Changes apply immediately; keys of another command are reassigned only on request."""

    def __init__(
        self, actions: WindowActions, requests: WindowRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._requests = requests
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._actions = actions
        self._keys = actions.keys_by_name
        self._rows: dict[str, KeyRow] = {}
        self._parts: list[tuple[QWidget, str]] = []
        self._column = QVBoxLayout()
        self.filter_box = FilterBox(self.tr("Find a command or a key"), self)
        self.reset_button = PillButton(self.tr("Reset all shortcuts"))
        self._build()
        self.filter_box.textChanged.connect(self._on_filter_changed)
        self.reset_button.clicked.connect(self._on_reset_all)
        self._show()

    def row(self, name: str) -> KeyRow:
        """Return the row of a command by its name."""
        return self._rows[name]

    def lines(self) -> tuple[tuple[str, str], ...]:
        """Return the command and keys of every row."""
        return tuple((row.command, row.box.text()) for row in self._rows.values())

    def _build(self) -> None:
        inside = QWidget()
        inside.setLayout(self._column)
        self._column.setContentsMargins(12, 0, 16, 8)
        self._column.setSpacing(2)
        for heading, actions in self._actions.groups():
            self._add_heading(heading.replace("&", ""), [action_name(each) for each in actions])
            for action in actions:
                self._add_row(action.objectName(), action_name(action))
        self._add_writing_keys()
        self._column.addStretch(1)
        self.reset_button.setAutoDefault(False)
        footer = horizontal_layout(None, self.reset_button)
        footer.addStretch(1)
        column = vertical_layout(self, self.filter_box)
        column.addWidget(ScrollableForm(inside), 1)
        column.addLayout(footer)

    def _add_heading(self, name: str, commands: list[str]) -> None:
        heading = QLabel(name)
        heading.setFont(sized_font(self.font(), TypeSize.READING, is_bold=True))
        heading.setContentsMargins(0, 12, 0, 2)
        self._column.addWidget(heading)
        self._parts.append((heading, " ".join(commands)))

    def _add_row(self, name: str, command: str) -> None:
        row = KeyRow(command)
        row.box.captured.connect(partial(self._on_captured, name))
        row.reset_requested.connect(partial(self._on_reset, name))
        row.taken_over.connect(partial(self._take_over, name))
        self._rows[name] = row
        self._column.addWidget(row)
        self._parts.append((row, command))

    def _add_writing_keys(self) -> None:
        text = {
            "send": self.tr("Send"),
            "new_line": self.tr("New line"),
            "recall": self.tr("Recall the last message (when the box is empty)"),
            "paste_as_text": self.tr("Paste a long text as it is"),
            "page_up": self.tr("Scroll the chat up"),
            "page_down": self.tr("Scroll the chat down"),
        }
        self._add_heading(self.tr("Message box"), list(text.values()))
        for name in WRITING_KEYS:
            self._add_row(name, text[name])

    def _show(self) -> None:
        changed = self._keys.changed()
        for name, row in self._rows.items():
            row.set_keys(self._keys.of(name), is_default=name not in changed)
        self.reset_button.setEnabled(bool(changed))

    def _change(self, keys: Mapping[str, Keys]) -> None:
        self._keys.bind(keys)
        self._show()
        self._requests.keys_changed.emit(self._keys.changed())

    def _on_captured(self, name: str, keys: Keys) -> None:
        owner = next((self._keys.owner_of(each) for each in keys), None)
        if owner is None or owner == name:
            self._change({**self._keys.changed(), name: keys})
        else:
            self._rows[name].show_conflict(keys, self._rows[owner].command)

    def _take_over(self, name: str, keys: Keys) -> None:
        """Reassign keys of another command; that one keeps its other keys."""
        changed = dict(self._keys.changed())
        for each in keys:
            owner = self._keys.owner_of(each)
            if owner is not None:
                kept = tuple(key for key in self._keys.of(owner) if key != each)
                changed[owner] = kept
        self._change({**changed, name: keys})

    def _on_reset_all(self) -> None:
        text = self.tr("Reset all shortcuts to their defaults? This can't be undone.")
        ask_before(self, text, self.tr("Reset"), lambda: self._change({}))

    def _on_reset(self, name: str) -> None:
        """Restore the default keys of a command; another command that has them loses them."""
        changed = {each: keys for each, keys in self._keys.changed().items() if each != name}
        defaults = set(self._keys.defaults(name))
        for other, keys in tuple(changed.items()):
            if defaults & set(keys):
                del changed[other]
        self._change(changed)

    def _on_filter_changed(self, text: str) -> None:
        words = text.casefold().split()
        for part, own in self._parts:
            keys = part.box.text() if isinstance(part, KeyRow) else ""
            searched = f"{own} {keys}".casefold()
            part.setVisible(all(word in searched for word in words))
