"""The local server for real: an engine process, a net process, and a small model."""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from app.media.program_media import ProgramMedia
from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.client.listening_socket import ListeningSocket
from engine.client.net_client import NetClient
from engine.client.server_client import ServerClient
from engine.messages.config import EngineConfig
from engine.messages.server_messages import ServerConfig, ServerState
from tests.models.talker import TALKER

PATIENCE_SECONDS = 60.0
TINY_WINDOW = EngineConfig(context_window=2048, slot_count=4)
OPENSSL = shutil.which("openssl")


@dataclass(slots=True)
class Answered:
    """An answer as it came."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, "object"]:
        value: dict[str, object] = msgspec.json.decode(self.body)
        return value

    @property
    def items(self) -> list[dict[str, Any]]:
        """Return an answer that is a list."""
        items: list[dict[str, Any]] = msgspec.json.decode(self.body)
        return items

    @property
    def events(self) -> list[dict[str, "object"]]:
        """Return what a stream held, without its end mark."""
        lines = self.body.decode().splitlines()
        data = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
        return [msgspec.json.decode(each) for each in data if each != "[DONE]"]


@dataclass(slots=True)
class RunningServer:
    """A server that answers, and what it runs on."""

    engine: EngineClient
    net: NetClient
    client: ServerClient
    port: int
    token: str
    states: list[ServerState] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)

    def request(
        self,
        path: str,
        body: object = None,
        *,
        method: str = "",
        host: str = "",
        token: str | None = None,
        **headers: str,
    ) -> bytes:
        """Return the bytes of a request; ``None`` as a header leaves it out."""
        content = body if isinstance(body, bytes) else msgspec.json.encode(body)
        content = b"" if body is None else content
        shown = self.token if token is None else token
        all_headers = {"Host": host or f"127.0.0.1:{self.port}"}
        if shown:
            all_headers["Authorization"] = f"Bearer {shown}"
        if body is not None:
            all_headers |= {"Content-Type": "application/json"}
            all_headers |= {"Content-Length": str(len(content))}
        all_headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{method or ('GET' if body is None else 'POST')} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in all_headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + content

    async def ask(self, path: str, body: object = None, **also: str) -> Answered:
        """Ask over a connection of its own and read the whole answer."""
        also.setdefault("Connection", "close")
        return await self.send(self.request(path, body, **also))

    async def send(self, request: bytes) -> Answered:
        """Send bytes and read the whole answer."""
        reader, writer = await self.connect()
        try:
            writer.write(request)
            async with asyncio.timeout(PATIENCE_SECONDS):
                return parsed(await reader.read(-1))
        finally:
            writer.close()

    async def chat(self, text: str, **fields: object) -> Answered:
        """Ask one question."""
        messages = [{"role": "user", "content": text}]
        usual: dict[str, object] = {"messages": messages, "max_tokens": 16, "temperature": 0}
        return await self.ask("/v1/chat/completions", usual | fields)

    async def becomes(self, holds: Callable[[ServerState], bool]) -> None:
        """Wait until the server tells of such a state."""
        arrived = asyncio.Event()
        remove = self.client.states.add(lambda _: arrived.set())
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not holds(self.client.state):
                    await arrived.wait()
                    arrived.clear()
        finally:
            remove()


def parsed(answer: bytes) -> Answered:
    """Return an answer, of which chunks are joined."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines:
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    if headers.get("transfer-encoding") == "chunked":
        body = _without_chunks(body)
    return Answered(int(first.split()[1]) if first else 0, headers, body)


def _without_chunks(body: bytes) -> bytes:
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        length = int(size or b"0", 16)
        if not length:
            break
        whole, body = whole + body[:length], body[length + 2 :]
    return whole


async def until_ready(engine: EngineClient) -> None:
    """Wait until the model answers."""
    ready = asyncio.Event()

    def look(state: EngineState) -> None:
        if state.phase is EnginePhase.READY:
            ready.set()

    remove = engine.states.add(look)
    look(engine.state)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await ready.wait()
    finally:
        remove()


async def client_sees_model(server: RunningServer, *, is_there: bool = True) -> None:
    """Wait until the server knows of the model, or that there is none."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        # Nothing tells of it.
        while ((await server.ask("/health", token="")).status == 200) is not is_there:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@asynccontextmanager
async def running_server(
    folder: Path,
    *,
    model: Path | None = None,
    config: EngineConfig = TINY_WINDOW,
    pictures: ProgramMedia | None = None,
    **server: object,
) -> AsyncGenerator[RunningServer]:
    """Run all three: the model is there and the server listens at a free port."""
    socket = ListeningSocket.create()
    engine = EngineClient(channel=socket, give_media=pictures.give if pictures else None)
    net = NetClient(folder=str(folder / "models"), keys=str(folder / "keys"))
    if pictures is not None:
        net.media.read = pictures.read
    client = ServerClient(net)
    try:
        await engine.start()
        if config.cache_dir is None:
            config = msgspec.structs.replace(config, cache_dir=str(folder / "cache"))
        engine.load(str(model or TALKER), config)
        await until_ready(engine)
        asked = ServerConfig(channel=engine.channel_address, **{"port": 0, **server})  # type: ignore[arg-type]
        state = await client.start(asked)
        assert state.is_running, state.text
        token = (await client.token()).token
        running = RunningServer(engine, net, client, int(state.address.rpartition(":")[2]), token)
        client.states.add(running.states.append)
        await client_sees_model(running)
        yield running
    finally:
        await net.close()
        await engine.close()


def certificate_in(folder: Path, name: str = "localhost") -> tuple[Path, Path]:
    """Return the files of a certificate for a name, and of its key."""
    assert OPENSSL is not None
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    files = ["-keyout", str(key), "-out", str(certificate), "-subj", f"/CN={name}"]
    more = ["-addext", f"subjectAltName=DNS:{name}"]
    subprocess.run([*command, *files, *more], check=True, capture_output=True)
    return certificate, key
