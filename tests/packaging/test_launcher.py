"""The packaged program's entry, run from the checkout: one file, called with different words."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.media import decoder_messages as media
from app.models.library.messages import FRAMES, REQUESTS, Ended, HashRequest, ScanRequest
from app.printing.messages import PageJob, PageKind
from app.tools.servers.model import ServerState, ToolServer
from app.tools.servers.tool_servers import ToolServers
from app.transfer import import_messages
from engine.client.client import EngineClient, EnginePhase
from engine.client.net_client import NetClient
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from launcher import give_back_library_paths
from tests.app.documents.files import SCAN, pdf_of, text_stream
from tests.app.printing.pages import LABELS, stdin_of
from tests.fakes.engine_client import ask, end_of, events_of, text_of, until
from tests.house.source_files import ROOT
from tests.models.talker import TALKER
from tests.net.hub_files import Repository
from tests.net.hub_server import HubServer

LAUNCHER = [sys.executable, str(ROOT / "packaging" / "launcher.py")]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}


def run(*arguments: str, given: bytes = b"") -> bytes:
    """Return what the program writes, which is given this."""
    command = [*LAUNCHER, *arguments]
    return subprocess.run(
        command, input=given, env=ENVIRONMENT, stdout=subprocess.PIPE, timeout=60, check=True
    ).stdout


async def test_the_program_is_its_own_engine_process() -> None:
    client = EngineClient([*LAUNCHER, "--engine"])
    await client.start()
    try:
        client.load(str(TALKER), EngineConfig(context_window=512))
        await until(client, EnginePhase.READY)
        events = await events_of(ask(client, "What is a tab?"))
    finally:
        await client.close()
    assert text_of(events)
    assert end_of(events).reason is not FinishReason.FAILED


async def test_the_program_is_its_own_net_process(monkeypatch: pytest.MonkeyPatch) -> None:
    with HubServer(Repository("owner/small", {"m.gguf": b"x"})) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        monkeypatch.setenv("HF_TOKEN", "x")
        client = NetClient(command=[*LAUNCHER, "--net"])
        try:
            (model,) = (await client.search("small")).models
        finally:
            await client.close()
    assert model.name == "owner/small"


async def test_the_program_is_its_own_process_of_tool_servers() -> None:
    command = [*LAUNCHER, "--tool-servers"]
    server = ToolServer("time", command=sys.executable, arguments=("-m", "mcp_server_time"))
    servers = ToolServers([server], command=command)
    try:
        await servers.start("time")
        (report,) = servers.reports()
    finally:
        await servers.close()
    assert report.state is ServerState.READY


def test_the_program_tries_backends() -> None:
    assert json.loads(run("--try-backend"))["trouble"] is None


@pytest.mark.parametrize(
    ("options", "begins"), [((), b"\x83\xa4text\xb7a tab is a conversation"), (("--pages=1",), b"")]
)
def test_the_program_reads_and_draws_pdfs(options: tuple[str, ...], begins: bytes) -> None:
    given = pdf_of([text_stream("a tab is a conversation"), SCAN])
    written = run("--read-pdf", *options, given=given)
    assert written.startswith(begins)
    assert (b"BM" in written[:60]) is bool(options)


def test_the_program_reads_documents() -> None:
    assert run("--read-document", given=b"<html><p>a tab is a conversation</p></html>").strip() == (
        b"a tab is a conversation"
    )


def test_the_program_reads_exports(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text("{}", "utf-8")
    assert isinstance(
        import_messages.FRAMES.read(io.BytesIO(run("--read-export", str(path)))),
        import_messages.Refused,
    )


def test_the_program_writes_pages(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    run("--write-pages", given=stdin_of(PageJob(PageKind.HTML, str(path), LABELS), ()))
    assert path.read_bytes().startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize("request_type", [ScanRequest, HashRequest])
def test_the_program_looks_for_models(
    tmp_path: Path, request_type: type[ScanRequest] | type[HashRequest]
) -> None:
    index = str(tmp_path / "index")
    is_scan = request_type is ScanRequest
    request = ScanRequest((), index, 1.0) if is_scan else HashRequest((), index)
    assert run("--find-models", given=REQUESTS.encode(request)).endswith(FRAMES.encode(Ended()))


def test_the_program_decodes_pictures() -> None:
    given = media.REQUESTS.encode(media.DecodeRequest(b"no picture"))
    refused = media.Refused(media.DecodeTrouble.UNKNOWN)
    assert run("--read-pictures", given=given) == media.REPLIES.encode(refused)


def test_without_a_word_it_is_the_window() -> None:
    assert run("--version").startswith(b"Hubbub ")


def test_programs_that_hubbub_opens_get_their_own_libraries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/ours")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/theirs")
    give_back_library_paths()
    assert os.environ["LD_LIBRARY_PATH"] == "/theirs"
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ


def test_a_packaged_program_leaves_no_path_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/ours")
    give_back_library_paths()
    assert os.environ["LD_LIBRARY_PATH"] == "/ours"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    give_back_library_paths()
    assert "LD_LIBRARY_PATH" not in os.environ
