"""Addresses of RPC servers, what they cost in safety, and a button that tries them."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QBoxLayout, QLineEdit

from app.errors import InvalidSettings
from app.settings import typed_rpc_servers
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.translation import translated
from app.widgets.settings.rows import PAUSE_MILLISECONDS, RowText, SettingRow


class RpcRow(SettingRow):
    """Addresses in one line; wrong ones are told when typing pauses, and are no value."""

    test_requested = Signal(object)

    def __init__(self, name: str, text: RowText, hint: str) -> None:
        self.box = QLineEdit(placeholderText=hint)
        self._addresses: tuple[str, ...] = ()
        self._is_offline = False
        super().__init__(name, text, self.box, is_wide=True)
        self.test_button = PillButton(self.tr("Test"))
        self.test_button.setAccessibleName(self.tr("Test the RPC servers"))
        self.outcome_label = MutedLabel(parent=self, wraps=True)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MILLISECONDS)
        self._add_test()
        self._pause.timeout.connect(self._read)
        self.box.textEdited.connect(self._on_edited)
        self.box.editingFinished.connect(self.flush)
        self.test_button.clicked.connect(self._on_test)
        self.show_outcome("")

    def flush(self) -> None:
        if self._pause.isActive():
            self._pause.stop()
            self._read()

    def value(self) -> tuple[str, ...]:
        return self._addresses

    def set_value(self, value: object) -> None:
        assert isinstance(value, tuple)
        if value != self._addresses:
            self._addresses = value
            self.box.setText(", ".join(value))
            self.show_error("")
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

    def _on_edited(self, text: str) -> None:
        self._pause.start()
        self.test_button.setEnabled(bool(text.strip()))  # which reads what is typed

    def _read(self) -> None:
        try:
            self._addresses = typed_rpc_servers(self.box.text())
        except InvalidSettings as error:
            self.show_error(translated(str(error)))
            self.test_button.setEnabled(False)
            return
        self._describe()
        self._allow_test()

    def _allow_test(self) -> None:
        self.test_button.setEnabled(bool(self._addresses) and not self.error_text())

    def _on_test(self) -> None:
        self.flush()
        if not self.error_text():
            self.test_requested.emit(self._addresses)

    def _add_test(self) -> None:
        column = self.layout()
        assert isinstance(column, QBoxLayout)
        buttons = horizontal_layout(None, self.test_button)
        buttons.addStretch(1)
        buttons.setContentsMargins(0, 6, 0, 0)
        column.addLayout(buttons)
        column.addWidget(self.outcome_label)
