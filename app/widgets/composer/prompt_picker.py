"""The saved prompts over the message box: a "/" at its beginning opens them."""

import enum
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain import SavedPrompt
from app.domain.saved_prompts import matching_prompts
from app.widgets.composer.edit import ComposerEdit
from app.widgets.composer.prompt_fields import PromptFields
from app.widgets.composer.row_picker import LONGEST_SEARCH, PickerRow, RowPicker
from app.widgets.kit.translation import translate
from app.widgets.markdown.safe_text import without_hidden

OPENING = "/"


class PromptCommand(enum.Enum):
    """What can be chosen beside the prompts themselves."""

    NEW = "new"
    MANAGE = "manage"


class PromptPicker(RowPicker):
    """Opens while the text of the box is a slash and a search."""

    command_chosen = Signal(PromptCommand)

    def __init__(self, edit: ComposerEdit, box: QWidget) -> None:
        self._prompts: tuple[SavedPrompt, ...] = ()
        super().__init__(edit, box, translate("PromptPicker", "Saved prompts"))
        self.fields = PromptFields(edit)

    def set_prompts(self, prompts: tuple[SavedPrompt, ...]) -> None:
        """Take what can be chosen."""
        self._prompts = prompts
        self.search()  # what is searched for may be among them

    def use(self, prompt: SavedPrompt) -> None:
        """Insert a prompt into the box; text already there stays."""
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
        if not wanted:
            detail = "" if self._prompts else self.tr("Texts that you use often")
            rows.append(
                PickerRow(
                    self.tr("New prompt …"), detail, partial(self._command, PromptCommand.NEW)
                )
            )
            if self._prompts:
                text = self.tr("Manage saved prompts …")
                rows.append(PickerRow(text, "", partial(self._command, PromptCommand.MANAGE)))
        return tuple(rows)

    def _put(self, text: str) -> None:
        self._edit.replace_text(text)
        self._edit.setFocus()
        self.fields.begin()

    def _command(self, command: PromptCommand) -> None:
        self._edit.replace_text("")
        self._edit.setFocus()
        self.command_chosen.emit(command)


def _beginning(text: str) -> str:
    return without_hidden(" ".join(text[:300].split()))
