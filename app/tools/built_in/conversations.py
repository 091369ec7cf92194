"""Tools that search the user's other chats and read one of them."""

from datetime import datetime
from typing import Annotated

import msgspec

from app.domain.conversations import Conversation, ConversationSummary, SearchHit, SearchQuery
from app.domain.messages import Message, Role
from app.errors import ToolFailed, lazy
from app.storage.history import History
from app.tools.built_in.definition import BuiltInTool, built_in
from app.tools.model import ToolResult, ToolRun, WebPage

MAX_HITS = 20
MAX_CHARS = 20_000  # of a chat in one result
_MAX_CANDIDATES = 3  # titles that are named if several fit
_AUTHORS = {Role.USER: "User", Role.ASSISTANT: "Assistant", Role.SYSTEM: "System"}


class SearchArguments(msgspec.Struct, frozen=True):
    """Arguments of ``search_conversations``."""

    words: Annotated[
        str,
        msgspec.Meta(
            min_length=1,
            max_length=400,
            description='Words that must all occur; "a phrase" in quotation marks.',
        ),
    ]


class ReadArguments(msgspec.Struct, frozen=True):
    """Arguments of ``read_conversation``."""

    conversation: Annotated[
        str,
        msgspec.Meta(
            min_length=1, max_length=400, description="The number of the chat, or its title."
        ),
    ]
    first_message: Annotated[
        int, msgspec.Meta(ge=1, description="The message to begin with; 1 is the first.")
    ] = 1


def conversation_tools(history: History) -> tuple[BuiltInTool, ...]:
    """Return the tools; deleted chats and the one that asks are never read."""

    async def search(arguments: SearchArguments, run: ToolRun) -> ToolResult:
        # One chat has many hits, and the chat that asks is among them.
        query = SearchQuery(arguments.words, limit=8 * MAX_HITS)
        hits = await history.conversations.search(query)
        others = [hit for hit in hits if hit.conversation_id != run.conversation_id][:MAX_HITS]
        if not others:
            return ToolResult("No other chat contains all of these words. Try fewer words.")
        ids = dict.fromkeys(hit.conversation_id for hit in others)
        summaries = await history.conversations.summaries_of(*ids)
        numbers = {each.id: each.number for each in summaries}
        return ToolResult(_hits_text(others, numbers))

    async def read(arguments: ReadArguments, run: ToolRun) -> ToolResult:
        listed = await history.conversations.summaries()
        others = [each for each in listed if each.id != run.conversation_id]
        found = _named(others, arguments.conversation)
        conversation = await history.conversations.get(found.id)
        if conversation is None:
            raise ToolFailed(lazy("This chat does not exist any more."))
        text = _conversation_text(conversation, found.number, arguments.first_message)
        return ToolResult(text, pages=(WebPage(conversation.title),))

    return (
        built_in(
            "search_conversations",
            lazy("Search my chats"),
            "Searches the user's earlier chats. Returns their numbers, titles, dates and the text "
            "around the words.",
            SearchArguments,
            search,
        ),
        built_in(
            "read_conversation",
            lazy("Read one of my chats"),
            "Reads an earlier chat of the user by its number or title.",
            ReadArguments,
            read,
        ),
    )


def _hits_text(hits: list[SearchHit], numbers: dict[str, int]) -> str:
    blocks: list[str] = []
    last = ""
    for hit in hits:
        head = f"Chat {numbers.get(hit.conversation_id, 0)}: {hit.title}"
        if hit.message_id is None:
            line = f"  {_day(hit.written_at)}: the title"
        else:
            author = _AUTHORS.get(hit.role, "Message") if hit.role else "Message"
            line = f"  {_day(hit.written_at)}, {author}: {hit.snippet}"
        if head != last:
            blocks.append(head)
            last = head
        blocks.append(line)
    return "\n".join(blocks)


def _named(listed: list[ConversationSummary], typed: str) -> ConversationSummary:
    """Return the chat with a number or a title. Raises ToolFailed."""
    text = typed.strip().strip('"').casefold()
    number = text.removeprefix("chat").strip().removeprefix("#").strip()
    if number.isascii() and number.isdecimal():
        fitting = [each for each in listed if each.number == int(number[:9])]
    else:
        fitting = []
    fitting = fitting or [each for each in listed if each.title.casefold() == text]
    fitting = fitting or [each for each in listed if text and text in each.title.casefold()]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise ToolFailed(
            lazy("There is no other chat “{name}”. Search for it first.", name=typed[:100])
        )
    names = "; ".join(f"{each.number}: {each.title}" for each in fitting[:_MAX_CANDIDATES])
    raise ToolFailed(lazy("Several chats have this title. Use a number: {names}.", names=names))


def _conversation_text(conversation: Conversation, number: int, first: int) -> str:
    messages = conversation.messages
    if first > max(1, len(messages)):
        raise ToolFailed(lazy("This chat has only {count:,} messages.", count=len(messages)))
    head = (
        f"Chat {number}: {conversation.title}\n{len(messages)} messages, "
        f"the last on {_day(conversation.updated_at)}"
    )
    parts, room = [head], MAX_CHARS
    for place, message in enumerate(messages[first - 1 :], first):
        text = _message_text(message, place)
        if len(text) > room:
            if place == first:
                parts.append(f"{text[:room]}\n[The rest of this message is left out.]")
                place += 1
            if place <= len(messages):
                parts.append(f"[Continue with first_message {place}.]")
            break
        parts.append(text)
        room -= len(text)
    return "\n\n".join(parts)


def _message_text(message: Message, place: int) -> str:
    author = _AUTHORS.get(message.role)
    if author is None:
        author = f"Tool {message.tool_use.name}" if message.tool_use else "Tool"
    files = "".join(f"\n[File: {each.name}]" for each in message.attachments)
    return f"{place}. {author} ({_day(message.created_at)}): {message.text}{files}"


def _day(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d}"
