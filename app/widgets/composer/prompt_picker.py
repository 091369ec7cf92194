"""The picker of saved prompts, opened by "/" at the beginning of the message box."""

import enum
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRegularExpression, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from app.prompts.model import FIELD_PATTERN, SavedPrompt, matching_prompts
from app.tools.servers.model import ServerPrompt
from app.widgets.composer.edit import ComposerEdit
from app.widgets.composer.row_picker import LONGEST_SEARCH, PickerRow, RowPicker
from app.widgets.kit.translation import translate
from app.widgets.markdown.safe_text import without_hidden

OPENING = "/"
_STEPPING = frozenset({Qt.Key.Key_Tab, Qt.Key.Key_Backtab})
_KEYS = _STEPPING | {Qt.Key.Key_Escape}


class PromptFields(QObject):
    """Selects one field after the other for typing; Tab moves to the next, Esc ends.

    When Tab leaves a field, its text is copied to all other fields of the same name. After the
    last field, Tab has its usual meaning again.
    """

    def __init__(self, edit: ComposerEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._pattern = QRegularExpression(FIELD_PATTERN)
        self.is_active = False
        self._name = ""
        self._begin: QTextCursor | None = None  # the start of the text typed for the field
        self._end: QTextCursor | None = None  # its end
        edit.installEventFilter(self)

    def begin(self) -> None:
        """Select the first field of the text, if there is one."""
        self._edit.moveCursor(QTextCursor.MoveOperation.Start)
        self._select(self._find(self._edit.textCursor(), is_back=False))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.is_active or not isinstance(event, QKeyEvent) or event.key() not in _KEYS:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() is not QEvent.Type.KeyPress:
            return False
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
            return True
        return self._step(is_back=event.key() == Qt.Key.Key_Backtab)

    def _step(self, *, is_back: bool) -> bool:
        """Select the next field, wrapping around; return whether there is another one."""
        self._fill_same()
        current = self._edit.textCursor()
        found = self._find(current, is_back=is_back)
        if found.selectionStart() == current.selectionStart() and found.hasSelection():
            self._leave()  # it is the last one, and unchanged
            return False
        self._select(found)
        return self.is_active

    def _select(self, field: QTextCursor) -> None:
        if field.isNull():
            self._leave()
            return
        self.is_active = True
        self._name = self._pattern.match(field.selectedText()).captured(1)
        self._begin, self._end = QTextCursor(field), QTextCursor(field)
        self._begin.setPosition(field.selectionStart())
        self._begin.setKeepPositionOnInsert(True)  # otherwise it would move with the typed text
        self._end.setPosition(field.selectionEnd())
        self._edit.setTextCursor(field)
        self._edit.ensureCursorVisible()

    def _leave(self) -> None:
        self.is_active = False
        self._begin = self._end = None

    def _find(self, start: QTextCursor, *, is_back: bool) -> QTextCursor:
        document = self._edit.document()
        flags = QTextDocument.FindFlag.FindBackward if is_back else QTextDocument.FindFlag(0)
        found = document.find(self._pattern, start, flags)
        if found.isNull():  # wrap around
            other = QTextCursor(document)
            if is_back:
                other.movePosition(QTextCursor.MoveOperation.End)
            found = document.find(self._pattern, other, flags)
        return found

    def _fill_same(self) -> None:
        """Copy the text typed for a field to the other fields of its name."""
        if self._begin is None or self._end is None:
            return
        typed = QTextCursor(self._edit.document())
        typed.setPosition(self._begin.position())
        typed.setPosition(self._end.position(), QTextCursor.MoveMode.KeepAnchor)
        value = typed.selectedText()
        if not value or self._pattern.match(value).hasMatch():
            return  # unchanged
        document = self._edit.document()
        at = QTextCursor(document)
        at.beginEditBlock()  # one undo reverts all of them
        while not (found := document.find(self._pattern, at)).isNull():
            if self._pattern.match(found.selectedText()).captured(1) == self._name:
                found.insertText(value)
            at.setPosition(found.selectionEnd())
        at.endEditBlock()


class PromptCommand(enum.Enum):
    """The entries of the picker other than prompts."""

    NEW = "new"
    MANAGE = "manage"


class PromptPicker(RowPicker):
    """Opens while the text of the box is a slash followed by a search."""

    command_chosen = Signal(PromptCommand)
    server_prompt_chosen = Signal(ServerPrompt)

    def __init__(self, edit: ComposerEdit, box: QWidget) -> None:
        self._prompts: tuple[SavedPrompt, ...] = ()
        self._server_prompts: tuple[ServerPrompt, ...] = ()
        super().__init__(edit, box, translate("PromptPicker", "Saved prompts"))
        self.fields = PromptFields(edit)

    def set_prompts(self, prompts: tuple[SavedPrompt, ...]) -> None:
        """Set the prompts to choose from."""
        self._prompts = prompts
        self.search()  # the current search may match them

    def set_server_prompts(self, prompts: tuple[ServerPrompt, ...]) -> None:
        """Set the prompts of servers, which follow the saved ones."""
        if prompts != self._server_prompts:
            self._server_prompts = prompts
            self.search()

    def use(self, prompt: SavedPrompt) -> None:
        """Insert a prompt into the box; existing text stays."""
        if self._edit.toPlainText().strip():
            self._edit.insertPlainText(prompt.text)
        else:
            self._edit.replace_text(prompt.text)
        self._edit.setFocus()
        self.fields.begin()

    def typed(self) -> str | None:
        text = self._edit.toPlainText() if self._edit.document().blockCount() == 1 else ""
        is_search = text.startswith(OPENING) and len(text) <= LONGEST_SEARCH
        return text[len(OPENING) :] if is_search else None

    def find_rows(self, wanted: str) -> tuple[PickerRow, ...]:
        rows = [
            PickerRow(
                without_hidden(each.name), _beginning(each.text), partial(self._put, each.text)
            )
            for each in matching_prompts(self._prompts, wanted)
        ]
        words = wanted.casefold().split()
        rows += [
            PickerRow(
                without_hidden(each.title or each.name),
                without_hidden(each.server),
                partial(self._ask_server, each),
            )
            for each in self._server_prompts
            if all(word in f"{each.title} {each.name} {each.server}".casefold() for word in words)
        ]
        if not wanted:
            detail = "" if self._prompts else self.tr("Save text that you use often")
            rows.append(
                PickerRow(self.tr("New prompt…"), detail, partial(self._command, PromptCommand.NEW))
            )
            if self._prompts:
                text = self.tr("Manage saved prompts…")
                rows.append(PickerRow(text, "", partial(self._command, PromptCommand.MANAGE)))
        return tuple(rows)

    def _put(self, text: str) -> None:
        self._edit.replace_text(text)
        self._edit.setFocus()
        self.fields.begin()

    def _ask_server(self, prompt: ServerPrompt) -> None:
        self._edit.replace_text("")
        self._edit.setFocus()
        self.server_prompt_chosen.emit(prompt)

    def _command(self, command: PromptCommand) -> None:
        self._edit.replace_text("")
        self._edit.setFocus()
        self.command_chosen.emit(command)


def _beginning(text: str) -> str:
    return without_hidden(" ".join(text[:300].split()))
