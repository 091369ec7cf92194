"""The calls of Linux that no library of Python wraps."""

import ctypes
import functools
import os

_NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS


def system_call(number: int, *arguments: object) -> int:
    """Make a system call and return its result. Raises OSError."""
    return _checked(_libc().syscall(ctypes.c_long(number), *arguments))


def process_control(option: int, *arguments: object) -> int:
    """Change something about this process. Raises OSError."""
    return _checked(_libc().prctl(ctypes.c_int(option), *arguments))


def forbid_new_privileges() -> None:
    """Let no program that is started from now on have more rights; the filters ask for that."""
    zero = ctypes.c_ulong(0)
    process_control(_NO_NEW_PRIVILEGES, ctypes.c_ulong(1), zero, zero, zero)


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
