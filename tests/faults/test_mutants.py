"""Damaged models are loaded or refused in words: a sample of ``tests.faults.mutants``."""

from collections import Counter
from pathlib import Path

from tests.faults.gguf_mutator import GgufMutator
from tests.faults.mutants import KINDS, loads
from tests.models.cache import cached_model
from tests.models.tiny import write_plain


def test_every_damage_to_every_kind_of_memory_ends_in_words(tmp_path: Path) -> None:
    mutator = GgufMutator(cached_model(write_plain).read_bytes())
    ends = list(loads(len(KINDS) * len(mutator.ways), 0, tmp_path))
    outcomes = Counter(each.outcome for each in ends)
    assert outcomes.keys() == {"loaded", "refused by its header", "refused by the loader"}
    assert all(each.text for each in ends if each.outcome != "loaded")
    assert {each.way for each in ends} == set(mutator.ways)
