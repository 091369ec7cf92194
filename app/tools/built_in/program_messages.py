"""Messages between the window and the process that runs a program."""

import enum

import msgspec

from engine.ipc.frames import Frames

MAX_PROGRAM_CHARS = 20_000
MAX_OUTPUT_BYTES = 100_000  # printed, and likewise of the result
MAX_SECONDS = 10
MAX_MEMORY_BYTES = 128 << 20


class Ending(enum.Enum):
    """How a program ended; not stored."""

    DONE = "done"
    ERROR = "error"
    TOO_SLOW = "too slow"
    TOO_MUCH_OUTPUT = "too much output"
    CRASHED = "crashed"
    NO_INTERPRETER = "no interpreter"


class Program(msgspec.Struct, frozen=True, tag=True):
    """Run a program; answered by one ProgramEnded."""

    code: str


class ProgramEnded(msgspec.Struct, frozen=True, tag=True):
    """The end of a program: its output, and the value of its last expression or its error."""

    ending: Ending
    output: str = ""
    value: str = ""


PROGRAMS = Frames[Program](Program, 8 * MAX_PROGRAM_CHARS)
ENDINGS = Frames[ProgramEnded](ProgramEnded, 8 * MAX_OUTPUT_BYTES)
