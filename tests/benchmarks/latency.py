"""The longest gap, in ms, in the stream of a reply while another load runs.

The loads: 300 MB of KV are restored from RAM or from disk, or copied for a branch; 200 requests of
14,000 tokens arrive, and wait; a chat of 10,000 messages is sent; 200 requests per second arrive
and are cancelled 12 ms later. ``foreign_stop`` measures how much longer a prompt takes while other
requests and conversations are cancelled 20 times a second.
"""

import statistics
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle

from engine.messages.commands import Cancel, DiscardConversation
from engine.messages.config import EngineConfig
from engine.messages.metrics import ReuseOrigin
from tests.benchmarks.harness import EngineHarness, Moment, Reply, text_of
from tests.benchmarks.runner import Options, print_table, run_benchmark
from tests.models.cache import cached_model
from tests.models.quantized import quantized_model
from tests.models.synthesized import write_large_kv, write_synthesized
from tests.models.tiny import write_plain

CONTEXT_WINDOW = 4096
LARGE_TOKENS, QUICK_LARGE_TOKENS = 2300, 600  # of 128 KiB: 300 MB, or 80 MB
QUEUE_LENGTH, QUEUED_TOKENS = 200, 14_000
MESSAGE_COUNT = 10_000
STORM_PER_SECOND, STORM_REQUEST_SECONDS = 200, 0.012
PROMPT_TOKENS, STOPS_PER_SECOND = 2000, 20
_TIMEOUT_SECONDS = 300.0
_MAX_SLOWDOWN = 4  # a prompt that takes longer is cancelled


@dataclass
class _Gaps:
    """Seconds of each round: the longest gap, and the first token of the large request.

    ``origins`` are where most of the large request's prompt came from.
    """

    longest: list[float] = field(default_factory=list)
    first_tokens: list[float] = field(default_factory=list)
    origins: set[str] = field(default_factory=set)

    def add(self, harness: EngineHarness, conversation: str, texts: Sequence[str]) -> None:
        """Send a large request while a chat is written, and record the longest gap of the chat."""
        writer = harness.ask(f"writer {time.perf_counter()}", ["write"])
        harness.wait_for_tokens(writer, 20)
        large = harness.answer(conversation, texts, max_tokens=2)
        harness.wait_for_tokens(writer, 5)
        harness.stop(writer)
        self.longest.append(max(writer.gaps(large.asked, large.token_times[0])))
        self.first_tokens.append(large.first_token_seconds)
        is_reused = large.usage.reused_tokens > large.read_tokens
        self.origins.add((large.usage.reused_from if is_reused else ReuseOrigin.NOWHERE).value)


def _large_engine(slot_count: int, cache_dir: str | None = None) -> EngineHarness:
    config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=slot_count, cache_dir=cache_dir)
    return EngineHarness(cached_model(write_large_kv), config)


def _large_texts(harness: EngineHarness, is_quick: bool) -> list[str]:
    """Start a conversation with a large state, and return its texts."""
    texts = [text_of(QUICK_LARGE_TOKENS if is_quick else LARGE_TOKENS)]
    reply = harness.answer("large", texts, max_tokens=8, temperature=0.0)
    return [*texts, reply.text]


def _ram_restore(is_quick: bool, rounds: int) -> _Gaps:
    gaps = _Gaps()
    with _large_engine(2) as harness:
        texts = _large_texts(harness, is_quick)
        for number in range(rounds):
            for other in ("one", "two"):  # they use both slots
                harness.answer(f"{other} {number}", [other], max_tokens=2)
            gaps.add(harness, "large", [*texts, f"and {number}?"])
    return gaps


def _disk_restore(is_quick: bool, rounds: int) -> _Gaps:
    gaps = _Gaps()
    with tempfile.TemporaryDirectory() as folder:
        with _large_engine(2, folder) as harness:
            texts = _large_texts(harness, is_quick)
        for number in range(rounds):
            with _large_engine(2, folder) as harness:
                gaps.add(harness, "large", [*texts, f"and {number}?"])
    return gaps


def _branch_copy(is_quick: bool, rounds: int) -> _Gaps:
    gaps = _Gaps()
    with _large_engine(3) as harness:
        texts = _large_texts(harness, is_quick)
        for number in range(rounds):
            gaps.add(harness, f"branch {number}", [*texts, f"or {number}?"])
    return gaps


def _messages(_is_quick: bool, rounds: int) -> _Gaps:
    gaps = _Gaps()
    config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=3)
    with EngineHarness(cached_model(write_plain), config) as harness:
        for number in range(rounds):
            texts = [f"{number}, the user asks about the weather"] * (MESSAGE_COUNT + 1)
            gaps.add(harness, f"chat {number}", texts)
    return gaps


def _queue(is_quick: bool, rounds: int, *, is_arriving: bool) -> _Gaps:
    """Measure four chats while long prompts arrive, or while they wait."""
    gaps = _Gaps()
    config = EngineConfig(context_window=QUEUED_TOKENS + 2048, slot_count=4)
    for _ in range(rounds):
        with EngineHarness(cached_model(write_plain), config) as harness:
            writers = [harness.ask(f"writer {number}", ["write"]) for number in range(4)]
            harness.wait_for_tokens(writers, 20)
            since = time.perf_counter()
            for number in range(QUEUE_LENGTH):
                harness.ask(f"waits {number}", [text_of(QUEUED_TOKENS, number)], max_tokens=2)
            harness.wait_until(partial(_is_queue_full, harness))
            harness.wait_for_tokens(writers, 2)  # the gap of the arrival is over
            if not is_arriving:
                since = max(writer.token_times[-1] for writer in writers)
                time.sleep(1 if is_quick else 3)
            gaps.longest.append(max(gap for writer in writers for gap in writer.gaps(since)))
    return gaps


