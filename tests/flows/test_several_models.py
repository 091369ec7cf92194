"""Two models on one computer, by real keys: each tab is answered by its own."""

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.domain.tabs import TabActivity
from app.domain.usage import ReplyUsage, ReuseOrigin
from app.engine_settings import engine_config
from app.models.host.engines import ModelEntry
from app.models.host.memory import read_main_memory
from app.models.host.plans import planned_model
from app.models.host.table import MAIN, Phase
from app.widgets.conversation.state_text import activity_text
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.models.real import gemma

LONG = "Tell me a story about tabs that run together and never hurt each other. " * 6


def _entries(person: Person) -> tuple[ModelEntry, ...]:
    return person.rooms.models.host.entries


def _users(person: Person) -> list[tuple[str, ...]]:
    return [each.users for each in _entries(person)]


async def _last_usage(person: Person, conversation_id: str) -> ReplyUsage:
    conversation = await person.rooms.history.conversations.get(conversation_id)
    assert conversation is not None
    usage = conversation.messages[-1].usage
    assert usage is not None
    return usage


@flow
async def test_two_tabs_write_with_their_models_and_come_back_warm(
    qapp: QApplication, tmp_path: Path
) -> None:
    other = tmp_path / "gemma-3-270m-Q4_K_M.gguf"
    shutil.copyfile(gemma(), other)
    async with hubbub(qapp, tmp_path / "data") as person:
        rooms = person.rooms
        rooms.settings.change(recent_models=(str(other),), max_reply_tokens=60)
        starter = await person.send(LONG)
        await person.until_idle(starter)
        first_process = rooms.client.process_id
        second = await person.new_tab()
        await person.press(Qt.Key.Key_M, CONTROL)
        await person.type("gemma")
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: rooms.chat_models.model_of(second).name.startswith("Gemma"))
        await person.until(
            lambda: [each.phase for each in _entries(person)] == [Phase.READY, Phase.READY]
        )
        # Both write at once, in processes of their own.
        await person.send(LONG)
        await person.press(Qt.Key.Key_1, CONTROL)
        assert await person.send("And then?") == starter
        await person.until(lambda: _users(person) == [(starter,), (second,)])
        await person.until_idle(starter, second)
        assert rooms.client.process_id == first_process
        assert len({each.client.process_id for each in _entries(person)}) == 2
        names = [(await _last_usage(person, each)).model_name for each in (starter, second)]
        assert names[0] == rooms.chat_models.default.name
        assert names[1].startswith("Gemma")
        # Unloaded, loaded again by its next message with words, and warm.
        read_before = await _last_usage(person, second)
        rooms.models.host.unload(_entries(person)[1].key)
        await person.until(lambda: len(_entries(person)) == 1)
        await person.press(Qt.Key.Key_2, CONTROL)
        words: list[str] = []
        rooms.models.host.changes.add(lambda: words.append(_shown(person, second)))
        assert await person.send("And in the end?") == second
        await person.until_idle(second)
        assert any(each.startswith("Loading Gemma") for each in words), words
        usage = await _last_usage(person, second)
        assert usage.reused_from is ReuseOrigin.DISK
        assert usage.reused_tokens >= read_before.prompt_tokens


def _shown(person: Person, conversation_id: str) -> str:
    state = person.rooms.window.panes.items.state(conversation_id)
    return activity_text(state) if state.activity is TabActivity.QUEUED else ""


@flow
async def test_models_that_do_not_fit_take_turns_with_words_and_come_back_warm(
    qapp: QApplication, tmp_path: Path
) -> None:
    other = tmp_path / "gemma-3-270m-Q4_K_M.gguf"
    shutil.copyfile(gemma(), other)
    async with hubbub(qapp, tmp_path / "data") as person:
        rooms, host = person.rooms, person.rooms.models.host
        rooms.settings.change(
            recent_models=(str(other),),
            max_reply_tokens=20,
            context_window=2048,
            model_stay_seconds=0,
        )
        # A message sent before is answered with the previous context, and its chat is cold then.
        await person.until(
            lambda: (
                (config := rooms.client.state.config) is not None and config.context_window == 2048
            )
        )
        starter = await person.send(LONG)
        await person.until_idle(starter)
        config = engine_config(rooms.settings.current, rooms.paths)
        needs = planned_model(str(other), config, read_main_memory()).needs[MAIN]
        rooms.settings.change(models_memory=needs + (50 << 20))  # not enough for both
        second = await person.new_tab()
        await person.press(Qt.Key.Key_M, CONTROL)
        await person.type("gemma")
        words: list[str] = []
        host.changes.add(lambda: words.extend(_shown(person, each) for each in (starter, second)))
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: [each.name[:5] for each in _entries(person)] == ["Gemma"])
        await person.send(LONG)
        await person.until_idle(second)
        await person.press(Qt.Key.Key_1, CONTROL)
        assert await person.send("And then?") == starter
        await person.until_idle(starter)
        assert any("to make room for" in each for each in words), words
        assert (await _last_usage(person, starter)).reused_from is ReuseOrigin.DISK
        assert len(_entries(person)) == 1
