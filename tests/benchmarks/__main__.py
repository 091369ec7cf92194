"""Runs every benchmark of this folder, each in a process of its own."""

import ast
import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Run them in the order of their names; arguments go to each; answer with the worst code."""
    exit_codes = [0]
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        if has_main(path):
            print(f"== {path.stem}", flush=True)
            command = [sys.executable, "-m", f"tests.benchmarks.{path.stem}", *sys.argv[1:]]
            exit_codes.append(subprocess.run(command, check=False).returncode)
    return max(exit_codes, key=abs)


def has_main(path: Path) -> bool:
    """Whether a module is a benchmark, and not only a part of one."""
    tree = ast.parse(path.read_text("utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in tree.body)


if __name__ == "__main__":
    sys.exit(main())
