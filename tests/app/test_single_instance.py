"""A second start finds the first, whatever lies about in the data folder."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from PySide6.QtNetwork import QLocalSocket
from pytestqt.qtbot import QtBot

from app.errors import AlreadyRunning, FolderNotWritable
from app.single_instance import InstanceLock, InstanceServer, LaunchRequest, notify_running_instance
from tests.app.processes import Child
from tests.app.starters import hold_lock, start_second

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="looks at sockets as files")

LISTEN_AND_DIE = """
import os, signal, socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
os.kill(os.getpid(), signal.SIGKILL)
"""


def is_heard(qtbot: QtBot, data_dir: Path, request: LaunchRequest) -> bool:
    """Call from another process, while this one's loop runs."""
    caller = Child(start_second, data_dir, request)
    qtbot.waitUntil(caller.pipe.poll, timeout=60_000)
    return caller.stderr_tail() == [True]


def connected_to_a_server_that_is_gone(
    qtbot: QtBot, data_dir: Path, requests: list[LaunchRequest]
) -> socket.socket:
    server = InstanceServer(data_dir, requests.append)
    caller = socket.socket(socket.AF_UNIX)
    caller.connect(str(data_dir / "hubbub.socket"))
    qtbot.waitUntil(lambda: bool(server.findChildren(QLocalSocket)))
    server.close()
    return caller


def has_hung_up(caller: socket.socket) -> bool:
    try:
        return caller.recv(10) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder of a short name: a socket's address holds a hundred bytes."""
    with TemporaryDirectory(prefix="h") as name:
        yield Path(name)


@pytest.fixture
def requests() -> list[LaunchRequest]:
    return []


def test_a_request_arrives_as_it_was_sent(
    qtbot: QtBot, folder: Path, requests: list[LaunchRequest], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = InstanceServer(folder, requests.append)
    for request in (LaunchRequest(), LaunchRequest("/models/größer.gguf", "token")):
        assert is_heard(qtbot, folder, request)
    server.close()
    assert requests == [LaunchRequest(), LaunchRequest("/models/größer.gguf", "token")]
    assert not notify_running_instance(folder, LaunchRequest(), timeout_seconds=0)


def test_a_first_start_that_is_busy_is_asked_once(
    qtbot: QtBot, folder: Path, requests: list[LaunchRequest]
) -> None:
    server = InstanceServer(folder, requests.append)
    caller = Child(start_second, folder, LaunchRequest("/models/large.gguf"))
    time.sleep(1.5)  # the loop stands still, as it does while a window is built
    qtbot.waitUntil(caller.pipe.poll)
    assert caller.stderr_tail() == [True]
    assert requests == [LaunchRequest("/models/large.gguf")]
    server.close()


def test_a_connection_may_outlive_the_server(
    qtbot: QtBot, folder: Path, requests: list[LaunchRequest]
) -> None:
    caller = connected_to_a_server_that_is_gone(qtbot, folder, requests)
    caller.close()
    qtbot.wait(50)  # a crash, where the end of the connection frees the server once more
    assert requests == []


def test_a_socket_that_a_killed_program_left_is_in_nobody_s_way(
    qtbot: QtBot, folder: Path, requests: list[LaunchRequest]
) -> None:
    address = folder / "hubbub.socket"
    dead = subprocess.run([sys.executable, "-c", LISTEN_AND_DIE, str(address)], check=False)
    assert dead.returncode == -signal.SIGKILL
    assert address.exists()
    assert not notify_running_instance(folder, LaunchRequest(), timeout_seconds=0)
    server = InstanceServer(folder, requests.append)
    assert is_heard(qtbot, folder, LaunchRequest())
    server.close()


def test_only_the_owner_gets_at_the_socket(folder: Path, requests: list[LaunchRequest]) -> None:
    server = InstanceServer(folder, requests.append)
    assert (folder / "hubbub.socket").stat().st_mode & 0o077 == 0
    server.close()


def test_a_long_path_takes_the_folder_for_sockets_or_none(
    qtbot: QtBot, tmp_path: Path, requests: list[LaunchRequest], monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    unheard = InstanceServer(deep, requests.append)
    assert not notify_running_instance(deep, LaunchRequest(), timeout_seconds=0)
    unheard.close()
    with TemporaryDirectory() as short:
        monkeypatch.setenv("XDG_RUNTIME_DIR", short)
        server = InstanceServer(deep, requests.append)
        (address,) = os.listdir(short)
        assert address.startswith("hubbub-")
        server.close()
        assert os.listdir(short) == []


@pytest.mark.parametrize("frame", [b"{}}\n", b"\xff\n", b'{"model": 5}\n', b"x" * 100_000])
def test_what_is_no_wish_is_hung_up_on(
    qtbot: QtBot, folder: Path, requests: list[LaunchRequest], frame: bytes
) -> None:
    server = InstanceServer(folder, requests.append)

    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(str(folder / "hubbub.socket"))
        caller.setblocking(False)
        caller.send(frame)
        qtbot.waitUntil(lambda: has_hung_up(caller))
    assert requests == []
    server.close()


def test_a_place_where_no_socket_can_be_is_no_trouble(
    folder: Path, requests: list[LaunchRequest]
) -> None:
    (folder / "hubbub.socket").mkdir()
    server = InstanceServer(folder, requests.append)
    assert not notify_running_instance(folder, LaunchRequest(), timeout_seconds=0)
    server.close()


def test_a_second_process_is_told_until_the_first_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "hubbub.lock"
    child = Child(hold_lock, path)
    assert child.pipe.recv() == "locked"
    lock = InstanceLock(path)
    with pytest.raises(AlreadyRunning, match="already running"):
        lock.acquire()
    child.kill()
    lock.acquire()
    lock.release()


def test_a_released_lock_can_be_taken_again(tmp_path: Path) -> None:
    first, second = InstanceLock(tmp_path / "lock"), InstanceLock(tmp_path / "lock")
    first.acquire()
    with pytest.raises(AlreadyRunning):
        second.acquire()
    first.release()
    first.release()
    second.acquire()
    second.release()


def test_a_lock_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderNotWritable, match=r"lock can't be locked"):
        InstanceLock(tmp_path / "file" / "lock").acquire()
