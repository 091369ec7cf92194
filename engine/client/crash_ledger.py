"""Crashes of the engine: the conversations that were being answered, and the computers in use."""

import logging
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.ipc.lazy_text import lazy, lazy_join
from engine.ipc.supervisor import ProcessEnd
from engine.messages.errors import RepeatedCrash

QUARANTINE_COUNT = 2  # crashes after which cached states of a conversation are no longer used
REFUSAL_COUNT = 3  # crashes after which a request is refused: the last one had no cached state
_log = logging.getLogger(__name__)
# The messages that llama.cpp writes before it ends its process over a server, and the file that
# they name.
_LOST = re.compile(r"ggml-rpc|RPC server|RPC handshake")


class CrashLedger:
    """Counts the crashes of each conversation until one of its replies completes.

    The cause among the running conversations is unknown; an innocent one is answered the next time.
    """

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    @property
    def quarantined_ids(self) -> tuple[str, ...]:
        """Return the conversations whose cached states must not be used again."""
        return tuple(key for key, count in self._counts.items() if count >= QUARANTINE_COUNT)

    def note_crash(self, running_ids: Iterable[str]) -> None:
        """Count a crash against the conversations that were being answered."""
        for key in set(running_ids):
            self._counts[key] += 1
            if self._counts[key] == QUARANTINE_COUNT:
                _log.warning(
                    "Conversation %s was answered in %d crashes; its KV cache is removed",
                    key,
                    QUARANTINE_COUNT,
                )

    def clear(self, conversation_id: str) -> None:
        """Reset the crashes of a conversation that was answered."""
        self._counts.pop(conversation_id, None)

    def clear_all(self) -> None:
        """Reset all crashes: they say nothing about another model."""
        self._counts.clear()

    def check(self, conversation_id: str) -> None:
        """Raise RepeatedCrash, once, for a conversation that crashed the engine without its cache.

        The next request is let through: a lock would outlive its reason.
        """
        count = self._counts[conversation_id]
        if count >= REFUSAL_COUNT:
            self._counts[conversation_id] = QUARANTINE_COUNT
            raise RepeatedCrash(
                lazy(
                    "The engine crashed {count} times while it answered this chat, the last "
                    "time without its cached state. Change the message or open another model. "
                    "If you ask again, one more attempt is made.",
                    count=count,
                )
            )


def explained_end(end: ProcessEnd, servers: Sequence[str]) -> ProcessEnd:
    """Return the end with the computers named that may have caused it."""
    if not servers or not end.is_crash:
        return end
    names = ", ".join(servers)
    if _LOST.search(end.detail):
        text = lazy(
            "The connection to {computers} was lost. Layers of the model are there.",
            computers=names,
        )
        return replace(end, text=text, is_elsewhere=True)
    hint = lazy(
        "Layers of the model are on {computers}. Check that they can be reached.", computers=names
    )
    return replace(end, text=lazy_join((end.text, hint)))
