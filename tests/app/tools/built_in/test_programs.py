"""Programs that models write: their results, and what they cannot do."""

import asyncio
import os
import signal
import time
from pathlib import Path

import psutil
import pytest

from app.errors import ToolFailed
from app.tools.built_in.programs import program_tools
from app.tools.model import ToolProgress, ToolResult, ToolRun
from tests.app.tools.built_in.web_server import until

(PROGRAMS,) = program_tools()


async def result_of(code: str) -> ToolResult:
    """Run a program in its own process."""
    return await PROGRAMS.run(ToolRun(PROGRAMS.tool, {"code": code}, "", lambda _: None))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("17 * 23", "391"),
        ("2**0.5", "1.4142135623730951"),
        ("from math import comb\ncomb(49, 6)", "13983816"),
        ("for n in range(3):\n    print(n)", "0\n1\n2"),
        ("print('sum:')\nsum([1, 2])", "sum:\nResult: 3"),
        ("print('Grüße, 漢字, 😀')", "Grüße, 漢字, 😀"),
        ("f'{1234567.891:,.2f}'", "1,234,567.89"),
        ("from decimal import Decimal\nDecimal('0.1') + Decimal('0.2')", "0.3"),
        (
            "import datetime\n(datetime.date(2026, 12, 24) - datetime.date(2026, 11, 29)).days",
            "25",
        ),
    ],
)
async def test_a_program_returns_what_it_prints_and_its_last_value(code: str, text: str) -> None:
    result = await result_of(code)
    assert result.text.replace("Decimal('0.3')", "0.3") == text
    assert not result.is_error


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("x = 'a", "SyntaxError"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("[1][5]", "IndexError"),
        ("def f(n):\n    return f(n + 1)\nf(0)", "RecursionError"),
        ("9**9**9", "MemoryError"),
        ("items = []\nwhile True:\n    items.append('x' * 1_000_000)", "Memory"),
        ("'x' * 10**8 * 10", "emory"),
        ("while True:\n    print('x' * 1000)", "it printed too much"),
        ("'x' * 300_000", "it printed too much"),
        ("import socket", "No module named 'socket'"),
        ("import subprocess", "No module named 'subprocess'"),
        ("import os\nos.system('ls')", "no attribute 'system'"),
        ("import os\nos.listdir('/')", "PermissionError"),
        ("open('/etc/passwd').read()", "PermissionError"),
        ("open('/tmp/hubbub-was-here', 'w').write('x')", "PermissionError"),
        ("from pathlib import Path\nPath('/proc/self/environ').read_text()", "PermissionError"),
        ("__import__('os')", "unknown external function: __import__"),
        ("input()", "unknown external function: input"),
    ],
)
async def test_what_a_program_cannot_do_is_an_error_for_the_model(code: str, text: str) -> None:
    result = await result_of(code)
    assert result.is_error
    assert text in result.text
    assert "/proc/self/fd" not in result.text
    assert not Path("/tmp/hubbub-was-here").exists()


async def test_a_program_without_a_result_says_so() -> None:
    assert "printed nothing" in (await result_of("x = 5\nfor n in range(3):\n    x += n")).text


async def test_an_empty_program_and_a_huge_one_are_refused() -> None:
    for code in ("", "x" * 20_001):
        with pytest.raises(ToolFailed, match=r"not valid: Expected `str` of length"):
            await result_of(code)


async def test_an_endless_program_ends_after_ten_seconds_and_says_that_it_runs() -> None:
    progress: list[ToolProgress] = []
    run = ToolRun(PROGRAMS.tool, {"code": "while True:\n    pass"}, "", progress.append)
    result = await PROGRAMS.run(run)
    assert "ended after 10 seconds" in result.text
    assert [each.text for each in progress] == ["The program is running."]


async def test_cancelling_ends_the_program_and_its_process_at_once() -> None:
    before = set(psutil.Process().children(recursive=True))
    running = asyncio.ensure_future(result_of("while True:\n    pass"))
    await until(lambda: any(each.name() == "monty" for each in _started(before)))
    started = _started(before)
    began = time.monotonic()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    _, alive = await asyncio.to_thread(psutil.wait_procs, started, 5)
    assert not alive
    assert time.monotonic() - began < 6


async def test_a_killed_process_is_an_error_and_the_next_program_runs() -> None:
    before = set(psutil.Process().children(recursive=True))
    running = asyncio.ensure_future(result_of("while True:\n    pass"))
    await until(lambda: _started(before))
    os.kill(_started(before)[0].pid, signal.SIGKILL)
    with pytest.raises(ToolFailed, match="ended unexpectedly"):
        await running
    assert (await result_of("1 + 1")).text == "2"


def _started(before: set[psutil.Process]) -> list[psutil.Process]:
    return [each for each in psutil.Process().children(recursive=True) if each not in before]
