"""Finds the engine's conversation of a request: the one it names, or one that it continues.

Programs send the whole history each time. A request that begins like an earlier one continues its
conversation, so that the slot is reused instead of copied.
"""

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import msgspec

from engine.dialects.errors import ApiError
from engine.messages.commands import ChatMessage
from engine.messages.programs import program_conversation, unnamed_conversation

MAX_UNNAMED = 32  # unnamed conversations that can be continued
MAX_NAME = 128


@dataclass(slots=True)
class _Unnamed:
    """A conversation without a name; ``digest`` covers its first ``count`` messages."""

    digest: bytes = b""
    count: int = 0
    is_used: bool = False


@dataclass(slots=True)
class _Turns:
    """The requests that use a named conversation, one after the other."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    user_count: int = 0


class Conversations:
    """Gives each request the name of its conversation; one request at a time holds a name."""

    def __init__(self, token_name: Callable[[], str], discard: Callable[[str], None]) -> None:
        """``token_name`` separates the conversations of one token from those of other tokens."""
        self._token_name = token_name
        self._discard = discard
        self._unnamed: OrderedDict[str, _Unnamed] = OrderedDict()
        self._named: dict[str, _Turns] = {}

    @asynccontextmanager
    async def used(self, name: str, messages: Sequence[ChatMessage]) -> AsyncGenerator[str]:
        """Yield the conversation's name in the engine, reserved for this request.

        Raises ApiError if the name is invalid.
        """
        if name:
            async with self._named_one(_checked(name)) as named:
                yield named
            return
        digests = _digests(messages)
        unnamed = self._continued(digests) or self._new()
        entry = self._unnamed[unnamed]
        entry.is_used = True
        try:
            yield unnamed
        finally:
            # Also after an interruption: the tokens read so far are in the slot.
            entry.is_used = False
            entry.digest, entry.count = digests[-1], len(messages)
            self._unnamed.move_to_end(unnamed)
            self._drop_oldest()

    def copies(self, count: int) -> list[str]:
        """Return names for further replies to one prompt; these names are never reused."""
        return [
            unnamed_conversation(self._token_name(), secrets.token_hex(8)) for _ in range(count)
        ]

    @asynccontextmanager
    async def _named_one(self, name: str) -> AsyncGenerator[str]:
        conversation = program_conversation(self._token_name(), name)
        turns = self._named.setdefault(conversation, _Turns())
        turns.user_count += 1
        try:
            async with turns.lock:
                yield conversation
        finally:
            turns.user_count -= 1
            if not turns.user_count:
                del self._named[conversation]

    def _continued(self, digests: Sequence[bytes]) -> str | None:
        """Return the longest conversation that these messages begin with."""
        # A conversation with an active request has a busy slot. The engine would let this request
        # wait, although it can copy that slot at once.
        free = [(each.count, name) for name, each in self._unnamed.items() if not each.is_used]
        own = unnamed_conversation(self._token_name(), "")
        for count, name in sorted(free, reverse=True):
            is_possible = 0 < count < len(digests) and name.startswith(own)
            if is_possible and self._unnamed[name].digest == digests[count]:
                return name
        return None

    def _new(self) -> str:
        name = unnamed_conversation(self._token_name(), secrets.token_hex(8))
        self._unnamed[name] = _Unnamed()
        return name

    def _drop_oldest(self) -> None:
        unused = [name for name, each in self._unnamed.items() if not each.is_used]
        for name in unused[: max(0, len(self._unnamed) - MAX_UNNAMED)]:
            del self._unnamed[name]
            self._discard(name)


def _checked(name: str) -> str:
    if len(name) > MAX_NAME or not name.isprintable():
        text = f"X-Hubbub-Conversation takes up to {MAX_NAME} printable characters."
        raise ApiError(400, text, code="invalid_conversation")
    return name


def _digests(messages: Sequence[ChatMessage]) -> list[bytes]:
    """Return the digests of all beginnings: item n covers the first n messages. One pass.

    Reasoning is not covered: programs leave it out of their requests some time later.
    """
    digests = [b""]
    for each in messages:
        said = msgspec.structs.replace(each, reasoning="") if each.reasoning else each
        content = digests[-1] + msgspec.msgpack.encode(said)
        digests.append(hashlib.blake2b(content, digest_size=16).digest())
    return digests
