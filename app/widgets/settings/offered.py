"""All settings by their titles, for who looks for them elsewhere."""

from app.settings import Settings
from app.widgets.commands.palette_items import OfferedSetting
from app.widgets.settings.row_factory import SettingRowFactory
from app.widgets.settings.rows import SettingRow


def offered_settings() -> tuple[OfferedSetting, ...]:
    """Return every setting that the dialog has a row for, in its order."""
    factory = SettingRowFactory()
    offered = []
    for page, rows in factory.all(Settings(), core_count=1):
        for row in rows:
            offered.append(_offered(page, row))
            row.deleteLater()  # only its words are wanted
    return tuple(offered)


def _offered(page: str, row: SettingRow) -> OfferedSetting:
    text = row.text
    return OfferedSetting(row.name, text.title, page, text.meaning, text.also)
