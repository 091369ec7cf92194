"""The keys of each command: the default keys, or those that the user set."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence

Keys = tuple[str, ...]

_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

WRITING_KEYS: Mapping[str, Keys] = {  # keys of the message box, which are not in a menu
    "send": ("Return", "Ctrl+Return"),
    "new_line": ("Shift+Return",),
    "recall": ("Up",),
    "paste_as_text": ("Ctrl+Shift+V",),
    "page_up": ("PgUp",),
    "page_down": ("PgDown",),
}


class BoundKeys(QObject):
    """The keys of commands by name; keys are written as "Ctrl+T" on every system."""

    rebound = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._actions: dict[str, QAction] = {}
        self._defaults: dict[str, Keys] = dict(WRITING_KEYS)
        self._bound: dict[str, Keys] = dict(WRITING_KEYS)

    def add(self, name: str, action: QAction) -> None:
        """Add a command; its current keys become its default keys."""
        action.setObjectName(name)
        self._actions[name] = action
        self._defaults[name] = self._bound[name] = _written(action.shortcuts())

    def defaults(self, name: str) -> Keys:
        """Return the default keys of a command."""
        return self._defaults[name]

    def of(self, name: str) -> Keys:
        """Return the current keys of a command; empty if the command does not exist."""
        return self._bound.get(name, ())

    def written(self, name: str) -> str:
        """Return the first key of a command as this system writes it, or an empty string."""
        return format_keys([QKeySequence(each) for each in self.of(name)[:1]])

    def called(self, name: str) -> str:
        """Return the key of a command, or its name in the menus if it has no key."""
        action = self._actions.get(name)
        return self.written(name) or ("-" if action is None else f"“{action_name(action)}”")

    def hint(self, text: str, name: str) -> str:
        """Return a text followed by the key of a command, if the command has one."""
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
        """Set the keys of commands; all others get their default keys if those are free.

        Invalid entries are skipped, since another version of the program may have written them:
        unknown commands, invalid keys, and keys that an earlier command already has.
        """
        wanted = {name: keys for name, keys in changed.items() if name in self._defaults}
        taken: set[str] = set()
        # Changed commands come first: they keep a default key of another command.
        for name in (*wanted, *(self._defaults.keys() - wanted.keys())):
            keys = dict.fromkeys(map(_normalized, wanted.get(name, self._defaults[name])))
            self._bound[name] = tuple(key for key in keys if key and key not in taken)
            taken.update(self._bound[name])
        for name, action in self._actions.items():
            action.setShortcuts([QKeySequence(each) for each in self._bound[name]])
        self.rebound.emit()


def action_name(action: QAction) -> str:
    """Return the name of a command without the "&" of its menu mnemonic."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def action_keys(action: QAction) -> str:
    """Return the keys of a command as this system writes them."""
    return format_keys(action.shortcuts())


def format_keys(keys: list[QKeySequence]) -> str:
    """Return keys as this system writes them."""
    native = QKeySequence.SequenceFormat.NativeText
    text = [each.toString(native) for each in keys]
    shown = ", ".join(each for each in text if "Backtab" not in each)
    # The usual name; Qt uses "Enter" for the number pad, and translates both.
    unusual, usual = (QKeySequence(each).toString(native) for each in _ENTER_KEYS)
    return shown.replace(unusual, usual)


def pressed_key(event: QKeyEvent) -> str:
    """Return the pressed key in the notation of bound keys; both Enter keys count as one."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    key = Qt.Key.Key_Return if event.key() == Qt.Key.Key_Enter else Qt.Key(event.key())
    return _written([QKeySequence(key.value | modifiers.value)])[0]


def _written(keys: Iterable[QKeySequence]) -> Keys:
    return tuple(each.toString(QKeySequence.SequenceFormat.PortableText) for each in keys)


def _normalized(key: str) -> str:
    sequence = QKeySequence.fromString(key, QKeySequence.SequenceFormat.PortableText)
    return sequence.toString(QKeySequence.SequenceFormat.PortableText)
