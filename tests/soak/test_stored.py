"""What is missing, changed, unended or damaged on the disk is a fault of the soak."""

from pathlib import Path

from app.domain import MessageStatus, Turn
from app.storage.history import History
from tests.soak.report import RoundReport, StoredText
from tests.soak.stored import StoredTexts


def report(*stored: StoredText, purged: tuple[str, ...] = ()) -> RoundReport:
    return RoundReport(
        action_count=1,
        stored=stored,
        purged=purged,
        slot_errors=0,
        disk_fault_count=0,
        faults=(),
        engine_id=None,
    )


async def new_turn(history: History, *, ends: bool = True) -> Turn:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "question")
    if ends:
        await history.turns.finish_reply(turn.reply.id, "answer", MessageStatus.COMPLETE)
    return turn


def reported(turn: Turn, text: str) -> StoredText:
    return StoredText(turn.user.id, turn.user.conversation_id, text)


async def test_what_is_there_while_the_window_runs_is_found(tmp_path: Path) -> None:
    history = await History.open(tmp_path / "hubbub.db")
    turn = await new_turn(history)
    stored = StoredTexts(tmp_path / "hubbub.db")
    assert stored.faults_after(report(reported(turn, "question"))) == []
    assert stored.message_count == 2
    await history.close()


async def test_a_changed_and_a_missing_message_are_lost(tmp_path: Path) -> None:
    history = await History.open(tmp_path / "hubbub.db")
    turn = await new_turn(history)
    stored = StoredTexts(tmp_path / "hubbub.db")
    missing = StoredText(999, "c", "gone")
    found = stored.faults_after(report(reported(turn, "another"), missing))
    assert [fault.partition(" ")[0] for fault in found] == ["[lost]", "[lost]"]
    await history.close()


async def test_what_was_lost_rounds_ago_is_missed_until_its_conversation_is_purged(
    tmp_path: Path,
) -> None:
    history = await History.open(tmp_path / "hubbub.db")
    stored = StoredTexts(tmp_path / "hubbub.db")
    assert len(stored.faults_after(report(StoredText(999, "c", "gone")))) == 1
    assert len(stored.faults_after(report())) == 1
    assert stored.faults_after(report(purged=("c",))) == []
    await history.close()


async def test_a_reply_that_is_still_being_written_at_rest_is_stuck(tmp_path: Path) -> None:
    history = await History.open(tmp_path / "hubbub.db")
    turn = await new_turn(history, ends=False)
    found = StoredTexts(tmp_path / "hubbub.db").faults_after(report())
    assert found == [f"[stuck] message {turn.reply.id} is being written"]
    await history.close()


async def test_damage_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "hubbub.db"
    history = await History.open(path)
    await new_turn(history)
    await history.close()
    data = bytearray(path.read_bytes())
    at = data.index(b"question")
    data[at - 60 : at] = bytes(60)
    path.write_bytes(data)
    assert any(f.startswith("[database]") for f in StoredTexts(path).faults_after(report()))
