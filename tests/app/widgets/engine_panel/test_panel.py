"""The engine panel: all it draws is said in words, too, and nothing is drawn twice."""

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.engine_snapshot import (
    EngineSnapshot,
    Gaps,
    SlotActivity,
    SlotSnapshot,
    SpaceKind,
    SpaceUse,
    StepTimes,
    ThreadUse,
)
from app.widgets.engine_panel.charts import StepChart
from app.widgets.engine_panel.engine_panel import MAX_WAITING, EnginePanel

SLOTS = (
    SlotSnapshot(1, SlotActivity.RUNNING, "A story", kept_cells=512, new_cells=256, free_cells=256),
    SlotSnapshot(2, SlotActivity.WARM, "A table", kept_cells=1024, free_cells=0),
    SlotSnapshot(3, SlotActivity.FREE, free_cells=1024),
)


@pytest.fixture
def panel(qtbot: QtBot) -> EnginePanel:
    """A panel that nobody has shown anything yet."""
    panel = EnginePanel()
    qtbot.addWidget(panel)
    panel.resize(300, 800)
    panel.details.set_folded(is_folded=False)
    return panel


def test_it_begins_with_what_everybody_understands(panel: EnginePanel) -> None:
    panel.details.set_folded(is_folded=True)
    panel.set_snapshot(EngineSnapshot(device="CPU", slots=SLOTS))
    panel.show()
    hidden = (panel.slot_chart, panel.step_chart)
    assert not any(each.isVisible() for each in hidden)
    labels = [each.text() for each in panel.findChildren(QLabel) if each.isVisible()]
    assert "Writing, all chats" in labels
    assert not [each for each in labels if "gap" in each or "Slot" in each or "Step" in each]
    QApplication.processEvents()
    panel.details.heading.setFocus()
    QTest.keyClick(panel.details.heading, Qt.Key.Key_Space)
    assert all(each.isVisible() for each in hidden)


def test_without_a_model_it_says_so(panel: EnginePanel) -> None:
    assert panel.waiting_label.text() == "No chat is waiting."
    assert ("Reading", "-") in panel.lines()
    assert panel.step_chart.text() == "No steps in the last minute."


def test_a_model_that_only_embeds_has_no_parts_for_chats(panel: EnginePanel) -> None:
    panel.show()
    panel.set_snapshot(EngineSnapshot(device="CPU", answers_chats=False))
    parts = (panel.slot_chart, panel.waiting_label, panel.step_chart)
    assert not any(each.isVisible() for each in parts)
    assert panel.answering_label.isVisible()
    panel.set_snapshot(EngineSnapshot(device="CPU"))
    assert all(each.isVisible() for each in parts)


def test_figures_are_told_in_words(panel: EnginePanel) -> None:
    panel.set_snapshot(
        EngineSnapshot(
            gaps=Gaps(0.0052, 0.045, 0.0881),
            writing_rate=212.4,
            reading_rate=1540.0,
            average_sequences=2.66,
            first_word_seconds=0.312,
            reused_tokens=12345,
            drafted_tokens=1300,
            accepted_tokens=1212,
            space=(
                SpaceUse(SpaceKind.ENGINE_PROCESS, 512 << 20),
                SpaceUse(SpaceKind.RAM_TIER, 3 << 19),
            ),
        )
    )

    assert panel.lines() == (
        ("Writing, all chats", "212 tokens/s"),
        ("Reading", "1,540 tokens/s"),
        ("First token, median", "0.31 s"),
        ("Chats at once, average", "2.7"),
        ("Token gap, median", "5.2 ms"),
        ("Token gap, 95th percentile", "45 ms"),
        ("Token gap, 99th percentile", "88 ms"),
        ("Reused tokens", "12,345"),
        ("Tokens guessed right", "1,212 of 1,300"),
        ("Engine, with the model", "512 MB"),
        ("Chats kept in memory", "1.5 MB"),
    )


