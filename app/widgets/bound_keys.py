"""Which keys belong to which command: the usual ones, or those that the user chose."""

from collections.abc import Iterable, Mapping

from PySide6.QtGui import QAction, QKeySequence

Keys = tuple[str, ...]


class BoundKeys:
    """Knows commands by name; keys are written as "Ctrl+T" on every system."""

    def __init__(self) -> None:
        self._actions: dict[str, QAction] = {}
        self._usual: dict[str, Keys] = {}
        self._bound: dict[str, Keys] = {}

    def add(self, name: str, action: QAction) -> None:
        """Take the keys that a command has for its usual ones."""
        action.setObjectName(name)
        self._actions[name] = action
        self._usual[name] = self._bound[name] = _written(action.shortcuts())

    def usual(self, name: str) -> Keys:
        """Return the keys that a command has by itself."""
        return self._usual[name]

    def of(self, name: str) -> Keys:
        """Return the keys that a command has now."""
        return self._bound[name]

    def changed(self) -> dict[str, Keys]:
        """Return the commands whose keys are not the usual ones."""
        return {name: keys for name, keys in self._bound.items() if keys != self._usual[name]}

    def owner_of(self, key: str) -> str | None:
        """Return the command that has a key, or None."""
        return next((name for name, keys in self._bound.items() if _good(key) in keys), None)

    def bind(self, changed: Mapping[str, Iterable[str]]) -> None:
        """Give commands these keys, and all others their usual ones as far as they are left.

        What is not understood is left out, as another version of the program may have written it:
        unknown commands, keys that are none, and keys that a command before has already.
        """
        wanted = {name: keys for name, keys in changed.items() if name in self._actions}
        taken: set[str] = set()
        for name in (*wanted, *(self._actions.keys() - wanted.keys())):
            keys = dict.fromkeys(map(_good, wanted.get(name, self._usual[name])))
            self._bound[name] = tuple(key for key in keys if key and key not in taken)
            taken.update(self._bound[name])
        for name, action in self._actions.items():
            action.setShortcuts([QKeySequence(each) for each in self._bound[name]])


def _written(keys: Iterable[QKeySequence]) -> Keys:
    return tuple(each.toString(QKeySequence.SequenceFormat.PortableText) for each in keys)


def _good(key: str) -> str:
    sequence = QKeySequence.fromString(key, QKeySequence.SequenceFormat.PortableText)
    return sequence.toString(QKeySequence.SequenceFormat.PortableText)
