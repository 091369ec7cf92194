"""The rows of the settings for what is asked of other computers, and for chats that they answer."""

from PySide6.QtCore import QObject, Signal

from app.settings import typed_file, typed_origins, typed_rpc_servers, typed_server_address
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.form_rows import CheckBoxRow, ChoiceRow, FormRow, NumberRow, Scale
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.translation import fill
from app.widgets.kit.typed_rows import LineRow, Reading

_MEGABYTE = 1 << 20
_MAX_AT_ONCE = 10
_LOWEST_PORT, _HIGHEST_PORT = 1024, 65535


class FileRow(LineRow):
    """The path of a file, typed or chosen; who shows it connects the button to a dialog."""

    def __init__(self, name: str, *text: str, hint: str) -> None:
        super().__init__(name, *text, hint=hint, reading=Reading(typed_file))
        self.choose_button = PillButton(self.tr("Choose …"))
        self.choose_button.setAccessibleName(f"{self.title}: {self.choose_button.text()}")
        # Next to the line, or two files would push what follows out of sight.
        self._column.removeWidget(self.box)
        self._column.addLayout(horizontal_layout(None, self.box, self.choose_button, spacing=8))


def _listed(values: object) -> str:
    """Return several texts as one line."""
    assert isinstance(values, tuple)
    return ", ".join(values)


class RpcRow(LineRow):
    """Addresses in one line, and what a test has found at them."""

    test_requested = Signal(object)

    def __init__(self, name: str, *text: str, hint: str) -> None:
        self._is_offline = False
        super().__init__(name, *text, hint=hint, reading=Reading(typed_rpc_servers, _listed))
        self.test_button = PillButton(self.tr("Test"))
        self.test_button.setAccessibleName(self.tr("Test the RPC servers"))
        self.outcome_label = MutedLabel(parent=self, wraps=True)
        buttons = horizontal_layout(None, self.test_button, margins=(0, 6, 0, 0))
        buttons.addStretch(1)
        self._column.addLayout(buttons)
        self._column.addWidget(self.outcome_label)
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

    def _emit(self) -> None:
        super()._emit()
        self._allow_test()


class NetworkRowFactory(QObject):
    """Builds the rows of three pages."""

    def programs(self) -> tuple[FormRow, ...]:
        """Return all of them: whether programs may ask, and where."""
        return (
            CheckBoxRow(
                "server_is_on",
                self.tr("Let other programs use the model"),
                self.tr(
                    "Editors and scripts then ask it as they ask OpenAI or Anthropic. Your chats "
                    "go first."
                ),
                self.tr("local server API OpenAI Anthropic HTTP endpoint"),
            ),
            NumberRow(
                "server_port",
                self.tr("Port"),
                self.tr("Where programs find it on this computer."),
                self.tr("local server API address listen"),
                scale=Scale(_LOWEST_PORT, _HIGHEST_PORT, is_grouped=False),
            ),
            CheckBoxRow(
                "server_is_open",
                self.tr("Also let other computers in"),
                self.tr(
                    "Those of your network that have the token. HTTP is not encrypted: others in "
                    "the network can read what is asked and answered."
                ),
                self.tr("listen network LAN 0.0.0.0"),
            ),
            LineRow(
                "server_address",
                self.tr("Address for other computers"),
                self.tr(
                    "The only address of this computer that they reach. Empty is all of them, "
                    "also those in other networks."
                ),
                self.tr("listen bind interface host IP"),
                hint=self.tr("For example 192.168.1.20"),
                reading=Reading(typed_server_address),
            ),
            FileRow(
                "server_certificate",
                self.tr("Certificate"),
                self.tr(
                    "With a certificate and its key programs ask by HTTPS, and nobody reads along."
                ),
                self.tr("TLS SSL HTTPS encryption PEM cert"),
                hint=self.tr("A PEM file, with the whole chain"),
            ),
            FileRow(
                "server_key",
                self.tr("Key of the certificate"),
                self.tr("Without a password. It stays where it is."),
                self.tr("TLS SSL HTTPS encryption PEM private"),
                hint=self.tr("A PEM file"),
            ),
            LineRow(
                "server_origins",
                self.tr("Web pages that may ask"),
                self.tr(
                    "They need the token as well. Whoever writes such a page can use the model as "
                    "you can. Empty is none."
                ),
                self.tr("CORS origin browser extension"),
                hint=self.tr("For example https://app.example, http://localhost:3000"),
                reading=Reading(typed_origins, _listed),
            ),
        )

    def machines(self) -> tuple[FormRow, ...]:
        """Return the only one: who writes titles; the machines themselves stand in a list."""
        return (
            CheckBoxRow(
                "titles_are_remote",
                self.tr("Other machines write titles and recaps, too"),
                self.tr(
                    "Of the chats that they answer. Otherwise the model of this computer does."
                ),
                self.tr("remote endpoint title summary server API"),
            ),
        )

    def network(self) -> tuple[FormRow, ...]:
        """Return all of them: whether anything is asked at all, then what."""
        speed = self.tr("{count} MB/s")
        speeds = tuple(
            (count * _MEGABYTE, fill(speed, count=count)) for count in (1, 2, 5, 10, 20, 50)
        )
        return (
            CheckBoxRow(
                "is_offline",
                self.tr("Work offline"),
                self.tr("Hubbub opens no connection, whatever else is set."),
                self.tr("internet online connection disconnect airplane mode"),
            ),
            CheckBoxRow(
                "looks_for_updates",
                self.tr("Check for updates"),
                self.tr(
                    "Checks once a day over the network and notifies you. Nothing is installed."
                ),
                self.tr("update upgrade"),
            ),
            CheckBoxRow(
                "searches_hub",
                self.tr("Search Hugging Face for models"),
                self.tr("Sends what you search for, and fetches what you choose."),
                self.tr("hub download consent privacy"),
            ),
            ChoiceRow(
                "download_speed",
                self.tr("Download speed"),
                self.tr("Of all downloads together."),
                self.tr("bandwidth limit throttle"),
                choices=((None, self.tr("No limit")), *speeds),
            ),
            NumberRow(
                "downloads_at_once",
                self.tr("Downloads at once"),
                self.tr("Others wait until one is done."),
                self.tr("parallel simultaneous queue"),
                scale=Scale(1, _MAX_AT_ONCE),
            ),
        )
