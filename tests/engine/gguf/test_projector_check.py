"""What ends the library's process at the first picture is a sentence before the load."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from gguf import GGUFReader

from engine.gguf.errors import NotAModelFile
from engine.gguf.projector_file import check_projector
from tests.models.cache import cached_model
from tests.models.projector_headers import write_projector_header
from tests.models.tiny_projector import (
    write_gemma3_projector,
    write_qwen2vl_projector,
    write_qwen3vl_projector,
    write_slow_qwen2vl_projector,
)

QWEN, GEMMA = write_qwen2vl_projector, write_gemma3_projector
NAN = 0x7FC00000


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
    with pytest.raises(NotAModelFile, match="can't be computed"):
        check_projector(path)


def test_an_encoder_without_its_first_layer_is_a_sentence(tmp_path: Path) -> None:
    content = cached_model(QWEN).read_bytes()
    path = tmp_path / "p.gguf"
    path.write_bytes(content.replace(b"v.patch_embd", b"x.patch_embd"))
    with pytest.raises(NotAModelFile, match="can't be computed"):
        check_projector(path)
