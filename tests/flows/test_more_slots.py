"""More slots while a chat waits, with the starter model: the answers continue where they were."""

import asyncio
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

import resources.models
from app.domain.messages import MessageStatus
from app.domain.tabs import TabActivity
from app.models.controllers.more_slots import QUIET_SECONDS
from app.settings import Settings
from engine.client.client import EnginePhase
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.models.real import gemma
from tests.models.talker import STARTER_MODEL

REPEATED = "Tell me a story about tabs that run together and never hurt each other. " * 6
ENDLESS = "Write a very long story about a ship, with many chapters."


def activity(person: Person, name: str) -> TabActivity:
    return person.rooms.window.panes.items.state(name).activity


@pytest.mark.skipif(not STARTER_MODEL.is_file(), reason="set-up could not fetch the starter model")
@flow
async def test_a_waiting_chat_is_answered_after_more_slots_are_used(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources.models, "path", lambda: STARTER_MODEL)
    for name in ("LEFT_BYTES", "LEFT_SHARE"):  # whatever else this computer runs
        monkeypatch.setattr(f"app.models.controllers.fit_text.{name}", 0)
    settings = Settings(temperature=0.0, slot_count=1, context_window=2048)
    async with hubbub(qapp, tmp_path, settings=settings) as person:
        now = person.rooms.window.sidebar.now
        first = await person.send(ENDLESS)
        await person.until(lambda: activity(person, first) is TabActivity.WRITING)
        page = person.view
        await person.type("And then?")
        await person.press(Qt.Key.Key_Return)
        await person.until(page.queue_view.isVisible)
        await person.new_tab()
        second = await person.send("Hi")
        await person.until(lambda: activity(person, second) is TabActivity.QUEUED)
        await person.until(now.slots_button.isVisible)
        assert now.slots_button.text() == "Use more slots: 2 at once"

        def heard() -> object:
            return now.rows.index(1).data(Qt.ItemDataRole.AccessibleTextRole)

        await person.until(lambda: heard() == "Hi, Waiting for a slot: 1 of 1 in use, position 1")
        now.slots_button.setFocus(Qt.FocusReason.TabFocusReason)
        await person.press(Qt.Key.Key_Space)
        model = person.rooms.client.state
        await person.until(lambda: person.rooms.client.state is not model)
        await person.until(
            lambda: (model := person.rooms.client.state.model) is not None and model.slot_count == 2
        )
        await person.until_idle(second)
        _question, (answer, status) = await person.stored(second)
        assert status is MessageStatus.COMPLETE
        assert answer
        await person.until(lambda: activity(person, first) is TabActivity.WRITING)
        assert first not in person.rooms.queues.paused_ids, "its next message follows"
        person.rooms.queues.hold(first)
        person.rooms.window.requests.stop_requested.emit(first)
        await person.until_idle(first)
        assert len(await person.stored(first)) == 2, "it continued, and did not begin again"


@pytest.mark.skipif(not STARTER_MODEL.is_file(), reason="set-up could not fetch the starter model")
@flow
async def test_slots_are_raised_by_themselves_after_chats_have_waited(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources.models, "path", lambda: STARTER_MODEL)
    for name in ("LEFT_BYTES", "LEFT_SHARE"):  # whatever else this computer runs
        monkeypatch.setattr(f"app.models.controllers.fit_text.{name}", 0)
    one = {STARTER_MODEL.name: 1}
    settings = Settings(temperature=0.0, raised_slots=one, context_window=2048, max_reply_tokens=60)
    async with hubbub(qapp, tmp_path, settings=settings) as person:
        rooms = person.rooms

        def slot_count() -> int:
            model = rooms.client.state.model
            return 0 if model is None else model.slot_count

        assert slot_count() == 1
        first = await person.send(REPEATED)
        await person.new_tab()
        second = await person.send(REPEATED)
        counts: set[int] = set()
        await person.until(lambda: activity(person, second) is TabActivity.QUEUED)

        def is_answered() -> bool:
            counts.add(slot_count())
            return not {first, second} & rooms.replies.running_ids

        await person.until(is_answered)
        assert counts == {1}, "running answers are not interrupted"
        await person.until(lambda: slot_count() == 2)
        assert "now answers 2 at once" in rooms.toasts.shown[-1]
        assert rooms.settings.current.raised_slots == {STARTER_MODEL.name: 2}
        rooms.window.actions_by_name.undo_delete.trigger()
        await person.until(lambda: slot_count() == 1)
        own = await rooms.model_settings.read(str(STARTER_MODEL))
        assert own.slot_count == 1, "and they stay so"


@flow
async def test_chats_that_did_not_wait_for_a_slot_leave_their_number_as_it_is(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LEFT_BYTES", "LEFT_SHARE"):  # whatever else this computer runs
        monkeypatch.setattr(f"app.models.controllers.fit_text.{name}", 0)
    async with hubbub(qapp, tmp_path) as person:
        rooms = person.rooms
        first = await person.send("Hi")
        await person.new_tab()
        second = await person.send("Hello")
        await person.until_idle(first, second)
        await asyncio.sleep(QUIET_SECONDS + 1)
        assert rooms.settings.current.raised_slots == {}
        assert rooms.toasts.shown == []


@flow
async def test_a_chat_that_waits_for_a_slot_of_its_own_model_gets_none_of_the_default_one(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LEFT_BYTES", "LEFT_SHARE"):  # whatever else this computer runs
        monkeypatch.setattr(f"app.models.controllers.fit_text.{name}", 0)
    other = tmp_path / "gemma-3-270m-Q4_K_M.gguf"
    shutil.copyfile(gemma(), other)
    one = {other.name: 1}
    settings = Settings(
        temperature=0.0, raised_slots=one, context_window=2048, max_reply_tokens=400
    )
    async with hubbub(qapp, tmp_path / "data", settings=settings) as person:
        rooms = person.rooms
        now = rooms.window.sidebar.now
        names: list[str] = []
        for _ in range(2):
            names.append(await person.new_tab())
            rooms.chat_models.choose(names[-1], str(other))
            await person.until(lambda: rooms.models.has_other_model(names[-1]))
        await person.until(lambda: rooms.models.state_of_chat(names[0]).phase is EnginePhase.READY)
        await person.send(REPEATED)
        await person.press(Qt.Key.Key_2, CONTROL)
        await person.send(REPEATED)
        offers: set[bool] = set()

        def is_answered() -> bool:
            offers.add(now.slots_button.isVisible())
            return not set(names) & rooms.replies.running_ids

        await person.until(is_answered)
        assert offers == {False}

        def slot_count() -> int:
            model = rooms.models.state_of_chat(names[0]).model
            return 0 if model is None else model.slot_count

        await person.until(lambda: slot_count() == 2)
        assert rooms.client.state.model is not None
        assert rooms.client.state.model.slot_count == 4, "the default model did not need more"
