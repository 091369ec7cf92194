"""A second start finds the first, whatever lies about in the data folder."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from pytestqt.qtbot import QtBot

from app.single_instance import InstanceServer, Wish, notify_running_instance
from tests.app.processes import Child
from tests.app.starters import start_second

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="looks at sockets as files")

LISTEN_AND_DIE = """
import os, signal, socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
os.kill(os.getpid(), signal.SIGKILL)
"""


def is_heard(qtbot: QtBot, data_dir: Path, wish: Wish) -> bool:
    """Call from another process, while this one's loop runs."""
    caller = Child(start_second, data_dir, wish)
    qtbot.waitUntil(caller.pipe.poll, timeout=60_000)
    return caller.stderr_tail() == [True]


def has_hung_up(caller: socket.socket) -> bool:
    try:
        return caller.recv(10) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


@pytest.fixture
def wishes() -> list[Wish]:
    return []


def test_a_wish_arrives_as_it_was_said(
    qtbot: QtBot, tmp_path: Path, wishes: list[Wish], monkeypatch: pytest.MonkeyPatch
) -> None:
    doorbell = InstanceServer(tmp_path, wishes.append)
    for wish in (Wish(), Wish("/models/größer.gguf", "token")):
        assert is_heard(qtbot, tmp_path, wish)
    doorbell.close()
    assert wishes == [Wish(), Wish("/models/größer.gguf", "token")]
    assert not notify_running_instance(tmp_path, Wish(), patience_seconds=0)


def test_a_socket_that_a_killed_program_left_is_in_nobody_s_way(
    qtbot: QtBot, tmp_path: Path, wishes: list[Wish]
) -> None:
    address = tmp_path / "hubbub.socket"
    dead = subprocess.run([sys.executable, "-c", LISTEN_AND_DIE, str(address)], check=False)
    assert dead.returncode == -signal.SIGKILL
    assert address.exists()
    assert not notify_running_instance(tmp_path, Wish(), patience_seconds=0)
    doorbell = InstanceServer(tmp_path, wishes.append)
    assert is_heard(qtbot, tmp_path, Wish())
    doorbell.close()


def test_only_the_owner_gets_at_the_socket(tmp_path: Path, wishes: list[Wish]) -> None:
    doorbell = InstanceServer(tmp_path, wishes.append)
    assert (tmp_path / "hubbub.socket").stat().st_mode & 0o077 == 0
    doorbell.close()


def test_a_long_path_takes_the_folder_for_sockets_or_none(
    qtbot: QtBot, tmp_path: Path, wishes: list[Wish], monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    unheard = InstanceServer(deep, wishes.append)
    assert not notify_running_instance(deep, Wish(), patience_seconds=0)
    unheard.close()
    with TemporaryDirectory() as short:
        monkeypatch.setenv("XDG_RUNTIME_DIR", short)
        doorbell = InstanceServer(deep, wishes.append)
        (address,) = os.listdir(short)
        assert address.startswith("hubbub-")
        doorbell.close()
        assert os.listdir(short) == []


@pytest.mark.parametrize("words", [b"{}}\n", b"\xff\n", b'{"model": 5}\n', b"x" * 100_000])
def test_what_is_no_wish_is_hung_up_on(
    qtbot: QtBot, tmp_path: Path, wishes: list[Wish], words: bytes
) -> None:
    doorbell = InstanceServer(tmp_path, wishes.append)

    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(str(tmp_path / "hubbub.socket"))
        caller.setblocking(False)
        caller.send(words)
        qtbot.waitUntil(lambda: has_hung_up(caller))
    assert wishes == []
    doorbell.close()


def test_a_place_where_no_socket_can_be_is_no_trouble(tmp_path: Path, wishes: list[Wish]) -> None:
    (tmp_path / "hubbub.socket").mkdir()
    doorbell = InstanceServer(tmp_path, wishes.append)
    assert not notify_running_instance(tmp_path, Wish(), patience_seconds=0)
    doorbell.close()
