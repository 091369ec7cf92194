"""Tools, their calls and results, and who allows them."""

import enum
import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Protocol

import msgspec

from app.media.pictures import Picture
from app.media.sounds import Sound

BUILT_IN = "hubbub"  # the server in the keys of built-in tools


class Permission(enum.Enum):
    """Whether a tool may run; stored by value."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


class SearchProvider(enum.Enum):
    """The service that the built-in tool searches the web with; stored by value."""

    WIKIPEDIA = "wikipedia"  # needs no key, and finds only its own articles
    SEARXNG = "searxng"  # at the user's address
    BRAVE = "brave"
    TAVILY = "tavily"
    KAGI = "kagi"

    @property
    def title(self) -> str:
        """Return its name for people."""
        return _PROVIDER_TITLES[self]


_PROVIDER_TITLES = {
    SearchProvider.WIKIPEDIA: "Wikipedia",
    SearchProvider.SEARXNG: "SearXNG",
    SearchProvider.BRAVE: "Brave Search",
    SearchProvider.TAVILY: "Tavily",
    SearchProvider.KAGI: "Kagi",
}


class Decision(enum.Enum):
    """Who allowed or refused a call; stored by name.

    READS: the user allows all tools that only read and send nothing.
    """

    ONCE = "once"
    CHAT = "chat"
    ALWAYS = "always"
    READS = "reads"
    REFUSED = "refused"
    NEVER = "never"


class Tool(msgspec.Struct, frozen=True):
    """A tool that can be offered to a model.

    Attributes:
        key: identifies it in settings and chats: the server's name, "/", and its own name there.
        name: as the model calls it; unique among all tools, at most 64 of ``[A-Za-z0-9_-]``.
        title: for people.
        description: for the model; data of a server, without control characters.
        parameters: the JSON schema of its arguments, an object.
        server: the name of its server for people; empty for a built-in tool.
        reads_only: it changes nothing.
        sends_to: what leaves this computer or reaches other programs, in words for people, such as
            "the address to the website"; empty if it stays in Hubbub. ``sent_by`` names the
            website of a call.
    """

    key: str
    name: str
    title: str
    description: str
    parameters: Mapping[str, object] = msgspec.field(default_factory=dict)
    server: str = ""
    reads_only: bool = False
    sends_to: str = ""

    @property
    def digest(self) -> str:
        """Return the SHA-256 of what a server says about it; empty for a built-in tool.

        A permission holds for the tool that the user saw, so it is stored with its digest.
        """
        if not self.server:
            return ""
        said = json.dumps([self.description, self.parameters], sort_keys=True)
        return hashlib.sha256(said.encode()).hexdigest()

    @property
    def may_be_allowed_in_group(self) -> bool:
        """Return whether it only reads and sends nothing."""
        return self.reads_only and not self.sends_to


class ToolCall(msgspec.Struct, frozen=True):
    """A call as the model wrote it; ``arguments`` are JSON text, which may be invalid."""

    id: str
    name: str
    arguments: str


class WebPage(msgspec.Struct, frozen=True):
    """A page or source that a result comes from; ``address`` may be empty."""

    title: str
    address: str = ""


class ToolUse(msgspec.Struct, frozen=True):
    """The details of a message of role TOOL: the call that it answers, and how it ran.

    Attributes:
        call_id: of the ``ToolCall`` of the reply above.
        name: of the tool, as the model called it.
        title, server: of the tool for people, as they were then.
        arguments: JSON text, as they ran: the user may have changed them.
        is_changed: the user changed the arguments.
        decision: None until it is decided.
        started_at, ended_at: when it ran.
        is_error: the result is an error, which the model reads as well.
        pages: where the result comes from, in the order of their numbers ``[1]``, ``[2]``.
        omitted_bytes: length of what the model does not read; the whole is an attachment.
    """

    call_id: str
    name: str
    title: str = ""
    server: str = ""
    arguments: str = "{}"
    is_changed: bool = False
    decision: Decision | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    is_error: bool = False
    pages: tuple[WebPage, ...] = ()
    omitted_bytes: int = 0


class ToolResult(msgspec.Struct, frozen=True):
    """The output of a tool; ``text`` is not cleaned or cut yet."""

    text: str
    media: tuple[Picture | Sound, ...] = ()
    is_error: bool = False
    pages: tuple[WebPage, ...] = ()


class ToolProgress(msgspec.Struct, frozen=True):
    """The progress of a running tool: ``share`` from 0 to 1, None if unknown."""

    share: float | None = None
    text: str = ""


class ToolRun(msgspec.Struct, frozen=True):
    """A call that is allowed to run; ``report`` may be called at any time while it does."""

    tool: Tool
    arguments: Mapping[str, object]
    conversation_id: str
    report: Callable[[ToolProgress], None]


class ToolProvider(Protocol):
    """Something that has tools: the built-in ones, or the servers."""

    def tools(self) -> tuple[Tool, ...]:
        """Return all tools that can be called now; cheap, starts nothing."""
        ...

    async def prepare(self, keys: frozenset[str]) -> None:
        """Start what the tools with these keys need, and wait for it for a bounded time.

        Failures are shown by the provider; its tools are then absent.
        """
        ...

    async def run(self, run: ToolRun) -> ToolResult:
        """Run a call. Cancelling the task ends the tool.

        Raises ``app.errors.ToolFailed``.
        """
        ...


class ToolAnswer(msgspec.Struct, frozen=True):
    """The user's answer to a card.

    Attributes:
        decision: ONCE, CHAT, ALWAYS, REFUSED or NEVER.
        arguments: JSON text that replaces the model's; None leaves them.
        reason: for the model, of a refusal.
    """

    decision: Decision
    arguments: str | None = None
    reason: str = ""
