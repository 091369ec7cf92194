"""What git ignores stays out of a source, as git itself says."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.sources.folder_walk import SkipReason, files_of
from app.sources.git_ignore import MAX_RULE_CHARACTERS, MAX_RULES, GitIgnore

RULES = (
    *("*.log", "/secret.*", "secret/", "!keep.*", "*.tar.*.gz.*", "a*b*c*d*e", "**/made", "doc/**"),
    *("doc/**/x.md", "a/**/b/**/c", "/*.py", "!/a.py", "file[0-9].txt", "[!a]x.md", "\\#note"),
    *("\\!bang", "# a comment", "", "name with space\\  ", "trailing   ", "*", "!*/", "**", "*/"),
    *("doc/*", "[[:digit:]]x.md", "a/*/c", "!doc/", "x.md/", "**/doc/**/x.*", "*.*.*.*", "a**c"),
    *("[\\]]x", "broken[", "broken\\", "/", "a/", "**/", "**/*.log", "!**/keep.*", "??.md", "ünï*"),
    *("a/**/**/**/**/**/**/c", "*.pem\r", "[z-ab]x.md", "[[a]x.md", "[a--]x.md", "*\\\\ "),
)
# From these a rule is drawn.
PARTS = ("a", "b", "z", "*", "?", "[", "]", "!", "\\", " ", "/", "**", "[a-z]", "[z-ab]", "\\ ")
ENTRIES = (
    *(
        "a.log",
        "secret.txt",
        "in/secret.txt",
        "secret/a.txt",
        "keep.log",
        "x.tar.y.gz.z",
        "doc/x.md",
    ),
    *("aXbXcXdXe", "abcdf", "in/made/a.txt", "made/a.txt", "doc/in/x.md", "a/b/c", "a/x/y/b/z/c"),
    *("a.py", "in/a.py", "file1.txt", "filea.txt", "ax.md", "bx.md", "#note", "!bang", "1x.md"),
    *("name with space ", "trailing", "a/x/c", "x.md/a.txt", "a.b.c.d", "aXc", "]x", "broken["),
    *("doc/keep.md", "doc/in/keep.log", "ünïc.txt", "in/doc/in/x.py", "key.pem", "ab.md", "x\\"),
)
# The rules for which more is left out than git does: a class of characters is any character.
WIDER = {"[[:digit:]]x.md", "[\\]]x", "[z-ab]x.md", "[[a]x.md", "[a--]x.md"}
FILES = {
    ".gitignore": "*.log\n!keep.log\n/secret/\ntmp/\n# *.py\n\n!\n**/made/*.c\ndocs/*.md\n\\\n",
    "a.py": "",
    "b.log": "",
    "keep.log": "",
    "secret/a.py": "",
    "secret/keep.log": "",
    "in/secret/a.py": "",
    "in/tmp/a.py": "",
    "in/.gitignore": "!*.log\n/only.py\n",
    "in/c.log": "",
    "in/only.py": "",
    "in/deep/only.py": "",
    "in/deep/.gitignore": "d.*\n",
    "in/deep/d.py": "",
    "x/made/a.c": "",
    "x/made/a.h": "",
    "docs/a.md": "",
    "docs/in/a.md": "",
}


def make(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def names(folder: Path, patterns: str = "") -> list[str]:
    return [each.name for each in files_of(folder, patterns).files]


@pytest.mark.skipif(shutil.which("git") is None, reason="git says what it ignores")
def test_what_git_ignores_stays_out_and_nothing_else(tmp_path: Path) -> None:
    folder = make(tmp_path, FILES)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    listing = ["git", "-C", str(folder), "ls-files", "--others", "--exclude-standard"]
    by_git = subprocess.run(listing, check=True, capture_output=True, text=True).stdout.split()
    wanted = sorted(each for each in by_git if not each.endswith(".gitignore"))
    assert sorted(names(folder)) == wanted
    assert "in/c.log" in wanted
    assert files_of(folder).skipped[SkipReason.IGNORED] == len(FILES) - 3 - len(wanted) - 1


@pytest.mark.skipif(shutil.which("git") is None, reason="git says what it ignores")
@pytest.mark.parametrize("kept", ["", "!*.md\n", "*.md\n*.log\n"])
def test_each_rule_matches_what_git_matches(tmp_path: Path, kept: str) -> None:
    make(tmp_path, dict.fromkeys(ENTRIES, ""))
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    check = ["git", "-C", str(tmp_path), "check-ignore", "--no-index", "-z", "--stdin"]
    for rule in RULES:
        (tmp_path / ".gitignore").write_text(f"{kept}{rule}\n", newline="")
        given = "\0".join(ENTRIES)
        answer = subprocess.run(check, input=given, capture_output=True, text=True, check=False)
        by_git = {each for each in answer.stdout.split("\0") if each}
        ignored = set(ENTRIES) - set(names(tmp_path, "*"))
        missing, more = by_git - ignored, ignored - by_git
        assert not missing, rule
        assert not more or rule in WIDER, rule


@pytest.mark.skipif(shutil.which("git") is None, reason="git says what it ignores")
def test_no_rule_keeps_in_what_git_leaves_out(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    check = ["git", "-C", str(tmp_path), "check-ignore", "--no-index", "-z", "--stdin"]
    letters = ("a", "b", "z", "ab", "za", "a b", "a ", "[", "]", "a]", "!a", "\\", "a\\", "[a]")
    paths = "\0".join([*letters, *(f"a/{each}" for each in letters)])

    @given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=5).map("".join))
    @settings(max_examples=60)
    @example("z**/a")
    @example("***/a")
    @example("a/***")
    @example("a/****/b")
    @example("\\**/a")
    @example("[a/]")
    @example("a/[!/b]")
    def matches(rule: str) -> None:
        (tmp_path / ".gitignore").write_text(f"{rule}\n")
        answer = subprocess.run(check, input=paths, capture_output=True, text=True, check=False)
        rules = GitIgnore.above(tmp_path).below(tmp_path, "")
        for path in filter(None, answer.stdout.split("\0")):
            parts = path.split("/")
            assert any(
                rules.ignores("/".join(parts[:count]), is_folder=count < len(parts))
                for count in range(1, len(parts) + 1)
            ), (rule, path)

    matches()


@pytest.mark.parametrize(
    "rules", ["a\n" * (MAX_RULES + 1), "a" * (MAX_RULE_CHARACTERS + 1)], ids=["many", "long"]
)
def test_a_folder_whose_rules_cannot_be_followed_stays_out(tmp_path: Path, rules: str) -> None:
    folder = make(
        tmp_path / "it", {"a.py": "", "in/.gitignore": rules, "in/b.py": "", ".git/HEAD": ""}
    )
    found = files_of(folder)
    assert [each.name for each in found.files] == ["a.py"]
    assert found.skipped == {SkipReason.UNUSABLE_RULES: 1}
    assert files_of(make(folder / "in" / "c", {"c.py": ""})).files == ()


def test_the_filter_lets_in_nothing_that_git_ignores(tmp_path: Path) -> None:
    folder = make(tmp_path, FILES)
    assert names(folder, "*.log") == ["in/c.log", "keep.log"]


def test_a_folder_of_a_repository_follows_the_rules_above_it(tmp_path: Path) -> None:
    make(tmp_path, {"repo/.git/HEAD": "", ".gitignore": "a.py", "repo/.gitignore": "/src/b.py\n"})
    source = make(tmp_path / "repo" / "src", {"a.py": "", "b.py": "", "c/b.py": ""})
    assert names(source) == ["a.py", "c/b.py"], "what lies above the repository does not count"


def test_an_ignored_folder_that_was_chosen_is_wanted(tmp_path: Path) -> None:
    make(tmp_path, {".git/HEAD": "", ".gitignore": "logs/\n"})
    assert names(make(tmp_path / "logs", {"a.txt": ""})) == ["a.txt"]


def test_rules_are_read_from_no_link_and_no_pipe(tmp_path: Path) -> None:
    elsewhere = make(tmp_path / "elsewhere", {"rules": "*\n"})
    folder = make(tmp_path / "folder", {"a.py": "", "in/a.py": ""})
    (folder / ".gitignore").symlink_to(elsewhere / "rules")
    os.mkfifo(folder / "in" / ".gitignore")
    assert names(folder) == ["a.py", "in/a.py"]


def test_hostile_rules_are_followed_in_bounded_time(tmp_path: Path) -> None:
    stars = ["*a" * count + "*b" for count in range(1, 40)]
    folders = ["a/" + "**/a/" * count + "b" for count in range(1, 40)]
    sets = ["[" * MAX_RULE_CHARACTERS, "[[:a" * 200, "[\\a" * 300] * 20
    folder = make(tmp_path, {".gitignore": "\n".join(stars + folders + sets), "a.py": ""})
    start = time.thread_time()
    ignore = GitIgnore().below(folder, "")
    assert not ignore.ignores("a" * 250, is_folder=False)
    assert ignore.ignores("a" * 250 + "b", is_folder=False)
    assert not ignore.ignores("a/" * 100 + "c", is_folder=False)
    assert time.thread_time() - start < 3
    assert names(folder) == ["a.py"]


def test_a_folder_that_may_be_listed_and_not_entered_takes_no_other_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, {"a.py": "", "locked/.gitignore": "b.py", "locked/b.py": ""})
    lstat = Path.lstat

    def deny(self: Path) -> os.stat_result:
        if self.parent.name == "locked":
            raise PermissionError(13, "Permission denied")
        return lstat(self)

    # Not by its mode: nothing is refused to an administrator.
    monkeypatch.setattr(Path, "lstat", deny)
    assert "a.py" in [each.name for each in files_of(tmp_path).files]
