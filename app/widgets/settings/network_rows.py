"""The rows of the settings for what is asked of other computers, and for chats that they answer."""

from PySide6.QtCore import Signal

from app.settings import typed_file, typed_origins, typed_rpc_servers, typed_server_address
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.form_rows import (
    CheckBoxRow,
    ChoiceRow,
    FormRow,
    LineRow,
    NumberRow,
    Reading,
    Scale,
)
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.translation import fill, translate

_MEGABYTE = 1 << 20
_MOST_AT_ONCE = 10
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


def program_rows() -> tuple[FormRow, ...]:
    """Return all of them: whether programs may ask, and where."""
    return (
        CheckBoxRow(
            "server_is_on",
            translate("ProgramSettings", "Let other programs use the model"),
            translate(
                "ProgramSettings",
                "Editors and scripts then ask it as they ask OpenAI or Anthropic. Your chats "
                "go first.",
            ),
            translate("ProgramSettings", "local server API OpenAI Anthropic HTTP endpoint"),
        ),
        _without_groups(
            "server_port",
            translate("ProgramSettings", "Port"),
            translate("ProgramSettings", "Where programs find it on this computer."),
            translate("ProgramSettings", "local server API address listen"),
        ),
        CheckBoxRow(
            "server_is_open",
            translate("ProgramSettings", "Also let other computers in"),
            translate(
                "ProgramSettings",
                "Those of your network that have the token. HTTP is not encrypted: others in "
                "the network can read what is asked and answered.",
            ),
            translate("ProgramSettings", "listen network LAN 0.0.0.0"),
        ),
        *_reach_rows(),
    )


def _reach_rows() -> tuple[FormRow, ...]:
    """Return those of who else may ask, and how: an address, HTTPS, web pages."""
    return (
        LineRow(
            "server_address",
            translate("ProgramSettings", "Address for other computers"),
            translate(
                "ProgramSettings",
                "The only address of this computer that they reach. Empty is all of them, "
                "also those in other networks.",
            ),
            translate("ProgramSettings", "listen bind interface host IP"),
            hint=translate("ProgramSettings", "For example 192.168.1.20"),
            reading=Reading(typed_server_address),
        ),
        *_certificate_rows(),
        LineRow(
            "server_origins",
            translate("ProgramSettings", "Web pages that may ask"),
            translate(
                "ProgramSettings",
                "They need the token as well. Whoever writes such a page can use the model as "
                "you can. Empty is none.",
            ),
            translate("ProgramSettings", "CORS origin browser extension"),
            hint=translate(
                "ProgramSettings", "For example https://app.example, http://localhost:3000"
            ),
            reading=Reading(typed_origins, _listed),
        ),
    )


def _certificate_rows() -> tuple[FormRow, ...]:
    """Return those of HTTPS; one alone starts no server."""
    return (
        FileRow(
            "server_certificate",
            translate("ProgramSettings", "Certificate"),
            translate(
                "ProgramSettings",
                "With a certificate and its key programs ask by HTTPS, and nobody reads along.",
            ),
            translate("ProgramSettings", "TLS SSL HTTPS encryption PEM cert"),
            hint=translate("ProgramSettings", "A PEM file, with the whole chain"),
        ),
        FileRow(
            "server_key",
            translate("ProgramSettings", "Key of the certificate"),
            translate("ProgramSettings", "Without a password. It stays where it is."),
            translate("ProgramSettings", "TLS SSL HTTPS encryption PEM private"),
            hint=translate("ProgramSettings", "A PEM file"),
        ),
    )


def _without_groups(name: str, *text: str) -> NumberRow:
    """Return a row for a port, which is written without separators everywhere."""
    row = NumberRow(name, *text, scale=Scale(_LOWEST_PORT, _HIGHEST_PORT))
    row.box.setGroupSeparatorShown(False)
    return row


def machine_rows() -> tuple[FormRow, ...]:
    """Return the only one: who writes titles; the machines themselves stand in a list."""
    return (
        CheckBoxRow(
            "titles_are_remote",
            translate("MachineSettings", "Other machines write titles and recaps, too"),
            translate(
                "MachineSettings",
                "Of the chats that they answer. Otherwise the model of this computer does.",
            ),
            translate("MachineSettings", "remote endpoint title summary server API"),
        ),
    )


def network_rows() -> tuple[FormRow, ...]:
    """Return all of them: whether anything is asked at all, then what."""
    return (
        CheckBoxRow(
            "is_offline",
            translate("NetworkSettings", "Work offline"),
            translate("NetworkSettings", "Hubbub opens no connection, whatever else is set."),
            translate("NetworkSettings", "internet online connection disconnect airplane mode"),
        ),
        CheckBoxRow(
            "looks_for_updates",
            translate("NetworkSettings", "Check for updates"),
            translate(
                "NetworkSettings",
                "Checks once a day over the network and notifies you. Nothing is installed.",
            ),
            translate("NetworkSettings", "update upgrade"),
        ),
        *_download_rows(),
    )


def _download_rows() -> tuple[FormRow, ...]:
    """Return those of the hub of models: whether it is asked, how fast, and how many at once."""
    speed = translate("NetworkSettings", "{count} MB/s")
    speeds = tuple((count * _MEGABYTE, fill(speed, count=count)) for count in (1, 2, 5, 10, 20, 50))
    return (
        CheckBoxRow(
            "searches_hub",
            translate("NetworkSettings", "Search Hugging Face for models"),
            translate("NetworkSettings", "Sends what you search for, and fetches what you choose."),
            translate("NetworkSettings", "hub download consent privacy"),
        ),
        ChoiceRow(
            "download_speed",
            translate("NetworkSettings", "Download speed"),
            translate("NetworkSettings", "Of all downloads together."),
            translate("NetworkSettings", "bandwidth limit throttle"),
            choices=((None, translate("NetworkSettings", "No limit")), *speeds),
        ),
        NumberRow(
            "downloads_at_once",
            translate("NetworkSettings", "Downloads at once"),
            translate("NetworkSettings", "Others wait until one is done."),
            translate("NetworkSettings", "parallel simultaneous queue"),
            scale=Scale(1, _MOST_AT_ONCE),
        ),
    )
