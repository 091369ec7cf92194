"""Everything that can be set, in one small form; says what a change would cost."""

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.settings import Settings, Theme
from app.widgets.controls import MutedLabel
from app.widgets.dialog_buttons import dialog_buttons
from app.widgets.figures import figure
from app.widgets.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.theme import TypeSize, sized_font

CONTEXT_STEP = 256
LARGEST_CONTEXT = 1 << 20
MOST_SLOTS = 16
ALL_LAYERS = -1


class PromptBox(QPlainTextEdit):
    """A field of several lines; has a class of its own for its colours."""


class SettingsDialog(QDialog):
    """Shows settings and gives back changed ones; nothing changes before OK."""

    settings_changed = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings
        self._build_memory()
        self._build_machine()
        self._build_replies()
        self._build_window()
        self._cost = MutedLabel()
        self._cost.setWordWrap(True)
        self._build_layout()
        self._show(settings)
        self._tell_cost()

    def changed_settings(self) -> Settings:
        """Return the settings as the form shows them now."""
        steps = -(-self.context_box.value() // CONTEXT_STEP)
        gpu_layers = self.gpu_layers_box.value()
        return msgspec.structs.replace(
            self._settings,
            context_window=steps * CONTEXT_STEP or None,
            slot_count=self.slots_box.value(),
            thread_count=self.threads_box.value() or None,
            gpu_layer_count=None if gpu_layers == ALL_LAYERS else gpu_layers,
            temperature=round(self.temperature_box.value(), 2),
            max_reply_tokens=self.longest_reply_box.value() or None,
            system_prompt=self.system_prompt_box.toPlainText().strip(),
            theme=Theme(self.theme_box.currentData()),
            sends_with_ctrl_enter=self.ctrl_enter_box.isChecked(),
        )

    def cost_words(self) -> str:
        """Return what the change means for memory and for running answers."""
        return self._cost.text()

    def accept(self) -> None:
        settings = self.changed_settings()
        super().accept()
        if settings != self._settings:
            self.settings_changed.emit(settings)

    def _build_memory(self) -> None:
        self.context_box = QSpinBox()
        self.context_box.setRange(0, LARGEST_CONTEXT)
        self.context_box.setSingleStep(CONTEXT_STEP)
        self.context_box.setSpecialValueText(self.tr("Automatic"))
        self.context_box.setSuffix(self.tr(" tokens"))
        self.context_box.setGroupSeparatorShown(True)
        self.slots_box = QSpinBox()
        self.slots_box.setRange(1, max(MOST_SLOTS, self._settings.slot_count))
        self.context_box.valueChanged.connect(self._tell_cost)
        self.slots_box.valueChanged.connect(self._tell_cost)

    def _build_machine(self) -> None:
        self.threads_box = QSpinBox()
        self.threads_box.setRange(0, 512)
        self.threads_box.setSpecialValueText(self.tr("Automatic"))
        self.gpu_layers_box = QSpinBox()
        self.gpu_layers_box.setRange(ALL_LAYERS, 1 << 16)
        self.gpu_layers_box.setSpecialValueText(self.tr("All that fit"))
        self.threads_box.valueChanged.connect(self._tell_cost)
        self.gpu_layers_box.valueChanged.connect(self._tell_cost)

    def _build_replies(self) -> None:
        self.temperature_box = QDoubleSpinBox()
        self.temperature_box.setRange(0, 5)
        self.temperature_box.setSingleStep(0.1)
        self.longest_reply_box = QSpinBox()
        self.longest_reply_box.setRange(0, 1 << 24)
        self.longest_reply_box.setSingleStep(64)
        self.longest_reply_box.setSpecialValueText(self.tr("Until the context is full"))
        self.longest_reply_box.setSuffix(self.tr(" tokens"))
        self.system_prompt_box = PromptBox()
        self.system_prompt_box.setTabChangesFocus(True)
        self.system_prompt_box.setFixedHeight(96)
        self.system_prompt_box.setPlaceholderText(
            self.tr("Said to the model before every conversation, for example: Answer briefly.")
        )

    def _build_window(self) -> None:
        self.theme_box = QComboBox()
        self.theme_box.addItem(self.tr("As the system"), Theme.SYSTEM.value)
        self.theme_box.addItem(self.tr("Light"), Theme.LIGHT.value)
        self.theme_box.addItem(self.tr("Dark"), Theme.DARK.value)
        self.ctrl_enter_box = QCheckBox(self.tr("Send with Ctrl+Enter; Enter breaks the line"))

    def _build_layout(self) -> None:
        inside = QWidget()
        outside = QVBoxLayout(inside)
        outside.setContentsMargins(12, 0, 24, 0)
        form = QFormLayout()
        outside.addLayout(form)
        outside.addStretch(1)
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._add_heading(form, self.tr("Memory"))
        form.addRow(self.tr("&Context per chat"), self.context_box)
        form.addRow(self.tr("Chats &answered at once"), self.slots_box)
        form.addRow(self._cost)
        self._add_heading(form, self.tr("Replies"))
        form.addRow(self.tr("Te&mperature"), self.temperature_box)
        form.addRow(self.tr("&Longest reply"), self.longest_reply_box)
        form.addRow(self.tr("S&ystem prompt"), self.system_prompt_box)
        self._add_heading(form, self.tr("Machine"))
        form.addRow(self.tr("CPU t&hreads"), self.threads_box)
        form.addRow(self.tr("Layers on the &GPU"), self.gpu_layers_box)
        self._add_heading(form, self.tr("Window"))
        form.addRow(self.tr("Colou&rs"), self.theme_box)
        form.addRow("", self.ctrl_enter_box)
        area = QScrollArea()
        use_slim_scroll_bars(area)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        buttons = dialog_buttons(self, accept=self.tr("OK"), reject=self.tr("Cancel"))
        column = QVBoxLayout(self)
        column.addWidget(area, 1)
        column.addWidget(buttons)
        letter = self.fontMetrics().averageCharWidth()
        width = max(letter * 80, inside.minimumSizeHint().width() + 48)
        self.resize(width, inside.sizeHint().height() + 2 * buttons.sizeHint().height() + 24)

    def _add_heading(self, form: QFormLayout, text: str) -> None:
        heading = QLabel(text)
        heading.setFont(sized_font(self.font(), TypeSize.SUBHEADING, is_bold=True))
        heading.setContentsMargins(0, 8, 0, 0)
        form.addRow(heading)

    def _show(self, settings: Settings) -> None:
        self.context_box.setValue(settings.context_window or 0)
        self.slots_box.setValue(settings.slot_count)
        self.threads_box.setValue(settings.thread_count or 0)
        layers = settings.gpu_layer_count
        self.gpu_layers_box.setValue(ALL_LAYERS if layers is None else layers)
        self.temperature_box.setValue(settings.temperature)
        self.longest_reply_box.setValue(settings.max_reply_tokens or 0)
        self.system_prompt_box.setPlainText(settings.system_prompt)
        self.theme_box.setCurrentIndex(self.theme_box.findData(settings.theme.value))
        self.ctrl_enter_box.setChecked(settings.sends_with_ctrl_enter)

    def _tell_cost(self) -> None:
        changed = self.changed_settings()
        slots = str(changed.slot_count)
        if changed.context_window is None:
            words = self.tr("%1 chats at once, each with as much context as suits the model.")
            words = words.replace("%1", slots)
        else:
            total = figure(changed.slot_count * changed.context_window)
            each = figure(changed.context_window)
            words = self.tr("%1 chats with %2 tokens each: memory for %3 tokens is set aside.")
            words = words.replace("%1", slots).replace("%2", each).replace("%3", total)
        if _needs_reload(changed, self._settings):
            words += " " + self.tr("The model is loaded again; answers being written are stopped.")
        self._cost.setText(words)


def _needs_reload(new: Settings, old: Settings) -> bool:
    return (new.context_window, new.slot_count, new.thread_count, new.gpu_layer_count) != (
        old.context_window,
        old.slot_count,
        old.thread_count,
        old.gpu_layer_count,
    )
