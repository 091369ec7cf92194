"""Tool servers that speak the Model Context Protocol, as the user set them up and as they are."""

import enum
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec

from app.tools.model import BUILT_IN, Tool

DEFAULT_PATIENCE_SECONDS = 60

_SECRET = re.compile(r"\$\{keyring:([0-9a-f]{32})\}")
_INPUT = re.compile(r"\$\{input:([^}]+)\}")


class ServerKind(enum.Enum):
    """How a server is reached; stored by value."""

    PROGRAM = "program"  # started by Hubbub, spoken to over its stdin and stdout
    ADDRESS = "address"  # streamable HTTP, or the older SSE


class ToolServer(msgspec.Struct, frozen=True):
    """A server as the user set it up.

    Texts may contain ``${env:NAME}``, which is replaced when the server starts, and
    ``${keyring:ID}``, which stands for a secret in the system's keyring: no secret is in the
    settings.

    Attributes:
        name: unique, and constant: it begins the keys of the tools.
        kind: PROGRAM has ``command`` to ``folder``, ADDRESS has ``address`` and ``headers``.
        command: a program by name or path.
        environment: variables in addition to those of a login shell.
        folder: the working folder; empty is the home folder.
        address: of the endpoint, such as "https://mcp.example.com/mcp".
        headers: sent to the origin of the address only.
        is_on: its tools are offered.
        patience_seconds: how long a call may show no progress.
        hidden_tools: names of tools, as the server calls them, that are never offered.
        trusts_hints: the user believes the server's claim that a tool only reads.
        other: keys of pasted JSON that Hubbub does not use, as JSON text.
    """

    name: str
    kind: ServerKind = ServerKind.PROGRAM
    command: str = ""
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = msgspec.field(default_factory=dict)
    folder: str = ""
    address: str = ""
    headers: dict[str, str] = msgspec.field(default_factory=dict)
    is_on: bool = True
    patience_seconds: int = DEFAULT_PATIENCE_SECONDS
    hidden_tools: tuple[str, ...] = ()
    trusts_hints: bool = False
    other: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """Return all texts in which something may be replaced."""
        return (
            *(self.command, *self.arguments, self.folder, self.address),
            *(*self.environment.values(), *self.headers.values()),
        )

    @property
    def secret_ids(self) -> frozenset[str]:
        """Return the ids of its secrets in the keyring."""
        return frozenset(found for text in self.texts for found in _SECRET.findall(text))

    @property
    def missing_inputs(self) -> tuple[str, ...]:
        """Return the names of ``${input:NAME}`` that the user has not filled in."""
        found = (name for text in self.texts for name in _INPUT.findall(text))
        return tuple(dict.fromkeys(found))


def secret_reference(secret_id: str) -> str:
    """Return the text that stands for a secret in the keyring."""
    return f"${{keyring:{secret_id}}}"


def speaks_sse(address: str) -> bool:
    """Return whether an address is one of the older transport, as these have always been named."""
    return urlsplit(address).path.rstrip("/").endswith("/sse")


def with_secrets(text: str, secrets: Mapping[str, str]) -> str:
    """Replace the references to secrets by the secrets; an unknown one becomes empty."""
    return _SECRET.sub(lambda match: secrets.get(match[1], ""), text)


def usable_name(name: str, taken: frozenset[str] = frozenset()) -> str:
    """Return a name that can begin the keys of tools and is not in ``taken``."""
    clean = "".join(each if each.isprintable() and each != "/" else "-" for each in name)
    clean = clean.strip()[:64] or "server"
    if clean.casefold() == BUILT_IN:
        clean += "-2"
    unique, number = clean, 1
    while unique in taken:
        number += 1
        unique = f"{clean}-{number}"
    return unique


class ServerState(enum.Enum):
    """The state of a server."""

    OFF = "off"  # it does not run; it starts when a chat needs it
    STARTING = "starting"
    SLOW = "slow"  # it has been starting, or has not answered a call, for ten seconds
    READY = "ready"
    FAILED = "failed"


