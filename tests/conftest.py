"""Shared fixtures: no screen, no access to the user's home, no unexpected error in the log."""

import asyncio
import gc
import logging
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from functools import partialmethod
from pathlib import Path
from tempfile import TemporaryDirectory

# Read when Qt is first used. A flow that needs a display starts Xvfb and names it to its child.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# qasync chooses its Qt by what is imported first; this makes the order of imports not matter.
os.environ["QT_API"] = "pyside6"

import pytest
import qasync
from hypothesis import HealthCheck, settings
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimerEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.sandbox.confinement import device_places
from tests.models.talker import talker_built_in
from tests.times import TimeRecorder

# The tests start hundreds of Python processes; without bytecode each would compile what it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A busy machine is slow to think of examples, too; how slow is nothing that a test is about.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

# A run in the background ignores these, and so would every program that the tests start.
for _number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.SIG_DFL)

# How long a busy machine takes is nothing that a test is about, either.
_PATIENCE_MS = 240_000
for _wait in ("waitUntil", "waitSignal", "waitSignals"):
    setattr(QtBot, _wait, partialmethod(getattr(QtBot, _wait), timeout=_PATIENCE_MS))

# Tests in these folders need no home folder of their own.
FOLDERS_WITHOUT_HOME = (
    "app/domain",
    "app/widgets",
    "engine/core",
    "engine/gguf",
    "engine/invariants",
    "engine/kv",
    "engine/llama",
    "engine/scheduling",
    "engine/text",
    "engine/messages",
    "house",
)
_TESTS = Path(__file__).parent
_WITHOUT_HOME = tuple(f"{_TESTS / folder}{os.sep}" for folder in FOLDERS_WITHOUT_HOME)

_MANY_NEW_OBJECTS = 200_000
_YOUNG_COLLECTIONS = 40

# Most tests write databases and wait for the disk at each commit; in memory that takes no time.
_MEMORY_FOLDER = Path("/dev/shm")
_MIN_FREE_BYTES = 4 << 30

HOME_FOLDERS = {
    "HOME": "",
    "USERPROFILE": "",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_CACHE_HOME": ".cache",
    "APPDATA": "AppData/Roaming",
    "LOCALAPPDATA": "AppData/Local",
}


_turn = qasync._SimpleTimer.timerEvent  # noqa: SLF001 (the one place where tasks are entered)


def _turn_outside_of_tasks(timer: QObject, event: QTimerEvent) -> None:
    """Report a loop of Qt's that is turned inside a task: a task it wakes would stand for ever."""
    loop = asyncio.events._get_running_loop()  # noqa: SLF001 (None where none is)
    task = asyncio.current_task(loop) if loop is not None else None
    if task is None:
        _turn(timer, event)
    else:  # the timer stays, and comes again when this task has given way
        stack = "".join(traceback.format_stack(limit=12))
        logging.getLogger("tests").error("Qt's loop is turned inside %r:\n%s", task, stack)


# Once for all tests: PySide remembers such a method without owning it.
qasync._SimpleTimer.timerEvent = _turn_outside_of_tasks  # noqa: SLF001


def pytest_configure(config: pytest.Config) -> None:
    """Record times in the process that sees all reports; collect garbage only between tests."""
    gc.disable()
    stack = ExitStack()
    stack.enter_context(talker_built_in())  # before modules of tests ask for the starter model
    config.add_cleanup(stack.close)
    if _MEMORY_FOLDER.is_dir() and _is_fit_for_tests(_MEMORY_FOLDER):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY_FOLDER))
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker:
        _stay_on_one_core(int(worker.removeprefix("gw")))
    else:
        config.pluginmanager.register(TimeRecorder())


def _is_fit_for_tests(folder: Path) -> bool:
    # With some graphics cards the sandbox of the engine lets its process write there.
    is_confined = folder not in device_places(os.environ)
    return is_confined and shutil.disk_usage(folder).free > _MIN_FREE_BYTES


def _stay_on_one_core(number: int) -> None:
    """Keep a worker and its processes on one core.

    The threads of a decode call wait for each other without giving up the core: two workers with
    two threads each take ten times as long on two cores as with one thread each.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[number % len(cores)]})


def pytest_collection_finish() -> None:
    """Exempt modules and collected tests from collection, which makes each one cheap."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable() -> Generator[None, object, object]:
    """Escape lone surrogates in a report: one that can't be encoded ends the whole run."""
    return _escaped((yield))


