"""The row for the file with which a model sees pictures."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog

from app.widgets.dialogs.file_choice import file_dialog
from app.widgets.kit.form_rows import ChoiceRow
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill

_CHOOSE = object()  # the value of the last entry, which is none


@dataclass(frozen=True, slots=True)
class OfferedProjector:
    """A projector that can be set for a model."""

    path: str
    byte_count: int = 0

    @property
    def label(self) -> str:
        """Return its name, with its size where that is known."""
        name = PurePath(self.path).name
        return f"{name} · {format_bytes(self.byte_count)}" if self.byte_count else name


class ProjectorRow(ChoiceRow):
    """Automatic, none, one of the files beside the model, or any other that is chosen."""

    file_selected = Signal(str)

    def __init__(self, name: str, automatic: str, offers: Iterable[OfferedProjector]) -> None:
        """``automatic`` is the name of the file that is found; empty for none."""
        text = (
            self.tr("Pictures"),
            self.tr("The projector (mmproj): a file with which the model sees or hears."),
        )
        self._automatic = automatic
        beside = ((each.path, each.label) for each in offers)
        choices = (
            (None, self.tr("Automatic")),
            ("", self.tr("None: text only")),
            *beside,
            (_CHOOSE, self.tr("Choose a file …")),
        )
        super().__init__(name, *text, choices=choices)
        self._set = self.box.currentIndex()
        self._folder = ""
        self.box.activated.connect(self._on_activated)

    def set_folder(self, folder: str) -> None:
        """Begin there when a file is chosen."""
        self._folder = folder

    def value(self) -> object:
        value = super().value()
        return self._values[self._set] if value is _CHOOSE else value

    def set_value(self, value: object) -> None:
        if value not in self._values:
            # Before the last entry, which stays the last.
            at = len(self._values) - 1
            self._values.insert(at, value)
            self.box.insertItem(at, OfferedProjector(str(value)).label)
        super().set_value(value)
        self._set = self.box.currentIndex()
        self._show_file()

    def _on_activated(self, index: int) -> None:
        if self._values[index] is not _CHOOSE:
            self._set = index
            self._show_file()
            return
        self.box.setCurrentIndex(self._set)  # until a file is chosen, what was set holds
        self._choose()

    def _show_file(self) -> None:
        """Name the file that is used: the field has no room for the names that they have."""
        value = self.value()
        name = self._automatic if value is None else PurePath(str(value)).name if value else ""
        text = fill(self.tr("Uses {name}."), name=name) if name else ""
        if value is None and not name:
            text = self.tr("None that fits lies beside the model.")
        self.show_note(text)

    def _choose(self) -> None:
        dialog = file_dialog(self.tr("Choose a projector"), self._folder, self.window())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Projectors (*.gguf)"), self.tr("All files (*)")])
        dialog.fileSelected.connect(self.take_file)
        dialog.open()

    def take_file(self, path: str) -> None:
        """Set a file that was chosen."""
        self.set_value(path)
        self._emit()
        self.file_selected.emit(path)
