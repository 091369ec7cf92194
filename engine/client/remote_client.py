"""The asyncio side of engines on other machines: detection, keys, replies."""

import hashlib
from collections.abc import Iterable

from engine.client.net_client import NetClient
from engine.client.request import Request
from engine.messages.commands import ChatMessage
from engine.messages.remote_messages import (
    Endpoint,
    EndpointFound,
    KeepKey,
    KeyReport,
    ProbeEndpoint,
    ReportKey,
    SubmitRemote,
)
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams


class RemoteClient:
    """Lets the net process answer a conversation on another machine, with the engine's events.

    ``submit`` does not raise: a failure is the error of the Finished, of kind EndpointUnreachable,
    KeyRefused, EndpointBusy, EndpointFault, or one of the engine's.
    """

    def __init__(self, net: NetClient) -> None:
        self._net = net

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
        """Answer the last message of a conversation; an empty model is the endpoint's only one."""
        request = Request(self._net.next_request_id(), conversation_id, self._net.cancel)
        command = SubmitRemote(
            request.id,
            endpoint,
            model,
            tuple(messages),
            sampling,
            options,
            session_of(conversation_id),
        )
        self._net.submit(request, command)
        return request

    async def probe(self, endpoint: Endpoint, key: str | None = None) -> EndpointFound:
        """Probe an address with a given or the stored key; return its server. Raises NetFailure."""
        number = self._net.next_request_id()
        return await self._net.ask(ProbeEndpoint(number, endpoint, key), EndpointFound)

    async def keep_key(self, endpoint: Endpoint, key: str) -> KeyReport:
        """Store the key of an endpoint, empty to remove it. Raises NetFailure."""
        return await self._net.ask(KeepKey(self._net.next_request_id(), endpoint, key), KeyReport)

    async def report_key(self, endpoint: Endpoint) -> KeyReport:
        """Return whether an endpoint has a key, and where it is stored. Raises NetFailure."""
        return await self._net.ask(ReportKey(self._net.next_request_id(), endpoint), KeyReport)


def session_of(conversation_id: str) -> str:
    """Return a conversation's id on other machines, which does not reveal the local one."""
    return hashlib.sha256(f"hubbub:{conversation_id}".encode()).hexdigest()[:32]
