"""Rows of a model's settings whose value is another file: its projector, its draft model."""

from collections.abc import Iterable
from pathlib import PurePath

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog

from app.widgets.dialogs.file_choice import file_dialog
from app.widgets.kit.form_rows import ChoiceRow
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill

_CHOOSE = object()  # marks the entry that opens the file dialog


class OfferedFile(msgspec.Struct, frozen=True):
    """A file that can be set for a model."""

    path: str
    byte_count: int = 0

    @property
    def label(self) -> str:
        """Return the file name, with the size if known."""
        name = PurePath(self.path).name
        return f"{name} · {format_bytes(self.byte_count)}" if self.byte_count else name


class FileRowWords(msgspec.Struct, frozen=True):
    """The texts of a row: its name and meaning, the last entry, and the file dialog's."""

    text: tuple[str, str]
    choose: str
    title: str
    filters: tuple[str, str]


class FileRow(ChoiceRow):
    """One of the values without a file, one of the offered files, or any other file."""

    file_selected = Signal(str)

    def __init__(
        self,
        name: str,
        words: FileRowWords,
        values: Iterable[tuple[str | None, str]],
        offers: Iterable[OfferedFile],
    ) -> None:
        self._words = words
        found = ((each.path, each.label) for each in offers)
        choices = (*values, *found, (_CHOOSE, words.choose))
        super().__init__(name, *words.text, choices=choices)
        self._set = self.box.currentIndex()
        self._folder = ""
        self.box.activated.connect(self._on_activated)

    def set_folder(self, folder: str) -> None:
        """Set the start folder of the file dialog."""
        self._folder = folder

    def value(self) -> object:
        value = super().value()
        return self._values[self._set] if value is _CHOOSE else value

    def set_value(self, value: object) -> None:
        if value not in self._values:
            # Before the last entry, which opens the file dialog.
            at = len(self._values) - 1
            self._values.insert(at, value)
            self.box.insertItem(at, OfferedFile(str(value)).label)
        super().set_value(value)
        self._set = self.box.currentIndex()
        self.show_note(self._note_of(self.value()))

    def take_file(self, path: str) -> None:
        """Set a file chosen in the dialog."""
        self.set_value(path)
        self._emit()
        self.file_selected.emit(path)

    def _note_of(self, value: object) -> str:
        """Return the note below a value."""
        raise NotImplementedError

    def _on_activated(self, index: int) -> None:
        if self._values[index] is not _CHOOSE:
            self._set = index
            self.show_note(self._note_of(self.value()))
            return
        self.box.setCurrentIndex(self._set)  # the value is kept until a file is chosen
        dialog = file_dialog(self._words.title, self._folder, self.window())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([*self._words.filters])
        dialog.fileSelected.connect(self.take_file)
        dialog.open()


class ProjectorRow(FileRow):
    """Automatic, none, one of the projectors next to the model, or any other file."""

    def __init__(self, name: str, automatic: str, offers: Iterable[OfferedFile]) -> None:
        """``automatic`` is the name of the projector that is found, or empty."""
        self._automatic = automatic
        words = FileRowWords(
            (self.tr("Pictures"), self.tr("The projector file (mmproj) for pictures and sounds.")),
            self.tr("Choose a file…"),
            self.tr("Choose a projector"),
            (self.tr("Projectors (*.gguf)"), self.tr("All files (*)")),
        )
        values = ((None, self.tr("Automatic")), ("", self.tr("None: text only")))
        super().__init__(name, words, values, offers)

    def _note_of(self, value: object) -> str:
        # The name of the file does not fit into the field.
        name = self._automatic if value is None else PurePath(str(value)).name if value else ""
        if value is None and not name:
            return self.tr("No matching projector found next to the model.")
        return fill(self.tr("Uses {name}."), name=name) if name else ""


class DraftRow(FileRow):
    """None, one of the smaller models of the same family, or any other file."""

    def __init__(self, name: str, offers: Iterable[OfferedFile]) -> None:
        words = FileRowWords(
            (
                self.tr("Draft model"),
                self.tr(
                    "A small model of the same family. It guesses the next words, and this model "
                    "checks several at once. Used only while that is faster."
                ),
            ),
            self.tr("Choose a file…"),
            self.tr("Choose a draft model"),
            (self.tr("Models (*.gguf)"), self.tr("All files (*)")),
        )
        super().__init__(name, words, ((None, self.tr("None")),), offers)

    def _note_of(self, value: object) -> str:
        name = PurePath(str(value)).name if value else ""
        return fill(self.tr("Uses {name}."), name=name) if name else ""
