"""What of a folder goes into a source."""

from pathlib import Path

import pytest

from app.sources import folder_walk
from app.sources.folder_walk import (
    GatheringCancelled,
    GatheringWatch,
    SkipReason,
    files_of,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.py", "docs/guide.md", "tests/test_a.py", "build/a.py", ".git/config", "p.png"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


def names(folder: Path, patterns: str = "") -> list[str]:
    return [each.name for each in files_of(folder, patterns).files]


def test_builds_hidden_folders_and_pictures_stay_out(folder: Path) -> None:
    assert names(folder) == ["a.py", "docs/guide.md", "tests/test_a.py"]
    assert files_of(folder).skipped[SkipReason.FILTERED] == 1


def test_skipped_folders_are_counted_by_their_reason(tmp_path: Path) -> None:
    folder = tmp_path / "source"
    deep = "/".join("d" * (folder_walk.MAX_DEPTH + 2))
    for name in (*sorted(folder_walk.LEFT_FOLDERS), "in/.hidden", ".git", deep):
        (folder / name).mkdir(parents=True)
        (folder / name / "a.py").touch()
    found = files_of(folder)
    assert found.files == ()
    counts = {SkipReason.FOLDER: len(folder_walk.LEFT_FOLDERS), SkipReason.HIDDEN: 1}
    assert found.skipped == counts | {SkipReason.DEEP: 1}


@pytest.mark.parametrize(
    ("patterns", "wanted"),
    [
        ("*.py", ["a.py", "tests/test_a.py"]),
        ("*.py, !test_*", ["a.py"]),
        ("docs/", ["docs/guide.md"]),
        ("!tests/*", ["a.py", "docs/guide.md"]),
        ("*.rs", []),
    ],
)
def test_a_filter_lets_in_and_leaves_out(folder: Path, patterns: str, wanted: list[str]) -> None:
    assert names(folder, patterns) == wanted


def test_links_are_not_followed(folder: Path) -> None:
    (folder / "loop").symlink_to(folder)
    (folder / "b.py").symlink_to(folder / "a.py")
    found = files_of(folder, "*.py")
    assert [each.name for each in found.files] == ["a.py", "tests/test_a.py"]
    assert found.skipped[SkipReason.LINK] == 2


def test_no_more_than_the_most_entries_are_looked_at(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_walk, "MAX_ENTRIES", 3)
    assert files_of(folder).has_more


def test_no_more_than_the_most_files_go_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_walk, "MAX_FILES", 2)
    found = files_of(folder)
    assert (len(found.files), found.is_cut) == (2, True)


def test_a_large_file_stays_out(folder: Path) -> None:
    with (folder / "big.py").open("wb") as file:
        file.truncate(folder_walk.MAX_FILE_BYTES + 1)
    found = files_of(folder, "*.py")
    assert (len(found.files), found.skipped[SkipReason.LARGE]) == (2, 1)


def test_a_folder_that_is_gone_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        files_of(tmp_path / "gone")


def test_whoever_does_not_wait_any_more_ends_it(folder: Path) -> None:
    watch = GatheringWatch()
    assert len(files_of(folder, "", watch).files) == 3
    assert watch.entry_count >= 8
    watch.cancel()
    with pytest.raises(GatheringCancelled):
        files_of(folder, "", watch)
