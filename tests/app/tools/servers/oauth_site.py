"""The server with OAuth in a process of its own, and the browser of its user."""

import asyncio
import socket
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.tools.servers.model import ServerKind, ToolServer

_ROOT = Path(__file__).parents[4]


@dataclass
class Site:
    """The server's process, and what it has reported."""

    port: int
    token_seconds: int = 3600
    tenant: str = ""
    steps: list[str] = field(default_factory=list)

    @property
    def setting(self) -> ToolServer:
        return ToolServer(
            "private", ServerKind.ADDRESS, address=f"http://127.0.0.1:{self.port}/mcp"
        )


def site(token_seconds: int = 3600) -> Site:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return Site(taken.getsockname()[1], token_seconds)


@asynccontextmanager
async def serving(place: Site) -> AsyncIterator[Site]:
    module = "tests.app.tools.servers.oauth_server"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, str(place.port), str(place.token_seconds)),
        *filter(None, [place.tenant]),
        cwd=_ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    stdout = process.stdout
    assert stdout is not None

    async def follow() -> None:
        while line := await stdout.readline():
            place.steps.append(line.decode().strip())

    following = asyncio.create_task(follow())
    try:
        for _ in range(600):
            with socket.socket() as found:
                if found.connect_ex(("127.0.0.1", place.port)) == 0:
                    break
            await asyncio.sleep(0.1)
        yield place
    finally:
        process.kill()
        await process.wait()
        await following


def browse(address: str, choice: str) -> str:
    """Open a page of the server as a browser does, and make a choice there; return the last page.

    The choices: allow, refuse, close (make none), forge (answer with another state).
    """
    with urllib.request.urlopen(address) as page:
        found: str = page.url
    if choice == "close":
        return ""
    if choice == "forge":
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)
        found = f"{query['redirect_uri'][0]}?code=stolen&state=other"
    else:
        found += f"&choice={choice}"
    try:
        with urllib.request.urlopen(found) as page:
            return str(page.read().decode())
    except urllib.error.HTTPError as error:
        return str(error.read().decode())
