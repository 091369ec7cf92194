"""A conversation of 3,500 tokens continues: cold, from its slot, from RAM, from disk.

The last is measured in a new process. The engine runs in child processes with
``… resume --child FOLDER PART``: ``before`` measures the first three and stores the conversation
when it ends; ``after`` continues it.
"""

import json
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from engine.kv.cache_folder import CacheFolder
from engine.kv.container import Miss
from engine.messages.config import EngineConfig
from engine.messages.metrics import ReuseOrigin
from tests.benchmarks.harness import EngineHarness, Reply, text_of
from tests.benchmarks.runner import Options, json_of_child, run_benchmark, seconds_of
from tests.models.talker import STARTER_MODEL

PROMPT_TOKENS = 3490
REPLY_TOKENS = 8
CONVERSATION = "long"


def measure(options: Options) -> dict[str, float]:
    """Return the medians of the rounds, each in two processes."""
    measured: dict[str, list[float]] = defaultdict(list)
    for _ in range(1 if options.is_quick else 3):
        with tempfile.TemporaryDirectory() as folder:
            for part in ("before", "after"):
                module = "tests.benchmarks.resume"
                for key, value in json_of_child(module, "--child", folder, part).items():
                    measured[key].append(value)
    return {key: statistics.median(values) for key, values in measured.items()}


def run_child(folder: Path, part: str) -> None:
    """Run one engine, and print the figures of this part as JSON."""
    cache = folder / "cache"
    config = EngineConfig(slot_count=1, context_window=4096, cache_dir=str(cache))
    stored = folder / "texts.json"
    texts = json.loads(stored.read_text("utf-8")) if stored.exists() else [text_of(PROMPT_TOKENS)]
    with EngineHarness(STARTER_MODEL, config) as harness:
        figures = _before(harness, texts) if part == "before" else _after(harness, texts)
    stored.write_text(json.dumps(texts), "utf-8")
    if part == "before":
        figures |= _disk_figures(cache)
    print(json.dumps(figures))


def _before(harness: EngineHarness, texts: list[str]) -> dict[str, float]:
    cold = _ask(harness, texts, ReuseOrigin.NOWHERE)
    texts.append("and now?")
    slot = _ask(harness, texts, ReuseOrigin.READY)
    harness.answer("other", ["who is there?" * 40], max_tokens=REPLY_TOKENS)
    texts.append("and then?")
    ram = _ask(harness, texts, ReuseOrigin.MEMORY)
    texts.append("and again?")
    return {
        "prompt_tokens": cold.usage.prompt_tokens,
        "cold_seconds": cold.first_token_seconds,
        "slot_seconds": slot.first_token_seconds,
        "ram_seconds": ram.first_token_seconds,
    }


def _after(harness: EngineHarness, texts: list[str]) -> dict[str, float]:
    disk = _ask(harness, texts, ReuseOrigin.DISK)
    thousands = disk.usage.reused_tokens / 1000
    return {
        "disk_seconds": disk.first_token_seconds,
        "disk_reused_tokens": disk.usage.reused_tokens,
        "restore_seconds_per_1000_tokens": disk.usage.restore_seconds / thousands,
    }


def _ask(harness: EngineHarness, texts: list[str], origin: ReuseOrigin) -> Reply:
    """Continue the conversation, and append the reply to the texts."""
    reply = harness.answer(CONVERSATION, texts, max_tokens=REPLY_TOKENS, temperature=0.0)
    assert reply.usage.reused_from is origin, reply.usage
    texts.append(reply.text)
    return reply


def _disk_figures(cache: Path) -> dict[str, float]:
    """Write the stored conversation once more, and return its size and the time."""
    folder = CacheFolder(cache)
    folder.open()
    (file,) = (each for each in folder.sweep() if each.key == CONVERSATION)
    kept = folder.read(CONVERSATION, file.header.identity)
    assert not isinstance(kept, Miss)
    identity = file.header.identity
    seconds = seconds_of(lambda: folder.write(kept, identity, lambda: True, file.used))
    thousands = file.header.token_count / 1000
    return {
        "file_bytes_per_1000_tokens": file.byte_count / thousands,
        "save_seconds_per_1000_tokens": seconds / thousands,
    }


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        run_child(Path(sys.argv[2]), sys.argv[3])
    else:
        run_benchmark(__doc__, measure)
