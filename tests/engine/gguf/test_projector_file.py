"""A projector is described by its header, and one of another model is refused in words."""

from pathlib import Path

import pytest

from engine.gguf.errors import ModelFileError, WrongProjector
from engine.gguf.projector_file import checked_projector, describe_projector
from tests.models.projector_headers import write_projector_header
from tests.models.tiny import write_plain, write_projector


def test_a_projector_says_what_it_is(tmp_path: Path) -> None:
    found = describe_projector(write_projector_header(tmp_path / "p.gguf", image_size=448))
    assert (found.kind, found.row_width, found.sees, found.hears) == (
        *("qwen2vl_merger", 64),
        *(True, False),
    )
    assert (found.width, found.hidden, found.image_size, found.patch_size) == (64, 128, 448, 14)
    assert found.size_bytes == (tmp_path / "p.gguf").stat().st_size


def test_one_that_only_hears_says_so(tmp_path: Path) -> None:
    found = describe_projector(write_projector_header(tmp_path / "p.gguf", "qwen2a", hears=True))
    assert (found.kind, found.sees, found.hears, found.row_width) == ("qwen2a", False, True, 64)


@pytest.mark.parametrize(
    ("kind", "architecture"),
    [
        ("qwen2vl_merger", "qwen2vl"),
        ("qwen3vl_merger", "qwen3vlmoe"),
        ("gemma3", "gemma3"),
        ("idefics3", "llama"),
        ("never heard of", "teapot"),
    ],
)
def test_one_of_the_family_is_taken(tmp_path: Path, kind: str, architecture: str) -> None:
    path = write_projector_header(tmp_path / "p.gguf", kind)
    assert checked_projector(path, architecture, 64).kind == kind


@pytest.mark.parametrize(
    ("kind", "architecture"),
    [("gemma3", "qwen2vl"), ("qwen2vl_merger", "qwen3vl"), ("idefics3", "qwen2vl")],
)
def test_another_family_of_the_same_width_is_refused(
    tmp_path: Path, kind: str, architecture: str
) -> None:
    path = write_projector_header(tmp_path / "p.gguf", kind)
    with pytest.raises(WrongProjector, match=f"another family of models.*{architecture}"):
        checked_projector(path, architecture, 64)


@pytest.mark.parametrize(
    ("kind", "architecture"), [("deepseek4v", "deepseek4"), ("hunyuanvl", "hunyuan_vl")]
)
def test_pictures_that_depend_on_the_text_before_them_are_refused(
    tmp_path: Path, kind: str, architecture: str
) -> None:
    path = write_projector_header(tmp_path / "p.gguf", kind)
    with pytest.raises(WrongProjector, match="cannot use yet"):
        checked_projector(path, architecture, 64)


def test_another_width_is_refused(tmp_path: Path) -> None:
    path = write_projector_header(tmp_path / "p.gguf", row_width=128)
    with pytest.raises(WrongProjector, match=r"another size: its rows have 128 numbers.*have 64"):
        checked_projector(path, "qwen2vl", 64)


def test_a_header_that_tells_another_width_decides_nothing(tmp_path: Path) -> None:
    path = write_projector_header(tmp_path / "p.gguf", "mlp", row_width=768)
    assert checked_projector(path, "llama", 4096).row_width == 768


def test_what_is_no_projector_is_a_sentence(tmp_path: Path) -> None:
    write_plain(tmp_path / "model.gguf")
    whole = write_projector_header(tmp_path / "whole.gguf").read_bytes()
    (tmp_path / "cut.gguf").write_bytes(whole[:-40])
    (tmp_path / "text.gguf").write_text("hello")
    reasons = {"model": "no projector", "cut": "incomplete|ends", "text": "not a GGUF"}
    for name, reason in reasons.items():
        with pytest.raises(ModelFileError, match=reason):
            describe_projector(tmp_path / f"{name}.gguf")
    with pytest.raises(ModelFileError):
        describe_projector(tmp_path / "gone.gguf")


def test_only_pictures_that_see_themselves_need_a_large_pass(tmp_path: Path) -> None:
    gemma = describe_projector(
        write_projector_header(tmp_path / "g.gguf", "gemma3", image_size=896)
    )
    assert (gemma.rows(1024), gemma.plan(2560, 1024).least_pass) == (256, 256)
    large = describe_projector(write_projector_header(tmp_path / "l.gguf", "gemma4v"))
    assert [large.plan(width, 512).least_pass for width in (1536, 3840)] == [0, 512]
    qwen = describe_projector(write_projector_header(tmp_path / "q.gguf"))
    assert (qwen.rows(1024), qwen.plan(64, 1024).least_pass) == (1024, 0)


def test_what_looking_takes_grows_with_rows_and_width(tmp_path: Path) -> None:
    found = describe_projector(write_projector_header(tmp_path / "p.gguf", width=512, hidden=2048))
    assert found.encoding_bytes(1024) == 4 * 4096 * (3 * 512 + 2 * 2048)  # as measured: 90 MB
    assert found.encoding_bytes(256) * 4 == found.encoding_bytes(1024)


def test_an_old_file_without_much_is_described(tmp_path: Path) -> None:
    write_projector(tmp_path / "old.gguf")
    found = describe_projector(tmp_path / "old.gguf")
    assert (found.kind, found.sees, found.row_width) == ("mlp", True, 0)
