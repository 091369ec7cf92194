"""The job object of Windows, as far as its layout and its calls can be checked anywhere."""

import ctypes
import struct
import sys

import pytest

from engine.ipc.job_object import (
    EXTENDED_LIMIT_INFORMATION,
    KILL_ON_JOB_CLOSE,
    BasicLimits,
    ExtendedLimits,
    KillOnCloseJob,
)

JOB, PROCESS = 11, 12


class FakeKernel:
    """Notes what it is asked; refuses what it is told to refuse."""

    def __init__(self, *refused: str) -> None:
        self._refused = refused
        self.calls: list[str] = []
        self.limits = b""

    def _answer(self, name: str, value: int) -> int:
        self.calls.append(name)
        return 0 if name in self._refused else value

    def CreateJobObjectW(self, attributes: None, name: None) -> int:  # noqa: N802
        return self._answer("create", JOB)

    def SetInformationJobObject(  # noqa: N802
        self, job: int, kind: int, information: object, size: int
    ) -> int:
        assert (job, kind) == (JOB, EXTENDED_LIMIT_INFORMATION)
        pointer = ctypes.cast(information, ctypes.POINTER(ctypes.c_char))  # type: ignore[arg-type]
        self.limits = bytes(pointer[:size])
        return self._answer("limit", 1)

    def OpenProcess(self, access: int, inherits: int, process_id: int) -> int:  # noqa: N802
        return self._answer(f"open {process_id}", PROCESS)

    def AssignProcessToJobObject(self, job: int, process: int) -> int:  # noqa: N802
        assert (job, process) == (JOB, PROCESS)
        return self._answer("assign", 1)

    def CloseHandle(self, handle: int) -> int:  # noqa: N802
        assert handle == PROCESS, "closing the job would end the process at once"
        return self._answer("close", 1)


@pytest.mark.skipif(sys.maxsize < 2**32, reason="the sizes are those of 64 bits")
def test_the_limits_have_the_layout_of_the_system() -> None:
    assert (ctypes.sizeof(BasicLimits), ctypes.sizeof(ExtendedLimits)) == (64, 144)
    assert BasicLimits.limit_flags.offset == 16


def test_a_process_is_put_into_a_job_that_kills_on_close() -> None:
    kernel = FakeKernel()
    KillOnCloseJob(kernel).add(7)
    assert kernel.calls == ["create", "limit", "open 7", "assign", "close"]
    assert struct.unpack_from("<I", kernel.limits, 16) == (KILL_ON_JOB_CLOSE,)


@pytest.mark.parametrize("refused", ["create", "open 7", "assign"])
def test_where_the_system_refuses_the_process_goes_on_without(
    refused: str, caplog: pytest.LogCaptureFixture
) -> None:
    KillOnCloseJob(FakeKernel(refused)).add(7)
    assert "could not be tied" in caplog.text
    caplog.clear()
