"""Ties child processes to this one on Windows, as PR_SET_PDEATHSIG does on Linux.

A process in a job object that kills on close ends when the job's last handle is closed, and the
system closes ours however this process ends. Closing the child's input alone does not end a child
whose thread hangs in native code. See "Job Objects" in the documentation of Win32.
"""

import ctypes
import logging
from typing import Protocol

_log = logging.getLogger(__name__)

EXTENDED_LIMIT_INFORMATION = 9  # JobObjectExtendedLimitInformation
KILL_ON_JOB_CLOSE = 0x2000
_SET_QUOTA_AND_TERMINATE = 0x0100 | 0x0001


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION; fixed sizes, as ctypes' own names differ by system."""

    _fields_ = (
        ("per_process_user_time", ctypes.c_int64),
        ("per_job_user_time", ctypes.c_int64),
        ("limit_flags", ctypes.c_uint32),
        ("minimum_working_set", ctypes.c_size_t),
        ("maximum_working_set", ctypes.c_size_t),
        ("active_process_limit", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority_class", ctypes.c_uint32),
        ("scheduling_class", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", BasicLimits),
        ("io_counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


class Kernel(Protocol):
    """The required calls of kernel32.dll; a handle of 0 or None is a failure."""

    def CreateJobObjectW(self, attributes: None, name: None) -> int | None:  # noqa: N802
        """Return a new job."""

    def SetInformationJobObject(  # noqa: N802
        self, job: int, kind: int, information: object, size: int
    ) -> int:
        """Set the limits of a job."""

    def OpenProcess(self, access: int, inherits: int, process_id: int) -> int | None:  # noqa: N802
        """Return a handle of a process."""

    def AssignProcessToJobObject(self, job: int, process: int) -> int:  # noqa: N802
        """Put a process into a job."""

    def CloseHandle(self, handle: int) -> int:  # noqa: N802
        """Close a handle."""


class KillOnCloseJob:
    """A job object whose processes end with this one; we never close it."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._job = kernel.CreateJobObjectW(None, None)
        if self._job:
            limits = ExtendedLimits(basic=BasicLimits(limit_flags=KILL_ON_JOB_CLOSE))
            size = ctypes.sizeof(limits)
            kernel.SetInformationJobObject(
                self._job, EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), size
            )

    def add(self, process_id: int) -> None:
        """Let a process end with this one; if the system refuses, that is logged."""
        process = self._kernel.OpenProcess(_SET_QUOTA_AND_TERMINATE, 0, process_id)
        if self._job and process and self._kernel.AssignProcessToJobObject(self._job, process):
            _log.debug("Process %d ends with this one", process_id)
        else:
            _log.warning("Process %d could not be tied to this one", process_id)
        if process:
            self._kernel.CloseHandle(process)


def windows_kernel() -> Kernel:
    """Return kernel32.dll with the types of its calls: a handle has 64 bits, not an int's 32."""
    kernel: Kernel = ctypes.CDLL("kernel32")  # a plain and a stdcall are the same on 64 bits
    handle, number = ctypes.c_void_p, ctypes.c_uint32
    signatures = {
        "CreateJobObjectW": ([handle, ctypes.c_wchar_p], handle),
        "SetInformationJobObject": ([handle, ctypes.c_int, handle, number], ctypes.c_int),
        "OpenProcess": ([number, ctypes.c_int, number], handle),
        "AssignProcessToJobObject": ([handle, handle], ctypes.c_int),
        "CloseHandle": ([handle], ctypes.c_int),
    }
    for name, (arguments, result) in signatures.items():
        function = getattr(kernel, name)
        function.argtypes, function.restype = arguments, result
    return kernel
