"""Sixteen chats on four slots, with edits and regenerations: are all promises kept?

No times are measured. The tokens that the match promised must be those that are reused, no request
may fail because of another one, and every ledger is checked after every step.
"""

import random
from dataclasses import dataclass, field

from engine.messages.commands import Cancel
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from engine.scheduling.slot_auditor import AuditMode
from tests.benchmarks.harness import EngineHarness, Reply
from tests.benchmarks.runner import Options, print_table, run_benchmark
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

CHAT_COUNT = 16
TURNS, QUICK_TURNS = 50, 8
MODELS = {
    "attention": write_plain,
    "sliding window": write_sliding_window,
    "hybrid": write_hybrid,
    "recurrent": write_recurrent,
}


@dataclass
class _Chat:
    """One conversation and its running request."""

    name: str
    turns_left: int
    texts: list[str] = field(default_factory=list)
    running: Reply | None = None

    def prepare_question(self, dice: random.Random) -> None:
        """Continue, edit an earlier message, or request another reply to the last one."""
        roll = dice.random()
        if self.texts and roll < 0.15:
            del self.texts[-1]
        elif len(self.texts) >= 2 and roll < 0.3:
            del self.texts[2 * dice.randrange(len(self.texts) // 2) :]
        if len(self.texts) % 2 == 0:
            words = dice.choices(
                ["tabs", "the", "model", "answers", "again"], k=dice.randint(1, 60)
            )
            self.texts.append(" ".join(words))


@dataclass
class _Result:
    requests: int = 0
    steps: int = 0
    promised: int = 0
    realised: int = 0
    prompt: int = 0
    failures: int = 0
    ledger_errors: int = 0

    def collect(self, chat: _Chat) -> None:
        """Add the request of a chat, if it has ended."""
        reply = chat.running
        if reply is None or reply.finished is None:
            return
        self.requests += 1
        self.failures += reply.finished.reason is FinishReason.FAILED
        if reply.started is not None:
            self.promised += reply.started.promised_tokens
        self.realised += reply.usage.reused_tokens
        self.prompt += reply.usage.prompt_tokens
        if reply.text:
            chat.texts.append(reply.text)
        else:
            del chat.texts[-1]
        chat.running = None


def measure(options: Options) -> dict[str, float]:
    """Run all kinds of memory, and return the sums."""
    turns = QUICK_TURNS if options.is_quick else TURNS
    results = [_run(kind, turns, seed) for seed, kind in enumerate(MODELS)]
    head = ["memory", "turns", "steps", "promised", "realised", "of prompts", "failures", "ledger"]
    rows = [
        [
            kind,
            each.requests,
            each.steps,
            each.promised,
            each.realised,
            each.realised / each.prompt,
            each.failures,
            each.ledger_errors,
        ]
        for kind, each in zip(MODELS, results, strict=True)
    ]
    print_table(head, rows)
    return {
        "promised_tokens": sum(each.promised for each in results),
        "realised_tokens": sum(each.realised for each in results),
        "foreign_failures": sum(each.failures for each in results),
        "ledger_errors": sum(each.ledger_errors for each in results),
    }


def _run(kind: str, turns: int, seed: int) -> _Result:
    """Let all chats ask until each has had its turns."""
    dice = random.Random(seed)
    chats = [_Chat(f"chat{number}", turns) for number in range(CHAT_COUNT)]
    result = _Result()
    config = EngineConfig(context_window=1024, slot_count=4)
    with EngineHarness(cached_model(MODELS[kind]), config, AuditMode.ASSERT) as harness:
        while any(chat.turns_left or chat.running for chat in chats):
            for chat in chats:
                if chat.running is None and chat.turns_left and dice.random() < 0.5:
                    chat.prepare_question(dice)
                    chat.running = harness.ask(
                        chat.name, chat.texts, max_tokens=dice.randint(1, 40), temperature=1.0
                    )
                    chat.turns_left -= 1
            running = [chat.running for chat in chats if chat.running is not None]
            if running and dice.random() < 0.1:
                harness.submit(Cancel(dice.choice(running).request_id))
            if running:
                harness.wait_until(lambda replies=running: any(r.finished for r in replies))  # type: ignore[misc]
            for chat in chats:
                result.collect(chat)
        result.steps = len(harness.steps)
    if harness.snapshot is not None:
        result.ledger_errors = harness.snapshot.slot_error_count
    return result


if __name__ == "__main__":
    run_benchmark(__doc__, measure, at_most={"foreign_failures": 0, "ledger_errors": 0})
