"""A bug is logged whole and shown once; nobody's words are logged."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.errors import DiskFull
from app.process.reporting import ExceptionHooks, install_exception_hooks, logging_to
from tests.conftest import ExpectedLog

UNEXPECTED = "unexpected error"


@pytest.fixture
def shown() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def hooks(shown: list[tuple[str, str]]) -> Iterator[ExceptionHooks]:
    hooks = install_exception_hooks(lambda text, details: shown.append((text, details)))
    yield hooks
    hooks.uninstall()


def stumble() -> None:
    raise ValueError("a stone")


def test_a_bug_in_a_thread_is_shown_once_and_logged_each_time(
    hooks: ExceptionHooks,
    shown: list[tuple[str, str]],
    expect_log: ExpectedLog,
    caplog: pytest.LogCaptureFixture,
) -> None:
    expect_log(UNEXPECTED)
    for _ in range(3):
        thread = threading.Thread(target=stumble)
        thread.start()
        thread.join()
    ((text, details),) = shown
    assert "unexpected error" in text
    assert "ValueError: a stone" in details
    assert "in stumble" in details
    assert caplog.text.count("ValueError: a stone") == 3


async def test_a_bug_in_a_forgotten_task_is_shown(
    hooks: ExceptionHooks, shown: list[tuple[str, str]], expect_log: ExpectedLog
) -> None:
    expect_log(UNEXPECTED)
    loop = asyncio.get_running_loop()
    hooks.watch(loop)
    loop.call_soon(stumble)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert "a stone" in shown[0][1]


def test_known_trouble_is_shown_in_its_own_words(
    hooks: ExceptionHooks, shown: list[tuple[str, str]], expect_log: ExpectedLog
) -> None:
    expect_log(UNEXPECTED)
    hooks.report(DiskFull("There is no room left."))
    assert shown[0][0] == "There is no room left."


def test_an_error_in_showing_is_logged(expect_log: ExpectedLog) -> None:
    expect_log(UNEXPECTED)
    expect_log("could not be shown")

    def show(text: str, details: str) -> None:
        raise RuntimeError("no window")

    ExceptionHooks(show).report(ValueError("a stone"))


def test_a_log_is_written_and_left_in_order(tmp_path: Path) -> None:
    before = list(logging.getLogger().handlers)
    with logging_to(tmp_path):
        logging.getLogger("app.test").info("loaded %s in %d ms", "caf\udce9", 12)
    assert logging.getLogger().handlers == before
    log = (tmp_path / "hubbub.log").read_text("utf-8")
    assert "INFO app.test: loaded caf\\udce9 in 12 ms" in log


def test_without_a_writable_folder_the_terminal_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with logging_to(tmp_path / "missing"):
        logging.getLogger("app.test").warning("still heard")
    assert "still heard" in capsys.readouterr().err
