"""Runs the packaged engine on lesser processors, as an emulator shows them.

Call it as ``.venv/bin/python packaging/smoke_processors.py`` (``apt-get install qemu-user``). The engine
must choose another of its parts each time, and answer with it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from engine.client import EngineClient  # noqa: E402
from engine.config import EngineConfig  # noqa: E402
from engine.hang_watch import HangLimits  # noqa: E402
from engine.protocol import ChatMessage, Role, SamplingParams, TextDelta  # noqa: E402
from engine.supervisor import RestartPolicy  # noqa: E402
from resources import demo_model  # noqa: E402

# What an emulated processor is called, and the part that the engine must choose for it.
EXPECTED = {"Nehalem": "sse42", "SandyBridge": "sandybridge", "Haswell": "haswell"}
PATIENT = RestartPolicy(
    back_off_seconds=(),
    hang=HangLimits(tick_seconds=1.0, heartbeat_seconds=300.0, step_seconds=300.0),
)
LONGEST_REPLY = 12


def main() -> int:
    """Answer with an exit code."""
    parser = argparse.ArgumentParser(description="Run the packaged engine on lesser processors.")
    usual = ROOT / "build" / "package" / "frozen" / "hubbub" / "hubbub"
    parser.add_argument("program", type=Path, nargs="?", default=usual)
    program = parser.parse_args().program.resolve()
    trouble = 0
    for processor, expected in EXPECTED.items():
        command = emulated(program, processor)
        answer = subprocess.run(
            [*command, "--try-backend"], capture_output=True, text=True, check=False
        )
        lines = answer.stdout.splitlines()
        chosen = json.loads(lines[-1])["processor"] if lines else "nothing, it crashed"
        started = time.monotonic()
        reply = asyncio.run(reply_of([*command, "--engine"])) if lines else ""
        seconds = time.monotonic() - started
        print(f"  {processor}: {chosen}; after {seconds:.0f} s it said: {reply!r}", flush=True)
        trouble += chosen != expected or not reply
    return 1 if trouble else 0


def emulated(program: Path, processor: str) -> list[str]:
    """Return the command that runs a packaged program on another processor.

    PyInstaller's starter starts itself once more to set the path of libraries, and that would run
    on the real processor: here it finds everything set.
    """
    contents = program.parent / "_internal"
    settings = {
        "LD_LIBRARY_PATH": contents,
        "_PYI_ARCHIVE_FILE": program,
        "_PYI_APPLICATION_HOME_DIR": contents,
        "_PYI_PARENT_PROCESS_LEVEL": -1,
        "_PYI_LINUX_PROCESS_NAME": "hubbub",
    }
    variables = [f"{name}={value}" for name, value in settings.items()]
    return ["env", *variables, "qemu-x86_64", "-cpu", processor, str(program)]


async def reply_of(command: list[str]) -> str:
    """Return what the built-in model says first."""
    client = EngineClient(command, policy=PATIENT)
    await client.start()
    try:
        client.load(str(demo_model.path()), EngineConfig(context_window=256, slot_count=1))
        question = [ChatMessage(Role.USER, "hello")]
        params = SamplingParams(temperature=0.0, max_tokens=LONGEST_REPLY)
        request = client.submit("a", question, params)
        return "".join(
            [event.text async for event in request.events() if isinstance(event, TextDelta)]
        )
    finally:
        await client.close()


if __name__ == "__main__":
    sys.exit(main())