class UnusableTool(msgspec.Struct, frozen=True):
    """A tool that cannot be offered, and why, as a sentence."""

    name: str
    reason: str


class ServerReport(msgspec.Struct, frozen=True):
    """The state of a server for people.

    Attributes:
        problem: why it failed, as a sentence; empty otherwise.
        last_lines: the end of what it wrote to stderr, if it failed.
        protocol: the negotiated version, such as "2025-11-25"; empty before it was ready once.
        tool_count: its tools that can be offered, hidden ones included.
    """

    name: str
    state: ServerState = ServerState.OFF
    problem: str = ""
    last_lines: str = ""
    protocol: str = ""
    instructions: str = ""
    tool_count: int = 0
    unusable: tuple[UnusableTool, ...] = ()
    has_resources: bool = False
    has_prompts: bool = False


class ListedTool(msgspec.Struct, frozen=True):
    """A tool of a server for the settings; ``name`` is for ``ToolServer.hidden_tools``."""

    tool: Tool
    name: str
    is_hidden: bool


class FieldKind(enum.Enum):
    """The kind of value that a form field takes."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    YES_NO = "yes or no"
    CHOICE = "choice"
    CHOICES = "choices"  # any number of the options


class FieldOption(msgspec.Struct, frozen=True):
    """One of the values of a choice, and its text for people."""

    value: str
    title: str


FormValue = str | int | float | bool | tuple[str, ...]


class FormField(msgspec.Struct, frozen=True):
    """A field of a form.

    Attributes:
        format: "email", "uri", "date", "date-time", "password" or empty, of a TEXT.
        minimum, maximum: of a number; of the length of a TEXT; of the count of CHOICES.
        default: of the type of its kind; None if the server has none.
    """

    name: str
    title: str
    kind: FieldKind = FieldKind.TEXT
    description: str = ""
    options: tuple[FieldOption, ...] = ()
    is_required: bool = False
    format: str = ""
    minimum: float | None = None
    maximum: float | None = None
    default: FormValue | None = None


class ServerQuestion(msgspec.Struct, frozen=True):
    """A question of a server to the user: a form, or a page to open in the browser.

    Attributes:
        message: of the server: data, shown as plain text.
        fields: of the form; empty if ``address`` is set.
        address: a page that the user is asked to open; Hubbub opens it only after consent.
        is_open: the user has opened the page, and the server waits for what is done there; the
            question is withdrawn when that has happened.
    """

    server: str
    message: str
    fields: tuple[FormField, ...] = ()
    address: str = ""
    is_open: bool = False


class FormAction(enum.Enum):
    """The user's response to a question."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"  # closed it without a decision


class FormAnswer(msgspec.Struct, frozen=True):
    """The user's answer; ``values`` by the names of the fields, only of ACCEPT."""

    action: FormAction
    values: Mapping[str, FormValue] = msgspec.field(default_factory=dict)


class ServerResource(msgspec.Struct, frozen=True):
    """Something that a server can hand out, which can be attached to a message."""

    server: str
    address: str
    title: str
    description: str = ""
    media_type: str = ""
    byte_count: int | None = None


class ResourceContent(msgspec.Struct, frozen=True):
    """A part of a resource: a text, or the bytes of a file if ``text`` is None."""

    name: str
    media_type: str = ""
    text: str | None = None
    content: bytes = b""


class PromptArgument(msgspec.Struct, frozen=True):
    """A value that a prompt of a server needs."""

    name: str
    title: str
    description: str = ""
    is_required: bool = False


class ServerPrompt(msgspec.Struct, frozen=True):
    """A prompt of a server, offered after "/"."""

    server: str
    name: str
    title: str
    description: str = ""
    arguments: tuple[PromptArgument, ...] = ()
