"""Private words, the standard words to write instead, and where the private ones stand today.

``word_counts.json`` holds how often each word may occur. After removing some, lower the numbers
with ``python -m tests.house.word_list``; the command never raises one.
"""

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.house.source_files import PRODUCT, ROOT, name_of, python_files, room, tracked_files

COUNTS = Path(__file__).with_name("word_counts.json")
UI_TEXTS = ROOT / "resources/translations/hubbub_de.ts"
ENGLISH_HELP = "help_en.md"

# What may stand between two words: a line break in a comment or between joined strings, too.
GAP = r"""[\s_#"']+"""

Place = tuple[str, int]  # the name of a file, and a line number


@dataclass(frozen=True, slots=True)
class Word:
    """A word not to use; without a pattern it is looked for as it is written."""

    name: str
    standard: str
    pattern: str = ""

    @property
    def expression(self) -> re.Pattern[str]:
        """A regular expression that begins with plain letters, which makes the search fast."""
        return re.compile((self.pattern or self.name).replace(" ", GAP) + "(?![a-z])")


WORDS = (
    Word("behind", "after, following"),
    Word("beside", "next to, alongside, concurrently with"),
    Word("nobody", "the user, the caller, no one"),
    Word("somebody", "the user, the caller"),
    Word("whoever", "the user, the caller"),
    Word("is no", "is not a", r"is(?<!there\sis) no(?! longer| more| one)"),
    Word("letters", "characters"),
    Word("so many", "n, the given number"),
    Word("so long", "the duration"),
    Word("go on", "continue", "go(?:es|ing|ne)? on"),
    Word("went on", "continued"),
    Word("anew", "again"),
    Word("for ever", "forever"),
    Word("in vain", "without success"),
    Word("dear", "expensive, slower, slowest", "dear(?:er|est)?"),
    Word("reckon", "estimate", "reckon(?:s|ed|ing)?"),
    Word("take note", "record", "tak(?:e|es|en|ing) note"),
    Word("forget()", "remove, discard", r"forget\w*(?=\()"),
    Word("MOST_", "MAX_"),
    Word("LEAST_", "MIN_"),
    Word("FEWEST_", "MIN_"),
    Word("_believe", "_update_estimate"),
    Word("_forgive", "_decay"),
    Word("is_hopeless", "is_unprofitable"),
    Word("_die_of_bugs", "_abort_on_error"),
    Word("may_guess", "speculation_enabled"),
)


def searched_files() -> list[Path]:
    """Return product code, UI strings and documents."""
    documents = [path for path in tracked_files() if path.suffix == ".md" and room(path) != "tests"]
    english = [
        path for path in documents if path.name == ENGLISH_HELP or not path.name.startswith("help_")
    ]
    return [*python_files(*PRODUCT), *english, UI_TEXTS]


def find_places() -> dict[str, list[Place]]:
    """Return where each word stands."""
    texts = [(name_of(path), path.read_text("utf-8")) for path in searched_files()]
    lowered = [(name, text.lower()) for name, text in texts]
    return {
        word.name: _places_in(texts if word.name.isupper() else lowered, word) for word in WORDS
    }


def _places_in(texts: list[tuple[str, str]], word: Word) -> list[Place]:
    return [
        (name, text.count("\n", 0, match.start()) + 1)
        for name, text in texts
        for match in word.expression.finditer(text)
        if match.start() == 0 or not text[match.start() - 1].isalpha()
    ]


def new_places(places: list[Place]) -> list[Place]:
    """Return those in lines that are newer than the table; all if git does not know them."""
    git = ["git", "-c", "safe.directory=*", "-c", "core.quotePath=off"]
    commit = _output([*git, "log", "-1", "--format=%H", "--", str(COUNTS)]).strip()
    prefixes = ["--src-prefix=a/", "--dst-prefix=b/"]
    diff = _output([*git, "diff", "--unified=0", "--no-ext-diff", *prefixes, commit or "HEAD"])
    untracked = _output([*git, "ls-files", "--others", "--exclude-standard"]).splitlines()
    added: set[Place] = set()
    name = ""
    for line in diff.splitlines():
        if line.startswith("+++ b/"):
            name = line.removeprefix("+++ b/")
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            added |= {(name, number) for number in range(first, first + count)}
    return [place for place in places if place in added or place[0] in untracked] or places


def _output(command: list[str]) -> str:
    answer = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    return answer.stdout


def read_counts() -> dict[str, int]:
    """Return how often each word may occur."""
    counts: dict[str, int] = json.loads(COUNTS.read_text("utf-8"))
    return counts


def main() -> None:
    """Lower the numbers in the table to today's; a word that is new in the list gets today's."""
    old = read_counts()
    today = {name: len(places) for name, places in find_places().items()}
    lowered = {name: min(count, old.get(name, count)) for name, count in today.items()}
    COUNTS.write_text(json.dumps(lowered, indent=1) + "\n", "utf-8")
    print(f"{sum(old.values())} words were allowed, {sum(lowered.values())} are.")


if __name__ == "__main__":
    main()
