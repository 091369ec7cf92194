"""Files are looked for where the user's own files are."""

from pathlib import Path

import pytest

from app.widgets.dialogs.file_choice import default_folder


def test_without_a_folder_for_downloads_it_is_the_users_own(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DOWNLOAD_DIR", raising=False)
    assert Path(default_folder()) == home
    (home / "Downloads").mkdir()
    assert Path(default_folder()) == home / "Downloads"
