"""One version, from the tag, in every form that a package wants."""

import subprocess
from pathlib import Path

import pytest

from failure import SetupFailed
from release_version import ReleaseVersion


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with one commit of version 1.2.0."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    return tmp_path


def test_the_tag_is_the_version(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.0")
    assert ReleaseVersion.of_checkout(checkout).text == "1.2.0"


def test_a_commit_without_a_tag_comes_before_its_release(checkout: Path) -> None:
    version = ReleaseVersion.of_checkout(checkout)
    assert version.text == "1.2.0.dev1"
    assert version.for_packages == "1.2.0~dev1"
    assert version.as_numbers == "1.2.0.1"


def test_a_tag_that_contradicts_the_project_is_refused(checkout: Path) -> None:
    git(checkout, "tag", "v1.3.0")
    with pytest.raises(SetupFailed, match=r"v1\.3\.0.*1\.2\.0"):
        ReleaseVersion.of_checkout(checkout)


def test_a_version_is_read_or_refused() -> None:
    assert ReleaseVersion.parse("1.2.3.dev4") == ReleaseVersion("1.2.3", 4)
    with pytest.raises(SetupFailed, match="not a version"):
        ReleaseVersion.parse("v1.2")
