"""Another machine, as far as the chat knows of it: answers at once, and records what it got."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.client.net_client import NetClient
from engine.client.remote_client import RemoteClient
from engine.client.request import Mailbox, Request
from engine.wire.commands import ChatMessage
from engine.wire.events import FinishReason, Started, TextDelta
from engine.wire.remote_messages import Endpoint
from engine.wire.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.wire.sampling_params import SamplingParams
from engine.wire.usage import ReplyUsage

ANSWER = "From afar."


@dataclass(frozen=True, slots=True)
class Sent:
    """A request that left this computer."""

    conversation_id: str
    texts: tuple[str, ...]
    address: str
    model: str


class RecordingMachines(RemoteClient):
    """Each request is answered at once, without a process."""

    def __init__(self) -> None:
        super().__init__(NetClient())
        self.sent: list[Sent] = []

    def submit(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
        *,
        endpoint: Endpoint,
        model: str,
    ) -> Request:
        """Record it and answer."""
        texts = tuple(each.content for each in messages)
        self.sent.append(Sent(conversation_id, texts, endpoint.address, model))
        mailbox = Mailbox(len(self.sent), conversation_id)
        number = mailbox.request_id
        mailbox.put(Started(number, 0, ReplyUsage()))
        mailbox.put(TextDelta(number, ANSWER, 3))
        mailbox.finish(FinishReason.STOP)
        return Request(mailbox, lambda _id: None)
