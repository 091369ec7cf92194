"""The set-up finds an interpreter, keeps one .venv up to date and names what is missing."""

import ast
import json
import os
import re
import sys
import threading
import tomllib
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import virtual_environment
from failure import SetupFailed
from interpreters import find_interpreter
from one_at_a_time import alone
from system_packages import Missing, provide
from tests.house.source_files import ROOT
from virtual_environment import (
    CMAKE_ARGS,
    STAMP_NAME,
    Plan,
    Stamp,
    VirtualEnvironment,
    default_args,
    is_bad_pair,
    machine_args,
    own_args,
)

POSIX = pytest.mark.skipif(os.name != "posix", reason="shell scripts stand in for programs")

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = {
    "requirements.lock": PROJECT["project"]["dependencies"],
    "requirements-dev.lock": PROJECT["dependency-groups"]["dev"],
    "packaging/package.lock": PROJECT["dependency-groups"]["package"],
    "packaging/build.lock": PROJECT["dependency-groups"]["build"],
    "packaging/pip.lock": PROJECT["dependency-groups"]["installer"],
    "packaging/cuda.lock": PROJECT["dependency-groups"]["cuda"],
}
HASHES = re.compile(r"(--hash=sha256:[0-9a-f]{64}\s*)+")
PLACES = re.compile(r"://|--(?:index|extra-index|find-links|trusted-host)|(?<![\w./-])[/~]\w")
PATIENCE_SECONDS = 60


def write_program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def write_locks(root: Path, text: str = "") -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        (root / name).write_text(f"{name} {text}")


def read_lock(name: str) -> list[tuple[Requirement, str]]:
    """Return each pin of a lock, and the options that follow it."""
    text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    parts = [re.split(r"\s+(?=--)", line, maxsplit=1) for line in lines]
    return [(Requirement(pin), "".join(options)) for pin, *options in parts]


def test_a_lock_has_a_hash_for_every_package_and_names_no_registry() -> None:
    for name in LOCKS:
        pins = read_lock(name)
        assert pins
        assert [pin.name for pin, options in pins if not HASHES.fullmatch(options)] == []
        assert PLACES.findall((ROOT / name).read_text("utf-8")) == []


def test_the_locks_satisfy_the_project_on_every_python_and_system() -> None:
    places = product(("3.11", "3.12", "3.13"), ("linux", "darwin", "win32"), LOCKS)
    for python, system, name in places:
        place = {
            "python_version": python,
            "python_full_version": f"{python}.0",
            "sys_platform": system,
        }
        versions = {
            canonicalize_name(pin.name): str(pin.specifier).removeprefix("==")
            for pin, _ in read_lock(name)
            if pin.marker is None or pin.marker.evaluate(place)
        }
        for wanted in map(Requirement, LOCKS[name]):
            if wanted.marker is None or wanted.marker.evaluate(place):
                version = versions[canonicalize_name(wanted.name)]
                assert wanted.specifier.contains(version), f"{name}: {wanted}"


def test_a_second_set_up_waits_for_the_first(tmp_path: Path) -> None:
    has_said, has_entered = threading.Event(), threading.Event()

    def second() -> None:
        with alone(tmp_path / "setup.lock", lambda text: has_said.set()):
            has_entered.set()

    thread = threading.Thread(target=second)
    with alone(tmp_path / "setup.lock", lambda text: None):
        thread.start()
        assert has_said.wait(PATIENCE_SECONDS)
        assert not has_entered.is_set()
    thread.join(PATIENCE_SECONDS)
    assert has_entered.is_set()


def test_an_old_python_can_read_the_scripts() -> None:
    for path in (ROOT / "packaging").glob("*.py"):
        text = path.read_text("utf-8")
        assert ast.parse(text, feature_version=(3, 8))
        assert "from __future__ import annotations" in text, path.name


@POSIX
def test_a_broken_shim_does_not_hide_a_working_python(tmp_path: Path) -> None:
    name = "python{}.{}".format(*sys.version_info)
    write_program(tmp_path / "shims" / name, "exit 127")
    write_program(tmp_path / "bin" / name, f'exec "{sys.executable}" "$@"')
    path = os.pathsep.join([str(tmp_path / "shims"), str(tmp_path / "bin")])
    environment = {"PATH": path, "HOME": str(tmp_path)}
    assert find_interpreter(environment).is_supported


@POSIX
def test_the_user_may_choose_a_supported_python(tmp_path: Path) -> None:
    answer = f'[[3, 9, 2], "{tmp_path}/old", [], true, true]'
    old = write_program(tmp_path / "old", f"echo '{answer}'")
    with pytest.raises(SetupFailed, match=r"names Python 3\.9\.2"):
        find_interpreter({"HUBBUB_PYTHON": str(old)})
    with pytest.raises(SetupFailed, match="not a complete, working Python"):
        find_interpreter({"HUBBUB_PYTHON": str(tmp_path / "absent")})
    chosen = find_interpreter({"HUBBUB_PYTHON": sys.executable})
    assert chosen.version == sys.version_info[:3]


