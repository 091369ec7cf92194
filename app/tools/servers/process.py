"""The process that starts MCP servers and speaks to them. It has no sandbox: it starts programs.

It does not end with its parent at once: it first ends the servers and everything they started.
"""

import asyncio
import itertools
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

import msgspec

from app.errors import LazyText, lazy
from app.tools.servers.addresses import access_key
from app.tools.servers.connection import Connection, ServerFailure, Surroundings
from app.tools.servers.messages import (
    SERVERS_COMMANDS,
    SERVERS_EVENTS,
    AnswerQuestion,
    CallProgressed,
    CallTool,
    CancelRequest,
    CloseServer,
    DiscardAccess,
    Done,
    GetPrompt,
    KeepSecret,
    Launch,
    ListPrompts,
    ListResources,
    LogRead,
    OpenServer,
    PromptsListed,
    QuestionAsked,
    QuestionWithdrawn,
    ReadLog,
    ReadResource,
    ResourcesListed,
    Returned,
    ServerEnded,
    ServerOpened,
    ServersAnswer,
    ServersCommand,
    ServersFailed,
    ServersRequest,
    ToolsChanged,
)
from app.tools.servers.model import FormAction, FormAnswer, FormField, ToolServer, with_secrets
from app.tools.servers.server_programs import UserEnvironment, resolved
from engine.ipc.command_loop import CommandLoop
from engine.ipc.lifecycle import Shutdown
from engine.ipc.serve import serve
from engine.net.errors import NetError
from engine.net.key_store import KeyStore

GRACE_SECONDS = 10.0  # in which servers end, at last by force
PROGRESS_SECONDS = 0.1
MAX_OPEN_QUESTIONS = 8
_NICENESS = 6  # as the net process: its work is never urgent


