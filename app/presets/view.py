"""The bar that selects, saves, renames, deletes, imports and exports presets."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.chat_options import NO_MODEL, model_of
from app.domain.conversations import Preset
from app.domain.natural_order import natural_key
from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.forms import choice_box
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.small_dialogs import NameDialog, ask_before
from app.widgets.kit.translation import fill


class PresetBar(QWidget):
    """Emits requests of the user; ``show_presets`` shows the result."""

    selected = Signal(object)
    save_requested = Signal(str)
    rename_requested = Signal(str, str)
    delete_requested = Signal(str)
    reset_requested = Signal()
    import_requested = Signal()
    export_requested = Signal(tuple)
    model_toggled = Signal(str, bool)  # whether the preset chooses the model of this chat

    def __init__(self) -> None:
        super().__init__()
        self._presets: dict[str, Preset] = {}
        self._name: str | None = None
        self.box = choice_box()
        self.box.setAccessibleName(self.tr("Preset"))
        self.menu_button = IconButton("more", self.tr("Presets"), size=16)
        self.menu = QMenu(self)
        self.changed_label = MutedLabel()
        self.update_button = PillButton(self.tr("Update preset"))
        self.save_button = PillButton(self.tr("Save as…"))
        self.reset_button = PillButton(self.tr("Reset"))
        self.reset_button.setToolTip(self.tr("Remove the values set for this chat"))
        self._build_menu()
        self._build_layout()
        self.box.activated.connect(self._on_chosen)

    def show_presets(self, presets: tuple[Preset, ...], name: str | None, own_count: int) -> None:
        """Offer presets, select one, and show the number of values that the chat overrides."""
        self._presets = {preset.name: preset for preset in presets}
        self._name = name if name in self._presets else None
        self.box.clear()
        self.box.addItem(self.tr("Default"), None)
        for each in sorted(self._presets, key=natural_key):
            self.box.addItem(each, each)
        self.box.setCurrentIndex(max(0, self.box.findData(self._name)))
        text = self.tr("{count:,} changed in this chat")
        self.changed_label.setText(fill(text, count=own_count))
        has_keyboard = self._changes.isAncestorOf(self.window().focusWidget())
        if own_count == 0 and has_keyboard:
            self.box.setFocus()  # a button that hides would pass the focus to the next section
        self._changes.setVisible(own_count > 0)
        self.update_button.setVisible(self._name is not None)
        self.save_button.setVisible(self._name is None)
        for action in (self._update, self._rename, self._delete):
            action.setEnabled(self._name is not None)
        self._update.setEnabled(self._name is not None and own_count > 0)
        self._export.setEnabled(bool(self._presets))
        self._show_model()

    def _show_model(self) -> None:
        """Show whether the selected preset chooses a model."""
        preset = None if self._name is None else self._presets[self._name]
        model = NO_MODEL if preset is None else model_of(preset.values)
        text = self.tr("Choose the model of this chat, too")
        if model.is_chosen:
            text = fill(self.tr("Choose {name}, too"), name=model.name)
        self._model.setText(text.replace("&", "&&"))
        self._model.setChecked(model.is_chosen)
        self._model.setEnabled(preset is not None)

    def _on_model_toggled(self, is_chosen: bool) -> None:
        if self._name is not None:
            self.model_toggled.emit(self._name, is_chosen)

    def ask_name(self) -> None:
        """Ask for a name and request to save the preset under it."""
        names = (fill(self.tr("Preset {number}"), number=number) for number in range(1, 10_000))
        name = next(each for each in names if each not in self._presets)
        dialog = NameDialog(name, self, title=self.tr("Save as preset"))
        dialog.named.connect(self._on_named)
        dialog.open()

    def _on_chosen(self) -> None:
        self.selected.emit(self.box.currentData())

    def _on_named(self, text: str) -> None:
        name = " ".join(text.split())
        if name not in self._presets:
            self.save_requested.emit(name)
            return
        question = self.tr("A preset “{name}” already exists. Replace it?")
        ask_before(
            self,
            fill(question, name=name),
            self.tr("Replace"),
            lambda: self.save_requested.emit(name),
        )

    def _ask_new_name(self) -> None:
        old = self._name
        if old is None:
            return
        dialog = NameDialog(old, self, title=self.tr("Rename preset"))
        dialog.named.connect(lambda text: self._on_renamed(old, " ".join(text.split())))
        dialog.open()

    def _on_renamed(self, old: str, new: str) -> None:
        if new != old and new not in self._presets:
            self.rename_requested.emit(old, new)

    def _ask_deletion(self) -> None:
        name = self._name
        if name is None:
            return
        question = self.tr("Delete the preset “{name}”? Chats that use it return to the defaults.")
        ask_before(
            self,
            fill(question, name=name),
            self.tr("Delete"),
            lambda: self.delete_requested.emit(name),
        )

    def _on_update(self) -> None:
        if self._name is not None:
            self.save_requested.emit(self._name)

    def _on_export(self) -> None:
        names = tuple(self._presets) if self._name is None else (self._name,)
        self.export_requested.emit(names)

    def _build_menu(self) -> None:
        self._save = self.menu.addAction(self.tr("Save as…"), self.ask_name)
        self._update = self.menu.addAction(self.tr("Update preset"), self._on_update)
        self._rename = self.menu.addAction(self.tr("Rename…"), self._ask_new_name)
        self._model = self.menu.addAction("")
        self._model.setCheckable(True)
        self._model.triggered.connect(self._on_model_toggled)
        self._delete = self.menu.addAction(self.tr("Delete…"), self._ask_deletion)
        self.menu.addSeparator()
        self._import = self.menu.addAction(self.tr("Import…"), self.import_requested.emit)
        self._export = self.menu.addAction(self.tr("Export…"), self._on_export)
        self.menu_button.clicked.connect(self._open_menu)
        self.update_button.clicked.connect(self._on_update)
        self.save_button.clicked.connect(self.ask_name)
        self.reset_button.clicked.connect(lambda: self.reset_requested.emit())

    def _open_menu(self) -> None:
        button = self.menu_button
        self.menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _build_layout(self) -> None:
        self._changes = QWidget()
        buttons = (self.update_button, self.save_button, self.reset_button)
        row = horizontal_layout(None, *buttons, margins=(0, 0, 0, 0), spacing=6)
        row.addStretch(1)
        column = vertical_layout(self._changes, self.changed_label, margins=(0, 2, 0, 0), spacing=4)
        column.addLayout(row)
        top = horizontal_layout(None, margins=(0, 0, 0, 0), spacing=4)
        top.addWidget(self.box, 1)
        top.addWidget(self.menu_button)
        label = MutedLabel(self.tr("Preset"))
        label.setBuddy(self.box)
        whole = vertical_layout(self, label, margins=(2, 0, 0, 4), spacing=4)
        whole.addLayout(top)
        whole.addWidget(self._changes)
