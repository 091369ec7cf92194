"""The files of a folder that .gitignore files exclude, as git does.

``pathspec`` turns each line into a regular expression. An excluded folder is not entered, so the
expressions are changed to match one entry without its contents, in bounded time. A line that cannot
be matched exactly excludes more than git does, never less.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from app.documents.text_files import file_content
from app.errors import FileNotTaken

RULES_NAME = ".gitignore"
MAX_BYTES = 128 << 10
MAX_RULES = 2_000
MAX_RULE_CHARACTERS = 1_000
_MAX_DOUBLE_STARS = 3
_MAX_FOLDERS_ABOVE = 40
_FOLDER_MARK = "(?P<ps_d>/)"
_ENDINGS = ((f"(?:{_FOLDER_MARK}|$)", "/?"), (_FOLDER_MARK, "/"), ("/", "/.+"))
# A star needs no backtracking: the first place of the text after it is sufficient.
_STAR_BEFORE_STAR = re.compile(r"\[\^/\]\*((?:\[\^/\](?!\*)|[^/])*?)(?=\[\^/\]\*)")
_ESCAPE_OR_SET = re.compile(r"\\.|\[[!^]?\]?(?:\[:\w*:\]|\\.|[^]\\])*+\]")
_MANY_STARS = re.compile(r"(^!?|/)\*{3,}(?=/|$)")  # git reads them like two
_MIXED_STARS = re.compile(r"[^!*]\*\*|\*\*[^*]|.!\*\*")  # more than "**" alone
_SIMPLE_START = re.compile(r"[\\\[*]")
_PLAIN_SET = re.compile(r"\[[!^]?\]?(?:(?!--)[^\[\]\\/&~|])*\]")
_RANGE = re.compile(r"([^\[!^])-([^\]])")


class UnusableRules(Exception):
    """A .gitignore file exceeds the limits."""


class _Rules(msgspec.Struct, frozen=True):
    """The rules of the folder at ``base`` (empty, or ends with a slash), in reverse order."""

    base: str
    rules: tuple[tuple[re.Pattern[str], bool], ...]

    def verdict(self, path: str) -> bool | None:
        """Return whether an entry is excluded; None if no rule matches."""
        if not path.startswith(self.base):
            return None
        path = path[len(self.base) :]
        return next((ignores for regex, ignores in self.rules if regex.fullmatch(path)), None)


class GitIgnore(msgspec.Struct, frozen=True):
    """The rules of a folder and its parents; names are paths in the chosen folder.

    ``lead`` is the path from the repository to the chosen folder.
    """

    rules: tuple[_Rules, ...] = ()
    lead: str = ""

    @staticmethod
    def above(folder: Path) -> "GitIgnore":
        """Return the rules of the parent folders up to the repository; none outside one.

        Raises UnusableRules.
        """
        folder = folder.absolute()
        near = (folder, *folder.parents)[: _MAX_FOLDERS_ABOVE + 1]
        top = next((each for each in near if (each / ".git").exists()), folder)
        count = near.index(top)
        inside = [each.relative_to(top).parts for each in near[: count + 1]]
        leads = ["".join(f"{part}/" for part in parts) for parts in inside]
        found = GitIgnore(lead=leads[0])
        for parent, lead in zip(near[count:0:-1], leads[count:0:-1], strict=True):
            found = GitIgnore((*found.rules, *_rules_in(parent, lead)), leads[0])
        # If the chosen folder itself is ignored, its contents are wanted.
        return GitIgnore() if any(map(found.ignores_path, leads[:count])) else found

    def below(self, folder: Path, name: str) -> "GitIgnore":
        """Return these rules with those of a subfolder; ``name`` ends with a slash, or is "".

        Raises UnusableRules.
        """
        return GitIgnore((*self.rules, *_rules_in(folder, self.lead + name)), self.lead)

    def ignores(self, name: str, *, is_folder: bool) -> bool:
        """Return whether an entry of a folder that is not ignored is excluded."""
        return self.ignores_path(f"{self.lead}{name}{'/' * is_folder}")

    def ignores_path(self, path: str) -> bool:
        """Return the same for a path from the repository; that of a folder ends with a slash."""
        verdicts = (rules.verdict(path) for rules in reversed(self.rules))
        return next((each for each in verdicts if each is not None), False)


def _rules_in(folder: Path, base: str) -> Iterator[_Rules]:
    path = folder / RULES_NAME
    try:
        # Git does not follow links here either.
        content, size = (b"", 0) if path.is_symlink() else file_content(path, MAX_BYTES)
    except (FileNotTaken, OSError):  # also if the folder may be listed, but not entered
        return
    lines = content.decode("utf-8-sig", "surrogateescape").replace("\r\n", "\n").split("\n")
    longest = max(map(len, lines))
    if size > MAX_BYTES or len(lines) > MAX_RULES or longest > MAX_RULE_CHARACTERS:
        raise UnusableRules
    rules = tuple(rule for line in reversed(lines) for rule in _rule(line))
    if rules:
        yield _Rules(base, rules)


def _rule(line: str) -> Iterator[tuple[re.Pattern[str], bool]]:
    """Yield the expression of a line, and whether matching entries are excluded."""
    line = _without_end_spaces(line)
    wider = _MANY_STARS.sub(r"\1**", _ESCAPE_OR_SET.sub(_clear, line))
    names = wider.split("/")
    mixed = next((each for each in names[:-1] if _MIXED_STARS.search(each)), None)
    if mixed is not None:  # git takes "a**/b" for several things, among them "ab"
        before = names[: names.index(mixed)]
        names = [*(before or [""]), _SIMPLE_START.split(mixed, maxsplit=1)[0] + "*"]
        wider = "/".join(names)
    stars = [index for index, name in enumerate(names) if name == "**"]
    if len(stars) > _MAX_DOUBLE_STARS:
        wider = "/".join(names[: stars[0]] + names[stars[-1] :])
    if wider != line and line.startswith("!"):
        return
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern  # imported late: few need it

    try:
        regex, ignores = GitIgnoreSpecPattern.pattern_to_regex(wider)
        if regex is None or ignores is None:  # a comment, or a line that matches nothing in git
            return
        ending, exact = next((each for each in _ENDINGS if regex.endswith(each[0])), ("", ""))
        regex = ("" if regex.startswith("^") else ".*") + regex.removesuffix(ending) + exact
        regex = _STAR_BEFORE_STAR.sub(r"(?>[^/]*?\1)", regex)
        yield re.compile(regex, re.DOTALL), ignores
    except (ValueError, re.error):  # an escape at the end, or a reversed range
        return


def _without_end_spaces(line: str) -> str:
    """Return a line without trailing spaces, except for an escaped one."""
    end = len(line.rstrip(" "))
    escapes = end - len(line[:end].rstrip("\\"))
    return line[: end + escapes % 2]


def _clear(found: re.Match[str]) -> str:
    """Return "?" for a set that pathspec or ``re`` reads differently from git."""
    text = found[0]
    if text.startswith("\\"):
        return text
    is_plain = _PLAIN_SET.fullmatch(text) and all(low <= high for low, high in _RANGE.findall(text))
    return text if is_plain else "?"
