"""A file is replaced whole or not at all."""

import os
import sys
from pathlib import Path

import pytest

from engine.files import atomic_replace, atomic_write, move


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"old", b"new"):
        atomic_write(path, content)
        assert path.read_bytes() == content
    assert list(tmp_path.glob("file*")) == [path]


def test_a_failure_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(IsADirectoryError), atomic_replace(path) as part:
        tmp_path.write_bytes(part.read_bytes())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.glob("file*")) == [path]


def test_what_a_killed_writer_left_is_in_nobody_s_way(tmp_path: Path) -> None:
    (tmp_path / "file.part").write_bytes(b"half of something long")
    atomic_write(tmp_path / "file", b"whole")
    assert (tmp_path / "file").read_bytes() == b"whole"
    assert not (tmp_path / "file.part").exists()


def test_the_content_is_on_the_disk_before_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    named: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda _descriptor: named.append(path.exists()))
    atomic_write(path, b"whole")
    assert named[0] is False
    assert named[1:] == ([] if sys.platform == "win32" else [True])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    atomic_write(tmp_path / "file", b"secret")
    assert os.stat(tmp_path / "file").st_mode & 0o077 == 0


class Held(OSError):
    """What Windows raises for a file that another program has open."""

    winerror = 32


def test_a_file_that_is_held_for_a_moment_is_moved_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "new", tmp_path / "name"
    source.write_bytes(b"new")
    replace, refusals = Path.replace, [Held("held"), Held("held")]

    def raise_held(self: Path, other: Path) -> Path:
        if refusals:
            raise refusals.pop()
        return replace(self, other)

    monkeypatch.setattr(Path, "replace", raise_held)
    move(source, target)
    assert not refusals
    assert target.read_bytes() == b"new"


def test_a_file_that_stays_held_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_held(self: Path, other: Path) -> Path:
        raise Held("held")

    monkeypatch.setattr(Path, "replace", raise_held)
    monkeypatch.setattr("engine.files._ATTEMPT_SECONDS", 0.0)
    with pytest.raises(Held):
        move(tmp_path / "new", tmp_path / "name")


def test_any_other_trouble_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        move(tmp_path / "nothing", tmp_path / "name")
