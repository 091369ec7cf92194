"""The rows of the settings for other programs that use the model."""

from app.widgets.kit.translation import translate
from app.widgets.settings.rows import CheckBoxRow, NumberRow, RowText, SettingRow

_LOWEST_PORT, _HIGHEST_PORT = 1024, 65535


def program_rows() -> tuple[SettingRow, ...]:
    """Return all of them: whether programs may ask, and where."""
    return (
        CheckBoxRow(
            "server_is_on",
            RowText(
                translate("ProgramSettings", "Let other programs use the model"),
                translate(
                    "ProgramSettings",
                    "Editors and scripts then ask it as they ask OpenAI or Anthropic. Your chats "
                    "go first.",
                ),
                translate("ProgramSettings", "local server API OpenAI Anthropic HTTP endpoint"),
            ),
        ),
        _without_groups(
            "server_port",
            RowText(
                translate("ProgramSettings", "Port"),
                translate("ProgramSettings", "Where programs find it on this computer."),
                translate("ProgramSettings", "local server API address listen"),
            ),
        ),
        CheckBoxRow(
            "server_is_open",
            RowText(
                translate("ProgramSettings", "Also let other computers in"),
                translate(
                    "ProgramSettings",
                    "Those of your network that have the token. HTTP is not encrypted: others in "
                    "the network can read what is asked and answered.",
                ),
                translate("ProgramSettings", "listen network LAN 0.0.0.0"),
            ),
        ),
    )


def _without_groups(name: str, text: RowText) -> NumberRow:
    """Return a row for a port, which is written without separators everywhere."""
    row = NumberRow(name, text, low=_LOWEST_PORT, high=_HIGHEST_PORT)
    row.box.setGroupSeparatorShown(False)
    return row
