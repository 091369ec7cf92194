"""The options of the chat in front while they are edited: each change can be undone."""

from PySide6.QtCore import QObject, Signal

from app.domain import ConversationOptions
from app.widgets.chat_panel.changes import Change, own_value, with_value

MOST_CHANGES = 200


class OptionEditor(QObject):
    """Owns the options on show; ``changed`` emits them after each change by the user."""

    changed = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.conversation_id = ""
        self.options = ConversationOptions()
        self._past: list[Change] = []
        self._future: list[Change] = []

    @property
    def can_undo(self) -> bool:
        """Return whether there is a change to undo."""
        return bool(self._past)

    def show(self, conversation_id: str, options: ConversationOptions) -> None:
        """Take the options of a chat as they are stored; another chat has no past here."""
        if conversation_id != self.conversation_id:
            self._past.clear()
            self._future.clear()
        self.conversation_id = conversation_id
        self.options = options

    def own(self, name: str) -> object:
        """Return what is set for this chat under a name, or ``Unset.DEFAULT``."""
        return own_value(self.options, name)

    def set(self, name: str, value: object, *, is_recorded: bool = True) -> None:
        """Change an option; what a text field undoes by itself is not recorded."""
        if with_value(self.options, name, value) == self.options:
            return
        if is_recorded:
            self._past = [*self._past, Change(name, self.own(name), value)][-MOST_CHANGES:]
            self._future.clear()
        self._apply(name, value)

    def undo(self) -> None:
        """Take the last change back, if there is one."""
        if self._past:
            change = self._past.pop()
            self._future.append(change)
            self._apply(change.name, change.before)

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        if self._future:
            change = self._future.pop()
            self._past.append(change)
            self._apply(change.name, change.after)

    def _apply(self, name: str, value: object) -> None:
        self.options = with_value(self.options, name, value)
        self.changed.emit(self.conversation_id, self.options)
