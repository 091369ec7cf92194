"""The rows of the settings for what the disk keeps."""

from PySide6.QtCore import QCoreApplication

from app.widgets.settings.rows import CheckBoxRow, ChoiceRow, RowText, SettingRow

translate = QCoreApplication.translate

_GIGABYTE = 1 << 30


def storage_rows() -> tuple[SettingRow, ...]:
    """Return the rows for the cache of conversations in memory and on disk."""
    sizes = tuple((count * _GIGABYTE, f"{count} GB") for count in (1, 5, 10, 20, 50))
    shares = tuple((percent, f"{percent} %") for percent in (0, 10, 25, 50, 100))
    return (
        CheckBoxRow(
            "keeps_conversations",
            RowText(
                translate("SettingRowFactory", "Cache chats on disk"),
                translate("SettingRowFactory", "Old chats continue at once, even after a restart."),
            ),
        ),
        ChoiceRow(
            "cache_bytes",
            RowText(
                translate("SettingRowFactory", "Cache size limit"),
                translate(
                    "SettingRowFactory",
                    "The least recently used chats are removed first. Your messages are "
                    "never deleted.",
                ),
            ),
            ((None, translate("SettingRowFactory", "Automatic")), *sizes),
        ),
        ChoiceRow(
            "program_cache_percent",
            RowText(
                translate("SettingRowFactory", "Cache share of other programs"),
                translate(
                    "SettingRowFactory",
                    "Other programs can use this share of the cache, in memory and on disk, and "
                    "what your chats leave free. Applies when the model is loaded next.",
                ),
            ),
            shares,
        ),
    )


def backup_rows() -> tuple[SettingRow, ...]:
    """Return the row for what the backups keep."""
    return (
        CheckBoxRow(
            "removes_from_backups",
            RowText(
                translate("SettingRowFactory", "Remove deleted chats from the backups"),
                translate(
                    "SettingRowFactory",
                    "When they leave the trash after 30 days. Otherwise the backups hold them "
                    "for about another month.",
                ),
                translate("SettingRowFactory", "privacy purge delete permanently"),
            ),
        ),
    )
