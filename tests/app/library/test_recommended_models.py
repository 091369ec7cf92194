"""The list of good models is whole, in order, dated, and for every size of memory."""

from fnmatch import fnmatchcase

from app.library.recommended_models import recommended_models
from engine.net.names import is_repository_name
from engine.net.variants import quantization_of

GIGABYTE = 10**9


def test_the_list_is_whole_and_dated() -> None:
    found = recommended_models()
    assert 10 <= len(found.models) <= 15
    assert found.written.year >= 2026
    assert len({each.repository for each in found.models}) == len(found.models)
    for each in found.models:
        assert is_repository_name(each.repository)
        assert each.file.endswith(".gguf")
        assert quantization_of(each.file.replace("*", "-").removesuffix(".gguf"))
        assert {"en", "de"} <= each.about.keys()
        assert each.licence


def test_it_goes_from_small_to_large_and_needs_more_than_its_file() -> None:
    models = recommended_models().models
    assert [each.memory_bytes for each in models] == sorted(each.memory_bytes for each in models)
    assert all(each.download_bytes < each.memory_bytes for each in models)
    # No quantization of these stores a number in less than half a byte, or in more than one.
    assert all(0.4 < each.download_bytes / each.parameter_count < 1.2 for each in models)


def test_the_largest_that_fit_are_offered() -> None:
    found = recommended_models()
    assert found.fitting(1 * GIGABYTE) == ()
    assert [each.name for each in found.fitting(8 * GIGABYTE, 2)] == ["Qwen3 8B", "Llama 3.1 8B"]
    assert len(found.fitting(1000 * GIGABYTE)) == 3
    assert found.fitting(1000 * GIGABYTE, 0) == ()


def test_each_says_what_it_is_good_for_in_the_language_of_the_window() -> None:
    first = recommended_models().models[0]
    assert first.description("de_AT") == first.about["de"]
    assert first.description("nl") == first.about["en"]


def test_a_pattern_finds_its_file() -> None:
    by_name = {each.name: each for each in recommended_models().models}
    assert fnmatchcase("Qwen3-4B-Q4_K_M.gguf", by_name["Qwen3 4B"].file)
    assert fnmatchcase("gpt-oss-120b-mxfp4-00001-of-00003.gguf", by_name["gpt-oss 120B"].file)
