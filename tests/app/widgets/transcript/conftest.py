"""Transcripts of tests measure their rows as soon as their loop is idle."""

from collections.abc import Iterator

import pytest

from app.widgets.transcript import renderer


@pytest.fixture(scope="package", autouse=True)
def _rows_measured_at_once() -> Iterator[None]:
    """Takes away the pauses that leave the processor to a user who scrolls or types."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(renderer, "IDLE_MS", 1)
        patch.setattr(renderer, "MEASURING_PAUSE_MS", 0)
        yield
