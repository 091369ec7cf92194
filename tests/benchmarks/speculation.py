"""Tokens per second with guesses beside without, in turns in one run, for replies of four kinds.

A model of random weights repeats nothing by itself. So each token is sampled as always, and then
replaced by that of a script, which is the same with and without guesses: an *edit* copies the
message that it answers and changes a token now and then, as often as makes seven of ten guesses
right; *prose* says other things in the same few words.
"""

import itertools
import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.backend import Backend, LoadProgress, Sampler
from engine.llama.loader import load
from engine.wire.config import EngineConfig
from engine.wire.sampling_params import SamplingParams
from tests.benchmarks.harness import EngineHarness, Heard
from tests.benchmarks.report import print_table, read_options, write_json
from tests.engine.invariants.recorder import Around
from tests.models.quantized import quantized_model

CONTEXT_WINDOW = 1536
PROMPT_CHARACTERS = 400
REPLY_TOKENS = 256
WANTED, TOLERANCE = 0.7, 0.05
_FIRST_WORD, _WORD_COUNT = 300, 400  # of the vocabulary's made-up words
_STEERED = 6  # replies at most, to find how often an edit changes a token
_FULL = 16

Script = Callable[[Sequence[int], random.Random], list[int]]


def edit(share: float) -> Script:
    """Return a script that copies the prompt, but for so many of its tokens."""

    def write(prompt: Sequence[int], dice: random.Random) -> list[int]:
        copied = itertools.islice(itertools.cycle(prompt[16:-16]), REPLY_TOKENS)
        return [word(dice) if dice.random() < share else token for token in copied]

    return write


def prose(prompt: Sequence[int], dice: random.Random) -> list[int]:
    """Return words of which some are frequent, so that two stand together again and again."""
    del prompt
    return [word(dice) for _ in range(REPLY_TOKENS)]


def word(dice: random.Random) -> int:
    """Return a word; the tenth one comes up a tenth as often as the first."""
    return _FIRST_WORD + int(_WORD_COUNT ** dice.random()) - 1


@dataclass(slots=True)
class _Running:
    script: list[int]
    count: int = 0


