"""Routes each request to the local engine or to another machine."""

from collections.abc import Callable, Iterable
from contextlib import aclosing

import msgspec

from app.chat.progress import ReplyModel
from app.machines.model import Destination, EndpointSetting, RemoteModel
from app.models.host.local_models import LocalModels
from engine.client.client import EngineClient, EngineState
from engine.client.queries import Queries
from engine.client.remote_client import RemoteClient
from engine.client.request import Request
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.commands import ChatMessage
from engine.messages.errors import EngineError
from engine.messages.events import Channel, Finished, FinishReason, TextDelta
from engine.messages.remote_messages import Endpoint, EndpointFound, EndpointKind
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams


class NotAgreed(EngineError):
    """The user has not agreed that this chat is sent to that address."""


class RequestRouter:
    """Routes requests; without ``remote``, requests for other machines are refused.

    Nothing is sent to an address that the user has not agreed to for that chat. ``local`` may be
    the client of a single model, which then answers all chats on this computer.
    """

    def __init__(
        self, local: LocalModels | EngineClient, remote: RemoteClient | None = None
    ) -> None:
        self._local = LocalModels.alone(local) if isinstance(local, EngineClient) else local
        self._remote = remote

    def submit(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
        *,
        destination: Destination | None = None,
        model: str = "",
    ) -> Request:
        """Answer the last message of a conversation at a destination; None means this computer.

        There, ``model`` is the digest of the model; empty for the default one.
        """
        if destination is None:
            return self._local.submit(conversation_id, messages, sampling, options, model=model)
        # The last of several checks: the window asks the user, but another caller may not.
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

    async def note(self, model: str) -> None:
        """Find the file of a model on this computer before it is used."""
        await self._local.note(model)

    async def until_known(
        self, conversation_id: str, model: str, on_wait: Callable[[LazyText], object]
    ) -> None:
        """Load a model on this computer that was not loaded yet, so that its facts are known.

        ``on_wait`` is called with what is waited for. A request says why it can't be loaded.
        """
        await self._local.until_known(conversation_id, model, on_wait)

    def state(self, model: str = "") -> EngineState:
        """Return the state of the engine of a model on this computer."""
        return self._local.state_of(model)

    def model_path(self, model: str = "") -> str:
        """Return the file of a model on this computer; empty if it is unknown."""
        return self._local.path_of(model)

    def model(self, destination: Destination | None, model: str = "") -> ReplyModel:
        """Return what is known of the model that answers at a destination."""
        if destination is not None:
            return ReplyModel(
                destination.model.name, destination.model.context_window or 0, slot_count=None
            )
        state = self.state(model)
        known, slots = state.known_model, state.model.slot_count if state.model else 0
        return ReplyModel(known.name, known.context_window, slots) if known else ReplyModel()

    def queries(self, model: str = "") -> Queries:
        """Return what answers questions about a model on this computer, if it is loaded."""
        return self._local.queries_of(model)

    def prewarm(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        options: RequestOptions,
        model: str = "",
    ) -> None:
        """Read the certain part of a conversation's next prompt if its model is loaded and idle."""
        client = self._local.loaded(model)
        if client is not None:
            client.prewarm(conversation_id, messages, options)

    def discard(self, conversation_id: str) -> None:
        """Remove the cached states of a conversation on this computer."""
        self._local.discard(conversation_id)

    async def answer(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions,
        *,
        destination: Destination | None,
        model: str = "",
    ) -> tuple[str, FinishReason]:
        """Return the answer without its reasoning and the finish reason; then discard the slot.

        ``conversation_id`` must be an id used for nothing else, so that no other cached prefix is
        dropped. If cancelled, the request is cancelled and its slot discarded as well.
        """
        request = self.submit(
            conversation_id, messages, sampling, options, destination=destination, model=model
        )
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
            self.discard(conversation_id)
        return text, reason


def endpoint_of(setting: EndpointSetting) -> Endpoint:
    """Return an endpoint in the form that the net process expects."""
    kind = EndpointKind(setting.kind.value)
    return Endpoint(setting.id, setting.address, kind, setting.name)


def models_of(found: EndpointFound) -> tuple[RemoteModel, ...]:
    """Return the models that a machine reported, in the form that the settings store."""
    return msgspec.convert(msgspec.to_builtins(found.models), tuple[RemoteModel, ...])


def _refused(conversation_id: str, destination: Destination) -> Request:
    request = Request(0, conversation_id, lambda _request_id: None)
    text = lazy(
        "Nothing was sent to {host}: you have not agreed to send this chat there. Send it again "
        "to be asked.",
        host=destination.endpoint.host,
    )
    request.finish(FinishReason.FAILED, NotAgreed(text))
    return request
