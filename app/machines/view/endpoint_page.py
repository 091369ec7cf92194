"""The page of a machine: name, address, kind and key, with a test button."""

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QSizePolicy, QWidget

from app.machines.model import (
    EndpointKind,
    EndpointSetting,
    full_address,
    host_of,
    is_address,
    is_plain,
    with_models,
)
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.edit_page import EditPage
from app.widgets.kit.forms import ChoiceBox, FieldError
from app.widgets.kit.geometry import horizontal_layout, vertical_layout

_LONGEST_NAME, _LONGEST_ADDRESS, _LONGEST_KEY = 60, 500, 4000
_LONGEST_MODEL = 300


class SavedMachine(msgspec.Struct, frozen=True):
    """The result of the page; a key of None is unchanged, an empty one is removed."""

    endpoint: EndpointSetting
    key: str | None


class EndpointPage(EditPage):
    """Tests the typed values on request, and saves them, tested or not."""

    test_requested = Signal(object)  # a SavedMachine
    saved = Signal(object)  # a SavedMachine

    def __init__(self, endpoint: EndpointSetting, parent: QWidget | None = None) -> None:
        title = self.tr("Edit a machine") if endpoint.address else self.tr("Add a machine")
        super().__init__(title, self.tr("Save"), parent)
        self._endpoint = endpoint
        self.address_box = QLineEdit(endpoint.address, maxLength=_LONGEST_ADDRESS)
        self.address_box.setPlaceholderText(self.tr("For example: rack:8000"))
        self.name_box = QLineEdit(endpoint.name, maxLength=_LONGEST_NAME)
        self.name_box.setPlaceholderText(self.tr("Your name for it"))
        self.kind_box = ChoiceBox()
        self.kind_box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.key_box = QLineEdit(maxLength=_LONGEST_KEY)
        self.key_box.setEchoMode(QLineEdit.EchoMode.Password)
        self.model_box = QLineEdit(endpoint.typed_model, maxLength=_LONGEST_MODEL)
        for box in (self.address_box, self.name_box, self.model_box):
            Composition(box)
        self.model_box.setPlaceholderText(self.tr("If it lists no models"))
        self.key_label = MutedLabel(wraps=True)
        self.warning = FieldError()
        self.error = FieldError()
        self.outcome = MutedLabel(wraps=True)
        self.test_button = PillButton(self.tr("Test"))
        self.test_button.setAutoDefault(False)
        self._build_kinds()
        self._build_layout()
        self._connect()
        self._show_warning()
        self.show_outcome("")
        self.mark_unchanged()

    def content(self) -> object:
        boxes = (self.address_box, self.name_box, self.key_box, self.model_box)
        return (*(box.text() for box in boxes), self.kind_box.currentData())

    @property
    def endpoint(self) -> EndpointSetting:
        """The typed machine, with the models of its last test."""
        address = full_address(self.address_box.text())
        name = self.name_box.text().strip() or host_of(address)
        is_same = address == self._endpoint.address
        typed = replace(
            self._endpoint,
            name=name,
            address=address,
            kind=self.kind_box.currentData(),
            # The user has agreed to the previous address only.
            is_trusted=self._endpoint.is_trusted and is_same,
            typed_model=self.model_box.text().strip(),
        )
        return with_models(typed, self._endpoint.listed_models if is_same else ())

    def show_key(self, *, is_set: bool, text: str) -> None:
        """Show whether a key is stored, and where."""
        hint = self.tr("Kept; type to replace it") if is_set else self.tr("If required")
        self.key_box.setPlaceholderText(hint)
        self.key_label.setText(text)
        self.key_label.setVisible(bool(text))

    def show_test(self) -> None:
        """Show that the machine is being tested."""
        self.show_outcome(self.tr("Asking…"))
        self.test_button.setEnabled(False)

    def show_found(self, endpoint: EndpointSetting, text: str) -> None:
        """Show the found models, which are saved with the machine."""
        self._endpoint = endpoint
        if not self.name_box.text().strip():
            self.name_box.setText(endpoint.name)
        self.show_outcome(text)

    def show_outcome(self, text: str, *, is_trouble: bool = False) -> None:
        """Show the result of the test; empty before one."""
        self.test_button.setEnabled(True)
        self.error.setText(text if is_trouble else "")
        self.error.setVisible(is_trouble)
        self.outcome.setText("" if is_trouble else text)
        self.outcome.setVisible(bool(text) and not is_trouble)

    def accept(self) -> None:
        if not self._has_address():
            return
        self.saved.emit(SavedMachine(self.endpoint, self._key()))
        super().accept()

    def _key(self) -> str | None:
        # An untouched field is not an empty key: the stored key is never shown in the field.
        text = self.key_box.text()
        return text.strip() if text or self.key_box.isModified() else None

    def _has_address(self) -> bool:
        if is_address(full_address(self.address_box.text())):
            return True
        self.show_outcome(
            self.tr("Type an address such as rack:8000 or https://api.example.com/v1."),
            is_trouble=True,
        )
        self.address_box.setFocus()
        return False

    def _build_kinds(self) -> None:
        for kind, text in (
            (EndpointKind.AUTOMATIC, self.tr("Detect automatically")),
            (EndpointKind.LLAMA_SERVER, "llama-server (llama.cpp)"),
            (EndpointKind.VLLM, "vLLM"),
            (EndpointKind.SGLANG, "SGLang"),
            (EndpointKind.LM_STUDIO, "LM Studio"),
            (EndpointKind.OLLAMA, "Ollama"),
            (EndpointKind.OPENAI, self.tr("Another OpenAI-compatible server")),
        ):
            self.kind_box.addItem(text, kind)
        self.kind_box.setCurrentIndex(self.kind_box.findData(self._endpoint.kind))

    def _build_layout(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setVerticalSpacing(8)
        for text, field in (
            (self.tr("&Address"), self.address_box),
            (self.tr("&Name"), self.name_box),
            (self.tr("K&ind"), self.kind_box),
            (self.tr("&Key"), self.key_box),
            (self.tr("&Model"), self.model_box),
        ):
            form.addRow(text, field)
            field.setAccessibleName(text.replace("&", ""))
        inside = QWidget()
        column = vertical_layout(inside, margins=(0, 0, 0, 0), spacing=10)
        column.addLayout(form)
        for label in (self.key_label, self.warning):
            column.addWidget(label)
        row = horizontal_layout(None, self.test_button, spacing=12)
        row.addStretch(1)
        column.addLayout(row)
        for label in (self.outcome, self.error):
            column.addWidget(label)
        self.set_form(inside, first=self.address_box)

    def _connect(self) -> None:
        self.test_button.clicked.connect(self._on_test)
        self.address_box.textChanged.connect(self._show_warning)
        self.address_box.textChanged.connect(lambda: self.show_outcome(""))

    def _on_test(self) -> None:
        if self._has_address():
            self.test_requested.emit(SavedMachine(self.endpoint, self._key()))

    def _show_warning(self) -> None:
        address = full_address(self.address_box.text())
        is_open = is_address(address) and is_plain(address)
        self.warning.setText(
            self.tr(
                "The connection is not encrypted (plain HTTP): others in the network can read "
                "your chats and the key."
            )
        )
        self.warning.setVisible(is_open)
