"""How long it takes to list, open and search large histories.

10,000 conversations with 1,000,000 messages; with --quick a tenth of both. The ratios compare with
bare SQLite queries, which fetch the same rows of the same file.
"""

import asyncio
import gc
import itertools
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

import psutil

from app.domain.conversations import SearchQuery
from app.domain.messages import MessageStatus, Role
from app.storage.history import History
from app.storage.reading import digest_of
from app.storage.search.index import INDEXES
from app.storage.tables import MessageRow
from tests.benchmarks.runner import Options, percentile, run_benchmark, seconds_of

CONVERSATION_COUNT, MESSAGE_COUNT = 10_000, 1_000_000
LONG_LENGTH = 500
WORD_COUNT, WORDS_PER_MESSAGE = 20_000, 24
ROUND_COUNT = 20
START = datetime(2024, 1, 1, tzinfo=UTC)
SEARCHED_RANKS = (0, 3, 30, 300, 3000, 15_000)  # of words, by how frequent they are

Values: TypeAlias = tuple[object, ...]


class Words:
    """A vocabulary in which a few words make up most of a text, as in natural language."""

    def __init__(self) -> None:
        self._dice = random.Random(7)
        letters = "abcdefghijklmnopqrstuvwxyz"
        self.known = [
            "".join(self._dice.choices(letters, k=self._dice.randint(3, 9)))
            for _ in range(WORD_COUNT)
        ]
        self._weights = list(itertools.accumulate(1 / (rank + 10) for rank in range(WORD_COUNT)))

    def text(self, word_count: int) -> str:
        """Return random words."""
        return " ".join(self._dice.choices(self.known, cum_weights=self._weights, k=word_count))


async def build(path: Path, vocabulary: Words, conversation_count: int, message_count: int) -> None:
    """Write the database: the rows, then the indexes."""
    history = await History.open(path)
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        per_conversation = message_count // conversation_count
        for number in range(1, conversation_count + 1):
            length = LONG_LENGTH if number == conversation_count else per_conversation
            _insert(connection, vocabulary, number, length)
        connection.execute(
            "INSERT INTO written_day SELECT substr(created_at, 1, 10), min(id), max(id) "
            "FROM message GROUP BY 1"
        )
        for index in INDEXES:
            connection.execute(
                f"INSERT INTO {index.name} (rowid, {index.column}) "
                f"SELECT {index.key}, {index.column} FROM {index.table}"
            )


def _insert(connection: sqlite3.Connection, vocabulary: Words, number: int, length: int) -> None:
    moment = (START + timedelta(minutes=number)).isoformat(timespec="microseconds")
    id_, folder = f"{number:032x}", f"folder {number % 20}"
    first = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM message").fetchone()[0]
    connection.execute(
        "INSERT INTO conversation (id, title, created_at, updated_at, activity_number, "
        "last_sequence_number, number, folder, active_leaf_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (id_, vocabulary.text(5), moment, moment, number, length, number, folder, None),
    )
    connection.executemany(
        "INSERT INTO message (id, conversation_id, parent_id, sequence_number, role, status, "
        "text, created_at, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        _messages(vocabulary, id_, first, length, moment),
    )
    leaf = (first + length - 1, id_)
    connection.execute("UPDATE conversation SET active_leaf_id = ? WHERE id = ?", leaf)


def _messages(
    vocabulary: Words, conversation_id: str, first: int, length: int, moment: str
) -> Iterator[Values]:
    for index in range(length):
        row = MessageRow(
            conversation_id=conversation_id,
            sequence_number=index + 1,
            parent_id=None if index == 0 else first + index - 1,
            role=(Role.ASSISTANT if index % 2 else Role.USER).name,
            text=vocabulary.text(WORDS_PER_MESSAGE),
            reasoning="",
        )
        yield (
            first + index,
            conversation_id,
            row.parent_id,
            row.sequence_number,
            row.role,
            MessageStatus.COMPLETE.name,
            row.text,
            moment,
            digest_of(row),
        )