class Scripted(Around):
    """A backend whose samplers work as always, and then say what a script says."""

    def __init__(self, inner: Backend) -> None:
        super().__init__(inner)
        self.script: Script = prose
        self._scripts: dict[Sampler, _Running] = {}

    def new_sampler(
        self,
        params: SamplingParams,
        recent_tokens: Sequence[int],
        *,
        is_reasoning: bool = False,
        opening_tokens: frozenset[int] = frozenset(),
    ) -> Sampler:
        sampler = self.inner.new_sampler(
            params, recent_tokens, is_reasoning=is_reasoning, opening_tokens=opening_tokens
        )
        dice = random.Random(hash(tuple(recent_tokens)))
        self._scripts[sampler] = _Running(self.script(recent_tokens, dice))
        return sampler

    def sample(self, wanted: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        self.inner.sample(wanted)
        return [self._next(sampler) for sampler, _ in wanted]

    def _next(self, sampler: Sampler) -> int:
        running = self._scripts[sampler]
        running.count += 1
        return running.script[running.count - 1]


@dataclass(slots=True)
class Side:
    """The engine with guesses, or without."""

    harness: EngineHarness
    backend: Scripted
    rates: list[float] = field(default_factory=list)
    drafted: int = 0
    accepted: int = 0

    @classmethod
    def of(cls, path: str, slot_count: int, *, guesses: bool) -> "Side":
        """Load a model for one side."""
        made: list[Scripted] = []

        def loader(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
            made.append(Scripted(load(path, config, progress)))
            return made[0]

        config = EngineConfig(
            context_window=CONTEXT_WINDOW,
            slot_count=slot_count,
            thread_count=1,
            guesses_ahead=guesses,
        )
        return cls(EngineHarness(path, config, loader=loader), made[0])

    def run(self, script: Script, number: int, reply_count: int) -> None:
        """Have some conversations answered at the same moment, and note how fast it went."""
        self.backend.script = script
        self._ask(number, reply_count, max_tokens=1)  # reads the prompts
        self.harness.forget_steps()
        asked = self._ask(number, reply_count, max_tokens=REPLY_TOKENS)
        steps = [
            step
            for step in self.harness.steps
            if len(step.decode_slots) == reply_count and not step.prefill_slots
        ]
        self.rates.append(
            sum(step.reply_tokens for step in steps) / sum(step.seconds for step in steps)
        )
        self._count(asked)

    def _ask(self, number: int, reply_count: int, *, max_tokens: int) -> list[Heard]:
        asked = [
            self.harness.ask(f"c{number}.{i}", [_prompt(number, i)], max_tokens=max_tokens)
            for i in range(reply_count)
        ]
        self.harness.wait(*asked)
        return asked

    def _count(self, asked: Sequence[Heard]) -> None:
        ends = [each.finished for each in asked if each.finished is not None]
        self.drafted += sum(end.usage.drafted_tokens for end in ends)
        self.accepted += sum(end.usage.accepted_tokens for end in ends)

    @property
    def acceptance(self) -> float:
        """Return which share of the guesses was right since ``forget``."""
        return self.accepted / self.drafted if self.drafted else 0.0

    def forget(self) -> None:
        """Forget what was measured so far."""
        self.rates.clear()
        self.drafted = self.accepted = 0


@dataclass(frozen=True, slots=True)
class Result:
    """Tokens per second on both sides, and what became of the guesses."""

    with_guesses: float
    without: float
    speedup: float
    drafted: int
    acceptance: float


def _prompt(number: int, index: int) -> str:
    dice = random.Random(1000 * number + index)
    return "".join(dice.choices("abcdefghijklmnopqrstuvwxyz    .,", k=PROMPT_CHARACTERS))


def steered(path: str) -> float:
    """Return how often an edit changes a token where seven of ten guesses are right."""
    side = Side.of(path, 1, guesses=True)
    low, high, share = 0.0, 0.2, 0.03
    side.run(edit(share), 0, 1)  # the first reply finds out what calls cost
    for number in range(1, _STEERED + 1):
        side.forget()
        side.run(edit(share), number, 1)
        side.run(edit(share), number + _STEERED, 1)
        if side.drafted and abs(side.acceptance - WANTED) < TOLERANCE / 2:
            break
        low, high = (share, high) if side.acceptance > WANTED else (low, share)
        share = (low + high) / 2
    side.harness.close()
    return share


def compare(path: str, script: Script, rounds: int, reply_count: int = 1) -> Result:
    """Let both sides take turns."""
    sides = [Side.of(path, reply_count, guesses=guesses) for guesses in (True, False)]
    for side in sides:
        side.run(script, 100, reply_count)
        side.forget()
    for number in range(101, 101 + rounds):
        for side in sides if number % 2 else sides[::-1]:
            side.run(script, number, reply_count)
    for side in sides:
        side.harness.close()
    guessing, plain = sides
    return Result(
        with_guesses=statistics.median(guessing.rates),
        without=statistics.median(plain.rates),
        speedup=statistics.median(
            one / other for one, other in zip(guessing.rates, plain.rates, strict=True)
        ),
        drafted=guessing.drafted,
        acceptance=guessing.acceptance,
    )


def main() -> None:
    """Print the table."""
    options = read_options("Tokens per second with guesses ahead beside without.")
    rounds = 3 if options.is_quick else 9
    q4_0, q8_0 = str(quantized_model("q4_0")), str(quantized_model("q8_0"))
    share = steered(q4_0)
    results = {
        "edit_speedup": compare(q4_0, edit(share), rounds),
        "q8_speedup": compare(q8_0, edit(share), rounds),
        "prose_speedup": compare(q4_0, prose, rounds),
        "full_batch_ratio": compare(q4_0, edit(share), max(2, rounds // 2), _FULL),
    }
    print(f"0.1 B parameters, one thread; an edit changes {share:.1%} of what it copies")
    print_table(
        ["", "with", "without", "ratio", "guessed", "right"],
        [
            [
                name,
                f"{each.with_guesses:.1f}",
                f"{each.without:.1f}",
                f"{each.speedup:.3f}",
                str(each.drafted),
                f"{each.acceptance:.2f}",
            ]
            for name, each in results.items()
        ],
    )
    numbers = {name: each.speedup for name, each in results.items()}
    numbers |= {f"{name}_acceptance": each.acceptance for name, each in results.items()}
    write_json(options, numbers)


if __name__ == "__main__":
    main()
