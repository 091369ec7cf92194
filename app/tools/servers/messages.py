"""Messages between the window and the process that speaks to MCP servers."""

from typing import Any, TypeAlias

import msgspec

from app.tools.servers.model import (
    FormAction,
    FormField,
    FormValue,
    ResourceContent,
    ServerPrompt,
    ServerResource,
)
from engine.ipc.frames import Frames
from engine.ipc.lazy_text import LazyText
from engine.ipc.lifecycle import Heartbeat, Preparing, ProcessStarted, Shutdown

MAX_FRAME_BYTES = 64 << 20


class Launch(msgspec.Struct, frozen=True):
    """How to reach a server; texts may contain references to secrets and variables.

    Attributes:
        is_program: it is started with ``command`` to ``folder``, else reached at ``address``.
        variables: values of the window's environment that the texts refer to.
        can_ask: the window shows questions of the server.
    """

    name: str
    is_program: bool
    command: str = ""
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = {}
    folder: str = ""
    address: str = ""
    headers: dict[str, str] = {}
    patience_seconds: int = 60
    variables: dict[str, str] = {}
    can_ask: bool = False

    def __repr__(self) -> str:
        return f"Launch({self.name})"  # keeps values that are secrets out of logs


class OpenServer(msgspec.Struct, frozen=True, tag=True):
    """Start a server, or connect to it; answered by ServerOpened. A running one is restarted."""

    request_id: int
    launch: Launch


class CloseServer(msgspec.Struct, frozen=True, tag=True):
    """End a server and its whole process tree; answered by Done."""

    request_id: int
    server: str


class CallTool(msgspec.Struct, frozen=True, tag=True):
    """Call a tool; answered by Returned."""

    request_id: int
    server: str
    tool: str
    arguments: dict[str, Any]


class ListResources(msgspec.Struct, frozen=True, tag=True):
    """Ask for the resources of a server; answered by ResourcesListed."""

    request_id: int
    server: str


class ReadResource(msgspec.Struct, frozen=True, tag=True):
    """Ask for the content of a resource; answered by Returned."""

    request_id: int
    server: str
    address: str


class ListPrompts(msgspec.Struct, frozen=True, tag=True):
    """Ask for the prompts of a server; answered by PromptsListed."""

    request_id: int
    server: str


class GetPrompt(msgspec.Struct, frozen=True, tag=True):
    """Ask for the text of a prompt; answered by Returned."""

    request_id: int
    server: str
    name: str
    arguments: dict[str, str]


class ReadLog(msgspec.Struct, frozen=True, tag=True):
    """Ask for the recent log of a server; answered by LogRead."""

    request_id: int
    server: str


class KeepSecret(msgspec.Struct, frozen=True, tag=True):
    """Store a secret in the keyring, or remove it if it is empty; answered by Done."""

    request_id: int
    secret_id: str
    secret: str

    def __repr__(self) -> str:
        return f"KeepSecret({self.request_id}, {self.secret_id})"


class DiscardAccess(msgspec.Struct, frozen=True, tag=True):
    """Discard the access that the user granted in the browser; answered by Done."""

    request_id: int
    server: str


class CancelRequest(msgspec.Struct, frozen=True, tag=True):
    """End a request; it is not answered any more."""

    request_id: int


class AnswerQuestion(msgspec.Struct, frozen=True, tag=True):
    """The user's answer to a QuestionAsked."""

    question_id: int
    action: FormAction
    values: dict[str, FormValue] = {}


ServersRequest: TypeAlias = (
    OpenServer
    | CloseServer
    | CallTool
    | ListResources
    | ReadResource
    | ListPrompts
    | GetPrompt
    | ReadLog
    | KeepSecret
    | DiscardAccess
)
ServersCommand: TypeAlias = ServersRequest | CancelRequest | AnswerQuestion | Shutdown


class OfferedTool(msgspec.Struct, frozen=True):
    """A tool of a server, cleaned; ``name`` is as the server has it.

    ``reads_only`` is what the server claims.
    """

    name: str
    title: str
    description: str
    parameters: dict[str, Any]
    reads_only: bool = False


class Refusal(msgspec.Struct, frozen=True):
    """A tool that cannot be used, with the reason as a sentence."""

    tool: str
    reason: LazyText


class ToolList(msgspec.Struct, frozen=True):
    """All tools of a server."""

    tools: tuple[OfferedTool, ...] = ()
    refused: tuple[Refusal, ...] = ()


class ServerOpened(msgspec.Struct, frozen=True, tag=True):
    """A server is ready."""

    request_id: int
    protocol: str
    instructions: str
    tools: ToolList
    has_resources: bool
    has_prompts: bool


class Returned(msgspec.Struct, frozen=True, tag=True):
    """Answers CallTool, ReadResource and GetPrompt."""

    request_id: int
    parts: tuple[ResourceContent, ...]
    is_error: bool = False


class ResourcesListed(msgspec.Struct, frozen=True, tag=True):
    """Answers ListResources."""

    request_id: int
    resources: tuple[ServerResource, ...]


class PromptsListed(msgspec.Struct, frozen=True, tag=True):
    """Answers ListPrompts."""

    request_id: int
    prompts: tuple[ServerPrompt, ...]


class LogRead(msgspec.Struct, frozen=True, tag=True):
    """Answers ReadLog."""

    request_id: int
    text: str


class Done(msgspec.Struct, frozen=True, tag=True):
    """Answers CloseServer, KeepSecret and DiscardAccess."""

    request_id: int


class ServersFailed(msgspec.Struct, frozen=True, tag=True):
    """A request failed; ``last_lines`` is the end of the server's stderr, if it ended."""

    request_id: int
    text: LazyText
    last_lines: str = ""


class ServerEnded(msgspec.Struct, frozen=True, tag=True):
    """A server that was ready has ended by itself."""

    server: str
    text: LazyText
    last_lines: str


class ToolsChanged(msgspec.Struct, frozen=True, tag=True):
    """A server has other tools than before."""

    server: str
    tools: ToolList


class CallProgressed(msgspec.Struct, frozen=True, tag=True):
    """The progress of a call; ``share`` from 0 to 1, None if unknown."""

    request_id: int
    share: float | None
    text: str


class QuestionAsked(msgspec.Struct, frozen=True, tag=True):
    """A server asks the user: a form, or a page to open. Answered by AnswerQuestion.

    With ``is_open`` the page was opened before, and can be opened again.
    """

    question_id: int
    server: str
    message: LazyText
    fields: tuple[FormField, ...] = ()
    address: str = ""
    is_open: bool = False


class QuestionWithdrawn(msgspec.Struct, frozen=True, tag=True):
    """An answer to a question is no longer needed."""

    question_id: int


ServersAnswer: TypeAlias = (
    ServerOpened | Returned | ResourcesListed | PromptsListed | LogRead | Done | ServersFailed
)
ServersEvent: TypeAlias = (
    ServersAnswer
    | ServerEnded
    | ToolsChanged
    | CallProgressed
    | QuestionAsked
    | QuestionWithdrawn
    | Preparing
    | ProcessStarted
    | Heartbeat
)

SERVERS_COMMANDS = Frames[ServersCommand](ServersCommand, MAX_FRAME_BYTES)
SERVERS_EVENTS = Frames[ServersEvent](ServersEvent, MAX_FRAME_BYTES)
