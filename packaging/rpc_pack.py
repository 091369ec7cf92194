"""Compiles llama.cpp's backend for RPC memory: ``.venv/bin/python …/rpc_pack.py``.

``build/rpc/libggml-rpc.so`` is the pack for Hubbub, ``build/rpc/ggml-rpc-server`` the program for
the other computer. Both consist of three files of the locked source, linked to the installed
library, which takes seconds. If they are in place, it prints nothing.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path

from commands import Commands
from failure import SetupFailed
from one_at_a_time import alone
from peers import INTERRUPTED, ROOT, Peers
from system_packages import check_compiler
from virtual_environment import RUNTIME_LOCK

PACK, SERVER = "libggml-rpc.so", "ggml-rpc-server"
FLAGS = ("-O2", "-std=c++17", "-fPIC", "-DNDEBUG")
# The library loads the pack, and has its other parts as shared libraries.
DEFINED = ("-DGGML_SHARED", "-DGGML_BACKEND_SHARED", "-DGGML_BACKEND_DL")


class RpcPack:
    """The folder ``build/rpc``."""

    def __init__(self, root: Path, library: Path) -> None:
        """``library`` is the folder of the installed library."""
        self.folder = root / "build" / "rpc"
        self._peers = Peers(root)
        self._library = library
        self._lock = (root / RUNTIME_LOCK).read_text("utf-8")

    @property
    def is_in_place(self) -> bool:
        """Whether both files are built from the current lock and options."""
        stamp = self.folder / "complete"
        is_same = stamp.is_file() and stamp.read_text("utf-8") == self._key()
        return is_same and all((self.folder / name).is_file() for name in (PACK, SERVER))

    def provide(self, commands: Commands) -> None:
        """Build both files. Raises SetupFailed."""
        source = self._peers.source(commands)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        part = source / "ggml" / "src" / "ggml-rpc"
        client = [str(part / "ggml-rpc.cpp"), str(part / "transport.cpp"), "-DGGML_BACKEND_BUILD"]
        shared = ["-shared", "-o", str(self.folder / PACK), *self._libraries("ggml-base")]
        self._compile(commands, source, [*client, *shared])
        program = [str(source / "tools" / "rpc" / "rpc-server.cpp")]
        linked = self._libraries("ggml", "ggml-base", "ggml-cpu")
        self._compile(commands, source, [*program, "-o", str(self.folder / SERVER), *linked])
        (self.folder / "complete").write_text(self._key(), "utf-8")

    def _compile(self, commands: Commands, source: Path, arguments: list[str]) -> None:
        compiler = os.environ.get("CXX", "c++")
        folders = [f"-I{source / 'ggml' / name}" for name in ("include", "src")]
        commands.require(
            [compiler, *FLAGS, *DEFINED, *folders, *arguments, "-lpthread"],
            "Compiling the RPC pack",
            {},
        )

    def _libraries(self, *names: str) -> list[str]:
        """Return the link options for these parts of the installed library."""
        ending = ".dylib" if sys.platform == "darwin" else ".so"
        files = [str(self._library / f"lib{name}{ending}") for name in names]
        return [*files, f"-Wl,-rpath,{self._library}"]

    def _key(self) -> str:
        said = [self._lock, str(self._library), *FLAGS, *DEFINED]
        return hashlib.sha256("\n".join(said).encode()).hexdigest()


def main() -> int:
    """Build both files, and return the exit code; errors are printed as sentences."""
    os.chdir(ROOT)
    log_path = ROOT / "build" / "rpc.log"
    try:
        pack = RpcPack(ROOT, _installed_library())
        make(pack, log_path)
    except SetupFailed as failure:
        print(f"\n{failure}", *failure.log_lines, sep="\n  | ", file=sys.stderr)
        print(f"\nAll of it: {log_path}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. The next call continues with the finished parts.")
        return INTERRUPTED
    return 0


def make(pack: RpcPack, log_path: Path) -> None:
    """Build the pack unless it is in place; a second call waits for the first."""
    if pack.is_in_place:
        return
    with alone(log_path.with_suffix(".lock"), _say):
        if pack.is_in_place:
            return
        check_compiler()
        commands = Commands(log_path)
        pack.provide(commands)
        _say(f"The RPC pack is complete after {commands.elapsed_seconds:.0f} s: {pack.folder}")
        _say("Add it in Hubbub under Settings, Engine, Add GPU pack.")


def _installed_library() -> Path:
    found = importlib.util.find_spec("llama_cpp")
    if found is None or found.origin is None or os.name == "nt":
        raise SetupFailed("The RPC pack needs the library of `make setup`, on Linux or macOS.")
    return Path(found.origin).parent / "lib"


def _say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main())
