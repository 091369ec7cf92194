"""The options of one conversation: system prompt, preset, and what a full context does."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.domain import ConversationOptions, OverflowPolicy, Preset
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.forms import (
    CheckBox,
    ChoiceBox,
    PromptBox,
    RadioButton,
    ScrollableForm,
    dialog_buttons,
)
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill

PROMPT_LINES = 4
UNLIMITED = 0
LONGEST_NAME = 60


class OptionsDialog(QDialog):
    """Shows options and emits changed ones; nothing changes before OK."""

    options_selected = Signal(ConversationOptions)
    preset_changed = Signal(Preset)
    preset_deleted = Signal(str)

    def __init__(
        self,
        options: ConversationOptions,
        presets: tuple[Preset, ...],
        *,
        default_prompt: str,
        default_values: Mapping[str, object],
        can_slide: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Options of this chat"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._options = options
        self._presets = {preset.name: preset for preset in presets}
        self._stored = dict(self._presets)
        self._default_prompt = default_prompt
        self._default_values = default_values
        self._shown_preset: str | None = None
        self._build_prompt()
        self._build_preset()
        self._build_policy(can_slide=can_slide)
        self._build_layout()
        self._show()
        self.default_prompt_box.setFocus()

    def changed_options(self) -> ConversationOptions:
        """Return the options as the dialog shows them now."""
        own = None if self.default_prompt_box.isChecked() else self.prompt_box.toPlainText()
        return replace(
            self._options,
            system_prompt=own,
            preset_name=self._shown_preset,
            overflow_policy=(
                OverflowPolicy.STOP if self.stop_box.isChecked() else OverflowPolicy.SLIDE
            ),
        )

    def accept(self) -> None:
        # Enter in the name field accepts the dialog before the field has finished editing.
        self._on_renamed()
        self._keep_values()
        super().accept()
        for name in self._stored.keys() - self._presets.keys():
            self.preset_deleted.emit(name)
        for name, preset in self._presets.items():
            if self._stored.get(name) != preset:
                self.preset_changed.emit(preset)
        self.options_selected.emit(self.changed_options())

    def _build_prompt(self) -> None:
        self.default_prompt_box = CheckBox(self.tr("As in the settings"))
        self.prompt_box = PromptBox()
        self.prompt_box.setAccessibleName(self.tr("System prompt"))
        self.prompt_box.setTabChangesFocus(True)
        self.prompt_box.setPlaceholderText(
            self.tr("Sent to the model before this conversation, for example: Answer in French.")
        )
        lines = self.prompt_box.fontMetrics().lineSpacing() * PROMPT_LINES
        self.prompt_box.setFixedHeight(lines + 14)
        self.default_prompt_box.toggled.connect(self._on_default_toggled)

    def _build_preset(self) -> None:
        self.preset_box = ChoiceBox()
        self.preset_box.setAccessibleName(self.tr("Preset"))
        self.new_button = PillButton(self.tr("Add"), self)
        self.delete_button = PillButton(self.tr("Delete"), self)
        self.fields = PresetFields(self)
        self.name_box = self.fields.name_box
        self.preset_box.currentIndexChanged.connect(self._on_preset_chosen)
        self.new_button.clicked.connect(self._on_new)
        self.delete_button.clicked.connect(self._on_delete)
        self.name_box.editingFinished.connect(self._on_renamed)

    def _build_policy(self, *, can_slide: bool) -> None:
        self.slide_box = RadioButton(self.tr("Drop the oldest turns from the model's memory"))
        self.stop_box = RadioButton(self.tr("Stop the answer and forget nothing"))
        text = self.tr("They stay in the conversation. Pinned messages stay in memory.")
        if not can_slide:
            text = self.tr(
                "They stay in the conversation. This model can't drop single turns; the remaining "
                "conversation is read again each time."
            )
        self._slide_note = MutedLabel(text, self, wraps=True)
        self._slide_note.setContentsMargins(24, 0, 0, 0)

    def _build_layout(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(20, 14, 20, 4)
        column.setSpacing(6)
        column.addWidget(self._heading(self.tr("System prompt")))
        column.addWidget(self.default_prompt_box)
        column.addWidget(self.prompt_box)
        column.addWidget(self._heading(self.tr("How answers are written")))
        row = QHBoxLayout()
        row.addWidget(self.preset_box, 1)
        row.addWidget(self.new_button)
        row.addWidget(self.delete_button)
        column.addLayout(row)
        column.addWidget(self.fields)
        column.addWidget(self._heading(self.tr("When the context is full")))
        for widget in (self.slide_box, self._slide_note, self.stop_box):
            column.addWidget(widget)
        column.addStretch(1)
        buttons = dialog_buttons(self, accept=self.tr("OK"), reject=self.tr("Cancel"))
        buttons.setContentsMargins(20, 6, 20, 14)
        outside = vertical_layout(self, margins=(0, 0, 0, 0))
        outside.addWidget(ScrollableForm(inside), 1)
        outside.addWidget(buttons)
        width = self.fontMetrics().averageCharWidth() * 72
        self.setMinimumWidth(min(width, self.screen().availableSize().width()))
        resize_on_screen(self, outside.sizeHint().expandedTo(QSize(width, 0)))

    def _heading(self, text: str) -> QLabel:
        heading = QLabel(text)
        heading.setFont(sized_font(self.font(), TypeSize.SUBHEADING, is_bold=True))
        heading.setContentsMargins(0, 10, 0, 0)
        return heading

    def _show(self) -> None:
        options = self._options
        own = options.system_prompt
        self.default_prompt_box.setChecked(own is None)
        self._on_default_toggled(own is None)
        if own is not None:
            self.prompt_box.setPlainText(own)
        is_stop = options.overflow_policy is OverflowPolicy.STOP
        self.stop_box.setChecked(is_stop)
        self.slide_box.setChecked(not is_stop)
        self._fill_presets(options.preset_name)

    def _fill_presets(self, selected: str | None) -> None:
        self.preset_box.blockSignals(True)
        self.preset_box.clear()
        self.preset_box.addItem(self.tr("As in the settings"), None)
        for name in sorted(self._presets, key=str.casefold):
            self.preset_box.addItem(name, name)
        index = self.preset_box.findData(selected) if selected in self._presets else 0
        self.preset_box.setCurrentIndex(index)
        self.preset_box.blockSignals(False)
        self._show_preset(self.preset_box.currentData())

    def _show_preset(self, name: str | None) -> None:
        self._shown_preset = name
        values = self._default_values if name is None else self._presets[name].values
        self.fields.set_values({**self._default_values, **values})
        self.fields.set_editable(is_editable=name is not None)
        self.delete_button.setEnabled(name is not None)
        self.name_box.setText(name or "")

    def _keep_values(self) -> None:
        """Store the values of the fields in the preset on show."""
        name = self._shown_preset
        if name is not None:
            known = self._presets[name].values
            self._presets[name] = Preset(name, {**known, **self.fields.values()})

    def _on_default_toggled(self, is_default: bool) -> None:
        self.prompt_box.setEnabled(not is_default)
        if is_default:
            self.prompt_box.setPlainText(self._default_prompt)

    def _on_preset_chosen(self, _index: int) -> None:
        self._keep_values()
        self._show_preset(self.preset_box.currentData())

    def _on_new(self) -> None:
        self._keep_values()
        names = (fill(self.tr("Preset {number}"), number=number) for number in range(1, 10_000))
        name = next(each for each in names if each not in self._presets)
        self._presets[name] = Preset(name, self.fields.values())
        self._fill_presets(name)
        self.name_box.setFocus()
        self.name_box.selectAll()

    def _on_delete(self) -> None:
        name, self._shown_preset = self._shown_preset, None
        if name is not None:
            del self._presets[name]
            self._fill_presets(None)

    def _on_renamed(self) -> None:
        old, new = self._shown_preset, " ".join(self.name_box.text().split())
        if old is None or not new or new == old or new in self._presets:
            self.name_box.setText(old or "")
            return
        self._keep_values()
        self._presets[new] = Preset(new, self._presets.pop(old).values)
        self._fill_presets(new)


class PresetFields(QWidget):
    """Shows and edits the common values of a preset; its other values stay as they are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.temperature_box = _decimals(0.0, 5.0, 0.05)
        self.temperature_box.setSpecialValueText(self.tr("0 (always the most likely token)"))
        self.top_p_box = _decimals(0.01, 1.0, 0.01)
        self.min_p_box = _decimals(0.0, 0.99, 0.01)
        self.repeat_box = _decimals(0.5, 2.0, 0.05)
        self.top_k_box = QSpinBox()
        self.top_k_box.setRange(1, 1000)
        self.longest_box = QSpinBox()
        self.longest_box.setRange(UNLIMITED, 1 << 20)
        self.longest_box.setSingleStep(64)
        self.longest_box.setSpecialValueText(self.tr("No limit"))
        self.name_box = QLineEdit(maxLength=LONGEST_NAME)
        self._form = form = QFormLayout(self)
        form.setContentsMargins(0, 4, 0, 0)
        form.setVerticalSpacing(6)
        form.setHorizontalSpacing(16)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, box in (
            (self.tr("Name"), self.name_box),
            (self.tr("Temperature"), self.temperature_box),
            (self.tr("Top-p"), self.top_p_box),
            (self.tr("Min-p"), self.min_p_box),
            (self.tr("Top-k"), self.top_k_box),
            (self.tr("Repetition penalty"), self.repeat_box),
            (self.tr("Longest answer, in tokens"), self.longest_box),
        ):
            box.setAccessibleName(text)
            form.addRow(text, box)

    def set_editable(self, *, is_editable: bool) -> None:
        """Make the values and the name editable; otherwise they are only shown."""
        self._form.setRowVisible(self.name_box, is_editable)
        self.setEnabled(is_editable)

    def values(self) -> dict[str, object]:
        """Return the values by the engine's names."""
        return {
            "temperature": round(self.temperature_box.value(), 2),
            "top_p": round(self.top_p_box.value(), 2),
            "min_p": round(self.min_p_box.value(), 2),
            "top_k": self.top_k_box.value(),
            "repeat_penalty": round(self.repeat_box.value(), 2),
            "max_tokens": self.longest_box.value() or None,
        }

    def set_values(self, values: Mapping[str, object]) -> None:
        """Show these values; what is missing or no number stays as it is."""
        for name, box in (
            ("temperature", self.temperature_box),
            ("top_p", self.top_p_box),
            ("min_p", self.min_p_box),
            ("repeat_penalty", self.repeat_box),
        ):
            value = values.get(name)
            if isinstance(value, int | float):
                box.setValue(float(value))
        top_k = values.get("top_k")
        if isinstance(top_k, int):
            self.top_k_box.setValue(top_k)
        longest = values.get("max_tokens")
        self.longest_box.setValue(longest if isinstance(longest, int) else UNLIMITED)


def _decimals(lowest: float, highest: float, step: float) -> QDoubleSpinBox:
    box = QDoubleSpinBox(decimals=2)
    box.setRange(lowest, highest)
    box.setSingleStep(step)
    return box
