"""Whose prompts a prefill call reads: what may cut it short."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from engine.ipc.lifecycle import Shutdown
from engine.kv.source_ids import source_id
from engine.messages.commands import Cancel, Command, Forget, LoadModel, Submit
from engine.messages.request_options import Rank
from engine.messages.sources import ForgetSource
from engine.scheduling.sequence import Sequence


@dataclass(frozen=True, slots=True)
class PrefillCall:
    """The requests of the call that is running; the threads that bring commands read it."""

    request_ids: frozenset[int] = frozenset()
    conversation_ids: frozenset[str] = frozenset()
    is_for_tab: bool = False

    @classmethod
    def of(cls, sequences: Iterable[Sequence | None]) -> Self:
        """Return the call that reads the prompts of these."""
        requests = [each for each in sequences if each is not None]
        return cls(
            frozenset(each.request_id for each in requests),
            frozenset(each.conversation_id for each in requests),
            any(each.urgency is Rank.TAB for each in requests),
        )

    def is_ended_by(self, command: Command) -> bool:
        """Return whether a command ends something in this call; others pay nothing for a stop.

        Also what a tab asks, where only programs' prompts are read.
        """
        match command:
            case Submit() if command.options.rank is Rank.TAB:
                return bool(self.request_ids) and not self.is_for_tab
            case Cancel():
                return command.request_id in self.request_ids
            case Forget():
                return command.conversation_id in self.conversation_ids
            case ForgetSource():
                return source_id(command.source_key) in self.conversation_ids
            case LoadModel() | Shutdown():
                return bool(self.request_ids)
        return False


NO_CALL = PrefillCall()
