"""Runs the packaged engine where it must choose: on lesser processors, and with a graphics card.

``.venv/bin/python -m tests.packaging.smoke_engine [PROGRAM]``: an emulator
(``apt-get install qemu-user``) shows the program lesser processors: it must take another of its
parts for each, and answer. Where the package has the part for Vulkan, or ``--pack FILE`` drops it
in: with a driver that computes on the processor (``mesa-vulkan-drivers``) a whole model must run
on it if its layers are asked for, and stay on the processor otherwise, because a measurement at the
first start says that it is slower; without a driver the program must say so and answer
nevertheless.
"""

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from engine.client.client import EngineClient, EnginePhase
from engine.ipc.supervisor import RestartPolicy
from engine.ipc.watchdog import HangLimits
from engine.llama.device_trial import FILE_NAME
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import TextDelta
from engine.messages.metrics import ModelInfo
from engine.messages.sampling_params import SamplingParams
from tests.house.source_files import ROOT
from tests.models.talker import TALKER

# What an emulated processor is called, and the part that the engine must choose for it.
EXPECTED = {"Nehalem": "sse42", "SandyBridge": "sandybridge", "Haswell": "haswell"}
PATIENT = RestartPolicy(
    back_off_seconds=(),
    hang=HangLimits(tick_seconds=1.0, heartbeat_seconds=300.0, step_seconds=300.0),
)
LONGEST_REPLY = 12
MEASURING = "Comparing the graphics card with the processor…"
ALL_LAYERS = 1000  # a number that is asked for is followed, however slow the card is

# Drivers that compute on the processor are left out unless they are named.
ON_SOFTWARE = {"GGML_VK_VISIBLE_DEVICES": "0"}
WITHOUT_DRIVER = {"VK_DRIVER_FILES": "/nonexistent", "VK_ICD_FILENAMES": "/nonexistent"}


class Answer(NamedTuple):
    """What an engine said, and what it ran on."""

    text: str
    model: ModelInfo | None
    seconds: float
    states: tuple[str, ...]


def main() -> int:
    """Answer with an exit code."""
    parser = argparse.ArgumentParser(description="Run the packaged engine where it must choose.")
    usual = ROOT / "build" / "package" / "frozen" / "hubbub" / "hubbub"
    parser.add_argument("program", type=Path, nargs="?", default=usual)
    parser.add_argument("--pack", type=Path, help="the part for Vulkan")
    wishes = parser.parse_args()
    program = wishes.program.resolve()
    kept = [_is_right_on(program, *pair) for pair in EXPECTED.items()]
    place = program.parent / "_internal" / "llama_cpp" / "lib" / "libggml-vulkan.so"
    if wishes.pack:
        kept += _are_right_with_file(program, wishes.pack, place.parent / wishes.pack.name)
    elif place.is_file():
        kept += _are_right_with(program)
    return 0 if all(kept) else 1


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
    return [*_with(settings), "qemu-x86_64", "-cpu", processor, str(program)]


async def answer_of(
    command: list[str], gpu_layer_count: int | None = None, kept: str = ""
) -> Answer:
    """Return what a small model says first; ``kept`` is the folder of an engine in a sandbox."""
    started = time.monotonic()
    folders = [kept] if kept else []
    client = EngineClient([*command, "--engine"], policy=PATIENT, folders=folders)
    states: list[str] = []
    client.states.add(lambda state: states.append(state.text))
    await client.start()
    try:
        config = EngineConfig(
            context_window=256,
            slot_count=1,
            gpu_layer_count=gpu_layer_count,
            cache_dir=kept or None,
        )
        client.load(str(TALKER), config)
        question = [ChatMessage(Role.USER, "hello")]
        params = SamplingParams(temperature=0.0, max_tokens=LONGEST_REPLY)
        request = client.submit("a", question, params)
        pieces = [event.text async for event in request.events() if isinstance(event, TextDelta)]
        state = client.state
        model = state.model if state.phase is EnginePhase.READY else None
        return Answer("".join(pieces), model, time.monotonic() - started, tuple(states))
    finally:
        await client.close()


def _is_right_on(program: Path, processor: str, expected: str) -> bool:
    answer = asyncio.run(answer_of(emulated(program, processor)))
    reason = answer.model.device_reason if answer.model else "The model was not loaded."
    print(f"  {processor}: {reason} After {answer.seconds:.0f} s: {answer.text!r}", flush=True)
    return f" {expected}." in reason and bool(answer.text)


def _are_right_with_file(program: Path, backend_file: Path, place: Path) -> list[bool]:
    """Drop a pack in, try it, and take it away again."""
    shutil.copyfile(backend_file, place)
    try:
        return _are_right_with(program)
    finally:
        place.unlink()


def _are_right_with(program: Path) -> list[bool]:
    on_software, without = (
        [*_with(ON_SOFTWARE), str(program)],
        [*_with(WITHOUT_DRIVER), str(program)],
    )
    return [
        _is_right_with(on_software, ALL_LAYERS, is_used=True),
        _is_measured_once(on_software),
        _is_right_with(without, None, is_used=False),
    ]


def _is_measured_once(command: list[str]) -> bool:
    """Start twice: the first start measures the card, which is too slow, and the second knows."""
    with tempfile.TemporaryDirectory() as kept:
        first = asyncio.run(answer_of(command, kept=kept))
        is_kept = Path(kept, FILE_NAME).is_file()  # not if other programs had the processor
        second = asyncio.run(answer_of(command, kept=kept))
    for answer in (first, second):
        reason = answer.model.device_reason if answer.model else "The model was not loaded."
        print(f"  after {answer.seconds:.0f} s: {reason} It said {answer.text!r}", flush=True)
    are_right = all(
        answer.model is not None and answer.model.gpu_layer_count == 0 and answer.text
        for answer in (first, second)
    )
    print(f"  the measurement is {'kept' if is_kept else 'not kept'}", flush=True)
    return are_right and MEASURING in first.states and (MEASURING not in second.states) is is_kept


def _is_right_with(command: list[str], gpu_layer_count: int | None, *, is_used: bool) -> bool:
    backends = _backends(command)
    answer = asyncio.run(answer_of(command, gpu_layer_count))
    print(f"  packs: {backends.get('packs')}, cards: {backends.get('devices')}", flush=True)
    if answer.model is None:
        print("  The model was not loaded.")
        return False
    print(
        f"  {answer.model.device}: {answer.model.device_reason} It said {answer.text!r}", flush=True
    )
    is_on_card = answer.model.gpu_layer_count == answer.model.layer_count
    return is_on_card is is_used and bool(answer.text)


def _backends(command: list[str]) -> dict[str, object]:
    answer = subprocess.run(
        [*command, "--try-backend"], capture_output=True, text=True, check=False
    )
    lines = answer.stdout.splitlines()
    return dict(json.loads(lines[-1])) if lines else {}


def _with(settings: dict[str, object] | dict[str, str]) -> list[str]:
    return ["env", *(f"{name}={value}" for name, value in settings.items())]


if __name__ == "__main__":
    sys.exit(main())
