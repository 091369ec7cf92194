"""What a file's name says of a model is understood, and no name does harm."""

import pytest

from app.domain import ModelFileKind
from app.library.model_groups import read_name


@pytest.mark.parametrize(
    ("name", "quantization", "parameter_count", "base"),
    [
        ("Qwen3-4B-Instruct-2507-Q4_K_M.gguf", "Q4_K_M", 4 * 10**9, "qwen3-4b-instruct-2507"),
        ("gemma-3-270m-it-UD-Q4_K_XL.gguf", "UD-Q4_K_XL", 270 * 10**6, "gemma-3-270m-it"),
        ("Mixtral-8x7B-v0.1.IQ3_XXS.GGUF", "IQ3_XXS", 56 * 10**9, "mixtral-8x7b-v0-1"),
        ("llama-3.2-1b-instruct-fp16.gguf", "F16", 10**9, "llama-3-2-1b-instruct"),
        ("gpt-oss-20b-MXFP4.gguf", "MXFP4", 20 * 10**9, "gpt-oss-20b"),
        ("tiny.gguf", "", 0, "tiny"),
        ("q.gguf", "", 0, "q"),
    ],
)
def test_a_name_says_what_the_model_is(
    name: str, quantization: str, parameter_count: int, base: str
) -> None:
    read = read_name(name)
    assert (read.quantization, read.parameter_count, read.base) == (
        quantization,
        parameter_count,
        base,
    )
    assert read.kind is ModelFileKind.CHAT


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("mmproj-F16.gguf", ModelFileKind.PROJECTOR),
        ("gemma-3-4b-it-mmproj-model-f16.gguf", ModelFileKind.PROJECTOR),
        ("Qwen2.5-0.5B-draft-Q8_0.gguf", ModelFileKind.DRAFT),
        ("mtp-GLM-4.5-Air.gguf", ModelFileKind.DRAFT),
        ("overdraft-7b.gguf", ModelFileKind.CHAT),
        ("Eagle-7B.gguf", ModelFileKind.CHAT),
    ],
)
def test_projectors_and_drafts_are_known_by_their_names(name: str, kind: ModelFileKind) -> None:
    assert read_name(name).kind is kind


def test_a_part_knows_its_number() -> None:
    read = read_name("GLM-Q4_K_M-00002-of-00003.gguf")
    assert (read.stem, read.part_number, read.part_count) == ("GLM-Q4_K_M", 2, 3)
