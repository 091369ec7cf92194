"""Asks for files to open or to save, in the system's own dialog."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

translate = QCoreApplication.translate


class FileChoice(QFileDialog):
    """Starts in the folder of last time; ``selected`` emits the files."""

    selected = Signal(tuple)

    def __init__(self, title: str, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setDirectory(folder if folder and Path(folder).is_dir() else default_folder())
        self.filesSelected.connect(lambda paths: self.selected.emit(tuple(paths)))

    @classmethod
    def to_save(
        cls, name: str, suffixes: tuple[str, ...], folder: str, parent: QWidget | None = None
    ) -> "FileChoice":
        """Ask where to export to, and in which form; the first suffix is the default."""
        choice = cls(translate("FileChoice", "Export"), folder, parent)
        choice.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        text = {
            ".md": translate("FileChoice", "Markdown, to read (*.md)"),
            ".json": translate("FileChoice", "JSON with everything, to import again (*.json)"),
            ".zip": translate("FileChoice", "Markdown, one file each, in a ZIP (*.zip)"),
        }
        choice.setNameFilters([text[suffix] for suffix in suffixes])
        choice.selectFile(f"{name}{suffixes[0]}")
        choice.setDefaultSuffix(suffixes[0])
        named = {text[suffix]: suffix for suffix in suffixes}
        # Qt keeps the suffix of the first filter when another filter is selected.
        choice.filterSelected.connect(lambda each: choice.setDefaultSuffix(named[each]))
        return choice

    @classmethod
    def to_keep(cls, name: str, folder: str, parent: QWidget | None = None) -> "FileChoice":
        """Ask where to save a file that went with a message."""
        choice = cls(translate("FileChoice", "Save the file"), folder, parent)
        choice.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        choice.selectFile(name)
        return choice

    @classmethod
    def to_import(cls, folder: str, parent: QWidget | None = None) -> "FileChoice":
        """Ask which files to import."""
        choice = cls(translate("FileChoice", "Import conversations"), folder, parent)
        choice.setFileMode(QFileDialog.FileMode.ExistingFiles)
        exports = translate(
            "FileChoice", "Exports of Hubbub, ChatGPT, llama.cpp, LM Studio (*.json *.jsonl *.zip)"
        )
        choice.setNameFilters([exports, translate("FileChoice", "All files (*)")])
        return choice

    @classmethod
    def of_model(cls, folder: str, parent: QWidget | None = None) -> "FileChoice":
        """Ask which model to open."""
        choice = cls(translate("FileChoice", "Open a model"), folder, parent)
        choice.setFileMode(QFileDialog.FileMode.ExistingFile)
        choice.setNameFilters(
            [translate("FileChoice", "Models (*.gguf)"), translate("FileChoice", "All files (*)")]
        )
        return choice

    @classmethod
    def of_pack(cls, folder: str, parent: QWidget | None = None) -> "FileChoice":
        """Ask which pack for graphics cards to add."""
        choice = cls(translate("FileChoice", "Add a GPU pack"), folder, parent)
        choice.setFileMode(QFileDialog.FileMode.ExistingFile)
        packs = translate("FileChoice", "GPU packs (*ggml-*.so *ggml-*.dll)")
        choice.setNameFilters([packs, translate("FileChoice", "All files (*)")])
        return choice


def default_folder() -> str:
    """Return the download folder, or the user's home folder."""
    place = QStandardPaths.StandardLocation
    fetched = QStandardPaths.writableLocation(place.DownloadLocation)
    if Path(fetched).is_dir():
        return fetched
    return QStandardPaths.writableLocation(place.HomeLocation)
