"""Starts a server, waits until it answers, ends it with all that it has started."""

import contextlib
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Served:
    """Where a server answers, and the key that it wants; empty for none."""

    address: str
    key: str = ""


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(
    command: Sequence[str],
    address: str,
    log: Path,
    *,
    seconds: float,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Served]:
    """Yield where a server answers; its output goes to ``log``."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, **(environment or {})},
        )
        try:
            _wait(process, address, log, seconds)
            yield Served(address)
        finally:
            _end(process)


def _wait(process: subprocess.Popen[bytes], address: str, log: Path, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"It has ended; see {log}.")
        try:
            with urllib.request.urlopen(f"{address}/v1/models", timeout=5) as answer:
                if b'"id"' in answer.read():
                    return
        except urllib.error.HTTPError as error:
            if error.code == 401:
                return  # it is there, and wants its key
        except OSError:
            pass
        time.sleep(0.3)
    raise TimeoutError(f"It did not answer within {seconds:.0f} s; see {log}.")


def _end(process: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
            return
