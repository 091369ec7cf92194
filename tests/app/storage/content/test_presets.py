"""Presets come back by their names."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.domain import ConversationOptions, ModelSettings, Preset, SavedPrompt
from app.domain.saved_prompts import LONGEST_PROMPT_NAME
from app.storage.history import History


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
