"""Tokens per second with speculation and without, in turns, for replies of four kinds.

The test models have random weights and repeat nothing. So each token is sampled as always and then
replaced by the next one of a script, which is the same with and without speculation. An edit copies
its prompt and changes a token now and then, so that seven of ten drafted tokens are accepted. Prose
uses a few words in random order.

``speculation_worst_step_ratio`` is the duration of a step with drafted tokens relative to a plain
step, for the slowest size of call, with a step target that is shorter than both.

The part ``draft-model`` is described in ``tests/benchmarks/draft_model.py``.
"""

import itertools
import random
import statistics
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.backend import Backend, LoadProgress, Sampler
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.metrics import StepRecord
from engine.messages.sampling_params import SamplingParams
from tests.benchmarks.draft_model import measure_draft_model
from tests.benchmarks.harness import EngineHarness, Reply
from tests.benchmarks.runner import Options, print_table, run_benchmark, turns
from tests.engine.invariants.recorder import Around
from tests.models.quantized import quantized_model

CONTEXT_WINDOW = 1536
PROMPT_CHARACTERS = 400
REPLY_TOKENS = 256
ACCEPTANCE, TOLERANCE = 0.7, 0.05
_FIRST_WORD, _WORD_COUNT = 300, 400  # token ids of words in the vocabulary
_MAX_TRIALS = 6  # to find how often an edit changes a token
_FULL_BATCH = 16

_LOOKUP, _DRAFT_MODEL = "lookup", "draft-model"

Script: TypeAlias = Callable[[Sequence[int], random.Random], list[int]]


def edit(share: float) -> Script:
    """Return a script that copies the prompt and changes this share of the tokens."""

    def write(prompt: Sequence[int], dice: random.Random) -> list[int]:
        copied = itertools.islice(itertools.cycle(prompt[16:-16]), REPLY_TOKENS)
        return [word(dice) if dice.random() < share else token for token in copied]

    return write


def prose(_prompt: Sequence[int], dice: random.Random) -> list[int]:
    """Return random words, some of which are frequent, so that pairs of words repeat."""
    return [word(dice) for _ in range(REPLY_TOKENS)]


def word(dice: random.Random) -> int:
    """Return a random word; the tenth word is a tenth as frequent as the first."""
    return _FIRST_WORD + int(_WORD_COUNT ** dice.random()) - 1


