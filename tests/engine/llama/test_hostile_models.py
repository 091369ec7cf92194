"""Models over which the library would end its process, or never end, are refused in words."""

import struct
from pathlib import Path

import gguf
import pytest

from engine.gguf.errors import NotAModelFile
from engine.gguf.model_file import check_loadable
from engine.llama.loader import load
from engine.llama.model import check_rotation
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed
from tests.engine.gguf.gguf_files import write_model
from tests.engine.llama.conftest import Writer
from tests.engine.llama.test_decode import ALL_KINDS
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_sliding_window

CONFIG = EngineConfig(context_window=256, slot_count=2)
ROTATED = b"rope.dimension_count" + struct.pack("<I", 4)


def changed(path: Path, folder: Path, old: bytes, new: bytes) -> Path:
    """Return a copy in which one thing is another one of the same length."""
    content = path.read_bytes()
    assert content.count(old) == 1
    assert len(old) == len(new)
    copy = folder / "hostile.gguf"
    copy.write_bytes(content.replace(old, new))
    return copy


@pytest.mark.parametrize("write", [write_sliding_window, write_hybrid])
@pytest.mark.parametrize("count", [0, 3, 18, 255, 2**32 - 1])
def test_positions_that_cannot_be_rotated_are_refused(
    tmp_path: Path, write: Writer, count: int
) -> None:
    model = cached_model(write)
    rotated = ROTATED + struct.pack("<I", 16)
    hostile = changed(model, tmp_path, rotated, ROTATED + struct.pack("<I", count))
    with pytest.raises(ModelLoadFailed, match=f"{count} of 16 numbers of a key are rotated"):
        load(str(hostile), CONFIG, lambda _share: None)


def test_two_tokens_of_one_text_are_refused(tmp_path: Path) -> None:
    model = cached_model(write_plain)
    one, other = "Ŀ".encode(), "ŀ".encode()
    length = struct.pack("<Q", len(one))
    hostile = changed(model, tmp_path, length + one + length, length + other + length)
    with pytest.raises(ModelLoadFailed, match="the same token twice"):
        load(str(hostile), CONFIG, lambda _share: None)


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_sound_vocabulary_passes(write: Writer) -> None:
    check_loadable(cached_model(write))


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("block_count", struct.pack("<I", 6), struct.pack("<I", 0)),
        ("block_count", struct.pack("<I", 6), struct.pack("<I", 513)),
        ("layer_norm_rms_epsilon", struct.pack("<f", 1e-5), struct.pack("<f", -1e-5)),
        ("layer_norm_rms_epsilon", struct.pack("<f", 1e-5), struct.pack("<f", float("nan"))),
    ],
)
def test_a_network_that_cannot_be_computed_is_refused(
    tmp_path: Path, key: str, old: bytes, new: bytes
) -> None:
    kind = struct.pack("<I", 6 if key.endswith("epsilon") else 4)
    start = key.encode() + kind
    hostile = changed(cached_model(write_sliding_window), tmp_path, start + old, start + new)
    with pytest.raises(ModelLoadFailed, match="cannot be computed"):
        load(str(hostile), CONFIG, lambda _share: None)


def test_tokens_are_compared_as_the_library_reads_them(tmp_path: Path) -> None:
    def with_tokens(*tokens: str) -> Path:
        def add(writer: gguf.GGUFWriter) -> None:
            writer.add_array("tokenizer.ggml.tokens", list(tokens))

        return write_model(tmp_path / "model.gguf", more=add, vocabulary=())

    check_loadable(with_tokens("", "", "one", "two"))
    for tokens in (("one", "two", "one"), ("one\0two", "one\0three")):
        with pytest.raises(NotAModelFile):
            check_loadable(with_tokens(*tokens))


SOUND = {
    "general.architecture": "some",
    "some.attention.key_length": "192",
    "some.rope.dimension_count": "64",
}


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"some.rope.dimension_count_swa": "32"},
        {"some.attention.key_length": "", "some.rope.dimension_count": ""},
        {"some.rope.dimension_count": "[64, 0]"},
        {"some.rope.dimension_count": "0", "some.rope.scaling.finetuned": "false"},
    ],
)
def test_sound_rotations_pass(other: dict[str, str]) -> None:
    check_rotation("Some", SOUND | other, width=4096, head_count=32)


@pytest.mark.parametrize(
    "other",
    [
        {"some.rope.dimension_count_swa": "0"},
        {"some.rope.dimension_count": "194"},
        {"some.attention.key_length_swa": "32"},
        {"some.attention.key_length": "63", "some.rope.dimension_count": ""},
    ],
)
def test_other_rotations_do_not(other: dict[str, str]) -> None:
    with pytest.raises(ModelLoadFailed):
        check_rotation("Some", SOUND | other, width=4096, head_count=32)
