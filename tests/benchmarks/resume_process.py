"""One life of an engine process for the resume benchmark: ``… MODEL FOLDER PART``, prints JSON.

``before`` asks a long conversation cold, then again from its slot and from main memory, and ends,
which writes it. ``after`` asks it once more in a process that has never seen it.
"""

import json
import sys
import time
from pathlib import Path

from engine.kv.cache_folder import CacheFolder
from engine.kv.container import Miss
from engine.wire.config import EngineConfig
from engine.wire.usage import ReuseOrigin
from tests.benchmarks.harness import EngineHarness, Heard

WORDS = 512  # of about seven tokens each
REPLY_TOKENS = 8
CONVERSATION = "long"


def main() -> None:
    """Live, and tell what was measured."""
    model, folder, part = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    config = EngineConfig(slot_count=1, context_window=4096, cache_dir=str(folder / "cache"))
    harness = EngineHarness(model, config)
    parts = {"before": _before, "after": _after}
    talk = folder / "talk.json"
    texts = json.loads(talk.read_text("utf-8")) if talk.exists() else [long_question()]
    numbers = parts[part](harness, texts)
    talk.write_text(json.dumps(texts), "utf-8")
    harness.close()
    if part == "before":
        numbers |= _disk_figures(folder / "cache")
    sys.stdout.write(json.dumps(numbers))


def long_question(times: int = 1) -> str:
    """Return a message of about 3,500 tokens, or some times that."""
    return " ".join(f"the tabs {number}" for number in range(times * WORDS))


def _before(harness: EngineHarness, texts: list[str]) -> dict[str, float]:
    cold = _ask(harness, texts)
    texts.append("and now?")
    slot = _ask(harness, texts)
    harness.wait(harness.ask("other", ["who is there?" * 40], max_tokens=REPLY_TOKENS))
    texts.append("and then?")
    ram = _ask(harness, texts)
    texts.append("and again?")
    assert cold.started is not None
    assert _origin(slot) is ReuseOrigin.READY, _origin(slot)
    assert _origin(ram) is ReuseOrigin.MEMORY, _origin(ram)
    return {
        "prompt_tokens": cold.started.usage.prompt_tokens,
        "cold_seconds": cold.first_token_seconds,
        "slot_seconds": slot.first_token_seconds,
        "ram_seconds": ram.first_token_seconds,
    }


def _after(harness: EngineHarness, texts: list[str]) -> dict[str, float]:
    heard = _ask(harness, texts)
    assert _origin(heard) is ReuseOrigin.DISK, _origin(heard)
    assert heard.started is not None
    seconds = heard.started.usage.restore_seconds
    return {
        "disk_seconds": heard.first_token_seconds,
        "disk_reused_tokens": heard.started.usage.reused_tokens,
        "restore_seconds_per_1000_tokens": seconds * 1000 / heard.started.usage.reused_tokens,
    }


def _ask(harness: EngineHarness, texts: list[str]) -> Heard:
    """Ask, and add the reply to the texts."""
    heard = harness.ask(CONVERSATION, texts, max_tokens=REPLY_TOKENS, temperature=0.0)
    harness.wait(heard)
    texts.append("".join(heard.text))
    return heard


def _origin(heard: Heard) -> ReuseOrigin:
    assert heard.finished is not None
    return heard.finished.usage.reused_from


def _disk_figures(cache: Path) -> dict[str, float]:
    """Write what is there once more, and say what that took."""
    folder = CacheFolder(cache)
    folder.open()
    (file,) = (each for each in folder.sweep() if each.key == CONVERSATION)
    kept = folder.read(CONVERSATION, file.header.identity)
    assert not isinstance(kept, Miss)
    started = time.perf_counter()
    folder.write(kept, file.header.identity, lambda: True, file.used)
    seconds = time.perf_counter() - started
    thousands = file.header.token_count / 1000
    return {
        "file_bytes_per_1000_tokens": file.byte_count / thousands,
        "save_seconds_per_1000_tokens": seconds / thousands,
    }


if __name__ == "__main__":
    main()
