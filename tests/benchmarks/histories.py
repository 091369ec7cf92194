"""How long it takes to list, open and search large histories, beside bare SQLite queries.

10,000 conversations with 1,000,000 messages; ``--quick`` takes a tenth of both. The bare queries
fetch the same rows from the same file through Python's own driver.
"""

import asyncio
import gc
import itertools
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

import psutil

from app.domain import MessageStatus, Role, SearchQuery
from app.storage.digests import digest_of
from app.storage.history import History
from app.storage.search.index import INDEXES
from app.storage.tables import MessageRow
from tests.benchmarks.report import print_table, read_options, write_json

CONVERSATION_COUNT, MESSAGE_COUNT = 10_000, 1_000_000
LONG_LENGTH = 500
WORD_COUNT, WORDS_PER_MESSAGE = 20_000, 24
ROUND_COUNT = 20
START = datetime(2024, 1, 1, tzinfo=UTC)
LIMITS = {"sidebar_ms": 100.0, "open_500_ms": 50.0, "search_p95_ms": 50.0}

Values: TypeAlias = tuple[object, ...]


class Words:
    """A vocabulary in which, as in life, few words make up most of a text."""

    def __init__(self) -> None:
        self._dice = random.Random(7)
        letters = "abcdefghijklmnopqrstuvwxyz"
        self.known = [
            "".join(self._dice.choices(letters, k=self._dice.randint(3, 9)))
            for _ in range(WORD_COUNT)
        ]
        self._weights = list(itertools.accumulate(1 / (rank + 10) for rank in range(WORD_COUNT)))

    def text(self, word_count: int) -> str:
        """Return that many words."""
        return " ".join(self._dice.choices(self.known, cum_weights=self._weights, k=word_count))


async def build(path: Path, vocabulary: Words, conversation_count: int, message_count: int) -> None:
    """Write the file: rows first, the index behind them."""
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
    id_ = f"{number:032x}"
    first = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM message").fetchone()[0]
    connection.execute(
        "INSERT INTO conversation (id, title, created_at, updated_at, activity_number, "
        "last_sequence_number, number, folder, active_leaf_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            id_,
            vocabulary.text(5),
            moment,
            moment,
            number,
            length,
            number,
            f"folder {number % 20}",
            None,
        ),
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
    for place in range(length):
        row = MessageRow(
            conversation_id=conversation_id,
            sequence_number=place + 1,
            parent_id=None if place == 0 else first + place - 1,
            role=(Role.ASSISTANT if place % 2 else Role.USER).name,
            text=vocabulary.text(WORDS_PER_MESSAGE),
            reasoning="",
        )
        yield (
            first + place,
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
    """Return searches of every kind: common, rare, inside of words, several, filtered, absent."""
    half = START + timedelta(days=2)
    found: list[SearchQuery] = []
    for rank in (0, 3, 30, 300, 3000, 15_000):
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


async def milliseconds(work: Callable[[], Awaitable[object]]) -> float:
    """Return how long a piece of work takes."""
    start = time.perf_counter()
    await work()
    return (time.perf_counter() - start) * 1000


async def measured(path: Path, vocabulary: Words, conversation_count: int) -> dict[str, float]:
    """Return the numbers of the histories themselves."""
    history = await History.open(path)
    long_id = f"{conversation_count:032x}"
    process = psutil.Process()
    sidebar = [await milliseconds(history.conversations.summaries) for _ in range(ROUND_COUNT)]
    opened = [
        await milliseconds(lambda: history.conversations.get(long_id)) for _ in range(ROUND_COUNT)
    ]
    asked = queries(vocabulary)
    for query in asked:
        await history.conversations.search(query)
    before = process.memory_info().rss
    searched = [
        await milliseconds(lambda query=query: history.conversations.search(query))  # type: ignore[misc]
        for _ in range(3)
        for query in asked
    ]
    growth = process.memory_info().rss - before
    await history.close()
    return {
        "sidebar_ms": statistics.median(sidebar),
        "open_500_ms": statistics.median(opened),
        "search_p50_ms": statistics.median(searched),
        "search_p95_ms": statistics.quantiles(searched, n=20)[-1],
        "memory_growth_mb": growth / 1e6,
        "memory_mb": process.memory_info().rss / 1e6,
    }


def bare(path: Path, vocabulary: Words, conversation_count: int) -> dict[str, float]:
    """Return what the same rows cost without anything around them."""
    with closing(sqlite3.connect(path)) as connection:

        def fetch(query: str, *values: object) -> float:
            start = time.perf_counter()
            connection.execute(query, values).fetchall()
            return (time.perf_counter() - start) * 1000

        long_id = f"{conversation_count:032x}"
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
        asked = [vocabulary.known[rank] for rank in (0, 3, 30, 300, 3000, 15_000)] * ROUND_COUNT
        return {
            "sidebar_ms": statistics.median(fetch(list_all) for _ in range(ROUND_COUNT)),
            "open_500_ms": statistics.median(fetch(open_one, long_id) for _ in range(ROUND_COUNT)),
            "search_p95_ms": statistics.quantiles(
                [fetch(search, f'"{word}"*') for word in asked], n=20
            )[-1],
        }


def main() -> None:
    """Build, measure, print."""
    options = read_options(str(__doc__))
    share = 10 if options.is_quick else 1
    conversation_count, message_count = CONVERSATION_COUNT // share, MESSAGE_COUNT // share
    vocabulary = Words()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hubbub.db"
        start = time.perf_counter()
        asyncio.run(build(path, vocabulary, conversation_count, message_count))
        print(
            f"{conversation_count} conversations, {message_count} messages, "
            f"{path.stat().st_size / 1e6:.0f} MB, built in {time.perf_counter() - start:.0f} s"
        )
        gc.disable()  # as in the program, which collects on the window's thread alone
        numbers = asyncio.run(measured(path, vocabulary, conversation_count))
        plain = bare(path, vocabulary, conversation_count)
    rows = [
        [name, f"{numbers[name]:.1f}", f"{limit:.0f}", f"{numbers[name] / plain[name]:.1f}"]
        for name, limit in LIMITS.items()
    ]
    print_table(["number", "measured", "at most", "times bare"], rows)
    print(
        f"search, half of them: {numbers['search_p50_ms']:.1f} ms; memory "
        f"{numbers['memory_mb']:.0f} MB, grown by {numbers['memory_growth_mb']:.1f} MB over "
        "three rounds of all searches"
    )
    ratios = {f"{name}_ratio": numbers[name] / plain[name] for name in LIMITS}
    write_json(options, {**numbers, **ratios})


if __name__ == "__main__":
    main()