def _escaped(value: object) -> object:
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode("utf-8")
        case dict():
            return {_escaped(key): _escaped(each) for key, each in value.items()}
        case list() | tuple():
            return type(value)(map(_escaped, value))
        case _:
            return value


class ExpectedLog:
    """Names the errors that a test means to cause; each of them must then be logged."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._seen: set[str] = set()

    def __call__(self, text: str) -> None:
        """Expect an error whose message contains ``text``."""
        self._texts.append(text)

    def covers(self, record: logging.LogRecord) -> bool:
        """Say whether a record was expected, and remember that it came."""
        matching = [text for text in self._texts if text in record.getMessage()]
        self._seen.update(matching)
        return bool(matching)

    @property
    def missing(self) -> list[str]:
        """The expected texts that no record contained."""
        return [text for text in self._texts if text not in self._seen]


@pytest.fixture
def expect_log() -> ExpectedLog:
    """Lets a test say which errors belong to its story: ``expect_log("disk is full")``."""
    return ExpectedLog()


@pytest.fixture(autouse=True)
def _no_unlooked_for_errors(
    caplog: pytest.LogCaptureFixture, expect_log: ExpectedLog
) -> Iterator[None]:
    """Fails a test whose logged errors differ from the expected ones."""
    yield
    records = caplog.get_records("setup") + caplog.get_records("call")
    errors = [record for record in records if record.levelno >= logging.ERROR]
    surprises = [record for record in errors if not expect_log.covers(record)]
    if surprises:
        lines = [f"{record.name}: {record.getMessage()}" for record in surprises]
        pytest.fail("Errors in the log that the test did not expect:\n" + "\n".join(lines))
    assert not expect_log.missing, f"Expected in the log, but absent: {expect_log.missing}"


@pytest.fixture(autouse=True)
def _garbage_of_this_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """Deletes widgets and collects cycles after a test that used Qt.

    Automatic collection is off (``pytest_configure``): on another thread it would free a widget,
    which ends the process. Outside of an event loop Qt keeps what ``deleteLater`` was called for,
    and each change of the style or the palette would visit all of these.
    """
    yield
    uses_qt = "qapp" in request.fixturenames
    if uses_qt:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    if uses_qt or gc.get_count()[0] > _MANY_NEW_OBJECTS:
        # What a test made is in the youngest generation; the old ones are collected now and then.
        gc.collect(2 if gc.get_count()[2] > _YOUNG_COLLECTIONS else 1)


@pytest.fixture(scope="session", autouse=True)
def _session_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the user's home out of all tests, also of those that need none."""
    # Sockets go where paths are short if the data folder's own path is too long for one.
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory(prefix="hubbub-") as runtime:
        _set_home(tmp_path_factory.mktemp("home"), patch)
        patch.setenv("XDG_RUNTIME_DIR", runtime)
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder for one test."""
    folder = tmp_path / "home"
    _set_home(folder, monkeypatch)
    return folder


@pytest.fixture(autouse=True)
def _home_where_it_may_be_used(request: pytest.FixtureRequest) -> None:
    if not str(request.path).startswith(_WITHOUT_HOME):
        request.getfixturevalue("home")


def _set_home(folder: Path, patch: pytest.MonkeyPatch) -> None:
    for variable, below in HOME_FOLDERS.items():
        path = folder / below
        path.mkdir(parents=True, exist_ok=True)
        patch.setenv(variable, str(path))


@pytest.fixture
def qt_loop(qapp: QApplication) -> Iterator[qasync.QEventLoop]:
    """An asyncio loop inside Qt's own: run a coroutine with ``run_until_complete``."""
    loop = qasync.QEventLoop(qapp)
    asyncio.set_event_loop(loop)
    yield loop
    _finish(loop)


def _finish(loop: qasync.QEventLoop) -> None:
    loop.run_until_complete(_cancel(asyncio.all_tasks(loop)))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
    asyncio.set_event_loop(None)


async def _cancel(tasks: set[asyncio.Task[object]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
