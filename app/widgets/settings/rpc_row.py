"""Addresses of RPC servers, what they cost in safety, and a button that tries them."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout

from app.settings import typed_rpc_servers
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.settings.line_row import LineRow, listed
from app.widgets.settings.rows import RowText


class RpcRow(LineRow):
    """Addresses in one line, and what a test has found at them."""

    test_requested = Signal(object)

    def __init__(self, name: str, text: RowText, hint: str) -> None:
        self._is_offline = False
        super().__init__(name, text, hint, parse=typed_rpc_servers, shown=listed)
        self.test_button = PillButton(self.tr("Test"))
        self.test_button.setAccessibleName(self.tr("Test the RPC servers"))
        self.outcome_label = MutedLabel(parent=self, wraps=True)
        self._add_test()
        self.checked.connect(self._allow_test)
        # Which reads what is typed.
        self.box.textEdited.connect(lambda text: self.test_button.setEnabled(bool(text.strip())))
        self.test_button.clicked.connect(self._on_test)
        self.show_outcome("")

    def set_value(self, value: object) -> None:
        super().set_value(value)
        self._allow_test()

    def show_outcome(self, text: str) -> None:
        """Say what a test has found, or nothing."""
        self.outcome_label.setText(text)
        self.outcome_label.setVisible(bool(text))
        self._allow_test()

    def show_offline(self, *, is_offline: bool) -> None:
        """Say that the servers are not used; nothing that was said of them holds any more."""
        if is_offline == self._is_offline:
            return
        self._is_offline = is_offline
        self.show_outcome(self.tr("Not used while Hubbub works offline.") if is_offline else "")

    def show_test(self) -> None:
        """Say that the servers are being tried, which takes a moment."""
        self.show_outcome(self.tr("The RPC servers are being tested …"))
        self.test_button.setEnabled(False)

    def _allow_test(self) -> None:
        self.test_button.setEnabled(bool(self.value()) and not self.error_text())

    def _on_test(self) -> None:
        self.flush()
        if not self.error_text():
            self.test_requested.emit(self.value())

    def _add_test(self) -> None:
        column = self.layout()
        assert isinstance(column, QBoxLayout)
        buttons = horizontal_layout(None, self.test_button)
        buttons.addStretch(1)
        buttons.setContentsMargins(0, 6, 0, 0)
        column.addLayout(buttons)
        column.addWidget(self.outcome_label)
