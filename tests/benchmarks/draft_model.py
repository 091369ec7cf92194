"""A draft model next to a model of 0.45 B: tokens per second, and gaps of a neighbour.

The draft model is the starter model (0.13 B); the model is the starter model with additional layers
that add nothing, so it accepts what a good draft model would propose for a large one. Both have
four bits per weight. Replies are greedy, on one thread, with and without the draft model in turns.

``draft_model_possible_gain`` is what drafting could gain at most for one chat and for four, by the
seconds of the calls and if all tokens were accepted; below 1.05 the engine does not draft. The
engine also drafts no more than fits into a step, so the gain that it reaches may be lower.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.backend import Backend, BatchEntry, DraftModel
from engine.llama.loader import load
from engine.messages.config import MAX_DRAFTED_ROWS, EngineConfig
from engine.scheduling.speculation import DRAFT_COUNTS
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.runner import print_table, turns
from tests.models.quantized import quantized_model

MODEL, DRAFT = "deepened_q4_0", "starter_q4_0"
REPLY_TOKENS = 120
LONG_TOKENS = 600
_CALLS = 7
QUESTIONS = (
    "What is the capital of France? Tell me about it.",
    "Write a story about the sea.",
    "Explain rain to a child.",
    "Give me a recipe for pancakes.",
)


@dataclass(slots=True)
class Side:
    """The engine with the draft model, or without."""

    harness: EngineHarness
    rates: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    drafted: int = 0
    accepted: int = 0

    @classmethod
    def load(cls, slot_count: int, *, has_draft: bool) -> "Side":
        """Load the model for one side. Raises RuntimeError if the draft model is not used."""
        config = EngineConfig(
            context_window=2048,
            slot_count=slot_count,
            thread_count=1,
            draft_path=str(quantized_model(DRAFT)) if has_draft else None,
        )
        harness = EngineHarness(quantized_model(MODEL), config)
        assert harness.info is not None
        if has_draft and not harness.info.draft:
            raise RuntimeError(harness.info.draft_refusal)
        return cls(harness)

    def write(self, number: int, reply_count: int) -> None:
        """Write a number of replies at once, and record their speed."""
        self.harness.clear_steps()
        replies = [
            self.harness.ask(
                f"c{number}.{index}",
                [QUESTIONS[(number + index) % len(QUESTIONS)]],
                max_tokens=REPLY_TOKENS,
                temperature=0.0,
            )
            for index in range(reply_count)
        ]
        self.harness.wait(*replies)
        steps = [
            step
            for step in self.harness.steps
            if len(step.decode_slots) == reply_count and not step.prefill_slots
        ]
        self.rates.append(sum(s.reply_tokens for s in steps) / sum(s.seconds for s in steps))
        self.drafted += sum(reply.usage.drafted_tokens for reply in replies)
        self.accepted += sum(reply.usage.accepted_tokens for reply in replies)

    def write_next_to_a_long_chat(self, number: int) -> None:
        """Record the longest gap of a reply while a chat with a long prompt begins to write."""
        neighbour = self.harness.ask(f"n{number}", [QUESTIONS[1]], temperature=0.0, max_tokens=400)
        self.harness.wait_for_tokens(neighbour, 8)
        text = f"{QUESTIONS[0]} " * (LONG_TOKENS // 12)
        long = self.harness.ask(f"l{number}", [text], temperature=0.0, max_tokens=48)
        self.harness.wait(long)
        if neighbour.finished is None:
            self.harness.stop(neighbour)
        self.gaps.append(max(neighbour.gaps(since=long.asked, until=long.token_times[-1])))

    def clear(self) -> None:
        """Discard the measurements so far."""
        self.rates.clear()
        self.gaps.clear()
        self.drafted = self.accepted = 0


def measure_draft_model(rounds: int) -> dict[str, float]:
    """Measure one chat, four chats, and a neighbour of a long chat."""
    return {
        **_possible_gains(),
        **_speedup("draft_model_speedup", rounds, 1),
        **_speedup("draft_model_speedup_4", max(2, rounds // 2), 4),
        **_gaps(max(2, rounds // 2)),
    }


def _possible_gains() -> dict[str, float]:
    """Return the highest ratio of tokens per second by the processor seconds of calls."""
    config = EngineConfig(
        context_window=512,
        slot_count=4,
        thread_count=1,
        draft_path=str(quantized_model(DRAFT)),
    )
    backend = load(str(quantized_model(MODEL)), config, lambda _share: None)
    draft = backend.draft
    if draft is None:
        raise RuntimeError(backend.info.draft_refusal)

    def call_seconds(reply_count: int, row_count: int) -> float:
        entries = [BatchEntry(slot, [5] * row_count, 0, row_count) for slot in range(reply_count)]
        return _seconds(lambda: backend.decode(entries), lambda: _clear(backend, reply_count))

    def draft_seconds(reply_count: int) -> float:
        entries = [BatchEntry(slot, [5], 0, 1) for slot in range(reply_count)]
        return _seconds(lambda: draft.decode(entries, 1), lambda: _clear(draft, reply_count))

    rows, gains = [], {}
    for reply_count, name in ((1, "draft_model_possible_gain"), (4, "draft_model_possible_gain_4")):
        plain, drafting = call_seconds(reply_count, 1), draft_seconds(reply_count)
        costs = {
            count: call_seconds(reply_count, 1 + count)
            for count in DRAFT_COUNTS
            if count * reply_count <= MAX_DRAFTED_ROWS
        }
        ratios = {
            count: (1 + count) * plain / (cost + count * drafting) for count, cost in costs.items()
        }
        gains[name] = max(ratios.values())
        for count, cost in costs.items():
            milliseconds = (plain * 1000, cost * 1000, count * drafting * 1000)
            rows.append([reply_count, count, *milliseconds, ratios[count]])
    head = ["chats", "drafted", "plain call, ms", "with drafts, ms", "drafting, ms", "gain"]
    print_table(head, rows)
    backend.close()
    return gains


def _clear(model: Backend | DraftModel, slot_count: int) -> None:
    for slot in range(slot_count):
        model.clear(slot)


def _seconds(call: Callable[[], object], after: Callable[[], object]) -> float:
    """Return the processor seconds of the fastest of some calls."""
    seconds = []
    for _ in range(_CALLS):
        started = time.thread_time()
        call()
        seconds.append(time.thread_time() - started)
        after()
    return min(seconds)


def _sides(slot_count: int) -> list[Side]:
    return [Side.load(slot_count, has_draft=has_draft) for has_draft in (True, False)]


def _speedup(key: str, rounds: int, reply_count: int) -> dict[str, float]:
    sides = _sides(reply_count)
    for side in sides:
        side.write(0, reply_count)  # in which costs and acceptance are learned
        side.clear()
    for turn, side in enumerate(turns(sides, rounds)):
        side.write(1 + turn // 2, reply_count)
    for side in sides:
        side.harness.close()
    drafting, plain = sides
    speeds = [statistics.median(side.rates) for side in sides]
    head = ["", "tokens/s with", "without", "drafted", "accepted"]
    print_table(head, [[key, *speeds, drafting.drafted, drafting.accepted]])
    pairs = zip(drafting.rates, plain.rates, strict=True)
    return {
        key: statistics.median(one / other for one, other in pairs),
        f"{key}_acceptance": drafting.accepted / drafting.drafted if drafting.drafted else 0.0,
    }


def _gaps(rounds: int) -> dict[str, float]:
    sides = _sides(2)
    for turn, side in enumerate(turns(sides, rounds)):
        side.write_next_to_a_long_chat(turn // 2)
    for side in sides:
        side.harness.close()
    worst = [statistics.median(side.gaps) * 1000 for side in sides]
    print_table(["", "with, ms", "without, ms"], [["worst gap of a neighbour", *worst]])
    return {"draft_model_gap_ms": worst[0], "draft_model_gap_ratio": worst[0] / worst[1]}
