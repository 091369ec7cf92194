"""Tries a backend for graphics cards in a process of its own: ``… probe_process FILE``.

Without a file it says what runs on this computer. ``--confined`` before the file puts the process
into the engine's sandbox first; ``--measure`` also measures how fast the cards and the processor
are. Prints one line of JSON.
"""

import json
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.backend_probe import CONFINED, MEASURE, is_rpc_client
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.limits import end_with_parent, forbid_core_dump
from engine.messages.errors import ModelLoadFailed
from engine.sandbox.confinement import confine


def main(arguments: Sequence[str]) -> int:
    """Answer, and leave without the destructors of drivers, which like to crash."""
    end_with_parent()
    forbid_core_dump()
    if arguments and arguments[0] == CONFINED:
        confine(())
        arguments = arguments[1:]
    is_measured = bool(arguments) and arguments[0] == MEASURE
    arguments = arguments[1:] if is_measured else arguments
    answer = _tried(Path(arguments[0])) if arguments else _found()
    if answer["devices"]:
        answer |= _drivers()
    if answer["devices"] and is_measured:
        answer |= _measured()
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
    os._exit(0)


def _tried(path: Path) -> dict[str, object]:
    from engine.llama.backend_loading import devices_of
    from engine.llama.rpc_devices import check_rpc_client

    try:
        if is_rpc_client(path):
            check_rpc_client(path)
            return {"devices": ["RPC"], "trouble": None}
        return {"devices": devices_of(path), "trouble": None}
    except ModelLoadFailed as error:
        return {"devices": [], "trouble": LazyText.of(str(error)).parts()}


def _drivers() -> dict[str, object]:
    from engine.llama.driver_version import driver_version

    return {"driver": driver_version()}


def _measured() -> dict[str, object]:
    from engine.llama.card_speed import turn_seconds

    try:
        processor, cards = turn_seconds()
    except MemoryError:
        text = lazy("the graphics card has no memory left for a measurement.")
        return {"trouble": text.parts()}
    known = {name: each if math.isfinite(each) else None for name, each in cards.items()}
    return {"processor_seconds": processor, "card_seconds": known}


def _found() -> dict[str, object]:
    from engine.llama.backend_loading import load_gpu_backends, load_processor_backend
    from engine.llama.devices import gpus

    try:
        processor, backends = load_processor_backend(), load_gpu_backends()
    except ModelLoadFailed as error:
        return {
            "processor": None,
            "packs": {},
            "devices": [],
            "trouble": LazyText.of(str(error)).parts(),
        }
    return {
        "processor": processor or "built in",
        "packs": {each.name: each.refusal for each in backends},
        "devices": [device.name for device in gpus()],
        "trouble": None,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
