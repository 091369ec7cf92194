"""Access to a server by OAuth: granted once, refreshed, refused, cancelled, and never passed on."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.tools.model import ToolRun
from app.tools.servers import addresses
from app.tools.servers.model import (
    FormAction,
    FormAnswer,
    ServerQuestion,
    ServerState,
    ToolServer,
)
from app.tools.servers.tool_servers import ToolServers
from tests.app.tools.servers.oauth_site import browse, serving, site

SIGN_IN = ["registered", "allow", "token"]


@pytest.fixture(autouse=True)
def _no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")


# Of a token that expires in a test. A busy machine uses it within that, or signs in once more.
TOKEN_SECONDS = 6


@dataclass
class Browser:
    """A user with a browser, who makes these choices, and at last declines or waits."""

    choices: list[str]
    has_patience: bool = True
    asked: list[ServerQuestion] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)

    @property
    def first_questions(self) -> int:
        return len([each for each in self.asked if not each.is_open])

    async def ask(self, question: ServerQuestion) -> FormAnswer:
        self.asked.append(question)
        if not self.choices:
            if question.is_open and self.has_patience:
                await asyncio.sleep(60)
            return FormAnswer(FormAction.CANCEL if question.is_open else FormAction.DECLINE)
        choice = self.choices.pop(0)
        self.pages.append(await asyncio.to_thread(browse, question.address, choice))
        return FormAnswer(FormAction.ACCEPT)


@asynccontextmanager
async def opened(server: ToolServer, keys: Path, browser: Browser) -> AsyncIterator[ToolServers]:
    servers = ToolServers([server], keys=str(keys), ask=browser.ask)
    try:
        async with asyncio.timeout(120):
            await servers.start(server.name)
        yield servers
    finally:
        await servers.close()


async def total(servers: ToolServers) -> str:
    tool = next(each for each in servers.tools() if each.key == "private/add")
    return (await servers.run(ToolRun(tool, {"a": 2, "b": 3}, "chat", lambda _: None))).text


async def test_the_user_signs_in_once(tmp_path: Path) -> None:
    user = Browser(["allow"])
    async with serving(site()) as place:
        async with opened(place.setting, tmp_path, user) as servers:
            assert await total(servers) == "5"
        assert user.asked[0].message == "“private” asks you to sign in with your browser."
        async with opened(place.setting, tmp_path, user) as servers:
            assert await total(servers) == "5"
        assert user.first_questions == 1
        assert place.steps == SIGN_IN


async def test_who_signs_out_is_asked_again(tmp_path: Path) -> None:
    user = Browser(["allow"])
    async with serving(site()) as place:
        async with opened(place.setting, tmp_path, user) as servers:
            await servers.sign_out("private")
            assert servers.reports()[0].state is ServerState.OFF
            user.choices = ["allow"]
            await servers.start("private")
            assert await total(servers) == "5"
        assert user.first_questions == 2
        assert place.steps == [*SIGN_IN, *SIGN_IN]


async def test_an_expired_token_is_refreshed_before_and_after_a_restart(tmp_path: Path) -> None:
    user = Browser(["allow"])
    async with serving(site(TOKEN_SECONDS)) as place:
        async with opened(place.setting, tmp_path, user) as servers:
            await asyncio.sleep(TOKEN_SECONDS + 0.5)
            assert await total(servers) == "5"
            assert place.steps == [*SIGN_IN, "refreshed"]
        await asyncio.sleep(TOKEN_SECONDS + 0.5)
        async with opened(place.setting, tmp_path, user) as servers:
            assert await total(servers) == "5"
        assert place.steps[:5] == [*SIGN_IN, "refreshed", "refreshed"]
        assert user.first_questions == 1


async def test_tokens_that_the_server_does_not_know_any_more_are_asked_for_again(
    tmp_path: Path,
) -> None:
    user, place = Browser(["allow"]), site(TOKEN_SECONDS)
    async with serving(place), opened(place.setting, tmp_path, user) as servers:
        assert await total(servers) == "5"
    await asyncio.sleep(TOKEN_SECONDS + 0.5)
    place.steps.clear()
    user.choices.append("allow")  # not before: the question that waits for the first would take it
    place.token_seconds = 3600
    place.tenant = "/tenant"  # another issuer: it gets a registration of its own
    async with serving(place), opened(place.setting, tmp_path, user) as servers:
        assert servers.reports()[0].state is ServerState.READY, servers.reports()
        assert await total(servers) == "5"
    assert user.first_questions == 2
    assert place.steps == ["unknown client", *SIGN_IN]


@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        ([], "The sign-in was refused."),
        (["refuse"], "Access was refused in the browser."),
        (["close"], "The sign-in was cancelled."),
        (["forge"], "The sign-in was cancelled."),
    ],
)
async def test_a_sign_in_that_does_not_succeed_is_said(
    choices: list[str], reason: str, tmp_path: Path
) -> None:
    user = Browser(choices, has_patience=False)
    async with serving(site()) as place, opened(place.setting, tmp_path, user) as servers:
        (report,) = servers.reports()
        assert report.state is ServerState.FAILED
        assert report.problem == f"Signing in to “private” failed: {reason}"
        assert "token" not in place.steps


async def test_an_answer_with_another_state_ends_no_sign_in(tmp_path: Path) -> None:
    user = Browser(["forge", "allow"])
    async with serving(site()) as place, opened(place.setting, tmp_path, user) as servers:
        assert "does not wait for this answer" in user.pages[0]
        assert await total(servers) == "5"


async def test_a_page_that_was_closed_is_opened_again(tmp_path: Path) -> None:
    user = Browser(["close", "close", "allow"])
    async with serving(site()) as place, opened(place.setting, tmp_path, user) as servers:
        assert await total(servers) == "5"
        assert place.steps == SIGN_IN
        assert len({each.address for each in user.asked}) == 1


async def test_a_sign_in_ends_with_its_server(tmp_path: Path) -> None:
    is_waiting, is_withdrawn = asyncio.Event(), asyncio.Event()

    async def ask(question: ServerQuestion) -> FormAnswer:
        if question.is_open:
            is_waiting.set()
            try:
                await asyncio.sleep(600)
            finally:
                is_withdrawn.set()
        return FormAnswer(FormAction.ACCEPT)

    async with serving(site()) as place:
        servers = ToolServers([place.setting], keys=str(tmp_path), ask=ask)
        starting = asyncio.create_task(servers.start("private"))
        await is_waiting.wait()
        servers.set_offline(True)
        await is_withdrawn.wait()
        await starting
        assert servers.reports()[0].state is ServerState.OFF
        await servers.close()


async def test_a_chat_waits_for_a_sign_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.tools.servers.tool_servers.PREPARE_SECONDS", 0.2)
    user, is_asked, may_answer = Browser(["allow"]), asyncio.Event(), asyncio.Event()

    async def ask(question: ServerQuestion) -> FormAnswer:
        is_asked.set()
        await may_answer.wait()
        return await user.ask(question)

    async with serving(site()) as place:
        servers = ToolServers([place.setting], keys=str(tmp_path), ask=ask)
        starting = asyncio.create_task(servers.start("private"))
        await is_asked.wait()
        asking_chat = asyncio.create_task(servers.prepare(frozenset({"private/add"})))
        await asyncio.sleep(1.0)
        assert not asking_chat.done()
        may_answer.set()
        await asking_chat
        assert await total(servers) == "5"
        await starting
        await servers.close()


@pytest.mark.nightly  # it takes as long as a sign-in may
async def test_a_browser_without_an_answer_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = (
        "import sys; from app.tools.servers import addresses, connection, process; "
        "addresses.SIGN_IN_SECONDS = 20.0; connection.START_SECONDS = 15.0; "
        "process.main(sys.argv[1:])"
    )
    user = Browser(["close"])
    async with serving(site()) as place:
        servers = ToolServers(
            [replace(place.setting, patience_seconds=1)],
            keys=str(tmp_path),
            ask=user.ask,
            command=(sys.executable, "-c", program),
        )
        await servers.start("private")
        assert servers.reports()[0].problem == (
            "Signing in to “private” failed: The browser gave no answer within 0 minutes."
        )
        await servers.close()


async def test_a_token_goes_to_the_address_that_granted_it_only(tmp_path: Path) -> None:
    user = Browser(["allow"])
    heads: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append((await reader.readuntil(b"\r\n\r\n")).decode().lower())
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()

    other = await asyncio.start_server(serve, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{other.sockets[0].getsockname()[1]}/mcp"
    async with serving(site()) as place:
        async with opened(place.setting, tmp_path, user) as servers:
            assert await total(servers) == "5"
        moved = replace(place.setting, address=address)
        async with opened(moved, tmp_path, user):
            assert heads
            assert not any("authorization:" in each for each in heads)
        servers = ToolServers([moved], keys=str(tmp_path))
        await servers.remove_secrets(place.setting, place.setting)
        assert list(tmp_path.glob("*.key"))
        await servers.remove_secrets(place.setting, moved)
        await servers.close()
    assert not list(tmp_path.glob("*.key"))
    other.close()


async def test_an_entry_fits_a_keyring(tmp_path: Path) -> None:
    user = Browser(["allow"])
    async with serving(site()) as place, opened(place.setting, tmp_path, user):
        (path,) = tmp_path.glob("*.key")
        content = path.read_text("utf-8")
        assert path.stat().st_mode & 0o077 == 0
        assert json.loads(content)["endpoints"]["token_endpoint"].endswith("/token")
        assert len(content) < 1280  # UTF-16 characters, as Windows counts
        assert addresses.access_key("private") not in content
