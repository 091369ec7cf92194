"""What the built-in tools promise before they run."""

import asyncio
import re
from pathlib import Path

import jsonschema
import psutil
import pytest

from app.errors import InvalidSettings, ToolFailed
from app.settings import Settings, SettingsFile, typed_search_address
from app.storage.history import History
from app.tools.built_in.built_in_tools import BuiltInTools
from app.tools.built_in.web import search_endpoint
from app.tools.model import SearchProvider
from engine.client.net_client import NetClient
from engine.client.remote_client import RemoteClient
from tests.app.tools.built_in.conftest import Asked

NAMES = {
    *("current_time", "run_program", "read_web_page", "search_web"),
    *("search_conversations", "read_conversation", "list_files", "read_file"),
}


def test_names_keys_and_schemas_fit_every_model(ask: Asked) -> None:
    tools = ask.tools.tools()
    assert {tool.name for tool in tools} == NAMES
    for tool in tools:
        assert tool.key == f"hubbub/{tool.name}"
        assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", tool.name)
        assert tool.title
        assert tool.description.isprintable()
        assert tool.server == ""
        jsonschema.Draft202012Validator.check_schema(tool.parameters)
        assert "$ref" not in str(tool.parameters)


def test_only_tools_of_the_web_send_something(ask: Asked) -> None:
    sends = {tool.name: tool.sends_to for tool in ask.tools.tools()}
    assert sends.pop("read_web_page") == "the address to the website"
    assert sends.pop("search_web") == "the words to Wikipedia"
    assert set(sends.values()) == {""}
    assert all(tool.may_be_allowed_in_group for tool in ask.tools.tools() if tool.name in sends)


@pytest.mark.parametrize(
    ("provider", "text"),
    [
        (SearchProvider.WIKIPEDIA, "the words to Wikipedia"),
        (SearchProvider.SEARXNG, "the words to SearXNG at rack"),
        (SearchProvider.BRAVE, "the words to Brave Search"),
        (SearchProvider.TAVILY, "the words to Tavily"),
        (SearchProvider.KAGI, "the words to Kagi"),
    ],
)
def test_where_a_search_goes_is_named(ask: Asked, provider: SearchProvider, text: str) -> None:
    ask.settings = Settings(search_provider=provider, search_address="http://rack:8080")
    assert {each.name: each.sends_to for each in ask.tools.tools()}["search_web"] == text


async def test_nothing_starts_before_a_tool_runs(history: History) -> None:
    before = set(psutil.Process().children(recursive=True))
    net = NetClient()
    tools = BuiltInTools(history, net, Settings)
    await tools.prepare(frozenset(each.key for each in tools.tools()))
    assert net.process_id is None
    assert set(psutil.Process().children(recursive=True)) == before
    await net.close()


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("run_program", {}),
        ("run_program", {"code": 5.5}),
        ("read_web_page", {"address": ["x"]}),
        ("search_web", {"words": "x", "results": 500}),
        ("search_web", {"words": "x" * 500}),
        ("read_conversation", {"conversation": "x", "first_message": -1}),
        ("read_file", {"name": "a", "first_line": "many"}),
    ],
)
async def test_wrong_arguments_are_an_error_for_the_model(
    ask: Asked, name: str, arguments: dict[str, object]
) -> None:
    with pytest.raises(ToolFailed, match=f"arguments of “{name}” are not valid"):
        await ask(name, **arguments)


async def test_numbers_as_texts_and_nulls_are_understood(ask: Asked) -> None:
    assert "week" in (await ask("current_time", time_zone=None, unknown=1)).text
    with pytest.raises(ToolFailed, match="no other chat"):
        await ask("read_conversation", conversation="5", first_message="2")


@pytest.mark.parametrize("provider", SearchProvider)
async def test_what_a_search_lacks_is_said(ask: Asked, provider: SearchProvider) -> None:
    ask.net.set_offline(provider is SearchProvider.WIKIPEDIA)
    ask.settings = Settings(search_provider=provider)
    said = {SearchProvider.WIKIPEDIA: "work offline", SearchProvider.SEARXNG: "needs an address"}
    with pytest.raises(ToolFailed, match=said.get(provider, "needs a key")):
        await ask("search_web", words="bees")


async def test_the_key_of_a_service_is_kept_as_that_of_an_endpoint(
    net: NetClient, tmp_path: Path
) -> None:
    remote = RemoteClient(net)
    endpoint = search_endpoint(SearchProvider.BRAVE)
    assert endpoint is not None
    assert not (await remote.report_key(endpoint)).is_set
    assert (await remote.keep_key(endpoint, "secret")).is_set
    other = search_endpoint(SearchProvider.KAGI)
    assert other is not None
    assert not (await remote.report_key(other)).is_set
    assert search_endpoint(SearchProvider.WIKIPEDIA) is None
    files = await asyncio.to_thread(lambda: list((tmp_path / "keys").iterdir()))
    assert len(files) <= 1  # none with a keyring


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("", ""),
        (" https://search.example.org/ ", "https://search.example.org"),
        ("rack:8080", "http://rack:8080"),
        ("http://[::1]:8888/searx", "http://[::1]:8888/searx"),
    ],
)
def test_an_address_of_searxng(typed: str, address: str) -> None:
    assert typed_search_address(typed) == address


@pytest.mark.parametrize(
    "typed", ["ftp://x", "http://", "http://a:b@c", "http://x:99999", "x" * 2000, "http://[::1"]
)
def test_no_address_of_searxng(typed: str) -> None:
    with pytest.raises(InvalidSettings, match="not the address of a SearXNG server"):
        typed_search_address(typed)


def test_the_settings_of_searches_are_stored(tmp_path: Path) -> None:
    settings = Settings(search_provider=SearchProvider.KAGI, search_address="http://rack:8080")
    file = SettingsFile(tmp_path / "settings.json")
    file.save(settings)
    assert file.load() == (settings, None)
