"""The net process for real: started when it is needed, killed, started again, gone offline."""

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from engine.client.net_client import NET_VARIABLES, NetClient, NetFailure
from engine.gguf.header import read_header, unpacked_header
from engine.ipc.child import child_environment
from engine.ipc.supervisor import RestartPolicy
from engine.messages.net_messages import HubPage, NetTrouble, TokenOrigin
from tests.engine.gguf.gguf_files import write_model
from tests.net.hub_files import PatternContent, Repository
from tests.net.hub_server import HubServer, Reply

QUICK = RestartPolicy(back_off_seconds=(0.0, 0.0))
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

PARENT = """
import asyncio
from engine.client.net_client import NetClient

async def main():
    client = NetClient()
    await client.search("small")
    print(client.process_id, flush=True)
    await asyncio.sleep(3600)

asyncio.run(main())
"""


@pytest.fixture
def hub(plain_environment: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    files = {"small-Q4_K_M.gguf": PatternContent(3000)}
    with HubServer(Repository("owner/small-GGUF", files)) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        monkeypatch.setenv("HF_TOKEN", "hf_secret")
        yield server


@asynccontextmanager
async def net_client(folder: str = "") -> AsyncGenerator[NetClient]:
    client = NetClient(folder=folder, policy=QUICK)
    try:
        yield client
    finally:
        await client.close()


def slowly(_: object, reply: Reply) -> Reply:
    return replace(reply, bytes_per_second=100_000)


def has_ended(process_id: int) -> bool:
    return not psutil.pid_exists(process_id)


async def test_the_process_starts_with_the_first_request_and_ends_with_the_client(
    hub: HubServer,
) -> None:
    async with net_client() as client:
        assert client.process_id is None
        pages = await asyncio.gather(client.search("small"), client.search("nothing"))
        process_id = client.process_id
    assert [len(page.models) for page in pages] == [1, 0]
    assert process_id is not None
    assert has_ended(process_id)
    assert {e.request.headers["authorization"] for e in hub.exchanges} == {"Bearer hf_secret"}


async def test_a_header_is_read_before_the_file_is_here(hub: HubServer, tmp_path: Path) -> None:
    path = write_model(tmp_path / "m.gguf")
    with path.open("rb") as file:
        header = read_header(file)
    large = PatternContent(64 << 20, head=path.read_bytes())
    hub.repositories["o/m"] = repository = Repository("o/m", {"a b/m-Q4_0.gguf": large})
    async with net_client() as client:
        shown = await client.show("o/m")
        found = await client.read_header("o/m", shown.commit, "a b/m-Q4_0.gguf")
    assert unpacked_header(found.header) == header
    assert repository.commit == shown.commit
    assert found.read_bytes == hub.sent_bytes("m-Q4_0.gguf") == 1 << 20


async def test_one_that_was_given_up_is_started_by_the_next_request(hub: HubServer) -> None:
    client = NetClient(policy=RestartPolicy(back_off_seconds=()))
    try:
        await client.search("small")
        assert client.process_id is not None
        os.kill(client.process_id, signal.SIGKILL)
        async with asyncio.timeout(60):
            while client.process_id is not None:  # noqa: ASYNC110 (nobody tells)
                await asyncio.sleep(0.01)
            assert len((await client.search("small")).models) == 1
    finally:
        await client.close()


async def test_offline_there_is_no_process_and_every_request_says_so(hub: HubServer) -> None:
    async with net_client() as client:
        client.set_offline(True)
        with pytest.raises(NetFailure) as caught:
            await client.search("small")
        assert (caught.value.trouble, client.process_id) == (NetTrouble.OFFLINE, None)
        client.set_offline(False)
        assert client.process_id is None
        await client.search("small")
    assert len(hub.exchanges) == 1


async def test_going_offline_ends_what_runs(hub: HubServer) -> None:
    started = asyncio.Event()
    loop = asyncio.get_running_loop()

    def hang(_: object, reply: Reply) -> Reply:
        loop.call_soon_threadsafe(started.set)
        return replace(reply, silent_seconds=600)

    async with net_client() as client:
        await client.search("small")
        process_id = client.process_id
        assert process_id is not None
        hub.misbehave(hang, times=1)
        asked = asyncio.ensure_future(client.search("small"))
        await started.wait()
        client.set_offline(True)
        with pytest.raises(NetFailure) as caught:
            await asyncio.wait_for(asked, 60)
        client.set_offline(False)  # the next one waits for the end of this one
        await client.search("small")
        assert has_ended(process_id)
    assert caught.value.trouble is NetTrouble.OFFLINE


async def test_who_no_longer_waits_has_the_connection_closed(hub: HubServer) -> None:
    hub.repositories["o/m"] = Repository("o/m", {"m.gguf": PatternContent(8 << 20)})
    async with net_client() as client:
        hub.misbehave(slowly, when=lambda r: r.host == "cdn")
        commit = hub.repositories["o/m"].commit
        asked = asyncio.ensure_future(client.read_header("o/m", commit, "m.gguf"))
        while not any(each.request.host == "cdn" for each in hub.exchanges):  # noqa: ASYNC110 (nobody tells)
            await asyncio.sleep(0.01)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await client.search("small")
        assert client.process_id is not None
        there = int(hub.cdn_url.rpartition(":")[2])
        connections = psutil.Process(client.process_id).net_connections("tcp")
    assert [each for each in connections if each.raddr and each.raddr.port == there] == []


async def test_half_a_letter_harms_nobody_else(hub: HubServer) -> None:
    async with net_client() as client:
        found, half = await asyncio.gather(
            client.search("small"), client.search("\ud800"), return_exceptions=True
        )
        assert isinstance(half, NetFailure)
        assert isinstance(found, HubPage)


async def test_an_endpoint_that_is_none_is_a_sentence(
    hub: HubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://[")
    async with net_client() as client:
        with pytest.raises(NetFailure, match="HF_ENDPOINT"):
            await client.search("small")
        with pytest.raises(NetFailure, match="nonsense"):
            await client.find_release("nonsense")


async def test_a_closed_client_answers_too() -> None:
    client = NetClient()
    await client.close()
    with pytest.raises(NetFailure) as caught:
        await client.search("small")
    assert caught.value.trouble is NetTrouble.STOPPED


@linux_only
def test_it_ends_with_a_window_that_is_killed(hub: HubServer) -> None:
    command = [sys.executable, "-c", PARENT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ}) as parent:
        assert parent.stdout is not None
        descriptor = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()
        readable, _, _ = select.select([descriptor], [], [], 30)
        os.close(descriptor)
    assert readable


@linux_only
async def test_it_writes_to_the_folder_of_models_only_and_reaches_the_network(
    hub: HubServer, tmp_path: Path
) -> None:
    async with net_client(str(tmp_path / "models")) as client:
        assert len((await client.search("small")).models) == 1
        status = Path(f"/proc/{client.process_id}/status").read_text("ascii")
    assert "NoNewPrivs:\t1" in status
    assert (tmp_path / "models").is_dir()


async def test_the_token_of_the_hubs_own_program_is_found_in_the_sandbox(
    hub: HubServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("HF_TOKEN")
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    (tmp_path / "token").write_text("hf_file\n")
    async with net_client(str(tmp_path / "models")) as client:
        assert (await client.report_token()).origin is TokenOrigin.FILE
        await client.search("small")
    sent = [each.request.headers.get("authorization") for each in hub.exchanges]
    assert set(sent) == {"Bearer hf_file"}


def test_the_engine_gets_no_token_and_no_proxy() -> None:
    secrets = {"HF_TOKEN": "hf_secret", "https_proxy": "http://user:word@proxy", "AWS_KEY": "x"}
    assert not set(child_environment(secrets)) & set(secrets)
    assert set(child_environment(secrets, NET_VARIABLES)) & set(secrets) == {
        "HF_TOKEN",
        "https_proxy",
    }
