"""The locks say exactly what pyproject.toml asks for, for every system, and nothing about where."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = {
    "requirements.lock": PROJECT["project"]["dependencies"],
    "requirements-dev.lock": PROJECT["dependency-groups"]["dev"],
    "packaging/package.lock": PROJECT["dependency-groups"]["package"],
    "packaging/build.lock": PROJECT["dependency-groups"]["build"],
    "packaging/pip.lock": PROJECT["dependency-groups"]["installer"],
}
PYTHONS = ("3.11", "3.12", "3.13")
SYSTEMS = ("linux", "darwin", "win32")
SHA256 = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Pin:
    """One locked package, as one line of a lock."""

    name: str
    version: Version
    marker: Marker | None
    hashes: tuple[str, ...]

    def holds(self, python: str, system: str) -> bool:
        """Say whether the pin counts there."""
        environment = {
            "python_version": python,
            "python_full_version": f"{python}.0",
            "sys_platform": system,
            "platform_python_implementation": "CPython",
        }
        return self.marker is None or self.marker.evaluate(environment)


def read_lock(name: str) -> list[Pin]:
    text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    return [_pin(line) for line in lines]


def _pin(line: str) -> Pin:
    requirement = Requirement(line.split("--hash")[0].strip())
    (specifier,) = requirement.specifier
    assert specifier.operator == "=="
    hashes = tuple(part.split("=", 1)[1].strip() for part in line.split("--")[1:])
    name = canonicalize_name(requirement.name)
    return Pin(name, Version(specifier.version), requirement.marker, hashes)


def pins_at(name: str, python: str, system: str) -> dict[str, Version]:
    pins = [pin for pin in read_lock(name) if pin.holds(python, system)]
    versions = {pin.name: pin.version for pin in pins}
    assert len(versions) == len(pins), "one package has two pins at one place"
    return versions


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_hashes(name: str) -> None:
    pins = read_lock(name)
    assert pins
    for pin in pins:
        assert pin.hashes, pin.name
        assert all(SHA256.fullmatch(digest) for digest in pin.hashes), pin.name


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", LOCKS)
def test_every_dependency_is_locked_as_asked(name: str, python: str, system: str) -> None:
    pins = pins_at(name, python, system)
    place = {"python_version": python, "sys_platform": system}
    for text in LOCKS[name]:
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate(place):
            version = pins[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), text


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_the_two_locks_of_the_tests_agree(python: str, system: str) -> None:
    runtime = pins_at("requirements.lock", python, system)
    tests = pins_at("requirements-dev.lock", python, system)
    shared = runtime.keys() & tests.keys()
    assert shared
    assert {name: runtime[name] for name in shared} == {name: tests[name] for name in shared}


@pytest.mark.parametrize(("python", "version"), [("3.11", "6.11.3"), ("3.12", "6.12.0")])
def test_qt_fits_the_python(python: str, version: str) -> None:
    pins = pins_at("requirements.lock", python, "linux")
    assert pins["pyside6-essentials"] == Version(version)
    assert pins["shiboken6"] == Version(version)


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_place(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert "://" not in text
    assert not re.search(r"--(index|extra-index|find-links|trusted-host)", text)
    assert not re.search(r"(?<![\w./-])[/~]\w", text), "a path of somebody's machine"
