"""A page of the settings: a heading, its rows, and a button that resets them."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.widgets.kit.controls import PillButton
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.settings.rows import SettingRow


class SettingPage(QWidget):
    """Rows under a heading; other widgets follow below them, or below the first ``lead`` rows."""

    value_changed = Signal(str, object)
    reset_requested = Signal(tuple)

    def __init__(
        self,
        title: str,
        rows: Iterable[SettingRow] = (),
        *extra: QWidget,
        lead: int | None = None,
    ) -> None:
        super().__init__()
        self.title = title
        self.rows = tuple(rows)
        self.extra = extra
        self._can_reset = self._is_searched = False
        self._heading = QLabel(title)
        self.reset_button = PillButton(self.tr("Reset to defaults"))
        self.reset_button.setToolTip(self.tr("Reset this page to its defaults"))
        policy = self.reset_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the heading must not move
        self.reset_button.setSizePolicy(policy)
        self.reset_button.clicked.connect(self._on_reset_clicked)
        top = QHBoxLayout()
        top.addWidget(self._heading, 1)
        top.addWidget(self.reset_button)
        column = vertical_layout(self, margins=(0, 0, 0, 22), spacing=4)
        column.addLayout(top)
        above = self.rows[:lead]
        for widget in (*above, *extra, *self.rows[len(above) :]):
            column.addWidget(widget)
        for row in self.rows:
            row.value_changed.connect(self.value_changed)
        self._apply_style()

    def offer_reset(self, *, is_possible: bool) -> None:
        """Show the reset button if any value is not the default."""
        self._can_reset = is_possible
        self._show_reset()

    def show_found(self, text: str) -> bool:
        """Show only the rows with this text, all for the page's own name; return if any."""
        self._is_searched = bool(text)
        self._show_reset()
        is_named = not text or text.casefold() in self.title.casefold()
        found = [row for row in self.rows if is_named or row.has(text)]
        for row in self.rows:
            row.setVisible(row in found)
        in_extra = [widget for widget in self.extra if is_named or _says(widget, text)]
        for widget in self.extra:
            widget.setVisible(widget in in_extra)
        is_found = bool(found or in_extra)
        self.setVisible(is_found)
        return is_found

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._apply_style()

    def _apply_style(self) -> None:
        self._heading.setFont(sized_font(self.font(), TypeSize.HEADING, is_bold=True))

    def _show_reset(self) -> None:
        # Among what a search has left it would reset settings that nobody sees.
        self.reset_button.setVisible(self._can_reset and not self._is_searched)

    def _on_reset_clicked(self) -> None:
        self.reset_requested.emit(tuple(row.name for row in self.rows))


def _says(widget: QWidget, text: str) -> bool:
    labels = [widget, *widget.findChildren(QWidget)]
    label = [each.text() for each in labels if isinstance(each, QLabel | QPushButton)]
    return text.casefold() in " ".join(label).casefold()
