"""The system's clock jumps back and ahead while the program runs, and between two runs."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.domain.messages import MessageStatus
from tests.flows.driving import Person, flow, hubbub

pytestmark = pytest.mark.usefixtures("scripted_engine")

YEAR = timedelta(days=365)


@dataclass
class Clock:
    """A clock that somebody sets."""

    now: datetime = datetime(2026, 5, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


async def listed(person: Person) -> list[str]:
    """Return the conversations as the sidebar has them, the last used first."""
    return [each.id for each in await person.rooms.history.conversations.summaries()]


async def answered(person: Person, text: str) -> str:
    """Send a message to the tab in front and wait for the end of its answer."""
    conversation_id = await person.send(text)
    await person.until_idle(conversation_id)
    return conversation_id


@flow
async def test_order_and_text_hold_however_the_clock_jumps(
    qapp: QApplication, tmp_path: Path
) -> None:
    clock = Clock()
    expected: list[list[str]] = []

    async def first_run() -> None:
        async with hubbub(qapp, tmp_path, now=clock) as person:
            first = await answered(person, "say 2")
            clock.now -= 10 * YEAR
            await person.new_tab()
            second = await answered(person, "say 3")
            assert await listed(person) == [second, first]
            clock.now += 20 * YEAR
            person.rooms.window.panes.activate(first)
            person.view.focus_composer()
            assert await answered(person, "say 1") == first
            clock.now -= 10 * YEAR
            running = await person.send("on and on")
            await person.until(lambda: bool(person.view.transcript.last_reply_text()))
            clock.now -= 5 * YEAR
            person.rooms.window.requests.stop_requested.emit(running)
            await person.until_idle(running)
            texts = await person.stored(first)
            assert [text for text, _ in texts][:4] == ["say 2", "word0 word1 ", "say 1", "word0 "]
            assert [status for _, status in texts][-1] is MessageStatus.CANCELLED
            expected.append(await listed(person))

    async def second_run() -> None:
        clock.now += 30 * YEAR
        async with hubbub(qapp, tmp_path, now=clock) as person:
            assert [await listed(person)] == expected
            assert len(person.tab_ids) == 2
            label = person.view.context_line.label
            words = label.text() + label.accessibleDescription()
            assert not re.search(r"-\d", words), "no time is less than nothing"
            assert person.rooms.toasts.shown == []

    await first_run()
    await second_run()
