"""Versions of messages stand beside each other, and one branch is shown."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.conversations import ConversationOptions, Preset
from app.domain.messages import MessageStatus, Role
from app.models.settings_model import KnownModel, ModelSettings, unpacked_model_settings
from app.prompts.model import LONGEST_PROMPT_NAME, SavedPrompt
from app.storage.history import History
from tests.app.storage.turns import ask, stored_conversation, texts

ONE, TWO = "1" * 64, "2" * 64
START = datetime(2026, 5, 1, tzinfo=UTC)
ALL = ModelSettings(
    "calm",
    "/m/caf\udce9.gguf",
    "",
    4096,
    2,
    "Q8_0",
    "{{ messages }}",
    keeps_experts=False,
    tensor_split=(3.0, 1.5),
)


async def test_choosing_a_version_shows_its_branch_down_to_the_newest_end(
    history: History,
) -> None:
    conversation = await history.conversations.create()
    first = await ask(history, conversation.id, "one")
    await ask(history, conversation.id, "two")
    edited = await history.turns.edit(first.user.id, "eins")
    await history.turns.finish_reply(edited.reply.id, "re: eins", MessageStatus.COMPLETE)
    back = await history.messages.choose_sibling(first.user.id)
    assert texts(back) == ["one", "re: one", "two", "re: two"]
    assert texts(await history.messages.choose_sibling(edited.reply.id)) == ["eins", "re: eins"]
    assert texts(await history.conversations.get(conversation.id)) == ["eins", "re: eins"]


async def test_a_pinned_message_is_pinned_after_a_restart_and_a_copy(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Remember this.")
    await history.turns.finish_reply(turn.reply.id, "I will.", MessageStatus.COMPLETE)
    await history.messages.set_pinned(turn.user.id, is_pinned=True)
    stored = await stored_conversation(history, conversation.id)
    tree = await history.archive.tree(conversation.id)
    assert tree is not None
    assert [message.is_pinned for message in stored.messages] == [True, False]
    assert [message.is_pinned for message in tree.messages] == [True, False]
    await history.messages.set_pinned(turn.user.id, is_pinned=False)
    again = await stored_conversation(history, conversation.id)
    assert not again.messages[0].is_pinned


async def test_a_look_into_a_chat_shows_its_last_words(history: History) -> None:
    conversation = await history.conversations.create()
    assert await history.messages.preview(conversation.id) is None
    turn = await history.turns.start(conversation.id, "Tell me all.")
    await history.turns.finish_reply(turn.reply.id, "long " * 1000 + "end", MessageStatus.COMPLETE)
    look = await history.messages.preview(conversation.id)
    assert look is not None
    assert look.role is Role.ASSISTANT
    assert look.text.endswith("long end")
    assert len(look.text) <= 1600
    await history.conversations.delete(conversation.id)
    assert await history.messages.preview(conversation.id) is None


async def test_a_look_at_a_message_shows_what_was_found_in_it(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "far " * 1000 + "Café " + "away " * 1000)
    look = await history.messages.preview(conversation.id, turn.user.id, "cafe")
    assert look is not None
    assert [look.text[each.start : each.end] for each in look.found] == ["Café"]
    assert len(look.text) <= 1600
    other = await history.conversations.create()
    assert await history.messages.preview(other.id, turn.user.id, "cafe") is None


@pytest.fixture
async def history(path: Path) -> AsyncIterator[History]:
    """Histories whose clock goes on by a minute at each look."""
    moments = (START + timedelta(minutes=step) for step in range(100))
    history = await History.open(path, now=lambda: next(moments))
    yield history
    await history.close()


async def test_settings_come_back_by_digest(history: History) -> None:
    await history.known_models.save_settings(ONE, ALL)
    assert (await history.known_models.get(ONE)).settings == ALL
    assert await history.known_models.get(TWO) == KnownModel(TWO)


async def test_recent_models_are_those_used_last(history: History) -> None:
    for digest in (ONE, TWO, ONE):
        await history.known_models.note_use(digest, f"Model {digest[0]}", f"/m/{digest[0]}.gguf")
    recent = await history.known_models.recent(10)
    assert [each.digest for each in recent] == [ONE, TWO]
    assert await history.known_models.recent(1) == recent[:1]


async def test_a_use_keeps_the_settings_and_follows_the_file(history: History) -> None:
    await history.known_models.save_settings(ONE, ALL)
    await history.known_models.note_use(ONE, "A\nname", "/old.gguf")
    await history.known_models.note_use(ONE, "A name", "/caf\udce9.gguf")
    (known,) = await history.known_models.recent(10)
    assert (known.name, known.path, known.settings) == ("A name", "/caf\udce9.gguf", ALL)


async def test_a_forgotten_model_leaves_nothing(history: History) -> None:
    await history.known_models.save_settings(ONE, ALL)
    await history.known_models.remove_model(ONE)
    await history.known_models.remove_model(TWO)
    assert await history.known_models.get(ONE) == KnownModel(ONE)


@pytest.mark.parametrize(
    "text",
    ["[]", "{", "null", "3", "[" * 100_000, '{"slot_count": 0}', '{"slot_count": "many"}'],
)
def test_what_can_not_be_understood_is_not_set(text: str) -> None:
    assert unpacked_model_settings(text) == ModelSettings()


def test_a_broken_value_takes_no_other_along() -> None:
    text = '{"slot_count": -3, "context_window": 4096, "of_the_future": 1}'
    assert unpacked_model_settings(text) == ModelSettings(context_window=4096)


async def test_presets_come_back_by_name(history: History) -> None:
    await history.presets.save(Preset("warm", {"temperature": 1.2}))
    await history.presets.save(Preset("calm", {"temperature": 0.1, "top_k": 5}))
    await history.presets.save(Preset("warm", {"temperature": 1.0}))
    await history.presets.delete("nowhere")
    assert await history.presets.all() == (
        Preset("calm", {"temperature": 0.1, "top_k": 5}),
        Preset("warm", {"temperature": 1.0}),
    )
    await history.presets.delete("calm")
    assert [preset.name for preset in await history.presets.all()] == ["warm"]


async def test_a_renamed_preset_is_still_that_of_its_chats(history: History) -> None:
    await history.presets.save(Preset("calm", {"temperature": 0.1}))
    await history.presets.save(Preset("warm", {"temperature": 1.2}))
    chat = await history.conversations.create()
    other = await history.conversations.create()
    await history.conversations.set_options(chat.id, ConversationOptions(preset_name="calm"))
    await history.conversations.set_options(other.id, ConversationOptions(preset_name="warm"))
    await history.conversations.delete(chat.id)
    await history.presets.rename("calm", "quiet")
    await history.presets.rename("nowhere", "x")
    await history.trash.restore(chat.id)
    options = [await history.conversations.options(each.id) for each in (chat, other)]
    assert [each.preset_name for each in options if each is not None] == ["quiet", "warm"]
    assert [preset.name for preset in await history.presets.all()] == ["quiet", "warm"]


async def test_a_renamed_preset_is_still_the_default_of_its_models(history: History) -> None:
    await history.presets.save(Preset("calm", {"temperature": 0.1}))
    await history.known_models.save_settings("a" * 64, ModelSettings("calm", slot_count=2))
    await history.known_models.save_settings("b" * 64, ModelSettings("warm"))
    await history.presets.rename("calm", "quiet")
    known = [await history.known_models.get(each * 64) for each in "ab"]
    assert known[0].settings == ModelSettings("quiet", slot_count=2)
    assert known[1].settings == ModelSettings("warm")


@pytest.mark.parametrize("text", ["", "[" * 100_000, '{"a":' * 100_000, "[1]"])
async def test_one_whose_values_are_damaged_keeps_nobody_from_the_others(
    path: Path, text: str
) -> None:
    history = await History.open(path)
    for name in ("calm", "warm"):
        await history.presets.save(Preset(name, {"top_k": 5}))
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE preset SET values_json = ? WHERE name = 'calm'", (text,))
    history = await History.open(path)
    assert await history.presets.all() == (Preset("calm", {}), Preset("warm", {"top_k": 5}))
    await history.close()


TRANSLATE = SavedPrompt("Translate", "Translate into {{language}}: {{text}}")
SUM_UP = SavedPrompt("Sum up", "Sum this up:\n{{text}}")


async def test_they_come_back_by_name(history: History) -> None:
    for prompt in (TRANSLATE, SUM_UP):
        await history.saved_prompts.save(prompt)
    assert await history.saved_prompts.all() == (SUM_UP, TRANSLATE)
    await history.saved_prompts.delete("nowhere")
    await history.saved_prompts.delete(SUM_UP.name)
    assert await history.saved_prompts.all() == (TRANSLATE,)


async def test_a_prompt_is_renamed_and_edited_in_one_go(history: History) -> None:
    await history.saved_prompts.save(TRANSLATE)
    changed = SavedPrompt("To French", "Translate into French: {{text}}")
    await history.saved_prompts.save(changed, instead_of=TRANSLATE.name)
    assert await history.saved_prompts.all() == (changed,)


async def test_what_comes_from_a_file_replaces_nothing(history: History) -> None:
    await history.saved_prompts.save(TRANSLATE)
    other = SavedPrompt(TRANSLATE.name, "another text")
    added = await history.saved_prompts.add((TRANSLATE, other, SUM_UP, SUM_UP))
    assert added == 2
    assert await history.saved_prompts.all() == (
        SUM_UP,
        TRANSLATE,
        SavedPrompt("Translate 2", "another text"),
    )


async def test_a_name_is_one_line_of_a_certain_length(history: History) -> None:
    await history.saved_prompts.save(SavedPrompt("a\nname " * 100, "text\0\nwith lines"))
    (stored,) = await history.saved_prompts.all()
    assert "\n" not in stored.name
    assert len(stored.name) <= LONGEST_PROMPT_NAME
    assert stored.text == "text�\nwith lines"
