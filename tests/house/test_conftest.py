"""What the shared fixtures promise to every other test."""

import asyncio
import logging
import os
from pathlib import Path

import platformdirs
import pytest
import qasync
from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.conftest import ExpectedLog
from tests.flows.driving import move_mouse

pytest_plugins = ["pytester"]

NOISY_TEST = """
import logging

def test_that_logs_an_error():
    logging.getLogger("engine").error("the slot is lost")
"""


class Bell(QObject):
    """Something to wait for."""

    rang = Signal(str)


def test_an_unexpected_error_in_the_log_fails_a_test(pytester: pytest.Pytester) -> None:
    pytester.makeconftest((Path(__file__).parents[1] / "conftest.py").read_text("utf-8"))
    pytester.makepyfile(NOISY_TEST)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*engine: the slot is lost*"])


def test_an_expected_error_in_the_log_is_part_of_the_story(expect_log: ExpectedLog) -> None:
    expect_log("disk is full")
    logging.getLogger("app").error("the %s is full", "disk")
    assert not expect_log.covers(logging.makeLogRecord({"msg": "something else"}))


def test_the_home_of_a_test_is_its_own(home: Path, tmp_path: Path) -> None:
    assert home.is_relative_to(tmp_path)
    assert Path.home() == home
    assert platformdirs.user_data_path("hubbub").is_relative_to(home)


def test_qt_needs_no_screen(qtbot: QtBot) -> None:
    assert QGuiApplication.platformName() == os.environ["QT_QPA_PLATFORM"]


def test_a_coroutine_runs_inside_the_loop_of_qt(qt_loop: qasync.QEventLoop) -> None:
    async def answer() -> int:
        await asyncio.sleep(0)
        return 42

    assert qt_loop.run_until_complete(answer()) == 42


def test_tasks_go_on_while_a_test_waits_for_a_signal(
    qtbot: QtBot, running_qt_loop: qasync.QEventLoop
) -> None:
    bell = Bell()

    async def ring() -> None:
        await asyncio.sleep(0)
        bell.rang.emit("done")

    with qtbot.waitSignal(bell.rang) as waiting:
        task = asyncio.ensure_future(ring())
    assert waiting.args == ["done"]
    qtbot.waitUntil(task.done)


def test_a_task_that_is_left_running_is_cancelled(qt_loop: qasync.QEventLoop) -> None:
    async def wait_for_ever() -> None:
        await asyncio.Event().wait()

    async def start() -> asyncio.Task[None]:
        return asyncio.ensure_future(wait_for_ever())

    task = qt_loop.run_until_complete(start())
    assert not task.done()


def test_a_loop_inside_a_task_is_reported_and_takes_nothing_from_other_tasks(
    qapp: QApplication, qt_loop: qasync.QEventLoop, expect_log: ExpectedLog
) -> None:
    expect_log("Qt's loop is turned inside")

    async def wait_a_turn() -> bool:
        await asyncio.sleep(0)
        return True

    async def turn() -> bool:
        task = asyncio.create_task(wait_a_turn())
        qapp.processEvents()
        return await asyncio.wait_for(task, 5)

    assert qt_loop.run_until_complete(turn())


def test_the_pointer_is_moved_outside_of_any_task(
    qapp: QApplication, qt_loop: qasync.QEventLoop
) -> None:
    widget = QWidget()

    async def move() -> int:
        widget.show()
        task = asyncio.create_task(asyncio.sleep(0, 42))
        await move_mouse(widget, QPoint(5, 5))
        return await asyncio.wait_for(task, 5)

    assert qt_loop.run_until_complete(move()) == 42
    widget.close()
