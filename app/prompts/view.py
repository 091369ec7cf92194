"""The page that edits, deletes, imports and exports saved prompts."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QStackedLayout,
    QWidget,
)

from app.domain.natural_order import natural_key
from app.prompts.model import LONGEST_PROMPT, LONGEST_PROMPT_NAME, SavedPrompt, free_name
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.forms import FieldError, PromptBox
from app.widgets.kit.geometry import FoldingLayout, fold_in, horizontal_layout, vertical_layout
from app.widgets.kit.list_rows import LineDelegate
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.state_panel import StatePanel
from app.widgets.kit.translation import fill

_NARROW_CHARS = 75  # below this width the list is above


class SavedPromptsPage(QDialog):
    """A list of names, and the selected prompt; changes are stored at once.

    ``saved`` emits a prompt with its previous name.
    """

    saved = Signal(SavedPrompt, str)
    deleted = Signal(str)
    import_requested = Signal()
    export_requested = Signal()

    def __init__(self, prompts: tuple[SavedPrompt, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Saved prompts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._prompts: dict[str, SavedPrompt] = {}
        self._shown: str | None = None
        self.list = QListWidget(self)
        self.name_box = QLineEdit(maxLength=LONGEST_PROMPT_NAME)
        Composition(self.name_box)
        self.text_box = PromptBox()
        self.error_label = FieldError(self)
        self.empty = StatePanel(self, icon="chat")
        self.new_button = PillButton(self.tr("New"), self)
        self.delete_button = PillButton(self.tr("Delete"), self)
        self.import_button = PillButton(self.tr("Import…"), self)
        self.export_button = PillButton(self.tr("Export…"), self)
        self._build_fields()
        self._build_layout()
        self._connect()
        self.set_prompts(prompts)

    def set_prompts(self, prompts: tuple[SavedPrompt, ...]) -> None:
        """Show these prompts; the selection is kept."""
        shown = self._shown
        self._prompts = {each.name: each for each in prompts}
        first = next(iter(self._names()), None)
        self._fill_list(shown if shown in self._prompts else first)

    def add(self) -> None:
        """Begin a new prompt, which is stored once it has a text."""
        self._keep()
        name = free_name(self.tr("New prompt"), self._prompts)
        self._prompts[name] = SavedPrompt(name, "")
        self._fill_list(name)
        self.name_box.setFocus()
        self.name_box.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fold_in(self, _NARROW_CHARS)

    def done(self, result: int) -> None:
        self._keep()
        super().done(result)

    def _build_fields(self) -> None:
        self.list.setItemDelegate(LineDelegate(self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Saved prompts"))
        self.list.viewport().setAutoFillBackground(False)
        self.name_box.setAccessibleName(self.tr("Name"))
        self.text_box.setAccessibleName(self.tr("Text"))
        self.text_box.setTabChangesFocus(True)
        self.text_box.setPlaceholderText(self.tr("Write the text of the prompt…"))
        self.error_label.hide()

    def _build_layout(self) -> None:
        form = QWidget(self)
        hint = self.tr(
            "Fields in {{ }} are filled in when you use the prompt. Press Tab to move between them."
        )
        name, text = QLabel(self.tr("&Name")), QLabel(self.tr("&Text"))
        name.setBuddy(self.name_box)
        text.setBuddy(self.text_box)
        column = vertical_layout(
            form, name, self.name_box, self.error_label, text, margins=(0, 0, 0, 0)
        )
        column.addWidget(self.text_box, 1)
        column.addWidget(MutedLabel(hint, form, wraps=True))
        nothing = self.tr(
            "No saved prompts yet. Save texts that you use often, and type / in the message box to "
            "use them."
        )
        self.empty.show_state(nothing, ("new", self.tr("New prompt")))
        side = vertical_layout(None)
        side.addWidget(self.list, 1)
        side.addLayout(FlowLayout(self.new_button, self.delete_button, spacing=6))
        content = QWidget(self)
        body = FoldingLayout(content, spacing=14, folded_spacing=14)
        body.setContentsMargins(0, 0, 0, 0)
        body.addLayout(side, 2)
        body.addWidget(form, 5)
        self._stack = QStackedLayout()
        self._stack.addWidget(content)
        self._stack.addWidget(self.empty)
        foot = horizontal_layout(None, self.import_button, self.export_button, spacing=6)
        foot.addStretch(1)
        for button in self.findChildren(PillButton):
            button.setAutoDefault(False)  # Enter in the name must not close the page
        outside = vertical_layout(self, spacing=12)
        outside.addLayout(self._stack, 1)
        outside.addLayout(foot)

    def _connect(self) -> None:
        self.list.currentTextChanged.connect(self._on_chosen)
        self.name_box.editingFinished.connect(self._keep)
        self.new_button.clicked.connect(lambda: self.add())
        self.empty.action_requested.connect(lambda _key: self.add())
        self.delete_button.clicked.connect(self._on_delete)
        self.import_button.clicked.connect(self.import_requested)
        self.export_button.clicked.connect(self._on_export)

    def _names(self) -> list[str]:
        return sorted(self._prompts, key=natural_key)

    def _fill_list(self, selected: str | None) -> None:
        names = self._names()
        self._shown = None  # a cleared prompt must not be stored
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems(names)
        self.list.setCurrentRow(names.index(selected) if selected in self._prompts else -1)
        self.list.blockSignals(False)
        self._show(selected)

    def _show(self, name: str | None) -> None:
        self._shown = name
        self._stack.setCurrentIndex(1 if name is None else 0)
        self.delete_button.setEnabled(name is not None)
        self.export_button.setEnabled(bool(self._prompts))
        self.error_label.hide()
        if name is not None:
            self.name_box.setText(name)
            self.text_box.setPlainText(self._prompts[name].text)

    def _on_chosen(self, name: str) -> None:
        if name and name != self._shown:
            self._keep()
            self._show(name)

    def _keep(self) -> None:
        """Store the prompt of the fields, if it has changed."""
        before = self._shown
        if before is None:
            return
        name = " ".join(self.name_box.text().split()) or before
        is_taken = name != before and name in self._prompts
        self.error_label.setText(fill(self.tr("Another prompt is called “{name}”."), name=name))
        self.error_label.setVisible(is_taken)
        text = self.text_box.toPlainText()[:LONGEST_PROMPT]
        prompt = SavedPrompt(before if is_taken else name, text)
        if prompt == self._prompts[before]:
            return
        del self._prompts[before]
        self._prompts[prompt.name] = prompt
        self._shown = prompt.name
        self._rename_row(before, prompt.name)
        self.saved.emit(prompt, before)

    def _rename_row(self, before: str, name: str) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item is not None and item.text() == before:
                self.list.blockSignals(True)
                item.setText(name)
                self.list.blockSignals(False)

    def _on_delete(self) -> None:
        name = self._shown
        if name is None:
            return
        text = fill(self.tr("Delete “{name}”? This can't be undone."), name=name)
        ask_before(self, text, self.tr("Delete"), lambda: self._delete(name))

    def _delete(self, name: str) -> None:
        names = self._names()
        row = names.index(name)
        neighbours = [*names[row + 1 :], *names[:row][::-1]]
        del self._prompts[name]
        self.deleted.emit(name)
        self._fill_list(next(iter(neighbours), None))

    def _on_export(self) -> None:
        self._keep()
        self.export_requested.emit()
