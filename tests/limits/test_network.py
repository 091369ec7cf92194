"""Without a network the program lacks nothing, and with one it asks nobody."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from app.data_folders import Paths
from app.settings import Settings, SettingsFile
from tests.limits.visitor import Visit

_SOCKETS = re.compile(r"\b(AF_INET6?|PF_INET6?|AF_NETLINK|nscd|resolve)\b|sin6?_port")
_CALLS = "trace=socket,connect,bind,sendto,sendmsg,sendmmsg"


PROCESSES = (
    "engine.core.process",
    "app.models.library.process",
    "app.printing.process",
)


def _may(*command: str) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run([*command, "true"], check=False, capture_output=True).returncode == 0


# Nobody has agreed to ask the hub yet; or it may be asked, but the program works offline.
SETTINGS = {"unasked": Settings(), "offline": Settings(searches_hub=True, is_offline=True)}


@pytest.mark.skipif(not _may("strace", "-f"), reason="needs strace")
@pytest.mark.parametrize("kind", [pytest.param("unasked", marks=pytest.mark.nightly), "offline"])
def test_no_socket_of_the_internet_is_opened_and_no_name_looked_up(
    tmp_path: Path, kind: str
) -> None:
    paths = Paths.under(tmp_path / "hubbub")
    paths.create()
    SettingsFile(paths.settings_file).save(SETTINGS[kind])
    trace = tmp_path / "trace"
    # Also what is opened: a look-up of a name begins with these files.
    calls = f"{_CALLS},openat,execve"
    before = ("strace", "-f", "-qq", "-s", "200", "-o", str(trace), "-e", calls)
    with Visit(tmp_path / "hubbub", "--tour", before=before) as visit:
        assert visit.went_well()
        assert visit.lines("page"), visit.output
        assert visit.lines("hashed"), visit.output
        assert visit.lines("hub") == (["OFFLINE"] if kind == "offline" else [])
    lines = trace.read_text("utf-8", "replace").splitlines()
    assert any("AF_UNIX" in line for line in lines), "the calls of sockets were seen"
    assert any("llama" in line and "openat" in line for line in lines), "those of the engine, too"
    for module in PROCESSES:
        assert any("execve" in line and module in line for line in lines), module
    asked = [line for line in lines if _SOCKETS.search(line) and "openat" not in line]
    looked_up = [line for line in lines if re.search(r"/etc/(resolv\.conf|hosts)\"", line)]
    assert asked + looked_up == []


@pytest.mark.skipif(not _may("unshare", "--net"), reason="needs a network of its own")
@pytest.mark.nightly
def test_without_any_network_it_answers(tmp_path: Path) -> None:
    with Visit(tmp_path / "hubbub", before=("unshare", "--net")) as visit:
        assert visit.went_well()
