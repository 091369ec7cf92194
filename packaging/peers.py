"""Compiles llama.cpp's servers for the benchmarks: ``.venv/bin/python packaging/peers.py``.

They are built with llama.cpp's default options from the locked source. If they are in place, it
prints nothing.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import sys
from pathlib import Path

from commands import Commands
from failure import SetupFailed
from freezing_environment import COMPILED_HERE, only_package
from native_library import fetch_source
from one_at_a_time import alone
from system_packages import check_compiler
from virtual_environment import BUILD_LOCK, PIP_SETTINGS, RUNTIME_LOCK, core_count, default_args

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ("llama-server", "ggml-rpc-server")
# These do not affect computation: no web pages, no TLS, and the RPC server.
OPTIONS = (
    "-DCMAKE_BUILD_TYPE=Release",
    "-DGGML_RPC=ON",
    "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_USE_PREBUILT_UI=OFF",
    "-DLLAMA_OPENSSL=OFF",
)
INTERRUPTED = 130


class Peers:
    """The folder ``build/peers``: tools, source, and the programs in ``bin``."""

    def __init__(self, root: Path) -> None:
        """Does not build anything."""
        self.folder = root / "build" / "peers"
        self._build_lock = root / BUILD_LOCK
        self._requirement = only_package((root / RUNTIME_LOCK).read_text("utf-8"), COMPILED_HERE)
        self._options = [*OPTIONS, *shlex.split(default_args())]

    @property
    def programs(self) -> list[Path]:
        """The folder of the servers."""
        ending = ".exe" if os.name == "nt" else ""
        return [self.folder / "bin" / f"{name}{ending}" for name in PROGRAMS]

    @property
    def is_in_place(self) -> bool:
        """Whether the servers are built from the current locks."""
        is_same = self._stamp.is_file() and self._stamp.read_text("utf-8") == self._key()
        return is_same and all(program.is_file() for program in self.programs)

    def provide(self, commands: Commands) -> None:
        """Build the servers; parts compiled by an interrupted call are reused."""
        source = self.source(commands)
        cmake = [str(self._program("cmake")), "-S", str(source), "-B", str(self.folder)]
        cmake += ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={self._program('ninja')}", *self._options]
        commands.require(cmake, "Preparing llama.cpp", self._settings)
        ninja = [str(self._program("ninja")), "-C", str(self.folder), "-j", str(core_count())]
        commands.require([*ninja, *PROGRAMS], "Compiling llama.cpp", self._settings)
        self._stamp.write_text(self._key(), "utf-8")

    def source(self, commands: Commands) -> Path:
        """Download the locked source once, and return the folder of llama.cpp."""
        begun = self.folder / "begun"
        if not begun.is_file() or begun.read_text("utf-8") != self._key():
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            begun.write_text(self._key(), "utf-8")
        self._provide_tools(commands)
        return fetch_source(
            self._requirement,
            self.folder,
            commands,
            python=Path(sys.executable),
            settings=self._settings,
            without=None,  # building the server requires the folder of its web pages
        )

    def _provide_tools(self, commands: Commands) -> None:
        if self._program("ninja").is_file():
            return
        pip = [sys.executable, "-m", "pip", "install", "--target", str(self._tools)]
        pip += ["--require-hashes", "--only-binary", ":all:", "-r", str(self._build_lock)]
        commands.require(pip, "Fetching tools", PIP_SETTINGS)

    @property
    def _tools(self) -> Path:
        return self.folder / "locked"  # "tools" is a folder of llama.cpp's build

    def _program(self, name: str) -> Path:
        return self._tools / "bin" / (f"{name}.exe" if os.name == "nt" else name)

    @property
    def _settings(self) -> dict[str, str]:
        # Otherwise it uses the commit of this checkout.
        around = {"GIT_CEILING_DIRECTORIES": str(self.folder), "PYTHONPATH": str(self._tools)}
        return {**PIP_SETTINGS, **around}

    @property
    def _stamp(self) -> Path:
        return self.folder / "complete"

    def _key(self) -> str:
        said = [self._requirement, self._build_lock.read_text("utf-8"), *self._options]
        return hashlib.sha256("\n".join(said).encode()).hexdigest()


def main() -> int:
    """Build the servers, and return the exit code; errors are printed as sentences."""
    os.chdir(ROOT)  # the locks are named relative to it
    log_path = ROOT / "build" / "peers.log"
    try:
        make(Peers(ROOT), log_path)
    except SetupFailed as failure:
        print(f"\n{failure}", *failure.log_lines, sep="\n  | ", file=sys.stderr)
        print(f"\nAll of it: {log_path}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. The next call continues with the finished parts.")
        return INTERRUPTED
    return 0


def make(peers: Peers, log_path: Path) -> None:
    """Build the peers unless they are in place; a second call waits for the first."""
    if peers.is_in_place:
        return
    with alone(log_path.with_suffix(".lock"), _say):
        if peers.is_in_place:
            return
        check_compiler()
        commands = Commands(log_path)
        peers.provide(commands)
        _say(f"The peers are complete after {commands.elapsed_seconds:.0f} s.")


def _say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main())
