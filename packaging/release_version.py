"""The version of a package, taken from the tag and written to all files that need it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from failure import SetupFailed

_FORM = re.compile(r"(\d+\.\d+\.\d+)(?:\.dev(\d+))?")


class ReleaseVersion(NamedTuple):
    """A release, or a development version."""

    release: str
    commit_count: int | None = None  # in the history; None for a release

    @classmethod
    def parse(cls, text: str) -> ReleaseVersion:
        """Read ``1.2.3`` or ``1.2.3.dev45``."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise SetupFailed(f"{text} is not a version. Use 1.2.3 or 1.2.3.dev45.")
        return cls(match[1], int(match[2]) if match[2] else None)

    @classmethod
    def of_checkout(cls, root: Path) -> ReleaseVersion:
        """Return the version of this commit's tag, or a development version of the next release.

        Raises SetupFailed if the tag and pyproject.toml differ.
        """
        coming = _project_version(root)
        tag = _git(root, "describe", "--tags", "--exact-match", "--match", "v[0-9]*")
        if not tag:
            return cls(coming, int(_git(root, "rev-list", "--count", "HEAD") or 0))
        if tag != f"v{coming}":
            raise SetupFailed(f"The tag is {tag}, but pyproject.toml says version {coming}.")
        return cls(coming)

    @property
    def text(self) -> str:
        """The version in Python's format."""
        is_release = self.commit_count is None
        return self.release if is_release else f"{self.release}.dev{self.commit_count}"

    @property
    def for_packages(self) -> str:
        """The version for dpkg and rpm: a development version precedes its release."""
        is_release = self.commit_count is None
        return self.release if is_release else f"{self.release}~dev{self.commit_count}"

    @property
    def as_numbers(self) -> str:
        """The version for Windows: four numbers."""
        return f"{self.release}.{self.commit_count or 0}"


def commit_time(root: Path) -> int:
    """Return the time of the packaged commit, in seconds since 1970."""
    return int(_git(root, "show", "--no-patch", "--format=%ct", "HEAD") or 0)


def stamp(folder: Path, version: ReleaseVersion, needed: Iterable[str] = ()) -> None:
    """Write a metadata folder with the version and requirements, as installed packages have."""
    text = f"Metadata-Version: 2.1\nName: hubbub\nVersion: {version.text}\nLicense: MIT\n"
    text += "".join(f"Requires-Dist: {name}\n" for name in needed)
    (folder / "METADATA").write_text(text, "utf-8")


def _project_version(root: Path) -> str:
    # tomllib is missing in some of the Pythons that may run this.
    text = (root / "pyproject.toml").read_text("utf-8")
    match = re.search(r'^version = "([^"]+)"$', text, re.MULTILINE)
    assert match, "pyproject.toml has a version"
    return match[1]


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-c", "safe.directory=*", "-C", str(root), *arguments]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SetupFailed("git is missing; it tells the version.") from error
    return answer.stdout.strip() if answer.returncode == 0 else ""
