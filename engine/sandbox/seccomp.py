"""A filter of system calls, in Linux: no other program, no network, no look into other processes.

The filter is a program of the classic Berkeley packet filter, which the kernel runs on the number
and the arguments of each call. Landlock forbids the same of files; this one needs no file system.
"""

import ctypes
import errno
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from engine.sandbox.kernel import forbid_new_privileges, system_call

_SET_FILTER, _ALL_THREADS = 1, 1  # SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC

_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000  # with an errno in its lower half
_NUMBER, _PROCESSOR, _FIRST, _SECOND = 0, 4, 16, 24  # offsets of what the kernel hands over

_X32_CALLS = 0x40000000  # another numbering of the same calls, which no program of ours uses
_TYPE_AHEAD, _CONSOLE = 0x5412, 0x541C  # TIOCSTI, TIOCLINUX: keys pressed in somebody's terminal
# AF_UNIX, and netlink, by which drivers hear of devices; not every system names them.
_FAMILIES = (1, 16)

# Of both processors: they came after the numbers were made one.
_READ_OTHERS_FILES, _RING_SETUP, _RING_ENTER, _RING_REGISTER = 438, 425, 426, 427


@dataclass(frozen=True, slots=True)
class Processor:
    """How a processor numbers its calls."""

    mark: int
    seccomp: int
    socket: int
    ioctl: int
    refused: tuple[int, ...]


# refused: execve, execveat, ptrace, process_vm_readv, process_vm_writev
PROCESSORS = {
    "x86_64": Processor(0xC000003E, 317, 41, 16, (59, 322, 101, 310, 311)),
    "aarch64": Processor(0xC00000B7, 277, 198, 29, (221, 281, 117, 270, 271)),
}


class Instruction(ctypes.Structure):
    """One step of the filter: what it does, how far it jumps, and with which value."""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_so", ctypes.c_uint8),
        ("if_not", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("first", ctypes.POINTER(Instruction)))


def restrict_calls(*, allows_network: bool) -> None:
    """Refuse these calls to all threads of this process and to its children. Raises OSError."""
    processor = PROCESSORS.get(platform.machine())
    # A Python of 32 bits on such a processor has other numbers than the table.
    if processor is None or sys.maxsize < 2**32:
        raise OSError(errno.ENOSYS, f"no filter for {platform.machine()}")
    instructions = list(call_filter(processor, allows_network=allows_network))
    program = (Instruction * len(instructions))(*instructions)
    forbid_new_privileges()
    system_call(
        processor.seccomp,
        ctypes.c_uint(_SET_FILTER),
        ctypes.c_uint(_ALL_THREADS),
        ctypes.byref(_Program(len(instructions), program)),
    )


def call_filter(processor: Processor, *, allows_network: bool) -> Iterator[Instruction]:
    """Yield the program; a jump counts the instructions that it leaves out."""
    refuse = Instruction(_RETURN, 0, 0, _REFUSE | errno.EACCES)
    yield Instruction(_LOAD, 0, 0, _PROCESSOR)
    yield Instruction(_IF_EQUAL, 1, 0, processor.mark)
    yield refuse
    yield Instruction(_LOAD, 0, 0, _NUMBER)
    yield Instruction(_IF_AT_LEAST, 0, 1, _X32_CALLS)
    yield refuse
    for number in (*processor.refused, _READ_OTHERS_FILES):
        yield Instruction(_IF_EQUAL, 0, 1, number)
        yield refuse
    # A ring makes calls that no filter sees. Who finds none makes the calls themselves.
    for number in (_RING_SETUP, _RING_ENTER, _RING_REGISTER):
        yield Instruction(_IF_EQUAL, 0, 1, number)
        yield Instruction(_RETURN, 0, 0, _REFUSE | errno.ENOSYS)
    yield Instruction(_IF_EQUAL, 0, 4, processor.ioctl)
    yield Instruction(_LOAD, 0, 0, _SECOND)
    yield Instruction(_IF_EQUAL, 1, 0, _TYPE_AHEAD)
    yield Instruction(_IF_EQUAL, 0, 1, _CONSOLE)
    yield refuse
    if not allows_network:
        yield Instruction(_LOAD, 0, 0, _NUMBER)
        yield Instruction(_IF_EQUAL, 0, 4, processor.socket)
        yield Instruction(_LOAD, 0, 0, _FIRST)
        yield Instruction(_IF_EQUAL, 2, 0, _FAMILIES[0])
        yield Instruction(_IF_EQUAL, 1, 0, _FAMILIES[1])
        yield refuse
    yield Instruction(_RETURN, 0, 0, _ALLOW)
