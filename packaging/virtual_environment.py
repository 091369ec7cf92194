"""The virtual environment: its required and present content, and its installation."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from commands import Commands
from failure import BuildFailed, SetupFailed
from interpreters import Interpreter, probe

RUNTIME_LOCK = "requirements.lock"
TEST_LOCK = "requirements-dev.lock"
PIP_LOCK = "packaging/pip.lock"
BUILD_LOCK = "packaging/build.lock"
STAMP_NAME = "hubbub-setup.json"

# Compiling is faster without parts of llama.cpp that Hubbub does not use. Without OpenMP the
# library uses its own threads, which the engine creates and changes between steps.
# LLAVA_BUILD is libmtmd, for pictures; with MTMD_VIDEO it would start whatever ffmpeg it found.
CMAKE_ARGS = "-DLLAVA_BUILD=ON -DMTMD_VIDEO=OFF -DLLAMA_BUILD_APP=OFF -DGGML_OPENMP=OFF"

# WORKAROUND: GCC 12 passes an incomplete tile configuration to AMX (amx_tile_config.h), which
# crashes the process at the first token. It works without AMX.
_WITHOUT_AMX = "-mno-amx-tile -mno-amx-int8 -mno-amx-bf16"
# WORKAROUND: With AVX512-FP16, llama.cpp computes vectors of fewer than 128 half floats one number
# at a time (GGML_F16_STEP). Attention heads of most small models are that short and take twice as
# long.
_WITHOUT_HALF_FLOATS = "-U__AVX512FP16__"
_CPU_INFO = Path("/proc/cpuinfo")

# Imports compiled modules and those that need system libraries, and prints the version of Qt.
_TRIAL = """
import llama_cpp, llama_cpp.mtmd_cpp, qasync, sqlalchemy
import PySide6, PySide6.QtWidgets, PySide6.QtSvg, PySide6.QtNetwork
print("PySide6", PySide6.__version__)
"""

# Pip without prompts and progress bars.
PIP_SETTINGS = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
    "PIP_PROGRESS_BAR": "off",
    "PYTHONUTF8": "1",
}

_FAILED_WHEEL = "Failed building wheel for llama-cpp-python"
_NO_NETWORK = (
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "Name or service not known",
    "nodename nor servname",
    "getaddrinfo failed",
    "Network is unreachable",
    "Connection refused",
)


class Plan(NamedTuple):
    """The required content of the environment; equal plans need no installation."""

    locks: dict[str, str]
    cmake_args: str

    @classmethod
    def read(cls, root: Path, *, for_tests: bool, cmake_args: str) -> Plan:
        """Return a plan with the digests of the current locks."""
        names = (RUNTIME_LOCK, TEST_LOCK) if for_tests else (RUNTIME_LOCK,)
        return cls({name: _digest(root / name) for name in names}, cmake_args)


class Origin(NamedTuple):
    """The reason for the CMake arguments.

    ``wish`` is the name CMAKE_ARGS or the value of HUBBUB_BACKEND; empty if the machine decided.
    ``signs`` is a digest of the detected GPUs and tools; empty without a GPU.
    """

    wish: str = ""
    signs: str = ""


class Stamp(NamedTuple):
    """The record of a finished set-up in the environment."""

    locks: dict[str, str]
    cmake_args: str
    python: str
    own_args: str = ""
    origin: Origin = Origin()

    @classmethod
    def read(cls, folder: Path) -> Stamp | None:
        """Return the stamp of an environment; None if its set-up was not finished."""
        try:
            values = json.loads((folder / STAMP_NAME).read_text("utf-8"))
            wished, python = str(values["cmake_args"]), str(values["python"])
            # In older stamps, before GPUs were detected, arguments were always the user's.
            origin = values.get("origin", ["CMAKE_ARGS" if wished else "", ""])
            own_args = str(values.get("own_args", ""))
            return cls(dict(values["locks"]), wished, python, own_args, Origin(*map(str, origin)))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def covers(self, plan: Plan) -> bool:
        """Whether the environment fulfils a plan."""
        return self.is_built_like(plan) and plan.locks.items() <= self.locks.items()

    def is_built_like(self, plan: Plan) -> bool:
        """Whether the compiled library can be kept; packages may still be missing."""
        return self.cmake_args == plan.cmake_args and self.own_args == own_args()

    def write(self, folder: Path) -> None:
        """Record atomically that set-up is finished."""
        draft = folder / (STAMP_NAME + ".new")
        draft.write_text(json.dumps(self._asdict(), indent=2), "utf-8")
        draft.replace(folder / STAMP_NAME)


class VirtualEnvironment:
    """The folder ``.venv`` of a checkout."""

    def __init__(self, root: Path) -> None:
        self.folder = root / ".venv"
        self._root = root

    @property
    def python(self) -> Path:
        """The path of the environment's Python."""
        below = "Scripts/python.exe" if os.name == "nt" else "bin/python"
        return self.folder / below

    def stamp(self) -> Stamp | None:
        """Return the stamp if the environment is complete and its Python works."""
        stamp = Stamp.read(self.folder)
        if stamp is None:
            return None
        interpreter = probe(self.python)
        works = interpreter is not None and interpreter.version_text == stamp.python
        return stamp if works else None

    def create(self, interpreter: Interpreter, commands: Commands) -> None:
        """Create the folder again, discarding the remains of an interrupted set-up."""
        self._clear()
        interpreter = (
            probe(interpreter.path) or interpreter
        )  # ensurepip may have been installed just now
        arguments = [interpreter.path, "-m", "venv", str(self.folder)]
        if not interpreter.has_ensurepip:  # Debian has it in a separate package
            arguments.append("--without-pip")
        if commands.run(arguments, "Making .venv", dict(os.environ)) != 0:
            raise SetupFailed(f"{interpreter.path} could not make .venv.", commands.tail)
        self._install_pip(interpreter, commands)

    def install(self, plan: Plan, commands: Commands, origin: Origin) -> None:
        """Install the plan, and record it in the stamp once everything works.

        Raises BuildFailed if llama.cpp could not be compiled or loaded, SetupFailed otherwise.
        """
        (self.folder / STAMP_NAME).unlink(missing_ok=True)
        # Python compiles modules at their first import; most installed modules are never imported.
        arguments = ["-v", "--no-compile", "--require-hashes", "--build-constraint", BUILD_LOCK]
        for name in plan.locks:
            arguments += ["--requirement", name]
        command = [str(self.python), "-m", "pip", "install", *arguments]
        if commands.run(command, "Fetching packages", self._pip_environment(plan)) != 0:
            raise self._failure(commands, _what_failed(commands.output, plan.cmake_args))
        version_text = self._try_out(commands)
        Stamp(plan.locks, plan.cmake_args, version_text, own_args(), origin).write(self.folder)

    def _clear(self) -> None:
        if self.folder.is_symlink():
            raise SetupFailed(".venv is a link. Remove it, then call again.")
        if self.folder.exists():
            shutil.rmtree(self.folder)

    def _install_pip(self, interpreter: Interpreter, commands: Commands) -> None:
        """Install the locked pip, with an outside pip if there is none."""
        arguments = [str(self.python), "-m", "pip"]
        if not interpreter.has_ensurepip:
            arguments = [interpreter.path, "-m", "pip", "--python", str(self.python)]
        arguments += ["install", "--upgrade"]
        arguments += ["--require-hashes", "--requirement", PIP_LOCK]
        if commands.run(arguments, "Fetching pip", quiet_pip()) != 0:
            raise self._failure(commands, "pip could not be installed into .venv.")

    def _try_out(self, commands: Commands) -> str:
        """Import the modules that may fail; return the version of Python."""
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        command = [str(self.python), "-I", "-c", _TRIAL]
        if commands.run(command, "Trying it out", environment) != 0:
            sentence = "Everything is installed, but cannot be loaded: " + commands.tail[-1]
            is_library = "llama_cpp" in commands.output
            raise (BuildFailed if is_library else SetupFailed)(sentence, commands.tail)
        interpreter = probe(self.python)
        assert interpreter is not None, "it ran just now"
        qt_version = commands.output.split("PySide6 ")[-1].split()[0]
        if is_bad_pair(interpreter.version, qt_version):
            raise SetupFailed(
                f"PySide6 {qt_version} aborts on Python {interpreter.version_text}. "
                "Remove .venv, then call again."
            )
        return interpreter.version_text

    def _pip_environment(self, plan: Plan) -> dict[str, str]:
        environment = quiet_pip()
        arguments = " ".join(filter(None, (own_args(), plan.cmake_args)))
        environment["CMAKE_ARGS"] = arguments
        environment.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(core_count()))
        environment["PIP_CACHE_DIR"] = self._separate_cache(arguments)
        return environment

    def _separate_cache(self, cmake_args: str) -> str:
        """Return a cache folder for these arguments, which pip's cache does not distinguish."""
        command = [str(self.python), "-m", "pip", "cache", "dir"]
        usual = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        return f"{usual}-hubbub-{hashlib.sha256(cmake_args.encode()).hexdigest()[:12]}"

    def _failure(self, commands: Commands, sentence: str) -> SetupFailed:
        cause = cause_in(commands.output)
        if not cause and _FAILED_WHEEL in commands.output:
            return BuildFailed(sentence, commands.telling_lines)
        return SetupFailed(f"{cause} {sentence}".lstrip(), commands.telling_lines)


