"""The rows of the settings for chats that other machines answer."""

from app.widgets.kit.translation import translate
from app.widgets.settings.rows import CheckBoxRow, RowText, SettingRow


def machine_rows() -> tuple[SettingRow, ...]:
    """Return the only one: who writes titles; the machines themselves stand in a list."""
    return (
        CheckBoxRow(
            "titles_are_remote",
            RowText(
                translate("MachineSettings", "Other machines write titles and recaps, too"),
                translate(
                    "MachineSettings",
                    "Of the chats that they answer. Otherwise the model of this computer does.",
                ),
                translate("MachineSettings", "remote endpoint title summary server API"),
            ),
        ),
    )
