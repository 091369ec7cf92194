"""A pack for graphics cards is tried where a crash hurts nobody, and refused in words."""

from pathlib import Path

import pytest

from app.errors import PackRefused
from app.library.gpu_backends import add_pack


@pytest.mark.parametrize(
    "name", ["driver.so", "libggml-base.so", "libggml.so", "libggml-vulkan.txt"]
)
def test_another_file_is_no_pack(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"no library")
    with pytest.raises(PackRefused, match="is not a GPU pack"):
        add_pack(file, tmp_path / "backends")
    assert not (tmp_path / "backends").exists()


def test_a_file_that_only_has_the_name_is_tried_and_refused(tmp_path: Path) -> None:
    file = tmp_path / "libggml-vulkan.so"
    file.write_bytes(b"no library")
    with pytest.raises(PackRefused, match=r"can't be used here: its driver is not installed"):
        add_pack(file, tmp_path / "backends")
    assert not (tmp_path / "backends").exists()


def test_a_pack_that_answers_is_copied_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.library.gpu_backends.refusal_of", lambda _: None)
    file = tmp_path / "libggml-vulkan.so"
    file.write_bytes(b"a pack")
    assert add_pack(file, tmp_path / "backends") == "Vulkan"
    copied = tmp_path / "backends" / file.name
    assert copied.read_bytes() == b"a pack"
    assert add_pack(copied, tmp_path / "backends") == "Vulkan"  # from there to there
    assert [path.name for path in copied.parent.iterdir()] == [file.name]


def test_a_folder_that_takes_nothing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.library.gpu_backends.refusal_of", lambda _: None)
    file = tmp_path / "libggml-cuda.so"
    file.write_bytes(b"a pack")
    (tmp_path / "backends").write_text("a file in its place")
    with pytest.raises(PackRefused, match=r"can't be copied to .*backends: File exists"):
        add_pack(file, tmp_path / "backends")
