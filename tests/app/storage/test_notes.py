"""Why a reply is not complete is stored so that it can be told in any language."""

from pathlib import Path

import pytest

from app.domain import MessageStatus
from app.errors import LazyText, lazy
from app.storage.history import History
from app.transfer import own_format
from tests.app.storage.turns import stored_conversation
from tests.app.transfer.exports import read

REASON = lazy(
    "The engine stopped unexpectedly ({signal}).", signal=lazy("signal {number}", number=9)
)
GERMAN = {
    REASON.template: "Die Engine endete unerwartet ({signal}).",
    "signal {number}": "Signal {number}",
}


def in_german(text: str) -> str:
    """Return a note as a German window shows it."""
    assert isinstance(text, LazyText)
    return text.translated(
        lambda template: GERMAN.get(template, template), lambda value, _: str(value)
    )


async def _id_of_a_failed_chat(history: History, note: str) -> str:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Hello?")
    await history.turns.finish_reply(turn.reply.id, "Hel", MessageStatus.FAILED, note=note)
    return conversation.id


async def test_a_note_comes_back_with_its_values_after_a_restart(path: Path) -> None:
    history = await History.open(path)
    id_ = await _id_of_a_failed_chat(history, REASON)
    await history.close()
    history = await History.open(path)
    stored = await stored_conversation(history, id_)
    await history.close()
    assert stored.messages[1].note == REASON
    assert in_german(stored.messages[1].note) == "Die Engine endete unerwartet (Signal 9)."


@pytest.mark.parametrize(
    "note", ["", "It broke. {signal}", '["a", {"b', '["a"]', "[[[", '[{"a": 1}]']
)
async def test_a_text_that_is_no_sentence_with_values_is_shown_as_it_is(
    history: History, note: str
) -> None:
    stored = await stored_conversation(history, await _id_of_a_failed_chat(history, note))
    assert stored.messages[1].note == note


async def test_an_export_holds_a_note_as_a_text(history: History) -> None:
    id_ = await _id_of_a_failed_chat(history, REASON)
    pieces = own_format.written(history.archive.trees([id_]))
    imported = read(b"".join([piece async for piece in pieces]))
    assert imported.trees[0].messages[1].note == "The engine stopped unexpectedly (signal 9)."
