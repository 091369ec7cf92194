"""The models in memory, one under the other: what each does, with buttons to keep or unload it."""

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill


class LoadedModel(msgspec.Struct, frozen=True):
    """A model of the list.

    Attributes:
        key: identifies it; empty for the default model while it is not loaded.
        state: what it does now, in words.
        figures: its memory, slots and threads, in words.
        is_kept: whether it is not unloaded for another model.
        is_shown: whether the rest of the panel shows its engine.
        is_leaving: whether it is being unloaded.
    """

    key: str
    name: str
    state: str
    figures: str = ""
    is_kept: bool = False
    is_shown: bool = False
    is_leaving: bool = False


class LoadedModelRow(QWidget):
    """One model."""

    show_requested = Signal()
    keep_requested = Signal(bool)
    unload_requested = Signal()
    load_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._model = LoadedModel("", "", "")
        self.name_label = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.name_label.setWordWrap(True)
        self.text_label = MutedLabel(wraps=True)
        self.show_button = IconButton("info", "")
        self.keep_button = IconButton("pin", "")
        self.keep_button.setCheckable(True)
        self.unload_button = IconButton("close", "", size=14)
        self.load_button = PillButton(self.tr("Load"))
        for button in (self.show_button, self.keep_button, self.unload_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_button.clicked.connect(self.show_requested)
        self.keep_button.clicked.connect(self.keep_requested)
        self.unload_button.clicked.connect(self.unload_requested)
        self.load_button.clicked.connect(self.load_requested)
        column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=0)
        row = horizontal_layout(None, spacing=2)
        row.addWidget(self.name_label, 1)
        for button in (self.show_button, self.keep_button, self.unload_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.load_button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(row)
        column.addWidget(self.text_label)

    def set_model(self, model: LoadedModel, *, is_alone: bool) -> None:
        """Show a model; the engine of the only one is always shown."""
        self._model = model
        self.name_label.setText(model.name)
        font = sized_font(self.font(), TypeSize.BODY, is_bold=model.is_shown and not is_alone)
        self.name_label.setFont(font)
        self.text_label.setText("\n".join(filter(None, (model.state, model.figures))))
        is_loaded = bool(model.key)
        self.load_button.setVisible(not is_loaded)
        self.load_button.setAccessibleName(fill(self.tr("Load {model}"), model=model.name))
        self.show_button.setVisible(is_loaded and not is_alone and not model.is_shown)
        self.show_button.set_text(fill(self.tr("Show the engine of {model}"), model=model.name))
        self.keep_button.setVisible(is_loaded)
        self.keep_button.setEnabled(not model.is_leaving)
        self.keep_button.setChecked(model.is_kept)
        self.keep_button.set_icon_name("pin-filled" if model.is_kept else "pin")
        self.keep_button.set_text(fill(self.tr("Keep {model} loaded"), model=model.name))
        self.unload_button.setVisible(is_loaded)
        self.unload_button.setEnabled(not model.is_leaving)
        self.unload_button.set_text(fill(self.tr("Unload {model}"), model=model.name))

    @property
    def key(self) -> str:
        """The key of the model that is shown."""
        return self._model.key


class LoadedModels(QWidget):
    """The list; a row is reused for the next model at its place."""

    show_requested = Signal(str)
    keep_requested = Signal(str, bool)
    unload_requested = Signal(str)
    load_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._models: tuple[LoadedModel, ...] = ()
        self.rows: list[LoadedModelRow] = []
        self._column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=8)

    def set_models(self, models: tuple[LoadedModel, ...]) -> None:
        """Show these models."""
        if models == self._models:
            return
        self._models = models
        while len(self.rows) < len(models):
            self._add_row()
        for number, row in enumerate(self.rows):
            row.setVisible(number < len(models))
            if number < len(models):
                row.set_model(models[number], is_alone=len(models) == 1)

    def _add_row(self) -> None:
        row = LoadedModelRow()
        row.show_requested.connect(lambda: self.show_requested.emit(row.key))
        row.keep_requested.connect(lambda is_kept: self.keep_requested.emit(row.key, is_kept))
        row.unload_requested.connect(lambda: self.unload_requested.emit(row.key))
        row.load_requested.connect(self.load_requested)
        self._column.addWidget(row)
        self.rows.append(row)