def test_no_acceptance_rate_is_shown_without_drafted_tokens(panel: EnginePanel) -> None:
    panel.set_snapshot(EngineSnapshot(drafted_tokens=3))
    assert ("Tokens guessed right", "0 of 3") in panel.lines()
    panel.set_snapshot(EngineSnapshot())
    assert ("Tokens guessed right", "-") in panel.lines()


@pytest.mark.parametrize(
    ("threads", "shown", "reason"),
    [
        (ThreadUse(1, 2), "1 of 2", "the load by other programs"),
        (ThreadUse(3, 3, is_fixed=True), "3, fixed", "fixed in the settings"),
    ],
)
def test_threads_that_compute_are_told_with_the_reason(
    panel: EnginePanel, threads: ThreadUse, shown: str, reason: str
) -> None:
    assert panel.threads.isHidden()
    panel.set_snapshot(EngineSnapshot(threads=threads))

    assert not panel.threads.isHidden()
    assert panel.threads.lines() == (("Processor threads now", shown),)
    assert reason in panel.threads.hint("Processor threads now")
    panel.set_snapshot(EngineSnapshot())
    assert panel.threads.isHidden()


def test_the_queue_is_shown_with_places(panel: EnginePanel) -> None:
    panel.set_snapshot(EngineSnapshot(waiting=("One", "Two")))
    assert panel.waiting_label.text() == "1. One\n2. Two"

    panel.set_snapshot(EngineSnapshot(waiting=("x",) * (MAX_WAITING + 3)))
    assert panel.waiting_label.text().splitlines()[-1] == "… and 3 more"


def test_slots_are_told_to_screen_readers(panel: EnginePanel) -> None:
    panel.set_snapshot(EngineSnapshot(slots=SLOTS))

    assert panel.slot_chart.accessibleDescription().splitlines() == [
        "Slot 1 is answering “A story”: 512 tokens kept, 256 new, 256 free.",
        "Slot 2 caches “A table”: 1,024 tokens cached, 0 new, 0 free.",
        "Slot 3 is free: 1,024 tokens.",
    ]


def test_the_longest_step_is_told_in_words(qtbot: QtBot) -> None:
    chart = StepChart()
    qtbot.addWidget(chart)
    chart.set_steps((StepTimes(30.0, decode=0.02, longest=0.09),), 0.08)
    assert chart.text() == "The longest step of the last minute took 90 ms."


class PaintCounter(QObject):
    """Counts how often a widget was painted."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        self.count += event.type() is QEvent.Type.Paint
        return False


def test_the_same_picture_is_not_drawn_again(panel: EnginePanel, qtbot: QtBot) -> None:
    panel.set_snapshot(EngineSnapshot(slots=SLOTS))
    panel.show()
    qtbot.waitExposed(panel)
    QApplication.processEvents()
    paints = PaintCounter()
    panel.slot_chart.installEventFilter(paints)

    panel.set_snapshot(EngineSnapshot(slots=SLOTS))
    QApplication.processEvents()
    assert paints.count == 0
    panel.set_snapshot(EngineSnapshot(slots=SLOTS[::-1]))
    QApplication.processEvents()
    assert paints.count == 1


def test_it_tells_when_it_is_seen(panel: EnginePanel) -> None:
    shown, hidden = QSignalSpy(panel.shown), QSignalSpy(panel.hidden)
    panel.show()
    panel.hide()

    assert (shown.count(), hidden.count()) == (1, 1)


def test_a_title_that_looks_like_html_is_shown_as_it_is(panel: EnginePanel) -> None:
    title = '<img src="/etc/passwd">'
    panel.set_snapshot(EngineSnapshot(slots=(SlotSnapshot(1, SlotActivity.WARM, title, 1, 0, 1),)))

    assert "&lt;img" in panel.slot_chart.tool_tip_at(5)
    assert "<img" not in panel.slot_chart.tool_tip_at(5)
    assert panel.slot_chart.tool_tip_at(5000) == ""
