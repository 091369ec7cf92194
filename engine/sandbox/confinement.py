"""Puts this process into the operating system's sandbox and reports the protection."""

import contextlib
import ctypes
import errno
import functools
import logging
import os
import platform
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from engine.ipc.lazy_text import LazyText, lazy

_log = logging.getLogger(__name__)
_DEVICES = Path("/dev")
_HARMLESS = ("null", "zero", "full")
_GRAPHICS = ("dri", "nvidia*", "kfd", "dxg", "mali*", "dma_heap", "udmabuf")
_SHARED_MEMORY = "shm"  # some drivers use it to reach their service
_SHARING = ("kfd", "nvidia*")
_IN_HOME = (".nv", ".AMD")
_IN_CACHE = (
    *("mesa_shader_cache", "mesa_shader_cache_db", "radv_builtin_shaders64", "nvidia", "AMD"),
    *("neo_compiler_cache", "libsycl_cache", "pocl", "comgr"),
)
_NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same number on all processors
_ASK_VERSION = 1
_BENEATH_A_PATH = 1
_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_REMOVE = 1 << 4 | 1 << 5  # folders and files
_MAKE_FILES = 1 << 7 | 1 << 8  # folders and regular files
_MAKE_OTHERS = 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12  # devices, sockets, pipes, links
_MOVE = 1 << 13  # between folders; since version 2
_TRUNCATE = 1 << 14  # since version 3
_TCP = 1 << 0 | 1 << 1  # listening and connecting; since version 4
_SIGNALS = 1 << 1  # to processes outside; since version 6
_LOADERS = "lib*/ld-linux*.so.*"
_FORBIDDEN = _EXECUTE | _WRITE_FILE | _REMOVE | _MAKE_FILES | _MAKE_OTHERS
_IN_FOLDERS = _WRITE_FILE | _REMOVE | _MAKE_FILES
_IN_FILES = _WRITE_FILE
_SET_FILTER, _ALL_THREADS = 1, 1  # SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC
_LOAD, _IF_EQUAL, _IF_AT_MIN, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000  # with an errno in its lower half
_NUMBER, _PROCESSOR, _FIRST, _SECOND = 0, 4, 16, 24  # offsets in the kernel's seccomp_data
_X32_CALLS = 0x40000000  # another numbering of the same calls, which none of our programs uses
_TYPE_AHEAD, _CONSOLE = 0x5412, 0x541C  # TIOCSTI, TIOCLINUX: inject input into another terminal
# AF_UNIX, and netlink, which tells drivers of devices; not every system defines them.
_FAMILIES = (1, 16)
# The same on both processors: they were added after the numbers were unified.
_READ_OTHERS_FILES, _RING_SETUP, _RING_ENTER, _RING_REGISTER = 438, 425, 426, 427


def confine(
    writable: Iterable[Path], *, allows_network: bool = False, programs: Iterable[Path] = ()
) -> LazyText:
    """Give up rights that a computing process does not need; return sentences for the user.

    From now on it can read everything, write only in these folders and to devices, start only these
    ``programs``, which are confined as well, and open no connection. Call it before there is a
    second thread: Landlock restricts the calling thread, and those that it starts.
    """
    if sys.platform != "linux":
        return lazy("The engine runs without a sandbox: this system does not provide one.")
    places = [*writable, *device_places(os.environ)]
    started = [each.resolve() for each in programs]
    files = _refusal(
        lambda: restrict_files(places, allows_network=allows_network, programs=started)
    )
    calls = _refusal(
        lambda: restrict_calls(allows_network=allows_network, allows_programs=bool(started))
    )
    text = _description(files, calls)
    _log.info("%s", text)
    return text


def _refusal(restrict: Callable[[], None]) -> str | None:
    """Return why a part of the sandbox is missing; None if it is in force."""
    try:
        restrict()
    except OSError as error:
        return error.strerror or type(error).__name__
    return None


def _description(files: str | None, calls: str | None) -> LazyText:
    if files is None and calls is None:
        return lazy("The engine runs in a sandbox.")
    if files is not None and calls is not None:
        return lazy("The engine runs without a sandbox: this system does not provide one.")
    if files is not None:
        return lazy(
            "The engine's sandbox blocks programs and connections, but not files ({reason}).",
            reason=files,
        )
    return lazy(
        "The engine's sandbox protects files, but does not block connections ({reason}).",
        reason=calls,
    )


