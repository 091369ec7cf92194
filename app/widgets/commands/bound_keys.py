"""Which keys belong to which command: the default ones, or those that the user set."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence

Keys = tuple[str, ...]

WRITING_KEYS: Mapping[str, Keys] = {  # the message box's own: no menu has them
    "send": ("Return", "Ctrl+Return"),
    "new_line": ("Shift+Return",),
    "recall": ("Up",),
    "paste_as_text": ("Ctrl+Shift+V",),
    "page_up": ("PgUp",),
    "page_down": ("PgDown",),
}


class BoundKeys(QObject):
    """Knows commands by name; keys are written as "Ctrl+T" on every system."""

    rebound = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._actions: dict[str, QAction] = {}
        self._defaults: dict[str, Keys] = dict(WRITING_KEYS)
        self._bound: dict[str, Keys] = dict(WRITING_KEYS)

    def add(self, name: str, action: QAction) -> None:
        """Add a command; the keys that it has are its default keys."""
        action.setObjectName(name)
        self._actions[name] = action
        self._defaults[name] = self._bound[name] = _written(action.shortcuts())

    def defaults(self, name: str) -> Keys:
        """Return the default keys of a command."""
        return self._defaults[name]

    def of(self, name: str) -> Keys:
        """Return the keys that a command has now; none where there is no such command."""
        return self._bound.get(name, ())

    def written(self, name: str) -> str:
        """Return the first key of a command as this system writes it, or nothing."""
        return format_keys([QKeySequence(each) for each in self.of(name)[:1]])

    def called(self, name: str) -> str:
        """Return what to press for a command: its key, or without one its name in the menus."""
        action = self._actions.get(name)
        return self.written(name) or ("-" if action is None else f"“{action_name(action)}”")

    def hint(self, text: str, name: str) -> str:
        """Return words with the key of a command behind them, if it has one."""
        key = self.written(name)
        return f"{text} ({key})" if key else text

    def changed(self) -> dict[str, Keys]:
        """Return the commands whose keys are not the default ones."""
        return {name: keys for name, keys in self._bound.items() if keys != self._defaults[name]}

    def owner_of(self, key: str) -> str | None:
        """Return the command that has a key, or None."""
        normalized = _normalized(key)
        return next((name for name, keys in self._bound.items() if normalized in keys), None)

    def bind(self, changed: Mapping[str, Iterable[str]]) -> None:
        """Give commands these keys, and all others their default keys as far as these are free.

        What is not understood is left out, as another version of the program may have written it:
        unknown commands, keys that are none, and keys that a command before has already.
        """
        wanted = {name: keys for name, keys in changed.items() if name in self._defaults}
        taken: set[str] = set()
        # Changed commands come first: a default key that was given to another command stays there.
        for name in (*wanted, *(self._defaults.keys() - wanted.keys())):
            keys = dict.fromkeys(map(_normalized, wanted.get(name, self._defaults[name])))
            self._bound[name] = tuple(key for key in keys if key and key not in taken)
            taken.update(self._bound[name])
        for name, action in self._actions.items():
            action.setShortcuts([QKeySequence(each) for each in self._bound[name]])
        self.rebound.emit()


def action_name(action: QAction) -> str:
    """Return the name of a command without the mark of its letter in the menu."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def action_keys(action: QAction) -> str:
    """Return the keys of a command as this system writes them."""
    return format_keys(action.shortcuts())


def format_keys(keys: list[QKeySequence]) -> str:
    """Return keys as this system writes them."""
    native = QKeySequence.SequenceFormat.NativeText
    text = [each.toString(native) for each in keys]
    shown = ", ".join(each for each in text if "Backtab" not in each)
    return shown.replace("Return", "Enter")  # as the key is called by everybody but Qt


def pressed_key(event: QKeyEvent) -> str:
    """Return the key that was pressed as bound keys are written; both Enter keys are one."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    key = Qt.Key.Key_Return if event.key() == Qt.Key.Key_Enter else Qt.Key(event.key())
    return _written([QKeySequence(key.value | modifiers.value)])[0]


def _written(keys: Iterable[QKeySequence]) -> Keys:
    return tuple(each.toString(QKeySequence.SequenceFormat.PortableText) for each in keys)


def _normalized(key: str) -> str:
    sequence = QKeySequence.fromString(key, QKeySequence.SequenceFormat.PortableText)
    return sequence.toString(QKeySequence.SequenceFormat.PortableText)
