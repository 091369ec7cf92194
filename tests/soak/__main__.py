"""Runs the window and its engine under load and judges what they keep: ``python -m tests.soak``.

Sixteen tabs are opened, closed, switched, edited, regenerated, continued, cancelled, deleted and
restored by chance, the engine is killed now and then, and one call in a hundred fails. After each
round all is at rest: then no cached token may be wrong, nothing acknowledged missing, no reply
unended. Memory is sampled all the time, and a line laid through it after ten minutes.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.models.talker import TALKER
from tests.soak.run import Soak, SoakPlan
from tests.soak.verdict import Verdict


def main(arguments: Sequence[str]) -> int:
    """Run as long as asked, print a table; the exit status is 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--warm-up", type=float, default=10.0, help="minutes that don't count")
    parser.add_argument(
        "--round", type=float, default=15.0, help="seconds between two measurements"
    )
    parser.add_argument("--fault-rate", type=float, default=0.01, help="of the calls that can fail")
    parser.add_argument("--model", default=str(TALKER), help="a GGUF file")
    parser.add_argument("--json", type=Path, help="write the figures and all samples there")
    options = parser.parse_args(arguments)
    plan = SoakPlan(
        options.minutes * 60,
        options.seed,
        options.fault_rate,
        options.model,
        options.warm_up * 60,
        round_seconds=options.round,
    )
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        record = Soak(Path(folder), plan, on_progress=_print).run()
    verdict = Verdict.of(record, plan)
    print(verdict.table())
    if options.json is not None:
        options.json.write_text(json.dumps(verdict.figures(record), indent=1))
    return 0 if verdict.is_good else 1


def _print(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
