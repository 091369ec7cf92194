"""The rows of the settings for what is asked of other computers, and for chats that they answer."""

from app.widgets.kit.translation import fill, translate
from app.widgets.settings.rows import CheckBoxRow, ChoiceRow, NumberRow, SettingRow

_MEGABYTE = 1 << 20
_MOST_AT_ONCE = 10


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
