"""The check of packaged tools speaks to the real processes, and takes no other answer."""

import sys
from pathlib import Path

import pytest

from engine.ipc.entry_points import FROZEN_FLAGS
from failure import SetupFailed
from smoke_tools import check_tool_processes

ROOT = Path(__file__).parents[2]
# In place of a packaged program: the module that its flag means.
PROGRAM = f"""
import runpy, sys
sys.path.insert(0, {str(ROOT)!r})
flags = { {flag: module for module, flag in FROZEN_FLAGS.items()}!r}
module = flags[sys.argv.pop(1)]
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""
COMMAND = [sys.executable, "-c", PROGRAM]


def test_a_program_runs_and_a_server_is_started(tmp_path: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from app.__main__ import main; main()"
    server = [sys.executable, "-c", code, "serve", "--mcp", "--data", str(tmp_path)]
    assert check_tool_processes(COMMAND, server).startswith("sum(")


def test_a_server_that_does_not_start_is_said() -> None:
    with pytest.raises(SetupFailed, match=r"The MCP server was not started: .*no-such-program"):
        check_tool_processes(COMMAND, ["no-such-program"])


def test_a_process_that_ends_at_once_is_said() -> None:
    with pytest.raises(SetupFailed, match="gave no answer; it ended with 3"):
        check_tool_processes([sys.executable, "-c", "raise SystemExit(3)"], ["hubbub"])
