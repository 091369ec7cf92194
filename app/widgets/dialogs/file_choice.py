"""File dialogs for each purpose; they use the system's dialog if there is one."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

translate = QCoreApplication.translate


def file_dialog(title: str, folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog that starts in a folder, or in the default folder if that does not exist.

    It is a QFileDialog itself, because Qt does not use the system's dialog for a subclass.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setDirectory(folder if folder and Path(folder).is_dir() else default_folder())
    return dialog


def folder_dialog(title: str, folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog for a folder, which starts as ``file_dialog`` does."""
    dialog = file_dialog(title, folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return dialog


def to_save(
    name: str, suffixes: tuple[str, ...], folder: str, parent: QWidget | None = None
) -> QFileDialog:
    """Return a dialog for the file and the format of an export; the default is the first suffix."""
    dialog = file_dialog(translate("FileChoice", "Export"), folder, parent)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    text = {
        ".md": translate("FileChoice", "Markdown (*.md)"),
        ".html": translate("FileChoice", "Web page (*.html)"),
        ".pdf": translate("FileChoice", "PDF (*.pdf)"),
        ".csv": translate("FileChoice", "Table for spreadsheets (*.csv)"),
        ".json": translate(
            "FileChoice", "JSON with all data, which can be imported again (*.json)"
        ),
        ".zip": translate("FileChoice", "ZIP with one Markdown file per chat (*.zip)"),
    }
    dialog.setNameFilters([text[suffix] for suffix in suffixes])
    dialog.selectFile(f"{name}{suffixes[0]}")
    dialog.setDefaultSuffix(suffixes[0])
    named = {text[suffix]: suffix for suffix in suffixes}
    # Qt keeps the suffix of the first filter when another filter is selected.
    dialog.filterSelected.connect(lambda each: dialog.setDefaultSuffix(named[each]))
    return dialog


def to_open_table(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog for a file with a list of questions."""
    dialog = file_dialog(translate("FileChoice", "Open a list of questions"), folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    tables = translate("FileChoice", "Tables and texts (*.csv *.tsv *.txt)")
    dialog.setNameFilters([tables, translate("FileChoice", "All files (*)")])
    return dialog


def to_keep(name: str, folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog for saving an attachment."""
    dialog = file_dialog(translate("FileChoice", "Save the file"), folder, parent)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile(name)
    return dialog


def to_import(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog for the files to import."""
    dialog = file_dialog(translate("FileChoice", "Import chats"), folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    exports = translate("FileChoice", "Exports of Hubbub and other programs (*.json *.jsonl *.zip)")
    dialog.setNameFilters([exports, translate("FileChoice", "All files (*)")])
    return dialog


def folder_to_import(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog for a folder whose files are imported, such as the threads of Jan."""
    return folder_dialog(translate("FileChoice", "Import a folder"), folder, parent)


def of_presets(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog for a file of presets to import."""
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
    """Return a dialog for the file of exported presets."""
    dialog = file_dialog(translate("FileChoice", "Export presets"), folder, parent)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([translate("FileChoice", "Presets (*.json)")])
    dialog.selectFile(f"{name}.json")
    dialog.setDefaultSuffix(".json")
    return dialog


def of_model(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog for a model file."""
    dialog = file_dialog(translate("FileChoice", "Open a model"), folder, parent)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(
        [translate("FileChoice", "Models (*.gguf)"), translate("FileChoice", "All files (*)")]
    )
    return dialog


def of_certificate(title: str, folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog for the certificate of the local server, or its key."""
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
    """Return a dialog for a GPU pack to add."""
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
