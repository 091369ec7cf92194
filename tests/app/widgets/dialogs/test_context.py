"""The dialog at a full context says what each way costs, and offers what is possible."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.widgets.dialogs.context import ContextDialog, ContextFacts

LEFT = Qt.MouseButton.LeftButton


def facts(*, larger: int | None = 4096, can_slide: bool = True) -> ContextFacts:
    return ContextFacts(2048, larger, 96 << 20, 2048, can_slide, 1, has_earlier=True)


def test_the_memory_dialog_says_what_each_way_costs(qtbot: QtBot) -> None:
    shown = ContextDialog(facts(can_slide=False))
    qtbot.addWidget(shown)
    text = shown.text()
    for words in (
        "2,048 tokens",
        "96.0 MB more",
        "trained for 2,048 tokens",
        "read again",
        "One is pinned",
    ):
        assert words in text.replace("MiB", "MB")
    larger = QSignalSpy(shown.larger_requested)
    QTest.mouseClick(shown.larger_button, LEFT)
    assert larger.at(0) == [4096]


def test_the_memory_dialog_says_how_much_each_way_reads_again(qtbot: QtBot) -> None:
    known = replace(facts(), earlier_tokens=1500, first_tokens=300, held_tokens=1200)
    shown = ContextDialog(known)
    qtbot.addWidget(shown)
    pin, fork, larger = (
        button.accessibleDescription()
        for button in (shown.pin_button, shown.fork_button, shown.larger_button)
    )
    assert "About 1,500 tokens are read again" in pin, "the turn and what is held"
    assert "About 1,500 tokens are read again" in fork, "what was forgotten"
    assert "About 2,700 tokens are read again" in larger, "all of it"
    capped = ContextDialog(replace(known, earlier_tokens=9000, first_tokens=1000))
    qtbot.addWidget(capped)
    assert "About 2,048 tokens" in capped.pin_button.accessibleDescription()
    assert "About 4,096 tokens" in capped.larger_button.accessibleDescription()


def test_what_can_not_be_done_is_not_offered(qtbot: QtBot) -> None:
    shown = ContextDialog(facts(larger=None))
    qtbot.addWidget(shown)
    assert not shown.larger_button.isEnabled()
    pinned, forked = QSignalSpy(shown.pin_requested), QSignalSpy(shown.fork_requested)
    QTest.mouseClick(shown.pin_button, LEFT)
    QTest.mouseClick(shown.fork_button, LEFT)
    assert (pinned.count(), forked.count()) == (1, 1)
    assert "read again" not in shown.text()
