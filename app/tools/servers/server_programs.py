"""Servers that are programs: the user's environment, their start, and the end of their trees."""

import asyncio
import contextlib
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping
from pathlib import Path

import psutil

from app.errors import LazyText, lazy
from app.tools.servers.messages import Launch
from engine.ipc.child import Child
from engine.ipc.entry_points import NO_WINDOW

END_SECONDS = 2.0  # after the end of its input, and again after SIGTERM
SHELL_SECONDS = 5.0
MARKER = "HUBBUB_TOOL_SERVER"  # in the environment of a server and of all its descendants
_BEGIN, _END = "hubbub-begin", "hubbub-end"
_POLL_SECONDS = 0.05
_MAX_SHELL_BYTES = 1 << 20

# What a server gets of the environment: its programs, folders, language, display, proxies and
# certificates. Keys and tokens that the user has exported for other programs are withheld.
_KEPT = frozenset(
    {
        *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP"),
        *("TEMP", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "SSH_AUTH_SOCK"),
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"),
        *("NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "NVM_DIR", "PNPM_HOME", "BUN_INSTALL"),
        *("JAVA_HOME", "GOPATH", "CARGO_HOME", "RUSTUP_HOME", "PYENV_ROOT", "DOCKER_HOST"),
        *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "APPDATA", "LOCALAPPDATA"),
        *("USERPROFILE", "USERNAME", "HOMEDRIVE", "HOMEPATH", "PROGRAMFILES", "PROGRAMDATA"),
        *("PROGRAMFILES(X86)", "PROCESSOR_ARCHITECTURE", "NUMBER_OF_PROCESSORS"),
    }
)
_KEPT_PREFIXES = ("LC_", "XDG_", "NPM_CONFIG_", "UV_", "PIP_", "VOLTA_", "FNM_", "ASDF_", "MISE_")
# How this program finds its own libraries.
_OURS = ("PYTHON", "LD_LIBRARY_PATH", "DYLD_", "OPENBLAS_", "_PYI", "_MEI")
_USUAL_FOLDERS = ("~/.local/bin", "/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/bin")
_HINTS = {
    "npx": "Node.js",
    "node": "Node.js",
    "npm": "Node.js",
    "uvx": "uv",
    "uv": "uv",
    "docker": "Docker",
    "bunx": "Bun",
    "deno": "Deno",
    "python": "Python",
    "python3": "Python",
}
_VARIABLE = re.compile(r"\$\{env:([^}:]+)(?::-([^}]*))?\}")


class CannotStart(Exception):
    """A server cannot be started; the text is a sentence."""


