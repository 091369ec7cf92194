"""The list of invariants and the tests that carry their numbers are in step."""

import re
from pathlib import Path

HERE = Path(__file__).parent
INVARIANT = re.compile(r"^(\d+)\. \*\*", re.MULTILINE)
SECTION = re.compile(r"^## .*\(`(test_\w+\.py)`\)$", re.MULTILINE)
TEST = re.compile(r"^(?:async )?def test_invariant_(\d+)_", re.MULTILINE)


def listed() -> dict[str, list[int]]:
    """Return the numbers in the list, by the file that its sections name."""
    _, *parts = SECTION.split((HERE / "README.md").read_text("utf-8"))
    return {
        file: [int(number) for number in INVARIANT.findall(text)]
        for file, text in zip(parts[::2], parts[1::2], strict=True)
    }


def carried() -> dict[str, list[int]]:
    """Return the numbers that tests carry, by their file."""
    files = {path.name: TEST.findall(path.read_text("utf-8")) for path in HERE.glob("test_*.py")}
    return {
        name: sorted({int(number) for number in found}) for name, found in files.items() if found
    }


def test_every_invariant_has_a_test_and_every_test_an_invariant() -> None:
    assert listed() == carried()


def test_the_invariants_are_numbered_without_a_gap() -> None:
    numbers = [number for numbers in listed().values() for number in numbers]
    assert numbers == list(range(1, 43))
