"""Whether conversations are answered alike with guesses and without, on every kind of memory.

``python -m tests.engine.core.same_replies COUNT`` asks so many on the fake backend, where all must
be the same, and so many on tiny models, where two tokens that are as likely may change places.
"""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from engine.backend import Backend, BatchEntry, Capabilities, DraftModel
from engine.core.scheduler import Scheduler
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.invariants.recorder import Recorder
from tests.engine.invariants.single_sequence import OTHER_CHUNKS
from tests.fakes.backend import HYBRID, PLAIN, RECURRENT, WINDOWED, YARN, FakeBackend
from tests.fakes.conversations import Listener, submit
from tests.fakes.eager_planner import EagerPlanner, NoCosts
from tests.models.cache import cached_model
from tests.models.tiny import (
    write_hybrid,
    write_mrope,
    write_plain,
    write_recurrent,
    write_sliding_window,
    write_yarn,
)

KINDS = {"plain": PLAIN, "yarn": YARN, "window": WINDOWED, "hybrid": HYBRID, "mamba": RECURRENT}
WRITERS = (
    *(write_plain, write_sliding_window, write_yarn),
    *(write_mrope, write_hybrid, write_recurrent),
)
MAX_TIES = 0.005  # of all tokens

Answer = tuple[str, FinishReason, int]


def guessing(kind: Capabilities) -> Capabilities:
    """Return what a kind of memory can do where guesses are checked."""
    return replace(kind, drafted_rows=32 if kind.can_truncate else 0)


def answers(backend: Backend, seed: int, *, guesses: bool, temperature: float) -> list[Answer]:
    """Return the answers of conversations that dice have thought out, and how they ended."""
    dice = random.Random(seed)
    config = EngineConfig(guesses_ahead=guesses)
    scheduler = Scheduler(backend, config, AuditMode.ASSERT)
    scheduler.steps.drafter.planner = EagerPlanner(seed)
    if scheduler.steps.drafter.lanes is not None:
        scheduler.steps.drafter.lanes.costs = NoCosts()
    listener = Listener(scheduler)
    number = 0
    found: list[Answer] = []
    histories: list[list[str]] = [[] for _ in range(dice.randint(1, 5))]
    for _ in range(dice.randint(1, 3)):
        asked = {}
        for index, history in enumerate(histories):
            number += 1
            history.append("".join(dice.choices("abc ", k=dice.randint(1, 60))))
            sampling = SamplingParams(
                max_tokens=dice.choice([120, 1, 7, 40]),
                stop_strings=dice.choice([(), ("ab",), ("c a", "zz")]),
                temperature=temperature,
                seed=seed,
                repeat_penalty=dice.choice([1.0, 1.1]),
            )
            submit(scheduler, number, *history, conversation=f"c{index}", sampling=sampling)
            asked[number] = history
            listener.step(dice.randint(0, 3))
        listener.run()
        while scheduler.has_requests:  # that wait for a slot's copy, on a thread of its own
            scheduler.cache_manager.copies.wait()
            listener.run()
        for request, history in asked.items():
            end = listener.finished(request)
            found.append((listener.text(request), end.reason, end.usage.dropped_messages))
            history.append("a b c")  # the same on both sides, also behind a tie
    return found


def fake_answers(
    kind: Capabilities, seed: int, *, guesses: bool, draft: DraftModel | None = None
) -> list[Answer]:
    """Return the answers of a fake backend of a kind."""
    dice = random.Random(-seed)
    backend = FakeBackend(
        capabilities=guessing(kind),
        slot_count=dice.randint(1, 4),
        context_window=dice.choice([256, 700]),
        reply_share=60,
        echo_percent=85,
        draft=draft,
    )
    return answers(backend, seed, guesses=guesses, temperature=0.0)


@dataclass(slots=True)
class Compared:
    """How many tokens were the same, and where two that were as likely changed places."""

    tokens: int = 0
    ties: int = 0
    most_rows: int = 0  # of a reply in a call

    def compare(self, recorded: Sequence[Recorder], alone: LlamaBackend) -> None:
        """Compare the replies of one life with those of another, each up to where they differ."""
        for one, other in zip(recorded[0].replies, recorded[1].replies, strict=True):
            assert one.prompt == other.prompt
            pairs = list(zip(one.tokens, other.tokens, strict=False))
            same = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
            self.tokens += same
            if same < len(pairs):
                self.ties += 1
                tokens = [*one.prompt, *one.tokens[:same]]
                gap = _gap(alone, tokens, pairs[same], one.params)
                assert gap < OTHER_CHUNKS, f"{gap} lies between two tokens that changed places"


def _gap(
    alone: LlamaBackend, tokens: Sequence[int], pair: tuple[int, int], params: SamplingParams
) -> float:
    """Return how far the logits of two tokens lie apart behind some others, after the penalty."""
    alone.clear(0)
    for start in range(0, len(tokens), alone.batch_size):
        alone.decode([BatchEntry(0, tokens[start : start + alone.batch_size], start, 1)])
    row = alone.logits()[0]
    recent = tokens[-params.penalty_window :]
    first, second = (_penalized(float(row[token]), token in recent, params) for token in pair)
    return abs(first - second)


def _penalized(logit: float, is_recent: bool, params: SamplingParams) -> float:
    penalty = params.repeat_penalty if is_recent else 1.0
    return logit / penalty if logit > 0 else logit * penalty


def compared(models: Sequence[str], seeds: range, *, draft_path: str | None = None) -> Compared:
    """Compare what models answer greedily with guesses and without."""
    found = Compared()
    for path in models:
        alone = load(path, EngineConfig(context_window=1024, slot_count=1), lambda _share: None)
        for seed in seeds:
            recorded = []
            for guesses in (True, False):
                config = EngineConfig(
                    context_window=1024, slot_count=3, draft_path=draft_path if guesses else None
                )
                backend = Recorder(load(path, config, lambda _share: None))
                answers(backend, seed, guesses=guesses, temperature=0.0)
                recorded.append(backend)
                backend.close()
            calls = [entry.logit_count for call in recorded[0].calls for entry in call]
            found.most_rows = max(found.most_rows, *calls)
            found.compare(recorded, alone)
        alone.close()
    return found


def main() -> int:
    """Compare so many conversations of each kind."""
    count = int(sys.argv[1])
    for name, kind in KINDS.items():
        for seed in range(count):
            with_guesses = fake_answers(kind, seed, guesses=True)
            assert with_guesses == fake_answers(kind, seed, guesses=False), (name, seed)
    found = compared([str(cached_model(write)) for write in WRITERS], range(count // len(WRITERS)))
    print(f"{found.tokens} tokens of tiny models were the same, {found.ties} ties changed places.")
    return int(found.ties > MAX_TIES * found.tokens)


if __name__ == "__main__":
    sys.exit(main())