def queries(vocabulary: Words) -> list[SearchQuery]:
    """Return searches for frequent, rare, partial, several, filtered and absent words."""
    half = START + timedelta(days=2)
    found: list[SearchQuery] = []
    for rank in SEARCHED_RANKS:
        word = vocabulary.known[rank]
        found += [
            SearchQuery(word),
            SearchQuery(word[:3]),
            SearchQuery(f"{word} {vocabulary.known[rank + 1]}"),
            SearchQuery(f'"{word} {vocabulary.known[rank + 2]}"'),
            SearchQuery(word, role=Role.ASSISTANT),
            SearchQuery(word, folder="folder 7"),
            SearchQuery(word, until=half),
        ]
    return [*found, SearchQuery("nowhere to be found"), SearchQuery("漢字仮")]


async def measure_history(path: Path, vocabulary: Words, last_number: int) -> dict[str, float]:
    """Return the figures of the application's history."""
    history = await History.open(path)
    process = psutil.Process()

    async def milliseconds(work: Awaitable[object]) -> float:
        start = time.perf_counter()
        await work
        return (time.perf_counter() - start) * 1000

    conversations = history.conversations
    listed = [await milliseconds(conversations.summaries()) for _ in range(ROUND_COUNT)]
    long_id = f"{last_number:032x}"
    opened = [await milliseconds(conversations.get(long_id)) for _ in range(ROUND_COUNT)]
    searches = queries(vocabulary)
    for query in searches:
        await conversations.search(query)
    before = process.memory_info().rss
    searched = [await milliseconds(conversations.search(query)) for query in searches * 3]
    after = process.memory_info().rss
    await history.close()
    return {
        "sidebar_ms": statistics.median(listed),
        "open_500_ms": statistics.median(opened),
        "search_p50_ms": statistics.median(searched),
        "search_p95_ms": percentile(searched, 0.95),
        "memory_growth_mb": (after - before) / 1e6,
        "memory_mb": after / 1e6,
    }


def measure_bare(path: Path, vocabulary: Words, last_number: int) -> dict[str, float]:
    """Return the milliseconds of SQLite alone for the same rows."""
    list_all = (
        "SELECT id, title, updated_at, last_sequence_number, folder, is_pinned, model_name "
        "FROM conversation WHERE deleted_at IS NULL ORDER BY activity_number DESC"
    )
    open_one = "SELECT * FROM message WHERE conversation_id = ? ORDER BY sequence_number"
    search = (
        "SELECT message.id, message.text FROM message_words CROSS JOIN message "
        "ON message.id = message_words.rowid WHERE message_words MATCH ? "
        "ORDER BY message_words.rowid DESC LIMIT 50"
    )
    words = [vocabulary.known[rank] for rank in SEARCHED_RANKS] * ROUND_COUNT
    with closing(sqlite3.connect(path)) as connection:

        def milliseconds(query: str, *values: object) -> float:
            return 1000 * seconds_of(lambda: connection.execute(query, values).fetchall())

        listed = [milliseconds(list_all) for _ in range(ROUND_COUNT)]
        opened = [milliseconds(open_one, f"{last_number:032x}") for _ in range(ROUND_COUNT)]
        searched = [milliseconds(search, f'"{word}"*') for word in words]
    return {
        "sidebar_ms": statistics.median(listed),
        "open_500_ms": statistics.median(opened),
        "search_p95_ms": percentile(searched, 0.95),
    }


def measure(options: Options) -> dict[str, float]:
    """Build a history and measure both ways."""
    divisor = 10 if options.is_quick else 1
    conversation_count = CONVERSATION_COUNT // divisor
    vocabulary = Words()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hubbub.db"
        asyncio.run(build(path, vocabulary, conversation_count, MESSAGE_COUNT // divisor))
        print(f"{conversation_count:,} conversations, {path.stat().st_size / 1e6:.0f} MB")
        gc.disable()  # as in the program, which collects on the window's thread alone
        figures = asyncio.run(measure_history(path, vocabulary, conversation_count))
        bare = measure_bare(path, vocabulary, conversation_count)
    return figures | {f"{key}_ratio": figures[key] / value for key, value in bare.items()}


if __name__ == "__main__":
    run_benchmark(
        __doc__, measure, at_most={"sidebar_ms": 100, "open_500_ms": 50, "search_p95_ms": 50}
    )
