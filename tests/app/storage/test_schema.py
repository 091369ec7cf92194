"""Steps from one form of the database to the next."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.engine import Engine

from app.domain import MessageStatus
from app.storage.history import History
from app.storage.schema import SCHEMA_VERSION
from app.storage.tables import Row
from tests.app.processes import Child
from tests.app.storage.steps import (
    LIGHTS_OUT,
    NEXT_STEP,
    NEXT_VERSION,
    die_of_steps,
    make_steps,
    migrations_with,
)
from tests.app.storage.turns import stored_conversation


@pytest.fixture
async def old_path(path: Path) -> Path:
    """Histories in today's form, with one conversation."""
    history = await History.open(path)
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "keep me")
    await history.turns.finish_reply(turn.reply.id, "kept", MessageStatus.COMPLETE)
    await history.close()
    return path


def texts(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [text for (text,) in connection.execute("SELECT text FROM message ORDER BY id")]


def tables(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [name for (name,) in connection.execute("SELECT sql FROM sqlite_schema ORDER BY 1")]


def is_no_index(name: str | None, kind: str, _parents: object) -> bool:
    """Leave out what FTS5 keeps of a search index; no mapping knows of it."""
    return kind != "table" or not str(name).startswith(("title_", "message_"))


def test_the_steps_lead_to_what_the_mappings_say(old_path: Path) -> None:
    database: Engine = create_engine(f"sqlite:///{old_path}")
    with database.connect() as connection:
        options = {"compare_type": True, "include_name": is_no_index}
        context = MigrationContext.configure(connection, opts=options)
        differences = [
            difference
            for difference in compare_metadata(context, Row.metadata)
            # SQLAlchemy does not see what becomes of a reference that came with a new column.
            if not (
                difference[0] in ("add_fk", "remove_fk")
                and any(name in str(difference) for name in ("memory_begin", "source_version"))
            )
        ]
        references = connection.exec_driver_sql("PRAGMA foreign_key_list(conversation)").all()
    assert differences == []
    assert {(row[3], row[2], row[6]) for row in references} == {
        ("active_leaf_id", "message", "SET NULL"),
        ("memory_begins_at_id", "message", "SET NULL"),
        ("source_version_id", "source_version", "SET NULL"),
    }
    database.dispose()


def test_before_a_step_a_whole_backup_is_made(old_path: Path, tmp_path: Path) -> None:
    make_steps(old_path, migrations_with(tmp_path, NEXT_STEP))
    (backup,) = (old_path.parent / "backups").iterdir()
    assert texts(backup) == texts(old_path) == ["keep me", "kept"]
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    with closing(sqlite3.connect(old_path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (NEXT_VERSION,)
        assert connection.execute("SELECT mood FROM message").fetchall() == [("",), ("",)]


def test_a_step_that_fails_half_way_leaves_the_old_form(old_path: Path, tmp_path: Path) -> None:
    before = tables(old_path)
    step = NEXT_STEP + "    raise RuntimeError('the lights went out')\n"
    with pytest.raises(RuntimeError, match="lights"):
        make_steps(old_path, migrations_with(tmp_path, step))
    assert tables(old_path) == before
    assert texts(old_path) == ["keep me", "kept"]


async def test_a_process_killed_in_the_very_first_step_leaves_nothing_strange(
    path: Path, tmp_path: Path
) -> None:
    migrations = migrations_with(tmp_path, NEXT_STEP)
    with (migrations / "versions" / "v0001_conversations.py").open("a", encoding="utf-8") as step:
        step.write("\n\nimport os\n\n\ndef _create_open_tabs():\n" + LIGHTS_OUT)
    assert Child(die_of_steps, path, migrations).stderr_tail() == ["begun"]
    history = await History.open(path)
    await history.conversations.create("works")
    await history.close()
    assert history.warnings == ()


def test_a_step_that_leaves_rows_pointing_nowhere_is_undone(old_path: Path, tmp_path: Path) -> None:
    step = NEXT_STEP + "    op.execute('DELETE FROM conversation')\n"
    with pytest.raises(AssertionError, match="pointing nowhere"):
        make_steps(old_path, migrations_with(tmp_path, step))
    assert texts(old_path) == ["keep me", "kept"]


async def test_an_unknown_name_never_hides_a_conversation(old_path: Path) -> None:
    with closing(sqlite3.connect(old_path)) as connection, connection:
        connection.execute("UPDATE message SET status = 'PAUSED', role = 'TOOL' WHERE id = 2")
        connection.execute("UPDATE message SET created_at = 'soon', text = CAST(x'61ff' AS TEXT)")
        connection.execute("UPDATE conversation SET active_leaf_id = NULL")
    history = await History.open(old_path)
    (summary,) = await history.conversations.summaries()
    conversation = await stored_conversation(history, summary.id)
    await history.close()
    assert [message.text for message in conversation.messages] == ["a\ufffd", "a\ufffd"]
    assert "TOOL" in conversation.messages[1].note
    assert "PAUSED" in conversation.messages[1].note
