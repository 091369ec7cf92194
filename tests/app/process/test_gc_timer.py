"""Cycles are collected by the window's thread alone, and Python gets its collector back."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.process.gc_timer import GcTimer


class Knot:
    """An object that only the collector can end."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """Leave Python's collector to the next test as it was."""
    was_enabled = gc.isenabled()
    yield
    (gc.enable if was_enabled else gc.disable)()


@pytest.fixture
def timer(qtbot: QtBot) -> Iterator[GcTimer]:
    timer = GcTimer()
    yield timer
    timer.close()


def test_cycles_are_collected_on_the_thread_of_the_timer(timer: GcTimer, qtbot: QtBot) -> None:
    threads: list[threading.Thread] = []
    weakref.finalize(Knot(), lambda: threads.append(threading.current_thread()))
    assert not gc.isenabled()
    young: list[list[int]] = []

    def is_collected() -> bool:
        # A generation is due after so many new objects. What earlier tests left behind may be
        # freed in this loop, and each freed object counts against the new ones: so make more.
        young.extend([] for _ in range(5000))
        return bool(threads)

    qtbot.waitUntil(is_collected)
    assert threads == [threading.main_thread()]


def test_no_collection_comes_between_two_events(
    timer: GcTimer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []
    monkeypatch.setattr(timer, "_collect", lambda: happened.append("collection"))
    for timeout in timer.findChildren(QTimer):
        QTimer.singleShot(0, timeout.timeout.emit)  # it is due between two events
        QTimer.singleShot(0, lambda: happened.append("event"))
    qtbot.waitUntil(lambda: len(happened) == 2)
    assert happened == ["event", "collection"]


def test_a_busy_loop_collects_in_the_end(timer: GcTimer, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    monkeypatch.setattr(timer, "_collect", lambda: happened.append("collection"))
    (due,) = timer.findChildren(QTimer)
    due.timeout.emit()
    assert not happened
    due.timeout.emit()
    assert happened == ["collection"]


def test_a_closed_timer_gives_the_collector_back(qtbot: QtBot) -> None:
    GcTimer().close()
    assert gc.isenabled()
