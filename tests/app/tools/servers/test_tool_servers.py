"""Servers that are programs, and what bad ones may do, seen from the window."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.errors import ToolFailed
from app.tools.model import ToolProgress, ToolResult, ToolRun
from app.tools.servers.cleaning import MAX_TEXT_CHARS, MAX_TOOLS
from app.tools.servers.model import (
    FormAction,
    FormAnswer,
    ServerQuestion,
    ServerReport,
    ServerState,
    ToolServer,
)
from app.tools.servers.tool_servers import ToolServers

RAW = str(Path(__file__).with_name("raw_server.py"))
Make = Callable[..., ToolServers]


def raw(mode: str, folder: Path, **more: Any) -> ToolServer:
    arguments = (RAW, mode, str(folder))
    return ToolServer("raw", command=sys.executable, arguments=arguments, **more)


@pytest.fixture
async def make() -> AsyncIterator[Make]:
    made: list[ToolServers] = []

    def one(*servers: ToolServer, **more: Any) -> ToolServers:
        made.append(ToolServers(servers, **more))
        return made[-1]

    yield one
    for each in made:
        await each.close()


async def started(servers: ToolServers) -> ServerReport:
    await servers.start("raw")
    (report,) = servers.reports()
    return report


async def run(
    servers: ToolServers,
    key: str = "raw/do",
    report: Callable[[ToolProgress], None] = lambda _: None,
    **arguments: object,
) -> ToolResult:
    tool = next(each for each in servers.tools() if each.key == key)
    return await servers.run(ToolRun(tool, arguments, "chat", report))


async def test_a_tool_is_called(make: Make, tmp_path: Path) -> None:
    servers = make(raw("plain", tmp_path))
    assert servers.tools() == ()
    await servers.prepare(frozenset({"raw/do", "unknown/tool"}))
    (report,) = servers.reports()
    assert (report.state, report.protocol) == (ServerState.READY, "2025-06-18")
    assert report.instructions == "Be kind."
    (tool,) = servers.tools()
    assert (tool.key, tool.name, tool.server) == ("raw/do", "do", "raw")
    assert tool.sends_to == "the arguments to raw"
    assert await run(servers, city="Köln") == ToolResult('{"city": "K\\u00f6ln"}')


async def test_nothing_runs_before_it_is_needed_or_after(make: Make, tmp_path: Path) -> None:
    before = {each.pid for each in psutil.Process().children(recursive=True)}
    servers = make(raw("plain", tmp_path))
    servers.tools()
    assert {each.pid for each in psutil.Process().children(recursive=True)} <= before
    await started(servers)
    await servers.stop("raw")
    assert {each.pid for each in psutil.Process().children(recursive=True)} <= before
    # The tools stay known, and are there again when they are called.
    assert await run(servers) == ToolResult("{}")


async def test_a_server_that_ends_at_unknown_questions_is_asked_in_the_old_way(
    make: Make, tmp_path: Path
) -> None:
    report = await started(make(raw("strict", tmp_path)))
    assert report.state is ServerState.READY


async def test_lines_that_are_no_messages_are_passed_over(make: Make, tmp_path: Path) -> None:
    servers = make(raw("banner", tmp_path))
    assert (await started(servers)).state is ServerState.READY
    assert "Welcome to my server!" in await servers.log("raw")


async def test_odd_tools_are_repaired_or_named(make: Make, tmp_path: Path) -> None:
    servers = make(raw("odd tools", tmp_path))
    report = await started(servers)
    assert [(each.name, each.reason) for each in report.unusable] == [
        ("list", "“list”: its arguments are not an object."),
        ("text", "“text”: its schema of arguments is not an object."),
        ("huge", "“huge”: its schema of arguments is longer than 64 KB."),
        ("#9", "“#9”: it has no name."),
        ("#10", "“#10”: it has no name."),
        ("deep", "“deep”: its schema of arguments is nested too deeply."),
    ]
    tools = {each.key: each for each in servers.tools()}
    assert tools["raw/plain"].description == "ab[31mcd"
    assert tools["raw/evil__[2J/name"].name == "evil___2J_name"
    assert max(len(each.name) for each in tools.values()) == 64
    assert tools["raw/php"].parameters == {"type": "object", "properties": {}, "required": []}
    properties = tools["raw/tree"].parameters["properties"]
    assert properties == {"root": {"$ref": "#/$defs/node"}, "far": {}}
    assert not tools["raw/read"].reads_only
    # The name of one that came with control characters still reaches the server.
    assert (await run(servers, "raw/evil__[2J/name")).text == "{}"


async def test_a_hint_counts_only_if_the_user_trusts_it(make: Make, tmp_path: Path) -> None:
    servers = make(raw("odd tools", tmp_path, trusts_hints=True, hidden_tools=("plain",)))
    await started(servers)
    assert [each.key for each in servers.tools() if each.reads_only] == ["raw/read"]
    assert "raw/plain" not in {each.key for each in servers.tools()}
    assert [each.name for each in servers.listed_tools("raw") if each.is_hidden] == ["plain"]


async def test_thousands_of_tools_are_listed_up_to_a_number(make: Make, tmp_path: Path) -> None:
    servers = make(raw("many tools", tmp_path))
    report = await started(servers)
    assert report.tool_count == len(servers.tools()) == MAX_TOOLS
    assert report.unusable[0].reason == "“…”: only the first 5,000 tools are used."


async def test_a_server_that_never_answers_is_given_up(make: Make, tmp_path: Path) -> None:
    servers = make(raw("never answers", tmp_path, patience_seconds=1))
    await started(servers)
    with pytest.raises(ToolFailed, match="showed no progress for 1 seconds"):
        await run(servers)
    await until(lambda: (tmp_path / "cancelled").exists())


async def test_progress_prolongs_the_patience(make: Make, tmp_path: Path) -> None:
    servers = make(raw("progress", tmp_path, patience_seconds=4))
    await started(servers)
    seen: list[ToolProgress] = []
    assert (await run(servers, report=seen.append)).text == "{}"
    shares = [each.share for each in seen]
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert set(shares) <= {step / 8 for step in range(9)}
    assert seen[0].text == "on"


async def test_a_cancelled_call_is_cancelled_in_the_server(make: Make, tmp_path: Path) -> None:
    servers = make(raw("never answers", tmp_path))
    await started(servers)
    calling = asyncio.create_task(run(servers))
    await asyncio.sleep(0.3)
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    await until(lambda: (tmp_path / "cancelled").exists())
    assert servers.reports()[0].state is ServerState.READY


async def test_a_server_that_dies_in_a_call_is_shown_with_its_last_words(
    make: Make, tmp_path: Path
) -> None:
    servers = make(raw("dies", tmp_path))
    await started(servers)
    with pytest.raises(ToolFailed, match=r"“raw” stopped unexpectedly \(exit code 7\)"):
        await run(servers)
    await until(lambda: servers.reports()[0].state is ServerState.FAILED)
    report = servers.reports()[0]
    assert "exit code 7" in report.problem
    assert report.last_lines == "the disk has failed"
    assert servers.tools() == ()
    await servers.restart("raw")
    assert servers.reports()[0].state is ServerState.READY


async def test_a_flood_on_stderr_does_no_harm(make: Make, tmp_path: Path) -> None:
    servers = make(raw("floods stderr", tmp_path))
    await started(servers)
    assert (await run(servers)).text == "{}"
    assert "noise" in await servers.log("raw")


async def test_two_hundred_megabytes_are_cut(make: Make, tmp_path: Path) -> None:
    servers = make(raw("long text", tmp_path))
    await started(servers)
    result = await run(servers)
    assert MAX_TEXT_CHARS <= len(result.text) < MAX_TEXT_CHARS + 100
    assert result.text.endswith("[cut by Hubbub]")


async def test_an_answer_that_can_not_be_cut_is_refused(make: Make, tmp_path: Path) -> None:
    servers = make(raw("long list", tmp_path))
    await started(servers)
    with pytest.raises(ToolFailed, match="The answer is longer than 40 MB"):
        await run(servers)
    assert servers.reports()[0].state is ServerState.READY


async def test_an_odd_result_becomes_text(make: Make, tmp_path: Path) -> None:
    servers = make(raw("odd result", tmp_path))
    await started(servers)
    result = await run(servers)
    assert result.is_error
    assert '{"type": "video", "data": "x"}' in result.text
    assert "loose" in result.text


async def test_half_a_character_and_no_number_cost_nothing_else(make: Make, tmp_path: Path) -> None:
    servers = make(raw("half a character", tmp_path))
    await started(servers)
    assert (await run(servers)).text == "a\ufffdb\0"


async def test_calls_run_at_the_same_time(make: Make, tmp_path: Path) -> None:
    servers = make(raw("plain", tmp_path))
    await started(servers)
    results = await asyncio.gather(*(run(servers, number=each) for each in range(20)))
    assert [each.text for each in results] == [f'{{"number": {each}}}' for each in range(20)]


async def test_an_error_of_a_server_is_a_sentence_without_controls(
    make: Make, tmp_path: Path
) -> None:
    servers = make(raw("refuses", tmp_path))
    await started(servers)
    with pytest.raises(ToolFailed, match=r"^“raw” reports: no such \[31mcity$"):
        await run(servers)


async def test_a_call_that_needs_a_page_first_is_repeated_once(make: Make, tmp_path: Path) -> None:
    asked: list[ServerQuestion] = []

    async def ask(question: ServerQuestion) -> FormAnswer:
        asked.append(question)
        return FormAnswer(FormAction.ACCEPT)

    servers = make(raw("wants a page", tmp_path), ask=ask)
    await started(servers)
    assert (await run(servers)).text == "{}"
    assert asked == [ServerQuestion("raw", "Sign in.", address="https://a.example/in")]


async def test_changed_tools_are_listed_again(make: Make, tmp_path: Path) -> None:
    servers = make(raw("changes", tmp_path))
    await started(servers)
    changes: list[str] = []
    servers.changed.add(changes.append)
    assert [each.description for each in servers.tools()] == ["Does it."]
    await run(servers)
    await until(lambda: bool(changes))
    assert [each.description for each in servers.tools()] == ["Does it, and more."]


async def test_a_server_ends_although_it_does_not_list_its_tools_again(
    make: Make, tmp_path: Path
) -> None:
    servers = make(raw("hangs later", tmp_path))
    await started(servers)
    assert (await run(servers)).text == "{}"
    await asyncio.sleep(0.5)
    async with asyncio.timeout(40):
        await servers.stop("raw")


async def test_the_whole_tree_ends_with_the_server(make: Make, tmp_path: Path) -> None:
    servers = make(raw("family", tmp_path))
    await started(servers)
    family = await family_in(tmp_path)
    assert all(map(runs, family))
    await servers.stop("raw")
    assert not any(map(runs, family))


@pytest.mark.parametrize("killed", ["window", "process"])
async def test_the_whole_tree_ends_with_the_window_or_its_process(
    killed: str, tmp_path: Path
) -> None:
    script = f"""