def quiet_pip() -> dict[str, str]:
    """Return the environment variables with the settings of pip."""
    return {**os.environ, **PIP_SETTINGS}


def cause_in(output: str) -> str:
    """Return a sentence if pip's output shows a problem of the disk or network, else ""."""
    if "No space left on device" in output:
        return "The disk is full."
    if any(sign in output for sign in _NO_NETWORK):
        return "There is no network, or no way to the package index."
    return ""


def is_bad_pair(python: tuple[int, ...], qt_version: str) -> bool:
    """Whether this Qt releases references to None that this Python still counts."""
    parts = qt_version.split(".")
    return python[:2] < (3, 12) and (int(parts[0]), int(parts[1])) >= (6, 12)


def own_args(cpu_info: Path = _CPU_INFO) -> str:
    """Return the CMake arguments of every set-up on this machine, without the user's."""
    return " ".join(filter(None, (CMAKE_ARGS, machine_args(cpu_info))))


def machine_args(cpu_info: Path = _CPU_INFO) -> str:
    """Return additional CMake arguments for this machine; usually empty."""
    return _flag_args(cpu_info, {"amx_tile": _WITHOUT_AMX, "avx512_fp16": _WITHOUT_HALF_FLOATS})


def default_args(cpu_info: Path = _CPU_INFO) -> str:
    """Return the CMake arguments without which llama.cpp crashes on this machine."""
    return _flag_args(cpu_info, {"amx_tile": _WITHOUT_AMX})


def _flag_args(cpu_info: Path, flags: Mapping[str, str]) -> str:
    try:
        features = cpu_info.read_text("utf-8").split()
    except OSError:  # not Linux
        return ""
    needed = " ".join(flag for feature, flag in flags.items() if feature in features)
    return f"-DCMAKE_CXX_FLAGS='{needed}'" if needed else ""


def _what_failed(output: str, cmake_args: str) -> str:
    if _FAILED_WHEEL not in output:
        return "The packages could not be installed."
    sentence = "llama-cpp-python could not be compiled"
    return f"{sentence} with CMAKE_ARGS={cmake_args}." if cmake_args else f"{sentence}."


def core_count() -> int:
    """Return the number of cores for compiling."""
    if hasattr(
        os, "sched_getaffinity"
    ):  # respects limits of containers; missing on macOS and Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise SetupFailed(f"{path.name} cannot be read; is this a complete checkout?") from error
