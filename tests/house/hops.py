"""Counts the hands that a message and a token go through: ``python -m tests.house.hops``.

One message is sent by a real press of Enter in a real window (without a screen), to a real engine
process with a fake model. Counted are distinct functions of ``app/`` and ``engine/``, in the
window's main and database threads and in the engine's reader, engine thread and writer:

    slot    from the composer's signal ``submitted`` to the sequence's slot
    cursor  from the token that the backend has sampled to the text cursor in the transcript

``hop_values`` says when a value carries the message, ``hop_trace`` when a function gets or gives
it, ``hop_path`` which of them lie on its way. Two figures for each: the HOPS, functions of the
shortest way that the message took, and signals that are only relayed by others; and the FUNCTIONS,
all that it came through, also those that are only asked to turn it into another form. A relay, a
generator that only yields again and a method that only forwards count in both.
``--root`` counts another tree, such as an older commit.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.house.hop_path import Way, way
from tests.house.hop_trace import Record, read_from
from tests.house.hop_values import Carriers

HERE = Path(__file__).resolve()
ROOT = HERE.parents[2]
QUESTION = "Where does the okapi sleep?"
WAYS = ("slot", "cursor")
PATIENCE_SECONDS = 300

# Where a sequence gets its slot, by the names that this has or had.
SEATED = ("SlotAssigner.assign", "SlotAssigner.seat", "Seating.seat")

# What a child runs: these files on top of the packages of the tree that is counted.
BOOT = """
import sys, tests.house
tests.house.__path__.append(sys.argv[1])
from tests.house import hops
hops.child(*sys.argv[2:])
"""


def child(role: str, root: str, name: str, folder: str, *_granted: str) -> None:
    """Be the window or the engine of the tree that is counted.

    Whoever starts an engine adds what it may reach; this one is in no sandbox.
    """
    from tests.house import hop_engine

    carriers = Carriers(hop_engine.ASKED)
    if name == "cursor":
        carriers = Carriers(hop_engine.PIECE, hop_engine.TOKEN)
    file = Path(folder) / f"{role}.jsonl"
    if role == "engine":
        hop_engine.serve(Path(root), carriers, file)
        return
    from tests.house import hop_window  # which brings Qt, and the engine has none

    engine = _command("engine", Path(root), name, Path(folder))
    hop_window.send(Path(root), carriers, file, engine=engine, question=QUESTION)


def _command(role: str, root: Path, name: str, folder: Path) -> tuple[str, ...]:
    return (sys.executable, "-c", BOOT, str(HERE.parent), role, str(root), name, str(folder))


def count(root: Path, name: str) -> Way:
    """Count one of the ways in a tree."""
    with tempfile.TemporaryDirectory(prefix="hops-") as temporary:
        folder = Path(temporary)
        home = {"HOME": temporary, "QT_QPA_PLATFORM": "offscreen", "QT_API": "pyside6"}
        home |= {f"XDG_{each}_HOME": f"{temporary}/{each}" for each in ("CONFIG", "DATA", "STATE")}
        subprocess.run(
            _command("window", root, name, folder),
            cwd=root,
            env=os.environ | home | {"PYTHONPATH": str(root)},
            check=True,
            timeout=PATIENCE_SECONDS,
        )
        window, engine = read_from(folder / "window.jsonl"), read_from(folder / "engine.jsonl")
    return _to_slot(window, engine) if name == "slot" else _to_cursor(window, engine)


def _to_slot(window: list[Record], engine: list[Record]) -> Way:
    sent = next(each for each in window if each.kind == "emit" and each.signal == "submitted")
    seen = [each for each in window + engine if each.time >= sent.time]
    seated = next(e for e in seen if e.kind == "in" and e.function.rpartition(":")[2] in SEATED)
    return way(seen, sent.call, seated.call, seated.time)


def _to_cursor(window: list[Record], engine: list[Record]) -> Way:
    sampled = engine[0]
    inserted = next(each for each in window if each.kind == "insert")
    return way(window + engine, sampled.parent_call or sampled.call, inserted.call, inserted.time)


def main() -> None:
    """Count, and print a table."""
    parser = argparse.ArgumentParser(description="Count the hands that a message goes through.")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to count")
    parser.add_argument("--list", action="store_true", help="print the functions, in order")
    parser.add_argument("--json", type=Path, help="write figures and functions to this file")
    wanted = parser.parse_args()
    found = {name: count(wanted.root.resolve(), name) for name in WAYS}
    print("way     hops  relayed signals among them  functions")
    for name, each in found.items():
        hops = len(each.hands) + len(each.signals)
        print(f"{name:6} {hops:5}  {len(each.signals):26}  {len(each.functions):9}")
    if wanted.list:
        for name, each in found.items():
            _print_list(name, each)
    if wanted.json is not None:
        wanted.json.write_text(json.dumps({k: _figures(v) for k, v in found.items()}, indent=1))


def _print_list(name: str, found: Way) -> None:
    print(f"\n{name}; * is a hop")
    process = 0
    for number, function in found.functions:
        if number != process:
            print("  -- the other process" if process else "  -- the first process")
            process = number
        print(f"  {'*' if (number, function) in found.hands else ' '} {function}")
    for signal in found.signals:
        print(f"  * relayed signal {signal}")


def _figures(found: Way) -> dict[str, object]:
    return {
        "hops": len(found.hands) + len(found.signals),
        "hands": [function for _, function in found.hands],
        "functions": [function for _, function in found.functions],
        "relayed_signals": list(found.signals),
    }


if __name__ == "__main__":
    main()
