"""The rows of the settings for what is asked of other computers, and for chats that they answer."""

from app.settings import typed_file, typed_origins, typed_server_address
from app.widgets.kit.translation import fill, translate
from app.widgets.settings.rows import (
    CheckBoxRow,
    ChoiceRow,
    FileRow,
    LineRow,
    NumberRow,
    SettingRow,
    listed,
)

_MEGABYTE = 1 << 20
_MOST_AT_ONCE = 10
_LOWEST_PORT, _HIGHEST_PORT = 1024, 65535


def program_rows() -> tuple[SettingRow, ...]:
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


def _reach_rows() -> tuple[SettingRow, ...]:
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
            parse=typed_server_address,
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
            parse=typed_origins,
            shown=listed,
        ),
    )


def _certificate_rows() -> tuple[SettingRow, ...]:
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
            parse=typed_file,
        ),
        FileRow(
            "server_key",
            translate("ProgramSettings", "Key of the certificate"),
            translate("ProgramSettings", "Without a password. It stays where it is."),
            translate("ProgramSettings", "TLS SSL HTTPS encryption PEM private"),
            hint=translate("ProgramSettings", "A PEM file"),
            parse=typed_file,
        ),
    )


def _without_groups(name: str, *text: str) -> NumberRow:
    """Return a row for a port, which is written without separators everywhere."""
    row = NumberRow(name, *text, low=_LOWEST_PORT, high=_HIGHEST_PORT)
    row.box.setGroupSeparatorShown(False)
    return row


def machine_rows() -> tuple[SettingRow, ...]:
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


def network_rows() -> tuple[SettingRow, ...]:
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


def _download_rows() -> tuple[SettingRow, ...]:
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
            low=1,
            high=_MOST_AT_ONCE,
        ),
    )
