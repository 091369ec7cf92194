"""What all tests of the application share."""

from collections.abc import Iterator

import pytest

from tests.new_database import copied_databases


@pytest.fixture(scope="session", autouse=True)
def _copied_databases() -> Iterator[None]:
    """Copies new databases. Older ones, which the tests of the steps upgrade, take every step."""
    with copied_databases():
        yield
