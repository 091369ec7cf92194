"""Settings are replaced whole, saved in order and told to listeners."""

from pathlib import Path

import pytest

from app.controllers.services import Services
from app.errors import InvalidSettings
from app.settings import Settings, SettingsFile, Theme


async def test_a_change_is_told_and_saved(services: Services, tmp_path: Path) -> None:
    told: list[tuple[Settings, Settings]] = []
    services.settings.changes.add(lambda old, new: told.append((old, new)))
    services.settings.change(theme=Theme.DARK)
    assert told == [(Settings(), Settings(theme=Theme.DARK))]
    await services.tasks.finish()
    saved, _notice = SettingsFile(tmp_path / "settings.json").load()
    assert saved.theme is Theme.DARK


async def test_what_is_no_change_is_not_told(services: Services) -> None:
    told: list[Settings] = []
    services.settings.changes.add(lambda _old, new: told.append(new))
    services.settings.apply(Settings())
    assert told == []


async def test_an_impossible_value_is_refused(services: Services) -> None:
    with pytest.raises(InvalidSettings):
        services.settings.change(zoom_percent=-1)
    assert services.settings.current == Settings()


async def test_of_quick_changes_the_last_one_is_in_the_file(
    services: Services, tmp_path: Path
) -> None:
    for percent in (110, 120, 130):
        services.settings.change(zoom_percent=percent)
    await services.tasks.finish()
    saved, _notice = SettingsFile(tmp_path / "settings.json").load()
    assert saved.zoom_percent == 130
