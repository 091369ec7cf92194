"""A reply is written while another conversation's large state goes to the disk: who feels it?"""

import statistics
import tempfile
import time
from pathlib import Path

from engine.wire.config import EngineConfig
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.report import print_table, read_options, write_json
from tests.benchmarks.resume_process import long_question
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

REPLY_TOKENS = 150
LARGE = 5  # times the usual state: 400 MB and more
PAUSE_SECONDS = 0.02
WHICH = ("median", "worst")


def main() -> None:
    """Print the table."""
    options = read_options("Token gaps of a reply while another conversation is written back.")
    rounds = 2 if options.is_quick else 6
    times = LARGE if options.is_large else 1
    with tempfile.TemporaryDirectory() as folder:
        config = EngineConfig(
            slot_count=2,
            context_window=4096 * times,
            cache_dir=folder,
            write_back_seconds=PAUSE_SECONDS,
        )
        harness = EngineHarness(str(cached_model(write_synthesized)), config)
        long = [long_question(times)]
        heard = harness.ask("long", long, max_tokens=4)
        harness.wait(heard)
        quiet: list[float] = []
        writing: list[float] = []
        for number in range(rounds):
            _wait_until_written(harness)
            quiet += _gaps(harness, f"quiet {number}")
            _wait_until_written(harness)
            long += ["".join(heard.text), f"and {number}?"]
            heard = harness.ask("long", long, max_tokens=4)
            harness.wait(heard)
            _wait_for_part(Path(folder))
            writing += _gaps(harness, f"writing {number}")
        _wait_until_written(harness)
        size = max(path.stat().st_size for path in Path(folder).glob("*.kv"))
        harness.close()
    numbers = {
        "state_bytes": float(size),
        "target_seconds": config.step_target_seconds,
        "quiet_median_gap_seconds": statistics.median(quiet),
        "quiet_worst_gap_seconds": max(quiet),
        "writing_median_gap_seconds": statistics.median(writing),
        "writing_worst_gap_seconds": max(writing),
    }
    rows = [
        [when, *(f"{numbers[f'{when}_{which}_gap_seconds'] * 1000:.1f} ms" for which in WHICH)]
        for when in ("quiet", "writing")
    ]
    print_table(["", "median gap", "worst gap"], rows)
    print(f"a state of {size / 1e6:.0f} MB; a step may take {config.step_target_seconds:.2f} s")
    write_json(options, numbers)


def _gaps(harness: EngineHarness, question: str) -> list[float]:
    """Return the gaps between the tokens of a reply."""
    heard = harness.ask("neighbour", [question], max_tokens=REPLY_TOKENS)
    harness.wait(heard)
    return heard.gaps()


def _wait_until_written(harness: EngineHarness) -> None:
    """Wait until nothing has been written for a while."""
    while True:
        before = harness.snapshot
        time.sleep(20 * PAUSE_SECONDS)
        if harness.snapshot is before:
            return


def _wait_for_part(folder: Path) -> None:
    """Wait until the large state is being written, or has been."""
    deadline = time.monotonic() + 5
    while not list(folder.glob("*.part")) and time.monotonic() < deadline:
        time.sleep(0.001)


if __name__ == "__main__":
    main()
