"""A real input method on the display of a test: IBus with Anthy (Japanese) and Hangul (Korean)."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.flows.external_process import end
from tests.flows.processes import until

TOOLS = ("dbus-daemon", "ibus", "ibus-daemon")
_COMPONENTS = Path("/usr/share/ibus/component")
IS_MISSING = any(shutil.which(tool) is None for tool in TOOLS) or not all(
    (_COMPONENTS / f"{engine}.xml").exists() for engine in ("anthy", "hangul")
)
# Both begin with Latin letters otherwise.
_SETTINGS = """[org/freedesktop/ibus/engine/anthy/common]
input-mode=0

[org/freedesktop/ibus/engine/hangul]
initial-input-mode='hangul'
"""


@contextmanager
def input_method(display: str, engine: str) -> Iterator[None]:
    """Start IBus on a display; programs that are started inside of the block use it."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("DISPLAY", display)
        patch.setenv("QT_IM_MODULE", "ibus")
        patch.setenv("GSETTINGS_BACKEND", "keyfile")
        settings = Path(os.environ["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings" / "keyfile"
        settings.parent.mkdir(parents=True)
        settings.write_text(_SETTINGS)
        patch.setenv("DBUS_SESSION_BUS_ADDRESS", _start_bus(stack))
        daemon = subprocess.Popen(
            ["ibus-daemon", "--replace", "--panel", "disable"],
            # Its engines are written in the Python of the system.
            env={**os.environ, "PATH": "/usr/bin:/bin"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        stack.callback(end, daemon)
        until(lambda: _is_set(engine), f"the engine {engine}")
        yield


def _start_bus(stack: ExitStack) -> str:
    """Start a session bus; return its address."""
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(end, bus)
    assert bus.stdout is not None
    stack.callback(bus.stdout.close)
    return bus.stdout.readline().decode().strip()


def _is_set(engine: str) -> bool:
    # The command may report an error for an engine that takes a while to start.
    subprocess.run(["ibus", "engine", engine], capture_output=True, check=False)
    told = subprocess.run(["ibus", "engine"], capture_output=True, text=True, check=False)
    return told.stdout.strip() == engine
