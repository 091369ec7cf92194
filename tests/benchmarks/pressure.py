"""Sixteen tabs, fifty turns each, with edits and regenerations, on four slots.

Looked at are not seconds but truth: what the match promised is what was reused, nobody fails
for another one's sake, and every ledger is exact after every step (or the run ends there).
"""

import random
from dataclasses import dataclass, field

from engine.scheduling.slot_auditor import AuditMode
from engine.wire.config import EngineConfig
from engine.wire.events import FinishReason
from tests.benchmarks.harness import EngineHarness, Heard
from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

TAB_COUNT = 16
MODELS = {
    "attention": write_plain,
    "sliding window": write_sliding_window,
    "hybrid": write_hybrid,
    "recurrent": write_recurrent,
}


@dataclass
class _Tab:
    """One conversation and what is being asked of it."""

    name: str
    texts: list[str] = field(default_factory=list)
    turns_left: int = 0
    running: Heard | None = None


@dataclass
class _Result:
    promised: int = 0
    realised: int = 0
    prompt: int = 0
    failures: int = 0
    requests: int = 0
    ledger_errors: int = 0
    steps: int = 0


def _next_question(tab: _Tab, chance: random.Random) -> None:
    """Go on, edit an earlier message, or ask for another reply to the last one."""
    dice = chance.random()
    if tab.texts and dice < 0.15:
        del tab.texts[-1]  # regenerate: the last reply goes
    elif len(tab.texts) >= 2 and dice < 0.3:
        del tab.texts[2 * chance.randrange(len(tab.texts) // 2) :]
    if len(tab.texts) % 2 == 0:
        words = chance.choices(
            ["tabs", "the", "model", "answers", "again"], k=chance.randint(1, 60)
        )
        tab.texts.append(" ".join(words))


def run(path: str, turns: int, seed: int) -> _Result:
    """Let all tabs ask until each has had its turns."""
    chance = random.Random(seed)
    config = EngineConfig(context_window=1024, slot_count=4)
    harness = EngineHarness(path, config, AuditMode.ASSERT)
    tabs = [_Tab(f"tab{number}", turns_left=turns) for number in range(TAB_COUNT)]
    result = _Result()
    while any(tab.turns_left or tab.running for tab in tabs):
        for tab in tabs:
            if tab.running is None and tab.turns_left and chance.random() < 0.5:
                _next_question(tab, chance)
                tab.running = harness.ask(
                    tab.name, tab.texts, max_tokens=chance.randint(1, 40), temperature=1.0
                )
                tab.turns_left -= 1
        running = [tab.running for tab in tabs if tab.running is not None]
        if chance.random() < 0.1 and running:
            harness.cancel(chance.choice(running))
        harness.wait_for_any(running)
        for tab in tabs:
            _collect(tab, result)
    result.steps = len(harness.steps)
    harness.close()
    if harness.snapshot is not None:
        result.ledger_errors = harness.snapshot.slot_error_count
    return result


def _collect(tab: _Tab, result: _Result) -> None:
    if tab.running is None or tab.running.finished is None:
        return
    end, tab_text = tab.running.finished, "".join(tab.running.text)
    result.requests += 1
    result.failures += end.reason is FinishReason.FAILED
    if tab.running.started is not None:
        result.promised += tab.running.started.promised_tokens
    result.realised += end.usage.reused_tokens
    result.prompt += end.usage.prompt_tokens
    if tab_text:
        tab.texts.append(tab_text)
    else:
        del tab.texts[-1]
    tab.running = None


def main() -> None:
    """Print the table."""
    options = read_options("Promises kept under pressure: 16 tabs on 4 slots.")
    turns = 8 if options.is_quick else 50
    results = {
        kind: run(str(cached_model(write)), turns, seed)
        for seed, (kind, write) in enumerate(MODELS.items())
    }
    rows = [
        [
            kind,
            f"{each.requests:,}",
            f"{each.steps:,}",
            f"{each.promised:,}",
            f"{each.realised:,}",
            f"{each.realised / each.prompt:.0%}",
            str(each.failures),
            str(each.ledger_errors),
        ]
        for kind, each in results.items()
    ]
    head = ["memory", "turns", "steps", "promised", "realised", "of prompts", "failures", "ledger"]
    print_table(head, rows)
    write_json(
        options,
        {
            "promised_tokens": sum(each.promised for each in results.values()),
            "realised_tokens": sum(each.realised for each in results.values()),
            "foreign_failures": sum(each.failures for each in results.values()),
            "ledger_errors": sum(each.ledger_errors for each in results.values()),
        },
    )


if __name__ == "__main__":
    main()
