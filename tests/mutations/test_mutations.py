"""Every planted bug has its place in the source, and tests that are about it."""

import pytest

from tests.mutations.__main__ import MUTATIONS, ROOT, main, matching
from tests.mutations.mutation import Mutation


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda each: each.bug)
def test_a_mutation_changes_one_place(mutation: Mutation) -> None:
    source = (ROOT / mutation.file).read_text("utf-8")
    assert source.count(mutation.text) == 1
    assert mutation.mutant != mutation.text
    compile(source.replace(mutation.text, mutation.mutant), mutation.file, "exec")


@pytest.mark.parametrize("tests", sorted({mutation.tests for mutation in MUTATIONS}))
def test_the_tests_of_a_mutation_exist(tests: str) -> None:
    assert (ROOT / tests).exists()


def test_no_two_bugs_have_one_name() -> None:
    assert len({mutation.bug for mutation in MUTATIONS}) == len(MUTATIONS)


def test_mutations_are_chosen_by_words_of_their_bug_or_file() -> None:
    assert matching([]) == list(MUTATIONS)
    assert [each.bug for each in matching(["highest free slot"])] == [
        "the highest free slot is handed out"
    ]
    assert {each.file for each in matching(["planner.py"])} == {"engine/scheduling/planner.py"}


def test_the_bugs_can_be_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tests.mutations", "--list", "the highest free slot"])
    assert main() == 0
    line = "engine/scheduling/admission.py  the highest free slot is handed out\n"
    assert capsys.readouterr().out == line
