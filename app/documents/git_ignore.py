"""What .gitignore files leave out of a folder, as git reads them."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from app.documents.text_files import file_content
from app.errors import FileNotTaken

RULES_NAME = ".gitignore"
_MOST_BYTES = 64 << 10
_MOST_RULES = 1_000
_MOST_FOLDERS_ABOVE = 40
# Each star multiplies the time of a search that finds nothing, and no other thread runs meanwhile.
_MOST_STARS = 2
_MOST_DOUBLE_STARS = 3
_STARS = re.compile(r"\*+")


@dataclass(frozen=True, slots=True)
class _Rules:
    """Those of one folder: of a file's name ``left_letters`` go, and ``lead`` comes before it."""

    spec: GitIgnoreSpec
    lead: str = ""
    left_letters: int = 0

    def verdict(self, name: str) -> bool | None:
        """Return whether they leave a file out or keep it in; None where they say nothing."""
        return self.spec.check_file(f"{self.lead}{name[self.left_letters :]}").include


class GitIgnore:
    """The rules of a folder and of those above it; names are paths inside of the chosen folder."""

    def __init__(self, rules: tuple[_Rules, ...] = ()) -> None:
        self._rules = rules

    @staticmethod
    def above(folder: Path) -> "GitIgnore":
        """Return what the folders above say, up to that of the repository; nothing outside one."""
        folder = folder.absolute()
        parents = list(folder.parents)[:_MOST_FOLDERS_ABOVE]
        if (folder / ".git").exists():
            return GitIgnore()
        for number, top in enumerate(parents):
            if (top / ".git").exists():
                found = GitIgnore(tuple(_of_parents(folder, parents[: number + 1])))
                # Whoever chooses a folder that git ignores wants what is in it.
                return GitIgnore() if found.ignores("", is_folder=False) else found
        return GitIgnore()

    def below(self, folder: Path, name: str) -> "GitIgnore":
        """Return these with the rules of a folder inside; ``name`` ends with a slash, or is ""."""
        spec = _spec_in(folder)
        return self if spec is None else GitIgnore((*self._rules, _Rules(spec, "", len(name))))

    def ignores(self, name: str, *, is_folder: bool) -> bool:
        """Return whether a file or folder is left out: the deepest rules decide."""
        name = f"{name}/" if is_folder else name
        verdicts = (rules.verdict(name) for rules in reversed(self._rules))
        return next((each for each in verdicts if each is not None), False)


def _of_parents(folder: Path, parents: list[Path]) -> Iterator[_Rules]:
    for parent in reversed(parents):
        spec = _spec_in(parent)
        if spec is not None:
            yield _Rules(spec, f"{folder.relative_to(parent).as_posix()}/")


def _spec_in(folder: Path) -> GitIgnoreSpec | None:
    path = folder / RULES_NAME
    try:
        # Git follows no link here either.
        content = b"" if path.is_symlink() else file_content(path, _MOST_BYTES)[0]
    except (FileNotTaken, OSError):  # also in a folder that may be listed, but not entered
        return None
    patterns: list[GitIgnoreSpecPattern] = []
    for line in content.decode("utf-8", "replace").splitlines()[:_MOST_RULES]:
        runs = [len(run) for run in _STARS.findall(line)]
        if runs.count(1) > _MOST_STARS or len(runs) > _MOST_STARS + _MOST_DOUBLE_STARS:
            continue
        with suppress(ValueError):  # what git can't understand it skips as well
            patterns.append(GitIgnoreSpecPattern(line))
    return GitIgnoreSpec(patterns) if patterns else None