class UserEnvironment:
    """The environment of the user's login shell, which a program in a menu does not get."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._own = {
            name: value for name, value in environment.items() if not name.startswith(_OURS)
        }
        self._found: asyncio.Task[dict[str, str]] | None = None

    async def variables(self) -> Mapping[str, str]:
        """Return all its variables; the shell is asked once."""
        if self._found is None:
            self._found = asyncio.ensure_future(asyncio.to_thread(self._of_shell))
        return await asyncio.shield(self._found)

    def _of_shell(self) -> dict[str, str]:
        shell = self._own.get("SHELL", "")
        own = dict(self._own)
        path = own.get("PATH", "").split(os.pathsep)
        if sys.platform != "win32":
            path += [os.path.expanduser(each) for each in _USUAL_FOLDERS]
            own["PATH"] = os.pathsep.join(dict.fromkeys(filter(None, path)))
        if sys.platform == "win32" or not os.path.isabs(shell):
            return own
        environment = "command env -0 2>/dev/null || command env"  # not every system has -0
        command = f"command printf {_BEGIN}; {environment}; command printf {_END}"
        flags = "-lic" if Path(shell).name in ("bash", "zsh") else "-lc"
        try:
            with subprocess.Popen(
                [shell, flags, command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=own,
                creationflags=NO_WINDOW,
                start_new_session=True,
            ) as process:
                try:
                    output, _ = process.communicate(timeout=SHELL_SECONDS)
                finally:
                    with contextlib.suppress(OSError):
                        os.killpg(process.pid, signal.SIGKILL)
        except (OSError, subprocess.SubprocessError):
            return own
        text = output[:_MAX_SHELL_BYTES].decode("utf-8", "replace")
        body = text.partition(_BEGIN)[2].rpartition(_END)[0]
        separator = "\0" if "\0" in body else "\n"
        pairs = (each.partition("=") for each in body.split(separator))
        found = {name: value for name, sign, value in pairs if sign and name.isidentifier()}
        if not found.get("PATH"):
            return own
        merged = [*found["PATH"].split(os.pathsep), *own["PATH"].split(os.pathsep)]
        return own | found | {"PATH": os.pathsep.join(dict.fromkeys(filter(None, merged)))}


def resolved(text: str, *sources: Mapping[str, str]) -> str:
    """Replace ``${env:NAME}`` and ``${env:NAME:-DEFAULT}``; an unknown one becomes empty."""

    def value(found: re.Match[str]) -> str:
        for source in sources:
            if found[1] in source:
                return source[found[1]]
        return found[2] or ""

    return _VARIABLE.sub(value, text)


def server_environment(
    user: Mapping[str, str], own: Mapping[str, str], marker: str
) -> dict[str, str]:
    """Return the environment of a server."""
    kept = {
        name: value
        for name, value in user.items()
        if name.upper() in _KEPT or name.upper().startswith(_KEPT_PREFIXES)
    }
    return {**kept, "PYTHONUNBUFFERED": "1", **own, MARKER: marker}


class Program:
    """A running server with pipes. ``end`` must be awaited; it ends the whole tree."""

    def __init__(self, child: Child, marker: str) -> None:
        """Called by ``start`` only."""
        self.child = child
        self._marker = marker

    @classmethod
    async def start(
        cls, launch: Launch, user: Mapping[str, str], log: logging.Logger, token: str
    ) -> "Program":
        """Start a server whose texts are resolved. Raises CannotStart.

        ``token`` begins the marker that all its descendants inherit.
        """
        marker = f"{token}:{uuid.uuid4().hex}"
        environment = server_environment(user, launch.environment, marker)
        command, folder = await asyncio.to_thread(_command_of, launch, environment.get("PATH"))
        try:
            child = await Child.start(
                command,
                name=lazy("“{name}”", name=launch.name),
                log=log,
                environment=environment,
                folder=folder,
                has_own_group=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            text = lazy(
                "“{program}” can't be started: {reason}.", program=command[0], reason=reason
            )
            raise CannotStart(text) from error
        return cls(child, marker)

    async def end(self) -> None:
        """End the server, then all its descendants: politely, and after a while by force."""
        self.child.close_input()
        await self.child.wait(END_SECONDS)
        await asyncio.to_thread(end_family, self._marker, self.child.process_id, END_SECONDS)
        await self.child.end()


def end_family(marker: str, group: int | None = None, seconds: float = END_SECONDS) -> None:
    """End all processes with a marker in their environment, and a process group; blocks.

    The marker also finds descendants that have left the group and lost their parent.
    """
    _signal(group, "SIGTERM")
    for each in _family(marker):
        with contextlib.suppress(psutil.Error):
            each.terminate()
    end = time.monotonic() + seconds
    while _family(marker) and time.monotonic() < end:
        time.sleep(_POLL_SECONDS)
    _signal(group, "SIGKILL")
    end = time.monotonic() + seconds
    while (family := _family(marker)) and time.monotonic() < end:
        for each in family:  # again and again: one may be forking just now
            with contextlib.suppress(psutil.Error):
                each.kill()
        time.sleep(_POLL_SECONDS)


def _signal(group: int | None, name: str) -> None:
    if group is not None and sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(group, getattr(signal, name))


def _family(marker: str) -> list[psutil.Process]:
    """Return the processes whose marker begins so, except zombies.

    They are not waited for: the loop waits for its children itself.
    """
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(MARKER, "").startswith(marker):
                found.append(process)
    return found


def _command_of(launch: Launch, path: str | None) -> tuple[list[str], str]:
    """Return the command line and the folder of a server. Raises CannotStart."""
    command = os.path.expanduser(launch.command)
    folder = os.path.expanduser(launch.folder or "~")
    program = shutil.which(command, path=path)
    if program is None:
        raise CannotStart(_not_found(command))
    if not os.path.isdir(folder):
        raise CannotStart(lazy("There is no folder “{folder}”.", folder=folder))
    return [program, *map(os.path.expanduser, launch.arguments)], folder


def _not_found(command: str) -> LazyText:
    hint = _HINTS.get(Path(command).name)
    if hint is None:
        return lazy(
            "The program “{program}” was not found. Install it, or enter its full path.",
            program=command,
        )
    return lazy(
        "The program “{program}” was not found. Install {package}, or enter the full path of "
        "“{program}”.",
        program=command,
        package=hint,
    )
