"""Sets up a checkout: ``python packaging/bootstrap.py [--for-tests]``.

Requires only Python, which may be a version that Hubbub does not support. If everything is in
place, it prints nothing and takes a fraction of a second.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from build_choice import BuildChoice, choose, install
from commands import Commands
from failure import SetupFailed
from interpreters import Interpreter, find_interpreter
from one_at_a_time import alone
from starter_model import StarterModel
from system_packages import Missing, check_compiler, find_missing, provide
from virtual_environment import Plan, Stamp, VirtualEnvironment

ROOT = Path(__file__).resolve().parents[1]
INTERRUPTED = 130
LINE_WIDTH = 160


def main() -> int:
    """Set up, and return the exit code; errors are printed as sentences."""
    wishes = _parse_arguments()
    signal.signal(signal.SIGTERM, _on_terminated)
    os.chdir(ROOT)  # the locks are named relative to it
    log_path = ROOT / "build" / "setup.log"
    try:
        set_up(ROOT, log_path, for_tests=wishes.for_tests)
    except SetupFailed as failure:
        _explain(str(failure), failure.log_lines, log_path)
        return 1
    except OSError as error:
        _explain(f"{error.strerror}: {error.filename or 'set-up'}", (), log_path)
        return 1
    except KeyboardInterrupt:
        _say("Stopped. The next call finishes the set-up.")
        return INTERRUPTED
    return 0


def set_up(root: Path, log_path: Path, *, for_tests: bool) -> None:
    """Install the system packages, ``.venv`` and the starter model that the checkout requires."""
    if not _look(root, for_tests=for_tests).is_in_place:
        with alone(log_path.with_name("setup.lock"), _say):
            finish(
                _look(root, for_tests=for_tests), log_path
            )  # another set-up may have finished meanwhile


class Findings(NamedTuple):
    """The present state, and the requirements of the checkout."""

    environment: VirtualEnvironment
    stamp: Stamp | None
    plan: Plan
    missing: Missing
    starter: StarterModel
    build: BuildChoice

    @property
    def is_complete(self) -> bool:
        """Whether the environment fulfils the plan."""
        return self.stamp is not None and self.stamp.covers(self.plan)

    @property
    def is_in_place(self) -> bool:
        """Whether nothing is left to do."""
        is_known = self.stamp is not None and self.stamp.origin == self.build.origin
        is_set_up = self.is_complete and is_known and not self.missing.all
        return is_set_up and self.starter.is_in_place


def _look(root: Path, *, for_tests: bool) -> Findings:
    environment = VirtualEnvironment(root)
    stamp = environment.stamp()
    build = choose(dict(os.environ), stamp)
    plan = Plan.read(root, for_tests=for_tests, cmake_args=build.choice.cmake_args)
    is_complete = stamp is not None and stamp.covers(plan)
    missing = find_missing(for_tests=for_tests, must_compile=not is_complete)
    return Findings(environment, stamp, plan, missing, StarterModel(root), build)


def finish(found: Findings, log_path: Path) -> None:
    """Install missing parts; set-up also counts as complete without the starter model."""
    if found.is_in_place:
        return
    commands = Commands(log_path)
    if found.build.choice.sentence:
        _say(found.build.choice.sentence)
    if found.is_complete:
        _provide(found.missing, commands)
        assert found.stamp is not None, "it is complete"
        found.stamp._replace(origin=found.build.origin).write(found.environment.folder)
    else:
        _install(found, commands)
    _fetch_starter_model(found, commands)
    if not found.is_complete:
        _say(f"Set-up is complete after {commands.elapsed_seconds:.0f} s.")


def _install(found: Findings, commands: Commands) -> None:
    check_compiler()
    if found.stamp is not None and found.stamp.is_built_like(found.plan):
        _provide(found.missing, commands)
    else:
        interpreter = _choose_interpreter()
        _provide(found.missing.and_needed(interpreter.missing_package), commands)
        found.environment.create(interpreter, commands)
    install(
        found.environment,
        found.plan,
        found.build,
        commands,
        provide_packages=lambda packages: _provide(Missing(needed=packages), commands),
        say=_say,
    )


def _fetch_starter_model(found: Findings, commands: Commands) -> None:
    """Download the starter model. Hubbub works with any other model, so a failure is ignored."""
    if found.starter.is_in_place:
        return
    try:
        found.starter.fetch(found.environment.python, commands)
    except SetupFailed as failure:
        problem = str(failure).removesuffix(".")
        _say(f"{problem}; Hubbub starts without a model, and the next set-up tries again.")


def _choose_interpreter() -> Interpreter:
    interpreter = find_interpreter(dict(os.environ))
    _say(f"Setting up Hubbub with Python {interpreter.version_text} ({interpreter.path}).")
    return interpreter


def _provide(missing: Missing, commands: Commands) -> None:
    system = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    provide(missing, lambda command: commands.run(command, "Asking apt-get", system), _say)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Set up this checkout of Hubbub.")
    parser.add_argument("--for-tests", action="store_true", help="also what the tests need")
    return parser.parse_args()


def _on_terminated(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _explain(sentence: str, log_lines: tuple[str, ...], log_path: Path) -> None:
    print(f"\n{sentence}", file=sys.stderr)
    if log_lines:
        lines = [line[:LINE_WIDTH] for line in log_lines]
        print("\nFrom the log:", *lines, sep="\n  | ", file=sys.stderr)
        print(f"\nAll of it: {log_path}", file=sys.stderr)


def _say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main())
