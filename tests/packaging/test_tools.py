"""A machine that lacks tools is told which, or gets them; nobody reads a traceback."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from failure import SetupFailed
from system_packages import (
    TOOLS_OF_PACKAGING,
    find_missing,
    provide,
)
from tests.house.source_files import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these are tools of Linux")


def empty_path(folder: Path) -> dict[str, str]:
    return {**os.environ, "PATH": str(folder)}


def test_the_smoke_test_names_the_tools_that_it_lacks(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "packaging" / "smoke_test.py")]
    answer = subprocess.run(
        command, env=empty_path(tmp_path), capture_output=True, text=True, check=False
    )
    assert answer.returncode == 1
    assert "Traceback" not in answer.stderr
    assert "install -y --no-install-recommends debootstrap xdotool xvfb" in answer.stderr


def test_making_packages_needs_nothing_by_hand_as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, **_: name == "apt-get" or None)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.delenv("CXX", raising=False)
    missing = find_missing(for_packages=True, must_compile=True)
    assert {"g++", *TOOLS_OF_PACKAGING.values()} <= set(missing.needed)
    ran: list[str] = []

    def run(command: list[str]) -> int:
        ran.extend(command)
        return 0

    provide(missing, run, lambda _text: None)
    assert ran[0] == "apt-get"
    assert set(missing.needed) <= set(ran)


def test_without_a_known_system_the_tools_for_packages_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, **_: None)
    monkeypatch.setenv("CXX", "c++")
    missing = find_missing(for_packages=True, must_compile=True)
    with pytest.raises(SetupFailed, match="git, readelf, strip"):
        provide(missing, lambda _command: 0, lambda _text: None)
