"""Servers get the environment of the user's login shell, without secrets."""

import sys
from pathlib import Path

import pytest

from app.tools.servers.server_programs import UserEnvironment, resolved, server_environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no login shell")


def shell(folder: Path, body: str) -> dict[str, str]:
    """Return the environment of a program in a menu, with a shell that runs ``body`` first."""
    script = folder / "shell"
    script.write_text(f'#!/bin/sh\n{body}\nexec /bin/sh -c "$2"\n', "utf-8")
    script.chmod(0o755)
    return {"SHELL": str(script), "PATH": "/usr/bin:/bin", "HOME": str(folder)}


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.tools.servers.server_programs.SHELL_SECONDS", 60.0)


@pytest.mark.usefixtures("patience")
async def test_the_login_shell_says_where_programs_are(tmp_path: Path) -> None:
    own = shell(tmp_path, 'echo "Welcome!"; export PATH="/opt/node/bin:$PATH" TOKEN="a\nb"')
    found = await UserEnvironment(own | {"PYTHONPATH": "/ours"}).variables()
    assert found["PATH"].split(":")[:3] == ["/opt/node/bin", "/usr/bin", "/bin"]
    assert found["TOKEN"] == "a\nb"
    assert "PYTHONPATH" not in found


@pytest.mark.usefixtures("patience")
async def test_a_system_without_nulls_between_variables_is_understood(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    tool = tmp_path / "bin" / "env"
    tool.write_text('#!/bin/sh\n[ "$1" = -0 ] && exit 1\nexec /usr/bin/env\n', "utf-8")
    tool.chmod(0o755)
    own = shell(tmp_path, f'export PATH="{tmp_path}/bin:/opt/node/bin:$PATH"')
    found = await UserEnvironment(own).variables()
    assert found["PATH"].split(":")[1] == "/opt/node/bin"


async def test_a_shell_that_hangs_or_fails_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tools.servers.server_programs.SHELL_SECONDS", 0.3)
    for own in (
        shell(tmp_path, "sleep 60"),
        shell(tmp_path, "exit 1"),
        {"SHELL": "/no/such/shell", "PATH": "/usr/bin"},
        {"PATH": "/usr/bin"},
    ):
        path = (await UserEnvironment(own).variables())["PATH"]
        assert path.startswith("/usr/bin:")
        assert "/usr/local/bin" in path.split(":")


def test_only_some_variables_reach_a_server() -> None:
    user = {"PATH": "/bin", "GITHUB_TOKEN": "x", "LC_ALL": "C", "https_proxy": "p", "UV_CACHE": "c"}
    found = server_environment(user, {"MINE": "1"}, "marker")
    assert found.keys() == {
        *("PATH", "LC_ALL", "https_proxy", "UV_CACHE", "MINE"),
        *("PYTHONUNBUFFERED", "HUBBUB_TOOL_SERVER"),
    }


def test_a_variable_comes_from_the_first_place_that_has_it() -> None:
    text = "${env:A} ${env:B} ${env:C:-three} ${env:D}"
    assert resolved(text, {"A": "1"}, {"A": "0", "B": "2"}) == "1 2 three "
