"""By how much each request slowed those beside it, from what the calls of the steps took."""

from collections.abc import Iterable
from collections.abc import Sequence as AnySequence

from engine.scheduling.calls import CallChooser
from engine.scheduling.sequence import Sequence

_KEPT_SHARES = 64  # uses of a share before the costs are asked again: they change slowly


class NeighbourCosts:
    """Charges the calls of a step to the requests in it, where there is more than one.

    Every request in the step is charged the seconds of each call (``shared_seconds``). Of these its
    own (``slowing_seconds``) are those that the others would not have spent without it:

    - of a decode call of n rows, r of them its own, ``seconds * (1 - c(n - r) / c(n))``, where
      c(n) is what the learned costs say of n rows, and c(0) = 0;
    - of a prefill call, ``seconds`` times its part of the call's tokens.

    The others' steps took ``slowing_seconds / (shared_seconds - slowing_seconds)`` longer.
    """

    def __init__(self, calls: CallChooser) -> None:
        self._calls = calls
        self._present: AnySequence[Sequence] = ()
        self._shares: dict[tuple[int, int], tuple[float, int]] = {}

    def begin(self, present: AnySequence[Sequence]) -> None:
        """Begin a step in which these requests take part."""
        self._present = present if len(present) > 1 else ()

    def charge_decode(self, rows: Iterable[tuple[Sequence, int]], seconds: float) -> None:
        """Charge a call that decoded so many rows of each of these requests."""
        if not self._present:
            return
        self._charge_all(seconds)
        parts = list(rows)
        total = sum(count for _, count in parts)
        for sequence, count in parts:
            sequence.slowing_seconds += seconds * self._share(total, count)

    def charge_prefill(self, tokens: Iterable[tuple[Sequence, int]], seconds: float) -> None:
        """Charge a call that read so many tokens of each of these requests."""
        if not self._present:
            return
        self._charge_all(seconds)
        parts = list(tokens)
        total = sum(count for _, count in parts)
        for sequence, count in parts:
            sequence.slowing_seconds += seconds * count / total

    def _charge_all(self, seconds: float) -> None:
        for sequence in self._present:
            sequence.shared_seconds += seconds

    def _share(self, total: int, count: int) -> float:
        """Return which part of a call of so many rows is there for ``count`` of them."""
        share, uses = self._shares.get((total, count), (0.0, 0))
        if not uses:
            whole = self._calls.seconds(total)
            # Before anything was measured rows count alike.
            share = 1 - self._calls.seconds(total - count) / whole if whole else count / total
            share, uses = min(1.0, max(0.0, share)), _KEPT_SHARES
        self._shares[total, count] = (share, uses - 1)
        return share
