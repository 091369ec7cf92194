"""Damaged models are loaded or refused in words: a sample of ``tests.faults.mutants``."""

from collections import Counter
from pathlib import Path

import pytest

from tests.faults.gguf_mutator import GgufMutator
from tests.faults.mutants import KINDS, Load, LoaderProcess, is_failure, loads
from tests.models.cache import cached_model
from tests.models.tiny import write_plain


@pytest.fixture(scope="module")
def mutator() -> GgufMutator:
    return GgufMutator(cached_model(write_plain).read_bytes())


def test_every_damage_to_every_kind_of_memory_ends_in_words(
    tmp_path: Path, mutator: GgufMutator
) -> None:
    ends = list(loads(len(KINDS) * len(mutator.ways), 0, tmp_path))
    outcomes = Counter(each.outcome for each in ends)
    assert outcomes.keys() == {"loaded", "refused by its header", "refused by the loader"}
    assert all(each.text for each in ends if each.outcome != "loaded")
    assert {each.way for each in ends} == set(mutator.ways)


def test_a_mutant_differs_from_its_model_and_comes_again(mutator: GgufMutator) -> None:
    whole = cached_model(write_plain).read_bytes()
    mutants = [mutator.mutant(number)[1] for number in range(len(mutator.ways))]
    assert sum(each != whole for each in mutants) > len(mutants) * 0.8
    assert mutants == [mutator.mutant(number)[1] for number in range(len(mutator.ways))]


def test_a_load_that_ends_its_process_is_told_from_others(tmp_path: Path) -> None:
    loader = LoaderProcess(tmp_path)
    try:
        assert loader.load(cached_model(write_plain)) == ("loaded", "")
        loader.kill()
        assert loader.load(cached_model(write_plain))[0] == "crashed (9)"
        assert loader.load(tmp_path / "absent")[0] == "refused by its header"
    finally:
        loader.close()


@pytest.mark.parametrize(
    ("outcome", "is_one"),
    [("hung", True), ("an unknown exception", True), ("crashed (6)", False), ("loaded", False)],
)
def test_a_crash_is_no_failure_but_what_nobody_knows_is(outcome: str, is_one: bool) -> None:
    assert is_failure(Load(1, "shape", outcome, "")) is is_one
