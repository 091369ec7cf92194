"""The facts of one model of this computer, and its actions."""

from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from app.models.library_model import LibraryModel, ModelFileKind, ModelFolderKind, TemplateOrigin
from app.models.model import ModelState
from app.models.view.model_list import LocalModel
from app.models.view.model_words import (
    ability_words,
    fit_reason,
    folder_words,
    memory_words,
    parameter_words,
    state_words,
)
from app.widgets.kit.controls import MutedLabel, PillButton, ThinProgressBar
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.text import format_bytes, format_number
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill, translated

_OF_THE_USER = (ModelFolderKind.OWN, ModelFolderKind.ADDED, ModelFolderKind.HOME)
_STEPS = 1000
_MAX_WORD_CHARS = 24  # a text with a longer word is not wrapped


class ModelDetails(QWidget):
    """Shows the selected model; each signal has the path of its file."""

    use_requested = Signal(str)
    reveal_requested = Signal(str)
    digest_requested = Signal(str)
    digest_cancelled = Signal()
    delete_requested = Signal(str)
    settings_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._local: LocalModel | None = None
        self._hashing = ""
        self.name_label = _text_label()
        self.name_label.setFont(sized_font(self.font(), TypeSize.TITLE, is_bold=True))
        self.note_label = MutedLabel(parent=self, wraps=True)
        self.use_button = PillButton(self.tr("Use"), is_main=True)
        self.reveal_button = PillButton(self.tr("Show in folder"))
        self.settings_button = PillButton(self.tr("Settings…"))
        self.digest_button = PillButton(self.tr("Compute SHA-256"))
        self.delete_button = PillButton(self.tr("Delete…"))
        self.bar = ThinProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(self.tr("Computing SHA-256"))
        self._form = QFormLayout()
        self._build_layout()
        self._connect()
        self.set_model(None)

    @property
    def path(self) -> str:
        """The path of the model that is shown; empty for none."""
        return "" if self._local is None else self._local.model.path

    def set_model(self, local: LocalModel | None) -> None:
        """Show a model, or nothing."""
        self._local = local
        self.setVisible(local is not None)
        if local is not None:
            self._show(local.model, local)

    def set_hashing(self, path: str, share: float | None) -> None:
        """Show the progress of the SHA-256 of a file; None after its end."""
        self._hashing = "" if share is None else path
        self.bar.setValue(round((share or 0.0) * _STEPS))
        self._show_hashing()

    def texts(self) -> list[str]:
        """Return the texts of the rows, as "label: text"."""
        role = QFormLayout.ItemRole.FieldRole
        items = (self._form.itemAt(row, role) for row in range(self._form.rowCount()))
        fields = (item.widget() for item in items if item is not None)
        return [field.accessibleName() for field in fields if field is not None]

    def _show(self, model: LibraryModel, local: LocalModel) -> None:
        self.name_label.setText(local.offer.name)
        note = "" if model.problem is None else translated(model.problem)
        if model.only_embeds:
            note = self.tr(
                "An embedding model: it compares texts for other programs, which ask for it by its "
                "name. It does not answer chats."
            )
        self.note_label.setText(note)
        self.note_label.setVisible(bool(note))
        while self._form.rowCount():
            self._form.removeRow(0)
        for label, text in self._rows(model, local):
            if text:
                self._form.addRow(MutedLabel(label), _field(label, text))
        is_used = local.offer.state in (ModelState.LOADED, ModelState.LOADING)
        is_for_chats = model.kind is ModelFileKind.CHAT
        self.use_button.setVisible(is_for_chats)
        self.use_button.setEnabled(model.can_chat and not is_used)
        self.use_button.setText(state_words(local.offer.state) if is_used else self.tr("Use"))
        is_ours = model.folder.kind in _OF_THE_USER
        self.delete_button.setEnabled(is_ours)
        self.settings_button.setEnabled(model.can_chat or model.only_embeds)
        whose = folder_words(model.folder.kind)
        reason = fill(self.tr("This file belongs to {program}. Delete it there."), program=whose)
        self.delete_button.setToolTip("" if is_ours else reason)
        self._show_hashing()

    def _rows(self, model: LibraryModel, local: LocalModel) -> list[tuple[str, str]]:
        facts = model.facts
        context = facts.trained_context
        parts = len(model.parts)
        split = fill(self.tr("{count:,} files"), count=parts) if parts > 1 else ""
        size = " · ".join(part for part in (format_bytes(model.byte_count), split) if part)
        tokens = fill(self.tr("{count} tokens"), count=format_number(context or 0))
        trained = tokens if context else ""
        is_for_chats = model.kind is ModelFileKind.CHAT
        return [
            (self.tr("Memory"), fit_reason(local.offer.fit)),
            (self.tr("Architecture"), facts.architecture),
            (self.tr("Parameters"), parameter_words(facts.parameter_count)),
            (self.tr("Quantization"), facts.quantization),
            (self.tr("Size"), size),
            (self.tr("Trained context"), trained),
            (self.tr("Remembers"), memory_words(facts.memory) if is_for_chats else ""),
            (self.tr("Can do"), ", ".join(ability_words(model))),
            (self.tr("Projector"), self._projector_words(model)),
            (self.tr("Chat template"), self._template_words(model) if is_for_chats else ""),
            (self.tr("Licence"), facts.licence),
            (self.tr("File"), model.path),
            (self.tr("Also in"), ", ".join(folder_words(kind) for kind in model.also_in)),
            (self.tr("SHA-256"), model.digest or ""),
        ]

    def _projector_words(self, model: LibraryModel) -> str:
        if model.projector_problem is not None and not model.projector:
            unused = self.tr("Not used: {problem}")
            return fill(unused, problem=translated(model.projector_problem))
        return PurePath(model.projector).name

    def _template_words(self, model: LibraryModel) -> str:
        if not model.facts.architecture:
            return ""
        return {
            TemplateOrigin.FILE: self.tr("in the file"),
            TemplateOrigin.GUESSED: self.tr("none: a common one (ChatML) is guessed"),
            TemplateOrigin.NONE: self.tr("none: a base model, which continues text"),
            TemplateOrigin.UNKNOWN: self.tr(
                "none: a common one (ChatML) is guessed if the vocabulary has it; otherwise a base "
                "model, which continues text"
            ),
        }[model.facts.template]

    def _show_hashing(self) -> None:
        is_hashing = bool(self._hashing) and self._hashing == self.path
        self.bar.setVisible(is_hashing)
        has_digest = self._local is not None and self._local.model.digest is not None
        self.digest_button.setVisible(not has_digest)
        self.digest_button.setText(self.tr("Cancel") if is_hashing else self.tr("Compute SHA-256"))

    def _build_layout(self) -> None:
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(14)
        self._form.setVerticalSpacing(4)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        row = FlowLayout(
            self.use_button,
            self.settings_button,
            self.reveal_button,
            self.digest_button,
            last=self.delete_button,
        )
        column = vertical_layout(self, self.name_label, self.note_label, spacing=8)
        column.addLayout(row)
        column.addWidget(self.bar)
        column.addLayout(self._form)
        column.addStretch(1)

    def _connect(self) -> None:
        self.use_button.clicked.connect(self._on_use)
        self.settings_button.clicked.connect(self._on_settings)
        self.reveal_button.clicked.connect(self._on_reveal)
        self.digest_button.clicked.connect(self._on_digest)
        self.delete_button.clicked.connect(self._on_delete)

    def _on_use(self) -> None:
        self.use_requested.emit(self.path)

    def _on_settings(self) -> None:
        self.settings_requested.emit(self.path)

    def _on_reveal(self) -> None:
        self.reveal_requested.emit(self.path)

    def _on_delete(self) -> None:
        self.delete_requested.emit(self.path)

    def _on_digest(self) -> None:
        if self._hashing == self.path:
            self.digest_cancelled.emit()
        else:
            self.digest_requested.emit(self.path)


def _field(label: str, text: str) -> QWidget:
    """Return a text that can be copied; one with a long word, such as a path, is not wrapped."""
    field: QLabel | QLineEdit = _text_label()
    if max(map(len, text.split()), default=0) > _MAX_WORD_CHARS:
        field = QLineEdit(readOnly=True, frame=False)
        palette = field.palette()
        palette.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.transparent)
        field.setPalette(palette)
        field.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        field.setToolTip(text)
    field.setText(text)
    if isinstance(field, QLineEdit):
        field.setCursorPosition(0)
    field.setAccessibleName(f"{label}: {text}")
    return field


def _text_label() -> QLabel:
    label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
