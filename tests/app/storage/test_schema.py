"""Steps from one form of the database to the next."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.engine import Engine

from app.domain.chat_options import ChatModel
from app.domain.conversations import OverflowPolicy, Preset, SearchQuery, TitleOrigin
from app.domain.messages import MessageStatus, Role
from app.domain.tabs import OpenTabs
from app.domain.usage import ReuseOrigin
from app.storage.fault_points import FaultPoint
from app.storage.history import History
from app.storage.schema import SCHEMA_VERSION
from app.storage.tables import Row
from tests.app.processes import Child
from tests.app.storage.failing import kill_at
from tests.app.storage.golden.make import golden
from tests.app.storage.turns import (
    LIGHTS_OUT,
    NEXT_STEP,
    NEXT_VERSION,
    die_of_steps,
    make_steps,
    migrations_with,
    stored_conversation,
)

FIRST = golden(1)


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
        connection.execute("UPDATE message SET status = 'PAUSED', role = 'ROBOT' WHERE id = 2")
        connection.execute("UPDATE message SET created_at = 'soon', text = CAST(x'61ff' AS TEXT)")
        connection.execute("UPDATE conversation SET active_leaf_id = NULL")
    history = await History.open(old_path)
    (summary,) = await history.conversations.summaries()
    conversation = await stored_conversation(history, summary.id)
    await history.close()
    assert [message.text for message in conversation.messages] == ["a\ufffd", "a\ufffd"]
    assert "ROBOT" in conversation.messages[1].note
    assert "PAUSED" in conversation.messages[1].note


def released() -> list[Path]:
    return [golden(version) for version in range(1, SCHEMA_VERSION + 1) if golden(version).exists()]


def test_every_schema_before_this_one_has_left_a_file() -> None:
    names = [path.stem for path in released()]
    assert names == [f"schema-{version}" for version in range(1, len(names) + 1)]
    assert len(names) >= SCHEMA_VERSION - 1


async def test_options_queues_pins_and_presets_of_an_old_file_stay(path: Path) -> None:
    shutil.copyfile(golden(4), path)
    history = await History.open(path)
    plans, first = (await history.tabs.read()).conversation_ids
    stored, shown = await history.conversations.get(plans), await history.conversations.get(first)
    presets = await history.presets.all()
    await history.close()
    assert stored is not None
    assert shown is not None
    assert [each.text for each in stored.queue] == ["wait for it", "and then"]
    assert (stored.options.folder, stored.options.overflow_policy) == ("Work", OverflowPolicy.STOP)
    assert stored.title_origin is TitleOrigin.USER
    assert shown.context_starts_at == shown.messages[0].id
    assert [message.is_pinned for message in shown.messages] == [True, False, False, False]
    assert presets == (Preset("calm", {"temperature": 0.1}),)


@pytest.mark.parametrize("version", [9, 20])
async def test_a_chat_of_an_old_file_uses_the_model_of_new_chats(path: Path, version: int) -> None:
    shutil.copyfile(golden(version), path)
    history = await History.open(path)
    plans = await history.conversations.get((await history.tabs.read()).conversation_ids[0])
    await history.close()
    assert plans is not None
    assert plans.options.model == ChatModel(name="demo")
    assert not plans.options.model.is_chosen


@pytest.mark.parametrize(
    ("version", "known"),
    [
        (1, {"drafted_tokens": 0, "accepted_tokens": 0}),
        (6, {"drafted_tokens": 0, "accepted_tokens": 0}),
        (7, {"drafted_tokens": 4, "accepted_tokens": 3}),
        (14, {"network_seconds": 0.0, "endpoint_name": ""}),
        (15, {"network_seconds": 0.125, "endpoint_name": "rack"}),
    ],
)
async def test_what_older_replies_cost_has_no_later_figures(
    path: Path, version: int, known: dict[str, object]
) -> None:
    shutil.copyfile(golden(version), path)
    history = await History.open(path)
    messages = [message async for tree in history.archive.trees() for message in tree.messages]
    await history.close()
    assert {name: getattr(messages[1].usage, name) for name in known} == known


def rows_of(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT id, conversation_id, parent_id, role, status, text FROM message ORDER BY id"
        return connection.execute(query).fetchall()


@pytest.fixture(params=released(), ids=lambda path: path.stem)
def golden_path(request: pytest.FixtureRequest, path: Path) -> Path:
    shutil.copyfile(request.param, path)
    return path


async def test_every_message_of_an_old_file_is_there_and_sound(golden_path: Path) -> None:
    before = rows_of(golden_path)
    history = await History.open(golden_path)
    trees = [tree async for tree in history.archive.trees()]
    sums = next((each for each in trees if each.title == "Sums"), None)  # from schema 20 on
    summaries = [each for each in await history.conversations.summaries() if each.title != "Sums"]
    messages = [each for tree in trees if tree is not sums for each in tree.messages]
    trash = await history.trash.conversations()
    tabs = await history.tabs.read()
    plans = await history.archive.tree(tabs.conversation_ids[0])
    await history.close()
    assert rows_of(golden_path) == before
    assert [message.is_damaged for message in messages] == [False] * 5
    if sums is not None:
        assert not any(each.is_damaged for each in sums.messages)
        assert [each.name for each in sums.messages[1].tool_calls] == ["add"]
        assert sums.messages[2].tool_use is not None
        assert sums.messages[2].tool_use.arguments == '{"a": 2, "b": 3}'
    assert messages[2].text == "おはよう 😀"
    assert [message.sibling_number for message in messages[1:3]] == [1, 2]
    assert messages[1].usage is not None
    assert messages[1].usage.reused_from is ReuseOrigin.NOWHERE
    assert messages[-1].status is MessageStatus.STREAMING
    assert len(trash) == 1
    assert tabs == OpenTabs(tabs.conversation_ids, summaries[0].id)
    assert plans is not None
    assert plans.draft == "half a thou"
    assert history.warnings == ()


async def test_what_an_old_file_holds_is_found(golden_path: Path) -> None:
    history = await History.open(golden_path)
    found = [
        [
            hit.message_id
            for hit in await history.conversations.search(SearchQuery(word, role=Role.ASSISTANT))
        ]
        for word in ("はよう", "おはよう", "gruss", "forgotten")
    ]
    questions = await history.conversations.search(SearchQuery("Japan"))
    await history.close()
    assert found == [[3], [3], [], []]
    assert [hit.role for hit in questions] == [None, Role.USER]


def test_a_process_killed_in_a_real_step_leaves_the_old_form(path: Path) -> None:
    shutil.copyfile(FIRST, path)
    before = rows_of(path)
    for point in (FaultPoint.BACKUP_COPIED, FaultPoint.BACKUP_MADE, FaultPoint.STEP_DONE):
        child = Child(kill_at, path, point)
        assert child.stderr_tail() == ["opening"]
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (1,)
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert rows_of(path) == before
    asyncio.run(_opens(path))
    assert rows_of(path) == before


async def _opens(path: Path) -> None:
    history = await History.open(path)
    await history.close()
    assert history.warnings == ()
