"""Threads that compute nothing: what the engine asked for is written down."""


class FakeThreads:
    """Remembers in ``counts`` what was set; ``limit`` is the test's."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.counts = [1]

    @property
    def count(self) -> int:
        """Return what was set last."""
        return self.counts[-1]

    def set_count(self, count: int) -> None:
        """Note a count; llama.cpp would compute with fewer, or wait for ever."""
        assert 1 <= count <= self.limit
        self.counts.append(count)
