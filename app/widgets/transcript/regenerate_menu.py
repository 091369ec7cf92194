"""The menu of ways in which an answer can be written again: by presets and temperatures."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.widgets.kit.translation import fill

TEMPERATURES = (0.0, 0.4, 0.7, 1.0, 1.4)


class RegenerateMenu(QMenu):
    """Offers temperatures, the settings and all presets; deleted when it closes.

    ``preset_chosen`` has the name of a preset, or nothing for the settings.
    """

    preset_chosen = Signal(str)
    temperature_chosen = Signal(float)

    def __init__(
        self, presets: Iterable[str], used: str | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for temperature in TEMPERATURES:
            number = QLocale().toString(temperature, "f", 1)
            line = self.addAction(fill(self.tr("Temperature {number}"), number=number))
            line.triggered.connect(partial(self._choose_temperature, temperature))
        self.addSeparator()
        self._add_preset(self.tr("Default"), "")
        for name in presets:
            text = self.tr("Preset “{name}”")
            if name == used:
                text = self.tr("Preset “{name}”, as in this chat")
            self._add_preset(fill(text, name=name), name)

    def _add_preset(self, text: str, name: str) -> None:
        line = self.addAction(text.replace("&", "&&"))
        line.triggered.connect(partial(self._choose_preset, name))

    def _choose_temperature(self, temperature: float, *_checked: bool) -> None:
        self.temperature_chosen.emit(temperature)

    def _choose_preset(self, name: str, *_checked: bool) -> None:
        self.preset_chosen.emit(name)
