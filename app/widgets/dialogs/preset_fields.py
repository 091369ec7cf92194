"""The values of a sampling preset, in fields."""

from collections.abc import Mapping

from PySide6.QtWidgets import QDoubleSpinBox, QFormLayout, QLineEdit, QSpinBox, QWidget

UNLIMITED = 0
LONGEST_NAME = 60


class PresetFields(QWidget):
    """Shows and changes the values that people do change; others of a preset stay as they are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.temperature_box = _decimals(0.0, 5.0, 0.05)
        self.temperature_box.setSpecialValueText(self.tr("0 (always the likeliest word)"))
        self.top_p_box = _decimals(0.01, 1.0, 0.01)
        self.min_p_box = _decimals(0.0, 0.99, 0.01)
        self.repeat_box = _decimals(0.5, 2.0, 0.05)
        self.top_k_box = QSpinBox()
        self.top_k_box.setRange(1, 1000)
        self.longest_box = QSpinBox()
        self.longest_box.setRange(UNLIMITED, 1 << 20)
        self.longest_box.setSingleStep(64)
        self.longest_box.setSpecialValueText(self.tr("As long as there is room"))
        self.name_box = QLineEdit()
        self.name_box.setMaxLength(LONGEST_NAME)
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
        """Let the values be changed, and the name with them; else they are only shown."""
        self._form.setRowVisible(self.name_box, is_editable)
        self.setEnabled(is_editable)

    def values(self) -> dict[str, object]:
        """Return what is set now, by the engine's names."""
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
    box = QDoubleSpinBox()
    box.setDecimals(2)
    box.setRange(lowest, highest)
    box.setSingleStep(step)
    return box
