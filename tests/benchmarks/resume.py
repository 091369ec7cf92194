"""A 3,500-token conversation goes on: cold, from its slot, from RAM, from disk after a restart."""

import json
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from tests.benchmarks.report import print_table, read_options, write_json
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized


def main() -> None:
    """Print the table."""
    options = read_options("The next turn of a long conversation, by where its memory is.")
    found: dict[str, list[float]] = defaultdict(list)
    for _ in range(1 if options.is_quick else 3):
        with tempfile.TemporaryDirectory() as folder:
            for part in ("before", "after"):
                for name, number in _measured(Path(folder), part).items():
                    found[name].append(number)
    numbers = {name: statistics.median(values) for name, values in found.items()}
    cold = numbers["cold_seconds"]
    rows = [
        [where, f"{numbers[f'{where}_seconds'] * 1000:,.0f} ms", f"{share:.3f}"]
        for where in ("cold", "slot", "ram", "disk")
        if (share := numbers[f"{where}_seconds"] / cold)
    ]
    print_table(["memory", "first token", "of cold"], rows)
    print(
        f"{numbers['prompt_tokens']:,.0f} tokens; per 1,000 of them "
        f"{numbers['file_bytes_per_1000_tokens'] / 1e6:.1f} MB, "
        f"saved in {numbers['save_seconds_per_1000_tokens'] * 1000:.0f} ms, "
        f"back in {numbers['restore_seconds_per_1000_tokens'] * 1000:.0f} ms"
    )
    write_json(options, numbers)


def _measured(folder: Path, part: str) -> dict[str, float]:
    """Live once in a process of its own."""
    model = str(cached_model(write_synthesized))
    module = "tests.benchmarks.resume_process"
    command = [sys.executable, "-m", module, model, str(folder), part]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise SystemExit(ended.stderr)
    numbers: dict[str, float] = json.loads(ended.stdout)
    return numbers


if __name__ == "__main__":
    main()
