"""A draft model that proposes what the fake backend says, but for some tokens."""

import zlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.backend import BatchEntry, DecodeStatus
from tests.fakes.vocabulary import next_token


@dataclass
class FakeDraft:
    """Cells, calls and planned faults.

    Attributes:
        wrong_percent: of the proposals, those that the model would not choose.
        echo_percent: that of the model.
        faults: statuses that the next calls return instead of DONE.
        refuses_truncation: no tail can be removed.
        calls: the (lane, token count) pairs of each call.
    """

    slot_count: int = 4
    window: int = 1024
    batch_size: int = 128
    wrong_percent: int = 0
    echo_percent: int = 85
    reply_share: int = 0
    faults: deque[DecodeStatus] = field(default_factory=deque)
    refuses_truncation: bool = False
    name: str = "Fake draft"
    calls: list[tuple[tuple[int, int], ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cells: list[list[int]] = [[] for _ in range(self.slot_count)]
        self._rows: list[int] = []

    def decode(self, entries: Sequence[BatchEntry], thread_count: int) -> DecodeStatus:
        """Check what llama.cpp would abort on, then extend the cells."""
        assert thread_count >= 1
        lanes = [entry.slot for entry in entries]
        assert lanes == sorted(set(lanes)), "lanes ascend, each once"
        assert sum(len(entry.tokens) for entry in entries) <= self.batch_size
        self.calls.append(tuple((entry.slot, len(entry.tokens)) for entry in entries))
        self._rows = []
        for entry in entries:
            cells = self.cells[entry.slot]
            assert entry.tokens
            assert min(entry.tokens) >= 0
            assert entry.position == len(cells), "positions continue"
            assert len(cells) + len(entry.tokens) <= self.window
        if self.faults and (status := self.faults.popleft()) is not DecodeStatus.DONE:
            for entry in entries:
                self.cells[entry.slot] += entry.tokens[:1]  # half done
            return status
        for entry in entries:
            cells = self.cells[entry.slot]
            cells += entry.tokens
            if entry.logit_count:
                self._rows.append(self._proposal(cells))
        return DecodeStatus.DONE

    def _proposal(self, cells: Sequence[int]) -> int:
        right = next_token(cells, self.reply_share, self.echo_percent)
        is_wrong = zlib.crc32(bytes(str(cells), "ascii")) % 100 < self.wrong_percent
        return (right + 1) % 256 if is_wrong else right

    def likeliest(self) -> list[int]:
        """Return a proposal for each row."""
        return self._rows

    def truncate(self, slot: int, token_count: int) -> bool:
        """Remove a tail."""
        assert 0 <= token_count <= len(self.cells[slot])
        if self.refuses_truncation:
            return False
        del self.cells[slot][token_count:]
        return True

    def clear(self, slot: int) -> None:
        """Empty a lane."""
        self.cells[slot].clear()

    def request_abort(self) -> None:
        """Abort the next call."""
        self.faults.append(DecodeStatus.ABORTED)

    def close(self) -> None:
        """Free nothing."""
