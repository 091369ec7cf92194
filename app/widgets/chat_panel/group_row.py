"""A sampler with values of its own: a switch, and its values below while it is on."""

from collections.abc import Mapping

from app.widgets.chat_panel.rows import OptionRow
from app.widgets.kit.forms import CheckBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.settings.rows import RowText

_INDENT = 14


class GroupRow(OptionRow):
    """Holds None while it is off, else its values by their names."""

    def __init__(
        self, name: str, text: RowText, rows: tuple[OptionRow, ...], defaults: Mapping[str, object]
    ) -> None:
        self.box = CheckBox()
        self.rows = rows
        self._defaults = defaults
        super().__init__(name, text, self.box)
        self.box.setFixedWidth(self.box.sizeHint().width())
        self._column.addLayout(vertical_layout(None, *rows, margins=(_INDENT, 0, 0, 0), spacing=0))
        for row in rows:
            row.default_button.hide()
            row.edited.connect(lambda _name, _value: self._emit())
        self.box.clicked.connect(self._on_clicked)
        self.fill_in(None)

    def value(self) -> object:
        if not self.box.isChecked():
            return None
        return {row.name: row.value() for row in self.rows}

    def fill_in(self, value: object) -> None:
        self.box.setChecked(value is not None)
        given = value if isinstance(value, dict) else {}
        for row in self.rows:
            row.begin()
            row.fill_in(given.get(row.name, self._defaults[row.name]))
        self._show_rows()

    def flush(self) -> None:
        for row in self.rows:
            row.flush()
        super().flush()

    def _show_state(self) -> None:
        super()._show_state()
        for row in self.rows:
            row.mute(is_muted=not self._is_own)

    def _show_rows(self) -> None:
        for row in self.rows:
            row.setVisible(self.box.isChecked())

    def _on_clicked(self) -> None:
        self._show_rows()
        self._emit()
