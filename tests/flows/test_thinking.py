"""A model that thinks: told not to by keys, told how long, and it stays told after a restart."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.chat_options import ThinkingOptions
from app.domain.messages import Message
from app.settings import Settings
from tests.flows.driving import Person, flow, hubbub
from tests.models.cache import cached_model
from tests.models.tiny import write_thinking

SHORT = Settings(temperature=0.0, max_reply_tokens=40, context_window=512, slot_count=2)


async def _reply(person: Person, text: str) -> Message:
    name = await person.send(text)
    await person.until_idle(name)
    conversation = await person.rooms.history.conversations.get(name)
    assert conversation is not None
    return conversation.messages[-1]


async def _turn_switch(person: Person) -> None:
    """Take the first entry of the button's menu by keys; without a screen no menu pops up."""
    button = person.view.composer.thinking_button
    button.fill_menu()
    menu = button.menu_of_choices
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    await person.until(lambda: button.text() == "No thinking")


@flow
async def test_thinking_is_turned_off_and_limited_and_stays_so(
    qapp: QApplication, tmp_path: Path
) -> None:
    model = str(cached_model(write_thinking))

    async def first() -> None:
        async with hubbub(qapp, tmp_path, model, settings=SHORT) as person:
            button = person.view.composer.thinking_button
            await person.until(button.isVisible)
            assert button.text() == "Thinking"
            free = await _reply(person, "Hello")
            assert (bool(free.reasoning), free.text) == (True, "")
            button.options_chosen.emit(ThinkingOptions(budget=8))
            await person.until(lambda: "at most 8 tokens" in button.accessibleName())
            limited = await _reply(person, "Hello again")
            assert limited.reasoning
            assert limited.text
            assert len(limited.reasoning) < len(free.reasoning)
            await _turn_switch(person)
            quick = await _reply(person, "And now?")
            assert (quick.reasoning, bool(quick.text)) == ("", True)

    async def second() -> None:
        async with hubbub(qapp, tmp_path, model, settings=SHORT) as person:
            await person.until(lambda: person.view.composer.thinking_button.isVisible())
            assert person.view.composer.thinking_button.text() == "No thinking"

    await first()
    await second()
