"""The packaged program's entry, run from the checkout: one file, called with different words."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.transfer.import_frames import LENGTH_BYTES, Refused, decode
from engine.client.client import EngineClient, EnginePhase
from engine.wire.config import EngineConfig
from engine.wire.events import FinishReason
from launcher import give_back_library_paths
from resources import demo_model
from tests.app.chat.test_text_files import pdf
from tests.fakes.engine_client import ask, end_of, events_of, text_of, until
from tests.house.source_files import ROOT

LAUNCHER = [sys.executable, str(ROOT / "packaging" / "launcher.py")]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}


def run(*arguments: str) -> str:
    command = [*LAUNCHER, *arguments]
    return subprocess.run(
        command, env=ENVIRONMENT, capture_output=True, text=True, timeout=60, check=True
    ).stdout


async def test_the_program_is_its_own_engine_process() -> None:
    client = EngineClient([*LAUNCHER, "--engine"])
    await client.start()
    try:
        client.load(str(demo_model.path()), EngineConfig(context_window=512))
        await until(client, EnginePhase.READY)
        events = await events_of(ask(client, "What is a tab?"))
    finally:
        await client.close()
    assert text_of(events)
    assert end_of(events).reason is not FinishReason.FAILED


def test_the_program_tries_backends() -> None:
    assert json.loads(run("--try-backend"))["trouble"] is None


def test_the_program_reads_pdfs() -> None:
    ended = subprocess.run(
        [*LAUNCHER, "--read-pdf"],
        input=pdf("a tab is a conversation"),
        env=ENVIRONMENT,
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert ended.stdout == b"a tab is a conversation"


def test_the_program_reads_exports(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text("{}", "utf-8")
    ended = subprocess.run(
        [*LAUNCHER, "--read-export", str(path)],
        env=ENVIRONMENT,
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert isinstance(decode(ended.stdout[LENGTH_BYTES:]), Refused)


def test_without_a_word_it_is_the_window() -> None:
    assert run("--version").startswith("Hubbub ")


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
