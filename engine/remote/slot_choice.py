"""Which slot of a llama-server a conversation asks for, so that its prefix is warm there."""

from collections import OrderedDict


class SlotChoice:
    """Gives each conversation a slot of its own while there are enough.

    Who asks for a slot waits for it, even if others are free: so a slot is asked for only while
    no other conversation of ours has it, else the server finds the one that fits best.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._slots: OrderedDict[str, int] = OrderedDict()  # the longest unused first
        self._running: dict[int, int] = {}

    def acquire(self, session: str) -> int | None:
        """Return the slot to ask for, None for whichever the server takes."""
        slot = self._slots.get(session)
        if slot is None:
            slot = self._free()
        if slot is None or slot >= self.count or self._running.get(slot):
            return None
        self._slots = OrderedDict(
            (each, other) for each, other in self._slots.items() if other != slot
        )
        self._slots[session] = slot
        self._running[slot] = 1
        return slot

    def release(self, slot: int | None) -> None:
        """Note that a reply in a slot has ended."""
        if slot is not None:
            self._running.pop(slot, None)

    def _free(self) -> int | None:
        """Return a slot that no conversation has, else the one that rests the longest."""
        taken = set(self._slots.values())
        unused = [slot for slot in range(self.count) if slot not in taken]
        resting = [slot for slot in self._slots.values() if not self._running.get(slot)]
        return next(iter((*unused, *resting)), None)
