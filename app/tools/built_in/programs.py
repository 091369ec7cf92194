"""The tool that runs small programs and calculates, in a process of its own."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from app.errors import ToolFailed, lazy
from app.tools.built_in.definition import BuiltInTool, built_in, said_when_slow
from app.tools.built_in.program_messages import (
    ENDINGS,
    MAX_PROGRAM_CHARS,
    MAX_SECONDS,
    PROGRAMS,
    Ending,
    Program,
    ProgramEnded,
)
from app.tools.model import ToolResult, ToolRun
from engine.ipc.child import Child
from engine.ipc.entry_points import own_command
from engine.ipc.frames import BrokenFrame

PROGRAM_COMMAND = tuple(own_command("app.tools.built_in.program_process"))
PATIENCE_SECONDS = MAX_SECONDS + 5.0  # the process ends the program itself


class ProgramArguments(msgspec.Struct, frozen=True):
    """Arguments of ``run_program``."""

    code: Annotated[
        str,
        msgspec.Meta(
            min_length=1,
            max_length=MAX_PROGRAM_CHARS,
            description="An expression such as 17 * 23 or 2**0.5, or a program in Python that "
            "prints its results or ends with an expression.",
        ),
    ]


def program_tools(command: Sequence[str] = PROGRAM_COMMAND) -> tuple[BuiltInTool, ...]:
    """Return the tool; ``command`` starts the process."""

    async def execute(arguments: ProgramArguments, run: ToolRun) -> ToolResult:
        async with said_when_slow(run, lazy("The program is running.")):
            return _result(await _run(command, arguments.code))

    return (
        built_in(
            "run_program",
            lazy("Calculate and run programs"),
            "Calculates, or runs a small Python program without files, network and packages. "
            "Modules: math, decimal, json, re, datetime, itertools, collections, functools, "
            f"random, base64, hashlib, unicodedata. Limits: {MAX_SECONDS} seconds, 128 MB; no "
            "generators. No call sees the variables of another.",
            ProgramArguments,
            execute,
        ),
    )


async def _run(command: Sequence[str], code: str) -> ProgramEnded:
    try:
        child = await Child.start(command)
    except OSError as error:
        raise ToolFailed(lazy("No program can be started: {reason}.", reason=error)) from error
    try:
        return await child.ask(Program(code), PROGRAMS, ENDINGS, PATIENCE_SECONDS)
    except (EOFError, TimeoutError, BrokenFrame) as error:
        raise ToolFailed(
            lazy("The process of the program ended unexpectedly. Try a simpler program.")
        ) from error
    finally:
        await child.end()


def _result(ended: ProgramEnded) -> ToolResult:
    text = ended.output.rstrip("\n")
    match ended.ending:
        case Ending.NO_INTERPRETER:
            raise ToolFailed(
                lazy("The interpreter for programs is not installed. Reinstall Hubbub.")
            )
        case Ending.TOO_MUCH_OUTPUT:
            note = "[The program was ended: it printed too much. Print less.]"
        case Ending.TOO_SLOW:
            note = f"[The program was ended after {MAX_SECONDS} seconds. Use a faster method.]"
        case Ending.CRASHED:
            note = "[The program was ended: it needed too much memory.]"
        case Ending.ERROR:
            note = ended.value
        case Ending.DONE if ended.value not in ("", "None"):
            note = f"Result: {ended.value}" if text else ended.value
        case _:
            note = (
                ""
                if text
                else "[The program printed nothing. Print the result, or end with an expression.]"
            )
    joined = "\n".join(part for part in (text, note) if part)
    return ToolResult(joined, is_error=ended.ending is not Ending.DONE)
