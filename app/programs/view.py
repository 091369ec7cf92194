"""The access of other programs: status, address, token, and how to connect."""

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.copied_sign import show_copied
from app.widgets.kit.forms import FieldError
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.translation import fill


class ServerStatus(msgspec.Struct, frozen=True):
    """The status of the local server.

    Attributes:
        address: its address; empty if it does not run.
        text: why it does not run, or a note.
        running_count, waiting_count: numbers of running and waiting requests.
    """

    address: str = ""
    text: str = ""
    running_count: int = 0
    waiting_count: int = 0


class ProgramsView(QWidget):
    """The page of the local server; shows the token only on request."""

    token_requested = Signal()
    renew_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status = ServerStatus()
        self._token = ""
        self.status_label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.text_label = FieldError()
        self.token_box = QLineEdit(readOnly=True)
        self.token_box.setEchoMode(QLineEdit.EchoMode.Password)
        self.token_box.setAccessibleName(self.tr("Token"))
        self.token_box.setPlaceholderText(self.tr("Hidden"))
        self.show_button = PillButton(self.tr("Show"))
        self.copy_button = PillButton(self.tr("Copy"))
        self.renew_button = PillButton(self.tr("Renew…"))
        self.setup_label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.setup_label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setup_label.setAccessibleName(self.tr("How to connect"))
        self._details = self._build_details()
        vertical_layout(
            self,
            self.status_label,
            self.text_label,
            self._details,
            margins=(0, 6, 0, 6),
            spacing=8,
        )
        self._wants_copy = False
        self.show_button.clicked.connect(self._on_show)
        self.copy_button.clicked.connect(self._on_copy)
        self.renew_button.clicked.connect(self._on_renew)
        self.set_status(ServerStatus())

    def set_status(self, status: ServerStatus) -> None:
        """Show the status of the server, and its requests."""
        self._status = status
        self.status_label.setText(self._status_text())
        self.text_label.setText(status.text)
        self.text_label.setVisible(bool(status.text))
        self._details.setVisible(bool(status.address))
        self._show_setup()

    def set_token(self, token: str) -> None:
        """Show or copy the requested token."""
        self._token = token
        self.token_box.setText(token)
        # To be copied, the token need not be visible on the screen.
        if self._wants_copy:
            self._wants_copy = False
            QGuiApplication.clipboard().setText(token)
            show_copied(self.copy_button)
        else:
            self.token_box.setEchoMode(QLineEdit.EchoMode.Normal)
            self._show_setup()

    def _status_text(self) -> str:
        status = self._status
        if not status.address:
            return self.tr("Off")
        text = self.tr("Listening at {address} · {running:,} active · {waiting:,} queued")
        return fill(
            text,
            address=status.address,
            running=status.running_count,
            waiting=status.waiting_count,
        )

    def _build_details(self) -> QWidget:
        host = QWidget()
        label = QLabel(self.tr("Token"))
        label.setBuddy(self.token_box)
        row = horizontal_layout(None, label, spacing=8)
        row.addWidget(self.token_box, 1)
        for button in (self.show_button, self.copy_button, self.renew_button):
            row.addWidget(button)
        hint = MutedLabel(
            self.tr(
                "Most programs read these from the environment or have fields for them. "
                "For the APIs of Anthropic and Ollama, use the address without /v1."
            ),
            wraps=True,
        )
        column = vertical_layout(host, margins=(0, 0, 0, 0), spacing=8)
        column.addLayout(row)
        column.addWidget(QLabel(self.tr("How to connect")))
        column.addWidget(self.setup_label)
        column.addWidget(hint)
        return host

    def _show_setup(self) -> None:
        is_shown = self._token and self.token_box.echoMode() is QLineEdit.EchoMode.Normal
        token = self._token if is_shown else "…"
        lines = (f"OPENAI_BASE_URL={self._status.address}/v1", f"OPENAI_API_KEY={token}")
        self.setup_label.setText("\n".join(lines))

    def _on_show(self) -> None:
        self._wants_copy = False
        self.token_requested.emit()

    def _on_copy(self) -> None:
        self._wants_copy = True
        self.token_requested.emit()

    def _on_renew(self) -> None:
        text = self.tr("Create a new token? Programs with the old token will be refused.")
        ask_before(self.window(), text, self.tr("Renew"), self.renew_requested.emit)
