"""The requests of a loaded model: those that wait for a slot, and those that have one."""

from engine.scheduling.sequence import Sequence


class Requests:
    """Engine thread. AdmissionLoop moves requests between the lists, which are changed in place.

    ``focused`` is the conversation that the user sees.
    """

    def __init__(self) -> None:
        self.waiting: list[Sequence] = []
        self.running: list[Sequence] = []
        self.focused: str | None = None

    @property
    def all(self) -> list[Sequence]:
        """Return all, the waiting ones first: if all end, none gets the slot of another."""
        return [*self.waiting, *self.running]

    def queue_positions(self) -> dict[str, int]:
        """Return the first place in the queue of each key that a request can be restored from."""
        positions: dict[str, int] = {}
        for place, sequence in enumerate(self.waiting):
            for key in sequence.cache_keys:
                positions.setdefault(key, place)
        return positions
