"""What every released schema left is brought to today's form, with nothing lost."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.domain import (
    MessageStatus,
    OpenTabs,
    OverflowPolicy,
    Preset,
    ReuseOrigin,
    Role,
    SearchQuery,
    TitleOrigin,
)
from app.storage.fault_points import FaultPoint
from app.storage.history import History
from app.storage.schema import SCHEMA_VERSION
from tests.app.processes import Child
from tests.app.storage.failing import kill_at
from tests.app.storage.golden.make import golden

FIRST = golden(1)


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
def old_path(request: pytest.FixtureRequest, path: Path) -> Path:
    shutil.copyfile(request.param, path)
    return path


async def test_every_message_of_an_old_file_is_there_and_sound(old_path: Path) -> None:
    before = rows_of(old_path)
    history = await History.open(old_path)
    summaries = await history.conversations.summaries()
    messages = [message async for tree in history.archive.trees() for message in tree.messages]
    trash = await history.trash.conversations()
    tabs = await history.tabs.read()
    plans = await history.archive.tree(tabs.conversation_ids[0])
    await history.close()
    assert rows_of(old_path) == before
    assert [message.is_damaged for message in messages] == [False] * 5
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


async def test_what_an_old_file_holds_is_found(old_path: Path) -> None:
    history = await History.open(old_path)
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
