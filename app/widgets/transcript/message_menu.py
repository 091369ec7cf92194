"""The menus of a message: its actions, and the temperatures and presets for another answer."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QLocale, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from app.widgets.kit.translation import fill, translate
from app.widgets.transcript.message_actions import MessageAction, MessageActions, action_name

TEMPERATURES = (0.0, 0.4, 0.7, 1.0, 1.4)


def add_actions(
    menu: QMenu,
    actions: Sequence[MessageAction],
    perform: Callable[[MessageAction], None],
    *,
    is_own: bool,
) -> None:
    """Add the actions of the whole message."""
    for action in actions:
        if action is MessageAction.DELETE:
            menu.addSeparator()
        line = menu.addAction(action_name(action, is_own=is_own))
        line.triggered.connect(partial(perform, action))


def add_selection(menu: QMenu, selected: str, quote: Callable[[str], None]) -> None:
    """Add the actions of a selected text."""
    copy = menu.addAction(translate("MessageView", "Copy selection"))
    copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(selected))
    quoting = menu.addAction(translate("MessageActions", "Quote selection"))
    quoting.triggered.connect(lambda: quote(selected))
    menu.addSeparator()


def menu_position(actions: MessageActions) -> QPoint:
    """Return the place on the screen where the menu of a message opens: below its last button."""
    button = actions.button(MessageAction.MORE) or actions
    return button.mapToGlobal(button.rect().bottomLeft())


class RegenerateMenu(QMenu):
    """Offers temperatures, the settings and all presets; deleted when it closes.

    ``preset_chosen`` has the name of a preset, or an empty string for the settings.
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
