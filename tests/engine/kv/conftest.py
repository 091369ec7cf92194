"""Lends a disk that fails."""

import os
from collections.abc import Iterator

import pytest

from engine.kv.fault_points import FaultPoint, listen, stop_listening


@pytest.fixture
def fail_at() -> Iterator[dict[FaultPoint, int]]:
    """Moments at which the disk reports an error number."""
    errors: dict[FaultPoint, int] = {}

    def fail(point: FaultPoint) -> None:
        if point in errors:
            raise OSError(errors[point], os.strerror(errors[point]))

    listen(fail)
    yield errors
    stop_listening()
