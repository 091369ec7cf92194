"""Chooses the target of llama.cpp: the requested one, else the previous or a detected one.

``CMAKE_ARGS`` takes precedence over ``HUBBUB_BACKEND``, and that over the hardware. A request
stays in effect until another one is made, or ``.venv`` is removed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

from commands import Commands
from failure import BuildFailed, SetupFailed
from graphics_card import (
    BACKEND_VARIABLE,
    CUDA_ARGS,
    VULKAN_ARGS,
    Choice,
    decide,
    fallen_back,
    forced,
)
from graphics_facts import Machine
from virtual_environment import Origin, Plan, Stamp, VirtualEnvironment

_ELSEWHERE = {"cpu": "", "cuda": CUDA_ARGS, "vulkan": VULKAN_ARGS}


class BuildChoice(NamedTuple):
    """A choice, and its reason."""

    choice: Choice
    origin: Origin

    @property
    def may_fall_back(self) -> bool:
        """Whether a failure falls back to the CPU; with CMAKE_ARGS it is an error."""
        return self.choice.backend != "cpu" and self.origin.wish != "CMAKE_ARGS"


def choose(
    environment: dict[str, str], stamp: Stamp | None, machine: Machine | None = None
) -> BuildChoice:
    """Return the target. Raises SetupFailed for a request that cannot be fulfilled."""
    machine = machine or Machine(environment)
    asked = environment.get("CMAKE_ARGS")
    if asked is not None and asked.strip():
        return BuildChoice(Choice("custom", asked.strip()), Origin("CMAKE_ARGS"))
    backend = environment.get(BACKEND_VARIABLE, "").strip().lower()
    if asked is not None and not backend:
        return BuildChoice(Choice(), Origin("CMAKE_ARGS"))
    old = stamp.origin if stamp else Origin()
    if not backend and stamp is not None and old.wish:
        return BuildChoice(_as_before(stamp), old)
    origin = Origin(backend, machine.signs())
    if stamp is not None and old == origin:
        return BuildChoice(_as_before(stamp), old)
    if not backend:
        return BuildChoice(decide(machine.gather()) if origin.signs else Choice(), origin)
    if backend in _ELSEWHERE and not sys.platform.startswith("linux"):
        return BuildChoice(Choice(backend, _ELSEWHERE[backend]), origin)
    return BuildChoice(forced(backend, machine.gather()), origin)


def install(
    environment: VirtualEnvironment,
    plan: Plan,
    build: BuildChoice,
    commands: Commands,
    *,
    provide_packages: Callable[[tuple[str, ...]], None],
    say: Callable[[str], None],
) -> None:
    """Install a plan; if that fails for a GPU, install it for the CPU and print a note.

    The stamp records the detected GPU in both cases, so that the next call does not try again
    before the hardware changes. Raises SetupFailed.
    """
    try:
        try:
            provide_packages(build.choice.packages)
        except SetupFailed as failure:
            raise BuildFailed(str(failure), failure.log_lines) from failure
        environment.install(plan, commands, build.origin)
    except BuildFailed:
        if not build.may_fall_back:
            raise
        plain = fallen_back(build.choice)
        say(plain.sentence)
        environment.install(plan._replace(cmake_args=plain.cmake_args), commands, build.origin)


def _as_before(stamp: Stamp) -> Choice:
    args = stamp.cmake_args
    backend = "cuda" if "GGML_CUDA" in args else "vulkan" if "GGML_VULKAN" in args else "cpu"
    return Choice(backend, args)
