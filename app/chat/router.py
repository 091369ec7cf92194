"""Sends each request where its chat is answered: to the engine here, or to another machine."""

from collections.abc import Iterable
from contextlib import aclosing

import msgspec

from app.machines.model import Destination, EndpointSetting, RemoteModel
from engine.client.client import EngineClient
from engine.client.remote_client import RemoteClient
from engine.client.request import Request
from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage
from engine.messages.errors import EngineError
from engine.messages.events import Channel, Finished, FinishReason, TextDelta
from engine.messages.remote_messages import Endpoint, EndpointFound, EndpointKind
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams


class NotAgreed(EngineError):
    """The user has not agreed that this chat is sent to that address."""


class RequestRouter:
    """Knows the engine here and those elsewhere; without the latter all is answered here.

    Nothing is sent to an address that the user has not agreed to for that chat, whoever asks.
    """

    def __init__(self, local: EngineClient, remote: RemoteClient | None = None) -> None:
        self._local = local
        self._remote = remote

    def submit(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
        *,
        destination: Destination | None = None,
    ) -> Request:
        """Answer the last message of a conversation there; None is here."""
        if destination is None:
            return self._local.submit(conversation_id, messages, sampling, options)
        # The last of several doors: the window has asked, but a task of tomorrow may forget to.
        if self._remote is None or not destination.is_agreed:
            return _refused(conversation_id, destination)
        return self._remote.submit(
            conversation_id,
            messages,
            sampling,
            options,
            endpoint=endpoint_of(destination.endpoint),
            model=destination.model.name,
        )

    async def answer(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions,
        *,
        destination: Destination | None,
    ) -> tuple[str, FinishReason]:
        """Return what is answered without its thoughts, and how it ended; then forget it.

        The conversation has a name of its own, so that nothing else that was read is dropped.
        Cancelled, this leaves nothing behind.
        """
        request = self.submit(conversation_id, messages, sampling, options, destination=destination)
        text, reason = "", FinishReason.FAILED
        try:
            async with aclosing(request.events()) as events:
                async for event in events:
                    if isinstance(event, TextDelta) and event.channel is Channel.ANSWER:
                        text += event.text
                    elif isinstance(event, Finished):
                        reason = event.reason
        finally:
            request.cancel()
            self._local.forget(conversation_id)
        return text, reason


def endpoint_of(setting: EndpointSetting) -> Endpoint:
    """Return an address as the net process is told of it."""
    kind = EndpointKind(setting.kind.value)
    return Endpoint(setting.id, setting.address, kind, setting.name)


def models_of(found: EndpointFound) -> tuple[RemoteModel, ...]:
    """Return the models that a machine has named, as the settings keep them."""
    return msgspec.convert(msgspec.to_builtins(found.models), tuple[RemoteModel, ...])


def _refused(conversation_id: str, destination: Destination) -> Request:
    request = Request(0, conversation_id, lambda _request_id: None)
    text = lazy(
        "Nothing was sent to {host}: you have not agreed to that for this chat yet. Ask again to "
        "be asked.",
        host=destination.endpoint.host,
    )
    request.finish(FinishReason.FAILED, NotAgreed(text))
    return request
