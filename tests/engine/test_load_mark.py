"""A mark says of one file, as it was, that a process ended while it was being loaded."""

import os
from pathlib import Path

import pytest

from engine.load_mark import FILE_NAME, is_marked, marked_load, remove_mark, set_mark, stop_count


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF")
    return path


def test_a_load_is_marked_until_it_ends(tmp_path: Path, model: Path) -> None:
    folder = tmp_path / "kept" / "here"
    with marked_load(folder, model):
        assert is_marked(folder, model)
    assert not is_marked(folder, model)
    assert list(folder.iterdir()) == []


def test_a_load_that_is_refused_leaves_no_mark(tmp_path: Path, model: Path) -> None:
    with pytest.raises(RuntimeError), marked_load(tmp_path, model):
        raise RuntimeError
    assert not is_marked(tmp_path, model)


def test_another_file_of_the_same_name_is_another_model(tmp_path: Path, model: Path) -> None:
    set_mark(tmp_path, model)
    assert is_marked(tmp_path, model)
    os.utime(model, ns=(0, 0))
    assert not is_marked(tmp_path, model)
    set_mark(tmp_path, model)
    model.write_bytes(b"GGUF, longer")
    os.utime(model, ns=(0, 0))
    assert not is_marked(tmp_path, model)


def test_loads_in_a_row_that_ended_the_process_are_counted(tmp_path: Path, model: Path) -> None:
    for count in (1, 2, 3):
        set_mark(tmp_path, model)
        assert stop_count(tmp_path, model) == count
    with marked_load(tmp_path, model):
        assert stop_count(tmp_path, model) == 4
    assert stop_count(tmp_path, model) == 0, "the last one ended well"


def test_the_last_load_is_the_one_that_counts(tmp_path: Path, model: Path) -> None:
    other = tmp_path / "other.gguf"
    other.write_bytes(b"GGUF")
    set_mark(tmp_path, model)
    set_mark(tmp_path, other)
    assert is_marked(tmp_path, other)
    assert not is_marked(tmp_path, model)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"path": 3}', b"\xff" * 100, b"[" * 9999])
def test_a_damaged_mark_marks_nothing(tmp_path: Path, model: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert not is_marked(tmp_path, model)


def test_nothing_is_written_where_a_link_leads(tmp_path: Path, model: Path) -> None:
    foreign, link = tmp_path / "foreign", tmp_path / "link"
    foreign.mkdir()
    link.symlink_to(foreign)
    set_mark(link, model)
    assert list(foreign.iterdir()) == []
    (foreign / FILE_NAME).write_bytes(b"somebody's")
    remove_mark(link)
    assert (foreign / FILE_NAME).exists()


def test_without_a_folder_to_write_in_the_model_is_loaded_all_the_same(
    tmp_path: Path, model: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_bytes(b"a file")
    loads: list[Path | None] = []
    for folder in (blocked / "folder", None):
        with marked_load(folder, model):
            loads.append(folder)
    assert loads == [blocked / "folder", None]
    assert blocked.read_bytes() == b"a file"
