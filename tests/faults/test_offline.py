"""Offline no process of ours opens a connection or looks up a name: the calls are traced."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.faults.test_failing_disk import ROOT, pytestmark  # noqa: F401  strace is needed here, too

_FAR = re.compile(r"\bsocket\(AF_INET|sa_family=AF_INET")
# What is imported and started for tools only.
_TOOLS = re.compile(
    r"site-packages/(mcp|mcp_types|pydantic|pydantic_core|pydantic_monty\w*|trafilatura)/"
    r"|app/tools/(servers/|mcp_server|built_in/)\S*process|app\.tools\.\w+"
)
_LOOK_UP = re.compile(r"resolv\.conf|/etc/hosts|nscd/socket|systemd/resolve|htons\(53\)")
SEARCH = """
import asyncio
from engine.client.net_client import NetClient, NetFailure

async def main():
    client = NetClient()
    try:
        await client.search("small")
    except NetFailure:
        pass
    await client.close()

asyncio.run(main())
"""


def trace(file: Path, arguments: Sequence[str], **more: str) -> list[str]:
    """Return the calls for network, files and programs of a program and of all that it starts."""
    command = [
        "strace",
        "-f",
        "--seccomp-bpf",
        "-e",
        "trace=%network,openat,execve",
        "-o",
        str(file),
    ]
    environment = {**os.environ, **more, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run(
        [*command, sys.executable, *arguments],
        check=True,
        cwd=ROOT,
        env=environment,
        timeout=500,
        stdout=subprocess.DEVNULL,
    )
    return file.read_text("utf-8", "replace").splitlines()


def found(pattern: re.Pattern[str], lines: list[str]) -> list[str]:
    return [line for line in lines if pattern.search(line)]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the calls of a whole session offline, without any tool."""
    folder = tmp_path_factory.mktemp("session")
    arguments = ["-m", "tests.faults.offline_session", str(folder / "home")]
    return trace(folder / "trace", arguments)


def test_a_whole_session_offline_opens_no_connection(session: list[str]) -> None:
    assert found(re.compile(r"\bsocket(pair)?\(AF_UNIX"), session), "the trace sees sockets"
    assert found(re.compile(r"\.gguf"), session), "and what the engine process opens"
    assert found(_FAR, session) == []
    assert found(_LOOK_UP, session) == []


def test_without_tools_nothing_of_them_is_loaded_or_started(session: list[str]) -> None:
    assert found(re.compile(r"execve\(.*python"), session), "the trace sees programs"
    assert found(_TOOLS, session) == []


@pytest.mark.nightly
def test_the_trace_would_have_seen_one(tmp_path: Path) -> None:
    hub = "http://localhost:9"
    lines = trace(tmp_path / "trace", ["-c", SEARCH], HF_ENDPOINT=hub, HF_TOKEN="x")
    assert found(_FAR, lines) != []
    assert found(_LOOK_UP, lines) != []