def device_places(environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield the files that drivers write to; many do not exist on a given machine."""
    yield from (_DEVICES / name for name in _HARMLESS)
    if not graphics_devices():
        return
    yield from graphics_devices()
    if any(True for pattern in _SHARING for _ in _DEVICES.glob(pattern)):
        yield _DEVICES / _SHARED_MEMORY
    yield from _driver_caches(environment)


def graphics_devices() -> list[Path]:
    """Return the devices of graphics cards, including unused ones."""
    return [path for pattern in _GRAPHICS for path in _DEVICES.glob(pattern)]


def _driver_caches(environment: Mapping[str, str]) -> Iterator[Path]:
    home = environment.get("HOME", "")
    if home.startswith("/"):
        yield from (Path(home) / name for name in _IN_HOME)
    cache = environment.get("XDG_CACHE_HOME", "") or f"{home}/.cache"
    if cache.startswith("/"):
        yield from (Path(cache) / name for name in _IN_CACHE)
    named = environment.get("CUDA_CACHE_PATH", "")
    if named.startswith("/"):
        yield Path(named)


def system_call(number: int, *arguments: object) -> int:
    """Make a system call and return its result. Raises OSError."""
    return _checked(_libc().syscall(ctypes.c_long(number), *arguments))


def forbid_new_privileges() -> None:
    """Prevent programs started from now on from gaining rights; the filters require that."""
    zero = ctypes.c_ulong(0)
    option = ctypes.c_int(_NO_NEW_PRIVILEGES)
    _checked(_libc().prctl(option, ctypes.c_ulong(1), zero, zero, zero))


@functools.cache
def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return libc


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("net", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def landlock_version() -> int:
    """Return the version of Landlock in this kernel. Raises OSError if there is none."""
    none = ctypes.c_void_p(None)
    return system_call(_CREATE_RULESET, none, ctypes.c_size_t(0), ctypes.c_uint32(_ASK_VERSION))


def restrict_files(
    writable: Iterable[Path], *, allows_network: bool, programs: Sequence[Path] = ()
) -> None:
    """Forbid this thread, and those that it starts, to change files in all other places.

    It can start only these programs. Places that do not exist, or are links, are omitted. Raises
    OSError.
    """
    version = landlock_version()
    since_3 = _TRUNCATE if version >= 3 else 0
    ruleset = _Ruleset(
        files=_FORBIDDEN | (_MOVE if version >= 2 else 0) | since_3,
        net=_TCP if version >= 4 and not allows_network else 0,
        scoped=_SIGNALS if version >= 6 else 0,
    )
    rules = system_call(
        _CREATE_RULESET,
        ctypes.byref(ruleset),
        ctypes.c_size_t(ctypes.sizeof(ruleset)),
        ctypes.c_uint32(0),
    )
    try:
        for path in writable:
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                _allow(rules, path, _IN_FOLDERS | since_3, _IN_FILES | since_3)
        # The kernel executes the dynamic loader as well, which then maps the libraries.
        loaders = {each.resolve() for each in Path("/").glob(_LOADERS)} if programs else set()
        for path in (*programs, *loaders):
            with contextlib.suppress(FileNotFoundError):
                _allow(rules, path, 0, _EXECUTE)
        forbid_new_privileges()
        system_call(_RESTRICT_SELF, ctypes.c_int(rules), ctypes.c_uint32(0))
    finally:
        os.close(rules)


def _allow(rules: int, path: Path, in_folder: int, in_file: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISLNK(mode):
            return  # following it would open another path
        allowed = in_folder if stat.S_ISDIR(mode) else in_file
        beneath = _Beneath(allowed=allowed, parent=descriptor)
        system_call(
            _ADD_RULE,
            ctypes.c_int(rules),
            ctypes.c_int(_BENEATH_A_PATH),
            ctypes.byref(beneath),
            ctypes.c_uint32(0),
        )
    finally:
        os.close(descriptor)


class Processor(msgspec.Struct, frozen=True):
    """A processor's numbering of system calls."""

    mark: int
    seccomp: int
    socket: int
    ioctl: int
    starts: tuple[int, ...]
    refused: tuple[int, ...]


# starts: execve, execveat; refused: ptrace, process_vm_readv, process_vm_writev
PROCESSORS = {
    "x86_64": Processor(0xC000003E, 317, 41, 16, (59, 322), (101, 310, 311)),
    "aarch64": Processor(0xC00000B7, 277, 198, 29, (221, 281), (117, 270, 271)),
}


class Instruction(ctypes.Structure):
    """One instruction of the filter: its operation, its jumps, and its value."""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_so", ctypes.c_uint8),
        ("if_not", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("first", ctypes.POINTER(Instruction)))


def restrict_calls(*, allows_network: bool, allows_programs: bool = False) -> None:
    """Refuse these calls in all threads of this process and its children. Raises OSError."""
    processor = PROCESSORS.get(platform.machine())
    # A 32-bit Python on such a processor uses other numbers than the table.
    if processor is None or sys.maxsize < 2**32:
        raise OSError(errno.ENOSYS, f"no filter for {platform.machine()}")
    instructions = list(
        call_filter(processor, allows_network=allows_network, allows_programs=allows_programs)
    )
    program = (Instruction * len(instructions))(*instructions)
    forbid_new_privileges()
    system_call(
        processor.seccomp,
        ctypes.c_uint(_SET_FILTER),
        ctypes.c_uint(_ALL_THREADS),
        ctypes.byref(_Program(len(instructions), program)),
    )


def call_filter(
    processor: Processor, *, allows_network: bool, allows_programs: bool = False
) -> Iterator[Instruction]:
    """Yield the program; a jump counts the instructions that it skips."""
    refuse = Instruction(_RETURN, 0, 0, _REFUSE | errno.EACCES)
    yield Instruction(_LOAD, 0, 0, _PROCESSOR)
    yield Instruction(_IF_EQUAL, 1, 0, processor.mark)
    yield refuse
    yield Instruction(_LOAD, 0, 0, _NUMBER)
    yield Instruction(_IF_AT_MIN, 0, 1, _X32_CALLS)
    yield refuse
    starts = () if allows_programs else processor.starts
    for number in (*starts, *processor.refused, _READ_OTHERS_FILES):
        yield Instruction(_IF_EQUAL, 0, 1, number)
        yield refuse
    # io_uring makes calls that the filter does not see. Programs fall back to the calls themselves.
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
