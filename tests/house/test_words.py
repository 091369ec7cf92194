"""Words, paths and broad handlers that the files of the repository must not contain."""

import re
from functools import cache

from tests.house.source_files import PRODUCT, ROOT, name_of, python_files, tracked_files
from tests.house.word_list import WORDS, find_places, new_places, read_counts

# The borders where a bug may be caught: the engine's step, the exception hook, and libraries and
# plug-ins that raise exceptions of any kind.
BORDERS = {
    "app/tools/runner.py",  # whatever a tool raises is a result that the model reads
    "engine/core/engine.py",
    "engine/grammars.py",  # the converter of grammars raises no class of its own
    "engine/net/key_store.py",
    "app/process/reporting.py",
    "app/tools/servers/connection.py",  # the protocol's library raises any error on bad answers
}
BROAD_HANDLER = re.compile(r"^\s*except\b([^:#]*\bException\b[^:]*)?:")

# Split, so that this file does not contain them.
PLACES = re.compile(
    "|".join(
        [
            "/wo" + r"rk/(?!flows)",
            "/ro" + r"ot/",
            "pypi" + r"\.org",
            "files\\.python" + r"hosted",
            "--(extra-)?index" + "-url",
            "--find" + "-links",
        ]
    )
)

UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b(?!.*#\d+)")


@cache
def texts() -> dict[str, str]:
    """Return the text of every tracked file that is not binary, by name."""
    contents = {name_of(path): path.read_bytes() for path in tracked_files()}
    return {name: text.decode("utf-8") for name, text in contents.items() if b"\0" not in text}


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Return the lines that match, each after its file name and number."""
    return [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in texts().items()
        if pattern.search(text)
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_unfinished_work_names_its_issue() -> None:
    assert lines_with(UNFINISHED) == []


def test_no_file_names_a_machine_or_a_registry() -> None:
    assert lines_with(PLACES) == []


def test_bugs_are_caught_at_the_borders_only() -> None:
    names = {
        name_of(path)
        for path in python_files(*PRODUCT)
        if any(map(BROAD_HANDLER.match, path.read_text("utf-8").splitlines()))
    }
    assert names == BORDERS


def test_packaging_does_not_shadow_the_library_of_that_name() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_private_words_become_fewer() -> None:
    allowed = read_counts()
    places = find_places()
    excess = [word for word in WORDS if len(places[word.name]) > allowed.get(word.name, 0)]
    report = [
        f"{word.name!r} occurs {len(places[word.name])} times, allowed are "
        f"{allowed.get(word.name, 0)}. Write: {word.standard}.\n    "
        + "\n    ".join(f"{name}:{number}" for name, number in new_places(places[word.name]))
        for word in excess
    ]
    assert not report, "\n" + "\n".join(report)
