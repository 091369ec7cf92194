"""Files become what can be chosen: quantizations, split ones as one, with what belongs to them."""

import pytest

from app.models.hub.variants import quantization_of, variants_of
from engine.messages.net_messages import HubFile, HubVariant, VariantKind


def variants(*paths: str, sha256: str = "0" * 64) -> tuple[HubVariant, ...]:
    return variants_of(
        HubFile(path, path.rpartition("/")[2], 100 * number, sha256)
        for number, path in enumerate(paths, 1)
    )


@pytest.mark.parametrize(
    ("name", "quantization"),
    [
        ("Qwen3-4B-Q4_K_M", "Q4_K_M"),
        ("qwen2.5-coder-7b-instruct-q4_k_m", "Q4_K_M"),
        ("model.Q8_0", "Q8_0"),
        ("gemma-3-4b-it-UD-Q4_K_XL", "UD-Q4_K_XL"),
        ("x-IQ2_XXS", "IQ2_XXS"),
        ("x-IQ4_NL", "IQ4_NL"),
        ("x-IQ3_M", "IQ3_M"),
        ("x-Q3_K_L", "Q3_K_L"),
        ("x-Q6_K", "Q6_K"),
        ("x-Q2_K", "Q2_K"),
        ("gpt-oss-20b-mxfp4", "MXFP4"),
        ("x-BF16", "BF16"),
        ("x-fp16", "F16"),
        ("x-f32", "F32"),
        ("Phi-3-mini-4k-instruct-q4", "Q4"),
        ("x-TQ1_0", "TQ1_0"),
        ("Q8_0-to-Q4_0", "Q4_0"),
        ("llama-3.2-1b", ""),
        ("faq4you", ""),
    ],
)
def test_a_name_tells_its_quantization(name: str, quantization: str) -> None:
    assert quantization_of(name) == quantization


def test_a_split_model_is_one() -> None:
    (model,) = variants("a/M-Q8_0-00002-of-00002.gguf", "a/M-Q8_0-00001-of-00002.gguf")
    assert [file.path[-8:-5] for file in model.files] == ["002", "002"]
    assert [file.size_bytes for file in model.files] == [200, 100]
    assert (model.name, model.size_bytes, model.is_complete) == ("M-Q8_0", 300, True)


def test_a_split_model_that_lacks_a_part_is_not_whole() -> None:
    (model,) = variants("M-00001-of-00003.gguf", "M-00003-of-00003.gguf")
    assert not model.is_complete


def test_two_splits_of_one_name_stay_two() -> None:
    assert len(variants("M-00001-of-00001.gguf", "M-00001-of-00002.gguf")) == 2


def test_what_belongs_to_a_model_is_tied_to_it() -> None:
    names = ("M-Q4_K_M.gguf", "mmproj-M-F32.gguf", "mmproj-M-f16.gguf", "M-draft-Q8_0.gguf")
    by_kind = {each.kind: each for each in variants(*names)}
    model = by_kind[VariantKind.MODEL]
    assert (model.projector, model.draft) == ("mmproj-M-f16.gguf", "M-draft-Q8_0.gguf")
    assert by_kind[VariantKind.DRAFT].projector == ""


def test_each_model_gets_the_projector_of_its_name() -> None:
    names = ("small-Q4_0.gguf", "large-Q4_0.gguf", "mmproj-small.gguf", "mmproj-large.gguf")
    models = [each for each in variants(*names) if each.kind is VariantKind.MODEL]
    assert [each.projector for each in models] == ["mmproj-small.gguf", "mmproj-large.gguf"]


def test_what_is_no_model_is_left_out() -> None:
    assert (
        variants("README.md", "M-imatrix.gguf", "imatrix.gguf", "M-lora.gguf", "x.safetensors")
        == ()
    )


def test_the_folder_names_it_where_the_file_does_not() -> None:
    (model,) = variants("Q4_K_M/model.gguf")
    assert model.quantization == "Q4_K_M"


def test_a_part_of_nothing_is_a_model_of_its_own() -> None:
    (model,) = variants("-00001-of-00002.gguf")
    assert (model.name, model.is_complete) == ("-00001-of-00002", True)