def _is_queue_full(harness: EngineHarness) -> bool:
    return harness.snapshot is not None and len(harness.snapshot.waiting) == QUEUE_LENGTH


def _cancel_storm(is_quick: bool, rounds: int) -> _Gaps:
    """Measure a reply while requests arrive and are cancelled STORM_REQUEST_SECONDS later."""
    gaps = _Gaps()
    config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=4)
    with EngineHarness(quantized_model("q4_0"), config) as harness:
        for number in range(rounds):
            writer = harness.ask(f"writer {number}", ["write"])
            harness.wait_for_tokens(writer, 20)
            since = time.perf_counter()
            harness.wait(*_storm(harness, 2 if is_quick else 5))
            until = time.perf_counter()
            harness.wait_for_tokens(writer, 2)  # ends the last gap
            harness.stop(writer)
            gaps.longest.append(max(writer.gaps(since, until)))
    return gaps


def _storm(harness: EngineHarness, seconds: float) -> list[Reply]:
    """Send STORM_PER_SECOND requests for some seconds and cancel each; return all of them."""
    pending: deque[Reply] = deque()
    replies: list[Reply] = []
    started = time.perf_counter()
    for number in range(int(seconds * STORM_PER_SECOND)):
        due = started + number / STORM_PER_SECOND
        while (now := time.perf_counter()) < due:
            time.sleep(due - now)
        while pending and now - pending[0].asked >= STORM_REQUEST_SECONDS:
            harness.submit(Cancel(pending.popleft().request_id))
        replies.append(harness.ask(f"cancelled {number}", ["a short question"]))
        pending.append(replies[-1])
    for reply in pending:
        harness.submit(Cancel(reply.request_id))
    return replies


GAPS: dict[str, Callable[[bool, int], _Gaps]] = {
    "ram_restore": _ram_restore,
    "disk_restore": _disk_restore,
    "branch_copy": _branch_copy,
    "queue_arrival": partial(_queue, is_arriving=True),
    "queue_200": partial(_queue, is_arriving=False),
    "messages_10000": _messages,
    "cancel_storm": _cancel_storm,
}
SLOWDOWN = "foreign_stop"
_KEYS = {name: f"{name}_gap_ms" if name == "cancel_storm" else f"{name}_ms" for name in GAPS}


def measure(options: Options) -> dict[str, float]:
    """Measure the chosen parts."""
    rounds = 2 if options.is_quick else 5
    rows: list[list[object]] = []
    figures: dict[str, float] = {}
    for name in options.parts:
        if name != SLOWDOWN:
            gaps = GAPS[name](options.is_quick, rounds)
            figures[_KEYS[name]] = max(gaps.longest) * 1000
            first = statistics.median(gaps.first_tokens) if gaps.first_tokens else None
            median = statistics.median(gaps.longest) * 1000
            rows.append([name, median, first, ", ".join(sorted(gaps.origins))])
    if rows:
        print_table(["meanwhile", "median of rounds, ms", "its first token, s", "read from"], rows)
    if SLOWDOWN in options.parts:
        slowdowns = _slowdowns(rounds)
        figures["foreign_stop_slowdown"] = statistics.median(each.clock for each in slowdowns)
        figures["foreign_stop_processor_slowdown"] = statistics.median(
            each.processor for each in slowdowns
        )
    return figures


def _slowdowns(rounds: int) -> list[Moment]:
    """Return how many times as long a prompt takes while others are cancelled, in each round.

    By wall-clock time and by processor time, which other programs affect less.
    """
    config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=3)
    slowdowns: list[Moment] = []
    with EngineHarness(cached_model(write_synthesized), config) as harness:
        _read(harness, 1)
        for number in range(rounds):
            before = _read(harness, 10 + 3 * number)
            with _foreign_stops(harness):
                stopped = _read(harness, 11 + 3 * number, _MAX_SLOWDOWN * before.clock)
            after = _read(harness, 12 + 3 * number)
            slowdowns.append(
                Moment(
                    2 * stopped.clock / (before.clock + after.clock),
                    2 * stopped.processor / (before.processor + after.processor),
                )
            )
    return slowdowns


def _read(harness: EngineHarness, number: int, timeout: float = _TIMEOUT_SECONDS) -> Moment:
    """Return the seconds that a long prompt takes; after the timeout it is cancelled."""
    begun = harness.step_times[-1].processor if harness.step_times else 0.0
    reply = harness.ask(f"reader {number}", [text_of(PROMPT_TOKENS, number)], max_tokens=1)
    while reply.finished is None and time.perf_counter() - reply.asked < timeout:
        time.sleep(0.05)
    seconds = time.perf_counter() - reply.asked
    harness.stop(reply)
    return Moment(seconds, harness.step_times[-1].processor - begun)


@contextmanager
def _foreign_stops(harness: EngineHarness) -> Iterator[None]:
    """Cancel a finished request, an unknown one, and conversations, many times a second."""
    is_over = threading.Event()
    commands: Iterator[Cancel | DiscardConversation] = cycle(
        [
            Cancel(1),
            DiscardConversation("reader 1"),
            Cancel(1 << 40),
            DiscardConversation("a title"),
        ]
    )

    def stop_others() -> None:
        while not is_over.wait(1 / STOPS_PER_SECOND):
            harness.submit(next(commands))

    thread = threading.Thread(target=stop_others)
    thread.start()
    yield
    is_over.set()
    thread.join()


if __name__ == "__main__":
    run_benchmark(
        __doc__,
        measure,
        parts=(*GAPS, SLOWDOWN),
        at_most={
            **dict.fromkeys(_KEYS.values(), 160),
            "foreign_stop_slowdown": 1.1,
            "foreign_stop_processor_slowdown": 1.1,
        },
    )
