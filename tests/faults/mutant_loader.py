"""Loads files with the real loader, one after the other, and prints how each load ended.

A process of its own: reads a path per line, and answers each with a line of JSON.
"""

import json
import os
import resource
import sys
from pathlib import Path

from engine.gguf.errors import ModelFileError
from engine.gguf.model_file import describe
from engine.llama.loader import load_any
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError
from engine.sandbox.confinement import confine

CONFIG = EngineConfig(
    context_window=256, slot_count=2, batch_size=128, micro_batch_size=128, thread_count=1
)
MAX_MEMORY_BYTES = 8 << 30  # so that a hostile size fails here and not on the whole machine


def main() -> None:
    """Answer until the end of input."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the library prints is no answer
    confine(())
    for line in sys.stdin:
        outcome, text = _outcome(Path(line.rstrip("\n")))
        print(json.dumps([outcome, text]), file=answers, flush=True)


def _outcome(path: Path) -> tuple[str, str]:
    """Go the way of a model that is opened: the window's check, then the engine's loader."""
    try:
        describe(path)
    except ModelFileError as error:
        return "refused by its header", _text_of(error, path)
    try:
        load_any(str(path), CONFIG, lambda _share: None).close()
    except EngineError as error:
        return "refused by the loader", _text_of(error, path)
    return "loaded", ""


def _text_of(error: Exception, path: Path) -> str:
    return str(error).replace(str(path), "…").replace(path.name, "…")


if __name__ == "__main__":
    main()
