"""Saved prompts come back by name, replace nothing unasked, and survive what presets survive."""

import shutil
from pathlib import Path

from app.domain import SavedPrompt
from app.domain.saved_prompts import LONGEST_PROMPT_NAME
from app.storage.history import History
from tests.app.storage.golden.make import golden

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


async def test_an_older_file_has_none_and_takes_some(path: Path) -> None:
    shutil.copyfile(golden(11), path)
    history = await History.open(path)
    assert await history.saved_prompts.all() == ()
    await history.saved_prompts.save(TRANSLATE)
    await history.close()
    history = await History.open(path)
    assert await history.saved_prompts.all() == (TRANSLATE,)
    await history.close()
