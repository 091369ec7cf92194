"""Real ``ggml-rpc-server`` processes on this computer, and the pack that speaks to them."""

import contextlib
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.rpc_trial import try_servers

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "rpc"
PACK = FOLDER / "libggml-rpc.so"
PROGRAM = FOLDER / "ggml-rpc-server"
IS_MADE = PACK.is_file() and PROGRAM.is_file()


@dataclass(frozen=True, slots=True)
class RealServer:
    """One of them, listening."""

    address: str
    process: subprocess.Popen[bytes]

    def send(self, number: int) -> None:
        """Send it a signal."""
        self.process.send_signal(number)


@contextmanager
def real_server() -> Iterator[RealServer]:
    """Start one on a free port; it is gone at the end, whatever was done to it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [str(PROGRAM), "-H", "127.0.0.1", "-p", str(port), "-t", "1"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = RealServer(f"127.0.0.1:{port}", process)
    try:
        while not try_servers([server.address])[0].is_there:
            assert process.poll() is None, "the server ended by itself"
        yield server
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
        process.kill()
        process.wait()


def run_rpc() -> None:
    """Compile what the tests need and run them. Raises CalledProcessError."""
    subprocess.run([sys.executable, "packaging/rpc_pack.py"], cwd=ROOT, check=True)
    tests = [sys.executable, "-m", "pytest", "-q", "tests/remote/test_rpc.py"]
    subprocess.run(tests, cwd=ROOT, check=True)
