"""Asks for files to open or to save, in the system's own dialog where there is one."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

translate = QCoreApplication.translate


def file_dialog(title: str, folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog that starts in this folder, and ends with ``filesSelected`` or without.

    It is Qt's own class on purpose: for a class of ours Qt would not show the system's dialog.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setDirectory(folder if folder and Path(folder).is_dir() else default_folder())
    return dialog


def to_save(
    name: str, suffixes: tuple[str, ...], folder: str, parent: QWidget | None = None
) -> QFileDialog:
    """Ask where to export to, and in which form; the first suffix is the default."""
    dialog = file_dialog(translate("FileChoice", "Export"), folder, parent)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    text = {
        ".md": translate("FileChoice", "Markdown, to read (*.md)"),
        ".html": translate("FileChoice", "Web page, to read and print (*.html)"),
        ".pdf": translate("FileChoice", "PDF, to print and pass on (*.pdf)"),
        ".csv": translate("FileChoice", "Table, for spreadsheets (*.csv)"),
        ".json": translate("FileChoice", "JSON with everything, to import again (*.json)"),
        ".zip": translate("FileChoice", "Markdown, one file each, in a ZIP (*.zip)"),
    }
    dialog.setNameFilters([text[suffix] for suffix in suffixes])
    dialog.selectFile(f"{name}{suffixes[0]}")
    dialog.setDefaultSuffix(suffixes[0])
    named = {text[suffix]: suffix for suffix in suffixes}
    # Qt keeps the suffix of the first filter when another filter is selected.
    dialog.filterSelected.connect(lambda each: dialog.setDefaultSuffix(named[each]))
    return dialog


def to_open_table(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Ask for a file with a list of questions."""
    dialog = file_dialog(translate("FileChoice", "Open a list of questions"), folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    tables = translate("FileChoice", "Tables and texts (*.csv *.tsv *.txt)")
    dialog.setNameFilters([tables, translate("FileChoice", "All files (*)")])
    return dialog


def to_keep(name: str, folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Ask where to save a file that went with a message."""
    dialog = file_dialog(translate("FileChoice", "Save the file"), folder, parent)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile(name)
    return dialog


def to_import(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Ask which files to import."""
    dialog = file_dialog(translate("FileChoice", "Import conversations"), folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    exports = translate(
        "FileChoice", "Exports of Hubbub, ChatGPT, llama.cpp, LM Studio (*.json *.jsonl *.zip)"
    )
    dialog.setNameFilters([exports, translate("FileChoice", "All files (*)")])
    return dialog


def of_presets(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Ask which file of presets to import."""
    dialog = file_dialog(translate("FileChoice", "Import presets"), folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(
        [
            translate("FileChoice", "Presets of Hubbub or LM Studio (*.json)"),
            translate("FileChoice", "All files (*)"),
        ]
    )
    return dialog


def to_save_presets(name: str, folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Ask where to export presets to."""
    dialog = file_dialog(translate("FileChoice", "Export presets"), folder, parent)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([translate("FileChoice", "Presets (*.json)")])
    dialog.selectFile(f"{name}.json")
    dialog.setDefaultSuffix(".json")
    return dialog


def of_model(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Ask which model to open."""
    dialog = file_dialog(translate("FileChoice", "Open a model"), folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(
        [translate("FileChoice", "Models (*.gguf)"), translate("FileChoice", "All files (*)")]
    )
    return dialog


def of_certificate(title: str, folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Ask for the certificate of the local server, or for its key."""
    dialog = file_dialog(title, folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(
        [
            translate("FileChoice", "Certificates and keys (*.pem *.crt *.cer *.key)"),
            translate("FileChoice", "All files (*)"),
        ]
    )
    return dialog


def of_pack(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Ask which pack for graphics cards to add."""
    dialog = file_dialog(translate("FileChoice", "Add a GPU pack"), folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    packs = translate("FileChoice", "GPU packs (*ggml-*.so *ggml-*.dll)")
    dialog.setNameFilters([packs, translate("FileChoice", "All files (*)")])
    return dialog


def default_folder() -> str:
    """Return the download folder, or the user's home folder."""
    place = QStandardPaths.StandardLocation
    fetched = QStandardPaths.writableLocation(place.DownloadLocation)
    if Path(fetched).is_dir():
        return fetched
    return QStandardPaths.writableLocation(place.HomeLocation)
