"""What the benchmarks share: their options, their table, their JSON file."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Options:
    """``--json FILE``, ``--quick``, and what some know: ``--peer``, ``--large``, ``--only``.

    ``state_file`` and ``minutes`` let a long one be measured in several parts.
    """

    json_file: Path | None
    is_quick: bool
    peer: Path | None = None
    is_large: bool = False
    only: tuple[str, ...] = ()
    state_file: Path | None = None
    minutes: float = float("inf")


def read_options(
    description: str, measurements: Sequence[str] = (), *, has_parts: bool = False
) -> Options:
    """Parse the command line; of the measurements all are chosen if none is."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write name → number there")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, rougher numbers")
    parser.add_argument(
        "--peer", type=Path, metavar="PROGRAM", help="llama-server, to be measured beside"
    )
    parser.add_argument("--large", action="store_true", help="a state of 400 MB; takes minutes")
    if measurements:
        parser.add_argument(
            "--only", action="append", choices=measurements, help="may be given more than once"
        )
    if has_parts:
        parser.add_argument(
            "--state", type=Path, metavar="FILE", help="go on with what it has, and keep it there"
        )
        parser.add_argument("--minutes", type=float, default=float("inf"), help="begin none later")
    arguments = parser.parse_args()
    return Options(
        json_file=arguments.json,
        is_quick=arguments.quick,
        peer=arguments.peer,
        is_large=arguments.large,
        only=tuple(getattr(arguments, "only", None) or (() if has_parts else measurements)),
        state_file=getattr(arguments, "state", None),
        minutes=getattr(arguments, "minutes", float("inf")),
    )


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print columns, right-aligned."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def write_json(options: Options, numbers: Mapping[str, float]) -> None:
    """Write the flat object that ``--json`` asked for."""
    if options.json_file is not None:
        options.json_file.write_text(json.dumps(dict(numbers), indent=2) + "\n", "utf-8")