class ServersService:
    """Starts servers and passes requests to them, on ``loop``.

    An unknown exception in any task ends the process.
    """

    def __init__(
        self, report: Callable[[msgspec.Struct], None], keys_folder: Path | None, token: str
    ) -> None:
        """``token`` begins the marker in the environment of everything that servers start."""
        self._report = report
        self._keys = KeyStore(keys_folder)
        self._user = UserEnvironment()
        self._surroundings = Surroundings(self._user.variables, self._keys, token)
        self._connections: dict[str, Connection] = {}
        self._questions: dict[int, asyncio.Future[FormAnswer]] = {}
        self._question_ids = itertools.count(1)
        self.loop = CommandLoop[ServersCommand](self._work)

    async def _work(self) -> None:
        async with asyncio.TaskGroup() as group:
            while not isinstance(command := await self.loop.next_command(), Shutdown):
                if isinstance(command, CancelRequest):
                    self.loop.cancel(command.request_id)
                elif isinstance(command, AnswerQuestion):
                    question = self._questions.get(command.question_id)
                    if question is not None and not question.done():
                        question.set_result(FormAnswer(command.action, command.values))
                else:
                    task = group.create_task(self._answer(command))
                    self.loop.add_request(command.request_id, task)
            self.loop.cancel_all()
            for connection in self._connections.values():
                group.create_task(connection.close())

    async def _answer(self, command: ServersRequest) -> None:
        number = command.request_id
        try:
            self._report(await self._done(command))
        except ServerFailure as error:
            self._report(ServersFailed(number, error.text, error.last_lines))
        except NetError as error:
            self._report(ServersFailed(number, LazyText.of(str(error))))

    async def _done(self, command: ServersRequest) -> ServersAnswer:
        number = command.request_id
        match command:
            case OpenServer(launch=launch):
                return await self._open(number, launch)
            case CloseServer(server=name):
                await self._close(name)
                return Done(number)
            case CallTool():
                connection = self._connection(command.server)
                report = self._progress_of(number)
                parts, is_error = await connection.call(command.tool, command.arguments, report)
                return Returned(number, parts, is_error)
            case ListResources(server=name):
                return ResourcesListed(number, await self._connection(name).resources())
            case ReadResource(server=name, address=address):
                return Returned(number, await self._connection(name).read_resource(address))
            case ListPrompts(server=name):
                return PromptsListed(number, await self._connection(name).prompts())
            case GetPrompt(server=name):
                connection = self._connection(name)
                return Returned(number, await connection.prompt(command.name, command.arguments))
            case ReadLog(server=name):
                open_one = self._connections.get(name)
                return LogRead(number, open_one.log_text if open_one else "")
            case KeepSecret():
                await self._keys.keep(secret_key(command.secret_id), command.secret)
                return Done(number)
            case DiscardAccess(server=name):
                await self._keys.keep(access_key(name), "")
                return Done(number)

    async def _open(self, number: int, launch: Launch) -> ServerOpened:
        await self._close(launch.name)
        connection = Connection(
            await self._resolved(launch),
            self._surroundings,
            partial(self._ask, launch.name),
            on_tools=lambda tools: self._report(ToolsChanged(launch.name, tools)),
            on_ended=lambda failure: self._on_ended(launch.name, connection, failure),
        )
        self._connections[launch.name] = connection
        try:
            tools = await connection.open()
        except BaseException:
            # Also if the request is cancelled: nothing would end the server.
            await connection.close()
            self._connections.pop(launch.name, None)
            raise
        return ServerOpened(
            number,
            connection.protocol,
            connection.instructions,
            tools,
            connection.has_resources,
            connection.has_prompts,
        )

    async def _close(self, name: str) -> None:
        connection = self._connections.pop(name, None)
        if connection is not None:
            await connection.close()

    def _on_ended(self, name: str, connection: Connection, failure: ServerFailure) -> None:
        if self._connections.get(name) is connection:
            del self._connections[name]
            self._report(ServerEnded(name, failure.text, failure.last_lines))

    def _connection(self, name: str) -> Connection:
        connection = self._connections.get(name)
        if connection is None:
            raise ServerFailure(lazy("“{name}” is not running.", name=name))
        return connection

    async def _resolved(self, launch: Launch) -> Launch:
        """Return a launch with the values of its variables, then with its secrets."""
        user = await self._user.variables()

        def filled(text: str, own: dict[str, str]) -> str:
            return resolved(text, own, launch.variables, user)

        environment = {name: filled(text, {}) for name, text in launch.environment.items()}
        server = ToolServer(
            launch.name,
            command=filled(launch.command, environment),
            arguments=tuple(filled(each, environment) for each in launch.arguments),
            environment=environment,
            folder=filled(launch.folder, environment),
            address=filled(launch.address, environment),
            headers={name: filled(text, environment) for name, text in launch.headers.items()},
        )
        secrets = {each: (await self._keys.read(secret_key(each)))[0] for each in server.secret_ids}
        return msgspec.structs.replace(
            launch,
            command=with_secrets(server.command, secrets),
            arguments=tuple(with_secrets(each, secrets) for each in server.arguments),
            environment={
                name: with_secrets(text, secrets) for name, text in server.environment.items()
            },
            folder=server.folder,
            address=with_secrets(server.address, secrets),
            headers={name: with_secrets(text, secrets) for name, text in server.headers.items()},
        )

    def _progress_of(self, number: int) -> Callable[[float | None, str], None]:
        last = 0.0
        is_full = False

        def report(share: float | None, text: str) -> None:
            nonlocal last, is_full
            now = time.monotonic()
            if now - last >= PROGRESS_SECONDS or (share == 1.0 and not is_full):
                last, is_full = now, share == 1.0
                self._report(CallProgressed(number, share, text))

        return report

    async def _ask(
        self,
        server: str,
        message: LazyText,
        fields: tuple[FormField, ...],
        address: str,
        is_open: bool,
    ) -> FormAnswer:
        if len(self._questions) >= MAX_OPEN_QUESTIONS:
            return FormAnswer(FormAction.CANCEL)
        number = next(self._question_ids)
        self._questions[number] = asyncio.get_running_loop().create_future()
        self._report(QuestionAsked(number, server, message, fields, address, is_open))
        try:
            return await self._questions[number]
        except asyncio.CancelledError:
            self._report(QuestionWithdrawn(number))
            raise
        finally:
            del self._questions[number]


def secret_key(secret_id: str) -> str:
    """Return the name of a secret in the keyring."""
    return f"tool secret {secret_id}"


def main(arguments: Sequence[str]) -> NoReturn:
    """Serve MCP servers to the parent process.

    The first argument is the token of all programs, the second the folder for keys that no keyring
    takes.
    """
    token = arguments[0] if arguments else "0"
    keys = Path(arguments[1]) if len(arguments) > 1 else None
    serve(
        lambda report: ServersService(report, keys, token).loop,
        SERVERS_COMMANDS,
        SERVERS_EVENTS,
        grace_seconds=GRACE_SECONDS,
        niceness=_NICENESS,
        ends_with_parent=False,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
