"""The question before a chat is sent to another machine for the first time."""

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

import msgspec

from app.chat.request_builder import RequestBuilder
from app.domain.conversations import Conversation, ConversationOptions
from app.domain.messages import Message, OutgoingMessage
from app.errors import RemoteWhileOffline, lazy
from app.machines.model import Destination, EndpointSetting, Route, destination_of, route_in_force
from app.storage.history import History
from engine.listeners import Listeners


class Departure(msgspec.Struct, frozen=True):
    """The content that a chat would send to another machine.

    Attributes:
        word_count: words in all messages that will be sent and in the system prompt.
        file_names: names of the files that are sent, without duplicates.
        picture_count: number of different pictures that are sent.
    """

    conversation_id: str
    endpoint: EndpointSetting
    model_name: str
    word_count: int
    file_names: tuple[str, ...] = ()
    picture_count: int = 0


AskDeparture: TypeAlias = Callable[[Departure], Awaitable[bool]]


async def decline(_departure: Departure) -> bool:
    """Answer no, where no user can be asked."""
    return False


class Departures:
    """Lets a chat leave this computer only after ``ask``, which returns the user's answer.

    ``routes`` are notified of the id and route of each chat whose route was stored here.
    """

    def __init__(self, history: History, requests: RequestBuilder, ask: AskDeparture) -> None:
        self._history = history
        self._requests = requests
        self._ask = ask
        self.routes = Listeners[str, Route]()

    async def may_go(
        self,
        conversation_id: str,
        options: ConversationOptions,
        sent: OutgoingMessage | None = None,
    ) -> bool:
        """Return whether a chat with these options may be sent to the machine that answers it.

        Asks once for each chat and address, and stores a yes. Raises RemoteWhileOffline.
        """
        settings, route = self._requests.settings, options.chat.route
        if route is None and settings.default_route is not None:
            is_begun = await self._history.conversations.has_messages(conversation_id)
            route = route_in_force(None, settings.default_route, is_begun=is_begun)
        destination = destination_of(route, settings.endpoints, options.chat.consents)
        if route is None or destination is None:
            return True
        if settings.is_offline:
            raise while_offline(destination)
        if not destination.is_agreed:
            # Read for the question only: the conversation may change before the user answers.
            conversation = await self._history.conversations.get(conversation_id)
            if conversation is None:
                return True
            if not await self._ask(await self._departure(conversation, destination, sent)):
                return False
        if not destination.is_agreed or options.chat.route is None:
            await self._history.conversations.set_route(
                conversation_id, route, consent=destination.endpoint.origin
            )
            self.routes.notify(conversation_id, route)
        return True

    async def _departure(
        self, conversation: Conversation, destination: Destination, sent: OutgoingMessage | None
    ) -> Departure:
        # The prompt as it will be sent: with the system prompt, recaps and the texts of files.
        asked = await self._requests.build(conversation)
        texts = [each.content for each in asked.prompt.messages]
        pictures = {medium.digest for each in asked.prompt.messages for medium in each.media}
        names = [] if conversation.source is None else [conversation.source.name]
        names += _file_names(conversation.messages)
        if sent is not None:
            texts += [sent.text, *(each.text for each in sent.files)]
            names += [each.name for each in sent.files]
            # The message is not in the prompt yet: it is stored after the user agrees.
            pictures |= {each.pixels for each in sent.pictures}
        return Departure(
            conversation.id,
            destination.endpoint,
            destination.model.name,
            sum(len(text.split()) for text in texts),
            tuple(dict.fromkeys(names)),
            len(pictures),
        )


def while_offline(destination: Destination) -> RemoteWhileOffline:
    """Return the error for a chat that another machine would answer while Hubbub is offline."""
    return RemoteWhileOffline(
        lazy(
            "Nothing was sent to {name}: Hubbub works offline. Switch that off in the "
            "settings, or choose a model of this computer.",
            name=destination.endpoint.name,
        )
    )


def _file_names(messages: Iterable[Message]) -> list[str]:
    files = (file for message in messages for file in message.attachments)
    # Sounds are never sent to another machine.
    return [file.name for file in files if file.picture is None and file.sound is None]
