"""A projector is described by its header, and one of another model is refused in words."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from gguf import GGUFReader

from engine.gguf.errors import NotAModelFile, WrongProjector
from engine.gguf.projector_file import check_projector, checked_projector, describe_projector
from tests.models.cache import cached_model
from tests.models.projector_headers import write_projector_header
from tests.models.tiny import write_projector
from tests.models.tiny_projector import (
    write_gemma3_projector,
    write_qwen2vl_projector,
    write_qwen3vl_projector,
    write_slow_qwen2vl_projector,
)

QWEN, GEMMA = write_qwen2vl_projector, write_gemma3_projector
NAN = 0x7FC00000


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
    ("kind", "row_width", "architecture", "reason"),
    [
        ("gemma3", 64, "qwen2vl", "another family of models.*qwen2vl"),
        ("qwen2vl_merger", 64, "qwen3vl", "another family of models.*qwen3vl"),
        ("idefics3", 64, "qwen2vl", "another family of models.*qwen2vl"),
        ("deepseek4v", 64, "deepseek4", "does not support yet"),
        ("hunyuanvl", 64, "hunyuan_vl", "does not support yet"),
        ("qwen2vl_merger", 128, "qwen2vl", "another size: its rows have 128 numbers.*have 64"),
    ],
)
def test_one_that_does_not_fit_is_refused(
    tmp_path: Path, kind: str, row_width: int, architecture: str, reason: str
) -> None:
    path = write_projector_header(tmp_path / "p.gguf", kind, row_width=row_width)
    with pytest.raises(WrongProjector, match=reason):
        checked_projector(path, architecture, 64)


def test_a_header_that_tells_another_width_decides_nothing(tmp_path: Path) -> None:
    path = write_projector_header(tmp_path / "p.gguf", "mlp", row_width=768)
    assert checked_projector(path, "llama", 4096).row_width == 768


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


def changed(source: Path, key: str, value: int, path: Path) -> Path:
    """Write a projector with another number in its header."""
    reader = GGUFReader(source)
    field = reader.fields[f"clip.vision.{key}"]
    begin = reader.data.__array_interface__["data"][0]
    place = field.parts[field.data[0]].__array_interface__["data"][0] - begin
    content = bytearray(source.read_bytes())
    content[place : place + 4] = struct.pack("<I", value)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    "write", [QWEN, GEMMA, write_qwen3vl_projector, write_slow_qwen2vl_projector]
)
def test_whole_projectors_are_taken(write: Callable[[Path], None]) -> None:
    check_projector(cached_model(write))


def test_encoders_of_another_form_are_left_to_the_library(tmp_path: Path) -> None:
    check_projector(write_projector_header(tmp_path / "p.gguf"))


@pytest.mark.parametrize(
    ("write", "key", "value"),
    [
        (QWEN, "patch_size", 0),
        (QWEN, "patch_size", 3),
        (QWEN, "embedding_length", 1),
        (QWEN, "embedding_length", 0x7FFFFFFF),
        (QWEN, "block_count", 0),
        (QWEN, "attention.head_count", 0),
        (QWEN, "attention.head_count", 3),
        (QWEN, "attention.head_count", 64),
        (QWEN, "attention.head_count", 0x7FFFFFFF),
        (QWEN, "attention.layer_norm_epsilon", NAN),
        (GEMMA, "attention.layer_norm_epsilon", 0xBF800000),
        (GEMMA, "attention.head_count", 3),
        (GEMMA, "patch_size", 3),
        (GEMMA, "image_size", 64),
        (GEMMA, "projector.scale_factor", 3),
        (GEMMA, "projector.scale_factor", 0),
    ],
)
def test_numbers_that_do_not_fit_the_weights_are_a_sentence(
    tmp_path: Path, write: Callable[[Path], None], key: str, value: int
) -> None:
    path = changed(cached_model(write), key, value, tmp_path / "p.gguf")
    with pytest.raises(NotAModelFile, match="cannot be computed"):
        check_projector(path)


def test_an_encoder_without_its_first_layer_is_a_sentence(tmp_path: Path) -> None:
    content = cached_model(QWEN).read_bytes()
    path = tmp_path / "p.gguf"
    path.write_bytes(content.replace(b"v.patch_embd", b"x.patch_embd"))
    with pytest.raises(NotAModelFile, match="cannot be computed"):
        check_projector(path)
