"""Caches what is known of each server, so that not every reply queries it again."""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field

import httpx2

from engine.ipc.lazy_text import lazy
from engine.messages.errors import EndpointFault
from engine.messages.remote_messages import Endpoint, RemoteModel
from engine.remote.connections import EndpointAddress
from engine.remote.fitting import TokenEstimate
from engine.remote.probe import Found, probe

FRESH_SECONDS = 300.0


class SlotChoice:
    """Gives each conversation its own slot while there are enough.

    A request for a slot waits for that slot, even if others are free: so a slot is requested only
    while no other conversation of ours has it; otherwise the server chooses the best one.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._slots: OrderedDict[str, int] = OrderedDict()  # least recently used first
        self._running: dict[int, int] = {}

    def acquire(self, session: str) -> int | None:
        """Return the slot to request; None to let the server choose."""
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
        """Record that a reply in a slot has ended."""
        if slot is not None:
            self._running.pop(slot, None)

    def _free(self) -> int | None:
        """Return a slot without a conversation, else the one that has been idle longest."""
        taken = set(self._slots.values())
        unused = [slot for slot in range(self.count) if slot not in taken]
        resting = [slot for slot in self._slots.values() if not self._running.get(slot)]
        return next(iter((*unused, *resting)), None)


@dataclass(slots=True)
class Server:
    """One server while this process runs.

    Attributes:
        unknown_fields: request fields that it has refused.
        windows: context windows of models, learned from refusals.
        sought: models that it was queried for, listed or not.
    """

    found: Found
    found_at: float
    slots: SlotChoice
    unknown_fields: set[str] = field(default_factory=set)
    estimates: dict[str, TokenEstimate] = field(default_factory=dict)
    windows: dict[str, int] = field(default_factory=dict)
    sought: set[str] = field(default_factory=set)

    def model(self, name: str) -> RemoteModel:
        """Return a model; an empty name means the only one, or the first. Raises EndpointFault."""
        models = self.found.models
        for each in models:
            if each.name == name:
                return each
        if name:
            return RemoteModel(name)  # it may have models that it does not list
        if not models:
            raise EndpointFault(lazy("This server offers no model. Load one there first."))
        return models[0]

    def window(self, model: RemoteModel) -> int | None:
        """Return the tokens that a chat with this model may hold; None if unknown."""
        known = [each for each in (model.context_window, self.windows.get(model.name)) if each]
        return min(known, default=None)

    def estimate(self, model: RemoteModel) -> TokenEstimate:
        """Return the token estimate of this model's prompts."""
        return self.estimates.setdefault(model.name, TokenEstimate())


class Servers:
    """Queries a server at its first use, and again after some minutes."""

    def __init__(self) -> None:
        self._servers: dict[tuple[str, object], Server] = {}
        self._locks: dict[tuple[str, object], asyncio.Lock] = {}

    async def server(
        self,
        client: httpx2.AsyncClient,
        endpoint: Endpoint,
        address: EndpointAddress,
        key: str | None,
        model: str,
    ) -> Server:
        """Return the server at an endpoint. Raises NetError."""
        where = (address.root, endpoint.kind)
        # Many tabs may need the same server at once; only one of them queries it.
        async with self._locks.setdefault(where, asyncio.Lock()):
            known = self._servers.get(where)
            names = [each.name for each in known.found.models] if known else []
            is_known = known is not None and (model in ("", *names) or model in known.sought)
            if known is not None and is_known and _is_fresh(known):
                return known
            found = await probe(client, address, endpoint.kind, key)
            server = self.note(endpoint, address, found)
            server.sought.add(model)
            return server

    def note(self, endpoint: Endpoint, address: EndpointAddress, found: Found) -> Server:
        """Store a server."""
        where = (address.root, endpoint.kind)
        known = self._servers.get(where)
        if known is None or known.found.kind is not found.kind:
            known = Server(found, 0.0, SlotChoice(found.slot_count))
            self._servers[where] = known
        known.found, known.found_at = found, time.monotonic()
        known.slots.count = found.slot_count
        return known

    def discard(self, endpoint: Endpoint, address: EndpointAddress) -> None:
        """Discard a server that did not answer: the next use queries it again."""
        known = self._servers.get((address.root, endpoint.kind))
        if known is not None:
            known.found_at = float("-inf")


def _is_fresh(server: Server) -> bool:
    return time.monotonic() - server.found_at < FRESH_SECONDS