@POSIX
def test_root_installs_and_updates_when_a_package_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_program(tmp_path / "apt-get", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    commands: list[list[str]] = []
    exit_codes = iter([100, 0, 0])

    def run(command: list[str]) -> int:
        commands.append(command)
        return next(exit_codes)

    provide(Missing(needed=("libegl1",)), run, lambda text: None)
    assert [("update" in command, "libegl1" in command) for command in commands] == [
        (False, True),
        (True, False),
        (False, True),
    ]


@POSIX
def test_a_user_without_root_is_told_which_command_installs_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_program(tmp_path / "apt-get", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    said: list[str] = []
    provide(Missing(wanted=("xvfb",)), lambda command: 1, said.append)
    assert "sudo apt-get install -y --no-install-recommends xvfb" in said[0]
    with pytest.raises(SetupFailed, match=r"sudo apt-get install .* libegl1 xvfb"):
        provide(Missing(("libegl1",), ("xvfb",)), lambda command: 1, said.append)


def test_a_finished_set_up_needs_no_work(tmp_path: Path) -> None:
    write_locks(tmp_path)
    plan = Plan.read(tmp_path, for_tests=True, cmake_args="")
    Stamp(plan.locks, plan.cmake_args, "3.12.1", own_args()).write(tmp_path)
    stamp = Stamp.read(tmp_path)
    assert stamp is not None
    assert stamp.covers(plan)
    assert stamp.covers(Plan.read(tmp_path, for_tests=False, cmake_args=""))


def test_a_new_lock_is_installed_over_the_old(tmp_path: Path) -> None:
    write_locks(tmp_path)
    plan = Plan.read(tmp_path, for_tests=False, cmake_args="")
    stamp = Stamp(plan.locks, plan.cmake_args, "3.12.1", own_args())
    assert not stamp.covers(Plan.read(tmp_path, for_tests=True, cmake_args=""))
    write_locks(tmp_path, "numpy==3.0")
    changed = Plan.read(tmp_path, for_tests=False, cmake_args="")
    assert not stamp.covers(changed)
    assert stamp.is_built_like(changed)


def test_other_arguments_of_cmake_mean_compiling_again(tmp_path: Path) -> None:
    write_locks(tmp_path)
    plan = Plan.read(tmp_path, for_tests=False, cmake_args="")
    stamp = Stamp(plan.locks, plan.cmake_args, "3.12.1", own_args())
    assert not stamp.is_built_like(plan._replace(cmake_args="-DGGML_VULKAN=on"))
    assert stamp.is_built_like(plan)


def test_what_was_compiled_with_our_older_arguments_is_compiled_again(tmp_path: Path) -> None:
    write_locks(tmp_path)
    plan = Plan.read(tmp_path, for_tests=False, cmake_args="-DGGML_CUDA=on")
    old = {"locks": plan.locks, "cmake_args": "-DGGML_CUDA=on", "python": "3.12.1"}
    (tmp_path / STAMP_NAME).write_text(json.dumps(old), "utf-8")
    stamp = Stamp.read(tmp_path)
    assert stamp is not None
    assert not stamp.is_built_like(plan)
    assert stamp.cmake_args == "-DGGML_CUDA=on"  # what the user wished for stays


@pytest.mark.parametrize("text", ["", "{", "[]", '{"locks": 3}'])
def test_a_damaged_stamp_counts_as_unfinished(tmp_path: Path, text: str) -> None:
    assert Stamp.read(tmp_path) is None
    (tmp_path / "hubbub-setup.json").write_text(text)
    assert Stamp.read(tmp_path) is None


def test_an_environment_whose_python_is_gone_was_never_finished(tmp_path: Path) -> None:
    folder = tmp_path / ".venv"
    folder.mkdir()
    Stamp({}, "", "3.12.1", own_args()).write(folder)
    assert VirtualEnvironment(tmp_path).stamp() is None


@pytest.mark.parametrize(
    ("python", "qt", "is_bad"),
    [
        ((3, 11, 7), "6.12.0", True),
        ((3, 11, 7), "6.11.3", False),
        ((3, 12, 1), "6.12.0", False),
        ((3, 13, 0), "6.12.0", False),
    ],
)
def test_python_and_qt_versions_that_abort_together_are_known(
    python: tuple[int, ...], qt: str, is_bad: bool
) -> None:
    assert is_bad_pair(python, qt) is is_bad


@pytest.mark.parametrize(
    ("features", "flags"),
    [
        ("sse2", []),
        ("sse2 amx_tile amx_int8", ["-mno-amx-tile"]),
        ("sse2 avx512_fp16 amx_tile", ["-mno-amx-tile", "-U__AVX512FP16__"]),
    ],
)
def test_some_features_of_processors_are_not_compiled_for(
    tmp_path: Path, features: str, flags: list[str]
) -> None:
    cpu_info = tmp_path / "cpuinfo"
    cpu_info.write_text(f"flags\t\t: {features}\n")
    for flag in ("-mno-amx-tile", "-U__AVX512FP16__"):
        assert (flag in machine_args(cpu_info)) == (flag in flags)
    assert "-U" not in default_args(cpu_info)
    assert machine_args(tmp_path / "missing") == ""


def test_a_library_is_compiled_again_when_its_flags_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, before = Plan({}, ""), own_args()
    stamp = Stamp({}, "", "3.12.1", before)
    assert stamp.covers(plan)
    monkeypatch.setattr(virtual_environment, "machine_args", lambda *_: "-DCMAKE_CXX_FLAGS='-U'")
    assert not stamp.covers(plan)
    assert own_args() == f"{CMAKE_ARGS} -DCMAKE_CXX_FLAGS='-U'"