class Scripted(Around):
    """A backend whose samplers work as always, and then return the tokens of a script."""

    def __init__(self, inner: Backend) -> None:
        super().__init__(inner)
        self.script: Script = prose
        self._tokens: dict[Sampler, list[int]] = {}  # of each reply, the next one last

    def new_sampler(
        self, params: SamplingParams, recent_tokens: Sequence[int], **reasoning: Any
    ) -> Sampler:
        sampler = self.inner.new_sampler(params, recent_tokens, **reasoning)
        dice = random.Random(hash(tuple(recent_tokens)))
        self._tokens[sampler] = self.script(recent_tokens, dice)[::-1]
        return sampler

    def sample(self, wanted: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        self.inner.sample(wanted)
        return [self._tokens[sampler].pop() for sampler, _ in wanted]


@dataclass(slots=True)
class Side:
    """The engine with speculation, or without."""

    harness: EngineHarness
    backend: Scripted
    rates: list[float] = field(default_factory=list)
    drafted: int = 0
    accepted: int = 0
    steps: list[StepRecord] = field(default_factory=list)

    @classmethod
    def load(
        cls,
        quantization: str,
        slot_count: int,
        *,
        guesses: bool,
        step_target_seconds: float = EngineConfig().step_target_seconds,
    ) -> "Side":
        """Load a model for one side."""
        backends: list[Scripted] = []

        def loader(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
            backends.append(Scripted(load(path, config, progress)))
            return backends[0]

        config = EngineConfig(
            context_window=CONTEXT_WINDOW,
            slot_count=slot_count,
            thread_count=1,
            guesses_ahead=guesses,
            step_target_seconds=step_target_seconds,
        )
        path = quantized_model(quantization)
        return cls(EngineHarness(path, config, loader=loader), backends[0])

    def run(self, script: Script, number: int, reply_count: int) -> None:
        """Write a number of replies at once, and record their speed."""
        self.backend.script = script
        self._answer(number, reply_count, max_tokens=1)  # reads the prompts
        self.harness.clear_steps()
        replies = self._answer(number, reply_count, max_tokens=REPLY_TOKENS)
        steps = [
            step
            for step in self.harness.steps
            if len(step.decode_slots) == reply_count and not step.prefill_slots
        ]
        tokens, seconds = (sum(step.reply_tokens for step in steps), sum(s.seconds for s in steps))
        self.rates.append(tokens / seconds)
        self.steps += steps
        self.drafted += sum(reply.usage.drafted_tokens for reply in replies)
        self.accepted += sum(reply.usage.accepted_tokens for reply in replies)

    def _answer(self, number: int, reply_count: int, *, max_tokens: int) -> list[Reply]:
        replies = []
        for index in range(reply_count):
            dice = random.Random(1000 * number + index)
            prompt = dice.choices("abcdefghijklmnopqrstuvwxyz    .,", k=PROMPT_CHARACTERS)
            name = f"c{number}.{index}"
            replies.append(self.harness.ask(name, ["".join(prompt)], max_tokens=max_tokens))
        self.harness.wait(*replies)
        return replies

    @property
    def acceptance(self) -> float:
        """The share of drafted tokens that were accepted since ``clear``."""
        return self.accepted / self.drafted if self.drafted else 0.0

    def clear(self) -> None:
        """Discard the measurements so far."""
        self.rates.clear()
        self.steps.clear()
        self.drafted = self.accepted = 0


def measure(options: Options) -> dict[str, float]:
    """Measure prompt lookup and a draft model."""
    rounds = 3 if options.is_quick else 9
    figures: dict[str, float] = {}
    if _LOOKUP in options.parts:
        figures |= measure_lookup(rounds)
    if _DRAFT_MODEL in options.parts:
        figures |= measure_draft_model(rounds)
    return figures


def measure_lookup(rounds: int) -> dict[str, float]:
    """Measure an edit with two quantizations, prose, and a full batch of edits."""
    share = share_to_change("q4_0")
    print(f"0.1 B parameters, one thread; an edit changes {share:.1%} of the tokens that it copies")
    return {
        **compare("edit_speedup", "q4_0", edit(share), rounds),
        **compare("q8_speedup", "q8_0", edit(share), rounds),
        **compare("prose_speedup", "q4_0", prose, rounds),
        **compare("full_batch_ratio", "q4_0", edit(share), max(2, rounds // 2), _FULL_BATCH),
        "speculation_worst_step_ratio": worst_step_ratio(edit(share), rounds),
    }


def worst_step_ratio(script: Script, rounds: int) -> float:
    """Return the duration of a step with drafted tokens relative to a plain step, at worst.

    Compares medians per size of call, since other programs delay single steps.
    """
    side = Side.load("q4_0", 2, guesses=True, step_target_seconds=0.001)
    for number in range(rounds):
        side.run(script, number, 2)
    side.harness.close()
    by_size: defaultdict[tuple[int, ...], list[float]] = defaultdict(list)
    for step in side.steps:
        by_size[step.call_sizes].append(step.seconds)
    medians = {size: statistics.median(seconds) for size, seconds in by_size.items()}
    plain = min(seconds for size, seconds in medians.items() if sum(size) == 2)
    rows = [
        [
            " + ".join(map(str, size)),
            len(by_size[size]),
            medians[size] * 1000,
            medians[size] / plain,
        ]
        for size in sorted(medians, key=sum)
    ]
    print_table(["rows", "steps", "median, ms", "of a plain step"], rows)
    return max((seconds / plain for size, seconds in medians.items() if sum(size) > 2), default=0.0)


def share_to_change(quantization: str) -> float:
    """Return the share of tokens to change so that seven of ten drafted tokens are accepted."""
    side = Side.load(quantization, 1, guesses=True)
    low, high, share = 0.0, 0.2, 0.03
    side.run(edit(share), 0, 1)  # in which the engine learns what calls cost
    for number in range(1, _MAX_TRIALS + 1):
        side.clear()
        side.run(edit(share), number, 1)
        side.run(edit(share), number + _MAX_TRIALS, 1)
        if side.drafted and abs(side.acceptance - ACCEPTANCE) < TOLERANCE / 2:
            break
        low, high = (share, high) if side.acceptance > ACCEPTANCE else (low, share)
        share = (low + high) / 2
    side.harness.close()
    return share


def compare(
    key: str, quantization: str, script: Script, rounds: int, reply_count: int = 1
) -> dict[str, float]:
    """Measure both sides in turns; return the speedup, and the acceptance of drafted tokens."""
    sides = [Side.load(quantization, reply_count, guesses=guesses) for guesses in (True, False)]
    for side in sides:
        side.run(script, 100, reply_count)
        side.clear()
    for turn, side in enumerate(turns(sides, rounds)):
        side.run(script, 101 + turn // 2, reply_count)
    for side in sides:
        side.harness.close()
    speculating, plain = sides
    pairs = zip(speculating.rates, plain.rates, strict=True)
    speeds = [statistics.median(side.rates) for side in sides]
    head = ["", "tokens/s with", "without", "drafted", "accepted"]
    print_table(head, [[key, *speeds, speculating.drafted, speculating.accepted]])
    return {
        key: statistics.median(one / other for one, other in pairs),
        f"{key}_acceptance": speculating.acceptance,
    }


if __name__ == "__main__":
    run_benchmark(
        __doc__,
        measure,
        parts=(_LOOKUP, _DRAFT_MODEL),
        at_least={
            "draft_model_speedup": 0.97,
            "draft_model_speedup_4": 0.97,
            "edit_speedup": 1.3,
            "q8_speedup": 0.98,
            "prose_speedup": 0.98,
            "full_batch_ratio": 0.98,
        },
        at_most={"speculation_worst_step_ratio": 2, "draft_model_gap_ratio": 1.25},
    )
