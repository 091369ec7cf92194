"""The editor of a source: its name, its instruction, and the origin of its text."""

from msgspec.structs import replace
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLabel, QLineEdit, QSizePolicy, QWidget

from app.sources.model import Source, SourceKind, SourceOrigin
from app.widgets.dialogs.file_choice import file_dialog, folder_dialog
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.edit_page import EditPage
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.forms import FieldError, PromptBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.text import with_soft_breaks
from app.widgets.kit.translation import fill, translate

_SHOWN_CHARS = 50_000
_LONGEST_NAME = 120
_PAUSE_MS = 400


def source_folder_dialog(folder: str, parent: QWidget | None = None) -> QFileDialog:
    """Return a dialog for the folder of a source."""
    return folder_dialog(translate("SourceEditor", "Choose a folder"), folder, parent)


class SourceEditor(EditPage):
    """Shows the text of the chosen files before it is stored.

    ``origin_changed`` requests the text of an origin, ``typed`` the token count of typed text.
    """

    origin_changed = Signal(SourceOrigin)
    typed = Signal(str)

    def __init__(self, parent: QWidget | None = None, source: Source | None = None) -> None:
        title = self.tr("Add a source") if source is None else self.tr("Edit the source")
        accept = self.tr("Add") if source is None else self.tr("Save as a new version")
        super().__init__(title, accept, parent)
        self._origin = SourceOrigin()
        self.name_box = QLineEdit(self, maxLength=_LONGEST_NAME)
        self.instruction_box = PromptBox(self)
        self.files_button = PillButton(self.tr("Choose files…"), self)
        self.folder_button = PillButton(self.tr("Choose a folder…"), self)
        self.paste_button = PillButton(self.tr("Write or paste instead"), self)
        self.origin_label = MutedLabel(parent=self, wraps=True)
        self.filter_box = QLineEdit(self)
        for box in (self.name_box, self.filter_box):
            Composition(box)
        self.text_box = PromptBox(self)
        self.count_label = MutedLabel(parent=self, wraps=True)
        self.error_label = FieldError(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._build_layout()
        self._connect()
        self._show_origin()
        if source is not None:
            self.name_box.setText(source.name)
            self.instruction_box.setPlainText(source.newest.instruction)
        self.mark_unchanged()

    def content(self) -> object:
        is_pasted = self._origin.kind is SourceKind.TEXT
        text = self.text_box.toPlainText() if is_pasted else ""
        return self.origin, self.name_box.text(), self.instruction, text

    @property
    def origin(self) -> SourceOrigin:
        """Return the origin of the text, with the typed filter."""
        if self._origin.kind is SourceKind.FOLDER:
            return replace(self._origin, patterns=self.filter_box.text())
        return self._origin

    @property
    def instruction(self) -> str:
        """Return the typed instruction."""
        return self.instruction_box.toPlainText().strip()

    @property
    def name(self) -> str:
        """Return the typed name, or one derived from the origin."""
        return " ".join(self.name_box.text().split()) or self.name_box.placeholderText()

    def set_origin(self, origin: SourceOrigin) -> None:
        """Set files or a folder as the origin, and request its text."""
        self._origin = origin
        if origin.kind is SourceKind.FOLDER and self.filter_box.text() != origin.patterns:
            self.filter_box.setText(origin.patterns)
        self._show_origin()
        self.show_counting(self.tr("Reading…"))
        self.origin_changed.emit(origin)

    def show_text(self, text: str) -> None:
        """Show the beginning of the text."""
        # Text of files is not typed and needs no counting.
        self.text_box.blockSignals(True)
        self.text_box.setPlainText(text[:_SHOWN_CHARS])
        self.text_box.blockSignals(False)

    def show_as_new(self) -> None:
        """Show that the text becomes a new source: the edited one is gone."""
        accepts = QDialogButtonBox.ButtonRole.AcceptRole
        for button in self.buttons.buttons():
            if self.buttons.buttonRole(button) is accepts:
                button.setText(self.tr("Add"))

    def show_counting(self, text: str) -> None:
        """Show the size of the text."""
        self.count_label.setText(text)
        self.count_label.setVisible(bool(text))
        self.show_error("")

    def show_error(self, text: str) -> None:
        """Show why the text can't be added; an empty message clears it."""
        self.error_label.setText(text)
        self.error_label.setVisible(bool(text))

    def _connect(self) -> None:
        self.files_button.clicked.connect(self._ask_files)
        self.folder_button.clicked.connect(self._ask_folder)
        self.paste_button.clicked.connect(self._use_paste)
        self.filter_box.textEdited.connect(lambda _text: self._pause.start())
        self.text_box.textChanged.connect(self._pause.start)
        self._pause.timeout.connect(self._on_pause)

    def _ask_files(self) -> None:
        dialog = file_dialog(self.tr("Choose files"), "", self)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(
            lambda paths: self.set_origin(SourceOrigin(SourceKind.FILES, tuple(paths)))
        )
        dialog.open()

    def _ask_folder(self) -> None:
        dialog = source_folder_dialog("", self)
        dialog.filesSelected.connect(
            lambda paths: self.set_origin(
                SourceOrigin(SourceKind.FOLDER, (paths[0],), self.filter_box.text())
            )
        )
        dialog.open()

    def _use_paste(self) -> None:
        self._origin = SourceOrigin()
        self.show_text("")
        self.show_counting("")
        self._show_origin()
        self.text_box.setFocus()

    def _on_pause(self) -> None:
        if self._origin.kind is SourceKind.FOLDER:
            self.set_origin(self.origin)
        elif self._origin.kind is SourceKind.TEXT:
            self.typed.emit(self.text_box.toPlainText())

    def _derived_name(self) -> str:
        path = self._origin.paths[0] if self._origin.paths else ""
        name = path.rstrip("/\\").replace("\\", "/").rsplit("/", 1)[-1]
        return name or self.tr("Pasted text")

    def _show_origin(self) -> None:
        kind, paths = self._origin.kind, ", ".join(self._origin.paths)
        is_pasted = kind is SourceKind.TEXT
        self.name_box.setPlaceholderText(self._derived_name())
        self.origin_label.setText(fill(self.tr("From {paths}"), paths=with_soft_breaks(paths)))
        self.origin_label.setVisible(not is_pasted)
        self.paste_button.setVisible(not is_pasted)
        self.filter_box.setVisible(kind is SourceKind.FOLDER)
        self.text_box.setReadOnly(not is_pasted)

    def _build_layout(self) -> None:
        self.filter_box.setPlaceholderText(self.tr("Filter, for example: *.py docs/* !tests/*"))
        self.filter_box.setAccessibleName(self.tr("File filter"))
        self.text_box.setPlaceholderText(self.tr("Type or paste text, or choose files above."))
        self.text_box.setAccessibleName(self.tr("Text"))
        self.text_box.setTabChangesFocus(True)
        self.instruction_box.setTabChangesFocus(True)
        self.instruction_box.setAccessibleName(self.tr("Instruction"))
        self.instruction_box.setPlaceholderText(
            self.tr("Optional: what the model should do with the text")
        )
        self.instruction_box.setMaximumHeight(4 * self.fontMetrics().height())
        name, instruction = QLabel(self.tr("&Name")), QLabel(self.tr("&Instruction"))
        name.setBuddy(self.name_box)
        instruction.setBuddy(self.instruction_box)
        self.count_label.hide()
        self.error_label.hide()
        for button in (self.files_button, self.folder_button, self.paste_button):
            button.setAutoDefault(False)  # Enter in a field triggers this button
        choices = FlowLayout(self.files_button, self.folder_button, self.paste_button)
        inside = QWidget()
        inside.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        column = vertical_layout(
            inside,
            *(name, self.name_box, instruction, self.instruction_box),
            margins=(0, 0, 0, 0),
        )
        column.addLayout(choices)
        column.addWidget(self.origin_label)
        column.addWidget(self.filter_box)
        column.addWidget(self.text_box, 1)
        self.set_form(inside, self.count_label, self.error_label, first=self.name_box)
