"""The row for how much of a model each of several graphics cards gets."""

from PySide6.QtWidgets import QSpinBox, QWidget

from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.translation import fill
from app.widgets.settings.rows import RowText, SettingRow

_MOST = 1000


class CardSharesRow(SettingRow):
    """One number for each card, in proportion to each other; all at 0 leave it to the library."""

    def __init__(self, name: str, card_count: int) -> None:
        editor = QWidget()
        self.boxes = [QSpinBox() for _ in range(card_count)]
        editor.setLayout(FlowLayout(*self.boxes))
        text = RowText(
            self.tr("Shares of the graphics cards"),
            self.tr(
                "How much of the model each card gets, as 3 and 1. With 0 everywhere, it follows "
                "the memory that they have free."
            ),
        )
        super().__init__(name, text, editor, is_wide=True)
        editor.setFocusProxy(self.boxes[0])
        for number, box in enumerate(self.boxes, 1):
            box.setRange(0, _MOST)
            box.setPrefix(fill(self.tr("Card {number}: "), number=number))
            box.setAccessibleName(fill(self.tr("Share of graphics card {number}"), number=number))
            box.setAccessibleDescription(text.meaning)
            box.setKeyboardTracking(False)
            box.valueChanged.connect(self._describe)

    def value(self) -> tuple[float, ...] | None:
        shares = tuple(float(box.value()) for box in self.boxes)
        return shares if any(shares) else None

    def set_value(self, value: object) -> None:
        shares = value if isinstance(value, tuple) else ()
        for index, box in enumerate(self.boxes):
            box.blockSignals(True)
            box.setValue(round(shares[index]) if index < len(shares) else 0)
            box.blockSignals(False)
