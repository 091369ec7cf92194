"""What a window asks about tokens while its user types."""

import asyncio
import itertools
from collections.abc import Callable

import msgspec

from engine.text.counting import MOST_COUNTED, scaled
from engine.wire.commands import Command, CountTokens
from engine.wire.events import TokensCounted


class TokenCounter:
    """Asks the engine process to count and waits for its answers; lives on the client's loop.

    ``send`` hands a command to the process and says whether there is one.
    """

    def __init__(self, send: Callable[[Command], bool]) -> None:
        self._send = send
        self._ids = itertools.count(1)
        self._asked: dict[int, asyncio.Future[TokensCounted | None]] = {}

    async def count(self, conversation_id: str, text: str) -> TokensCounted | None:
        """Return a text's tokens and what a conversation holds; None without engine or model.

        Exact up to some ten thousand letters; what is longer is taken to go on like that.
        """
        number = next(self._ids)
        if not self._send(CountTokens(number, conversation_id, text[:MOST_COUNTED])):
            return None
        answer: asyncio.Future[TokensCounted | None] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            counted = await answer
            if counted is None:
                return None
            return msgspec.structs.replace(counted, token_count=scaled(counted.token_count, text))
        finally:
            self._asked.pop(number, None)

    def take(self, counted: TokensCounted) -> None:
        """Answer who has asked; nobody waits any more if the typing went on."""
        answer = self._asked.get(counted.request_id)
        if answer is not None and not answer.done():
            answer.set_result(counted if counted.is_known else None)

    def give_up(self) -> None:
        """Answer everybody that nothing is known: there is no process any more."""
        for answer in tuple(self._asked.values()):
            if not answer.done():
                answer.set_result(None)