import asyncio, sys
from app.tools.servers.model import ToolServer
from app.tools.servers.tool_servers import ToolServers
async def main():
    servers = ToolServers([ToolServer("raw", command=sys.executable,
        arguments=({RAW!r}, "family", {str(tmp_path)!r}))])
    await servers.start("raw")
    print(servers._process._supervisor.process_id, flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""
    folder = Path(__file__).parents[4]
    command = [sys.executable, "-c", script]
    window = await asyncio.to_thread(subprocess.Popen, command, stdout=subprocess.PIPE, cwd=folder)
    try:
        assert window.stdout
        process_id = int(await asyncio.to_thread(window.stdout.readline))
        family = await family_in(tmp_path)
        assert all(map(runs, family))
        os.kill(window.pid if killed == "window" else process_id, signal.SIGKILL)
        await until(lambda: not any(map(runs, (*family, process_id))), seconds=60)
    finally:
        window.kill()
        window.wait()
        assert window.stdout
        window.stdout.close()


async def test_a_server_that_can_not_start_says_why(make: Make, tmp_path: Path) -> None:
    servers = make(
        ToolServer("a", command="no-such-program"),
        ToolServer("b", command="npx-missing", folder="/no/such/folder"),
        ToolServer("c", command=sys.executable, folder="/no/such/folder"),
        ToolServer("d", command=sys.executable, arguments=("-c", "exit('no key')")),
        ToolServer("e", command="x", environment={"KEY": "${input:KEY}"}),
    )
    await servers.prepare(frozenset({"a/x", "b/x", "c/x", "d/x", "e/x"}))
    problems = {each.name: each.problem for each in servers.reports()}
    assert "“no-such-program” was not found" in problems["a"]
    assert problems["c"] == "There is no folder “/no/such/folder”."
    assert problems["d"] == "“d” stopped unexpectedly (exit code 1)."
    assert servers.reports()[3].last_lines == "no key"
    assert problems["e"] == "“e” needs values first: KEY."


async def test_variables_and_secrets_are_filled_in(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HUBBUB_TEST_CITY", "Köln")
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    script = (
        "import json, os, sys\n"
        "names = ('API_KEY', 'CITY', 'PYTHONPATH', 'HF_TOKEN')\n"
        f"json.dump([{{n: os.environ.get(n) for n in names}}, sys.argv[1:]], "
        f"open({str(tmp_path / 'seen')!r}, 'w'))"
    )
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    typed = ToolServer(
        "a",
        command=sys.executable,
        arguments=("-c", script, "--token=abc123", "${env:CITY}", "${env:NONE:-other}"),
        environment={"API_KEY": "k-secret", "CITY": "${env:HUBBUB_TEST_CITY}"},
    )
    servers = make(keys=str(tmp_path / "keys"))
    server = await servers.keep_secrets(typed)
    assert "k-secret" not in repr(server)
    assert "abc123" not in repr(server)
    servers.set_servers([server])
    await servers.start("a")
    environment, arguments = json.loads((tmp_path / "seen").read_text("utf-8"))
    assert environment == {"API_KEY": "k-secret", "CITY": "Köln", "PYTHONPATH": None} | {
        "HF_TOKEN": None
    }
    assert arguments == ["--token=abc123", "Köln", "other"]
    await servers.remove_secrets(server)
    assert list((tmp_path / "keys").iterdir()) == []


async def test_a_server_that_is_stopped_while_it_starts_is_off(make: Make, tmp_path: Path) -> None:
    servers = make(raw("silent", tmp_path))
    starting = asyncio.create_task(servers.start("raw"))
    await until(lambda: servers.reports()[0].state is ServerState.STARTING)
    await asyncio.sleep(1)
    await servers.stop("raw")
    await starting
    assert servers.reports()[0].state is ServerState.OFF


async def test_a_server_that_is_slow_to_start_is_shown_so(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tools.servers.tool_servers.SLOW_SECONDS", 0.2)
    monkeypatch.setattr("app.tools.servers.tool_servers.PREPARE_SECONDS", 1)
    servers = make(raw("silent", tmp_path))
    await servers.prepare(frozenset({"raw/do"}))
    assert servers.reports()[0].state is ServerState.SLOW
    assert servers.tools() == ()


async def test_all_replies_together_wait_once_for_a_server_that_does_not_start(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tools.servers.tool_servers.PREPARE_SECONDS", 1.0)
    servers = make(raw("silent", tmp_path), ToolServer("absent", command="no-such-program"))
    missed: list[str] = []
    servers.missed.add(missed.append)
    keys = frozenset({"raw/do", "absent/x"})
    await servers.prepare(keys)
    began = time.monotonic()
    for _ in range(5):
        await servers.prepare(keys)
    assert time.monotonic() - began < 1.0
    assert sorted(missed) == ["absent", "raw"]


async def test_the_process_is_started_again_after_a_crash(make: Make, tmp_path: Path) -> None:
    servers = make(raw("never answers", tmp_path))
    await started(servers)
    calling = asyncio.create_task(run(servers))
    await asyncio.sleep(0.3)
    for process in psutil.Process().children():
        if "app.tools.servers.process" in process.cmdline():
            process.kill()
    with pytest.raises(ToolFailed, match="stopped unexpectedly"):
        await calling
    servers.set_servers([raw("plain", tmp_path)])
    await servers.prepare(frozenset({"raw/do"}))
    assert await run(servers) == ToolResult("{}")


async def test_servers_that_no_chat_needs_end(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tools.servers.tool_servers.UNNEEDED_SECONDS", 0.2)
    servers = make(raw("plain", tmp_path))
    await started(servers)
    servers.set_needed(["raw/do"])
    await asyncio.sleep(0.5)
    assert servers.reports()[0].state is ServerState.READY
    servers.set_needed([])
    await until(lambda: servers.reports()[0].state is ServerState.OFF)


async def test_other_settings_end_a_server(make: Make, tmp_path: Path) -> None:
    servers = make(raw("plain", tmp_path))
    await started(servers)
    servers.set_servers([raw("plain", tmp_path, hidden_tools=("do",))])
    assert servers.reports()[0].state is ServerState.READY
    assert servers.tools() == ()
    servers.set_servers([raw("plain", tmp_path, is_on=False)])
    assert servers.reports()[0].state is ServerState.OFF
    servers.set_servers([])
    assert servers.reports() == ()


async def family_in(folder: Path) -> tuple[int, int]:
    await until(lambda: all((folder / name).exists() for name in ("child", "orphan")))
    await asyncio.sleep(0.2)
    return int((folder / "child").read_text()), int((folder / "orphan").read_text())


def runs(process_id: int) -> bool:
    try:
        return bool(psutil.Process(process_id).status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


async def until(condition: Callable[[], bool], seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
