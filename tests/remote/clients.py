"""Runs clients that people use against our own server: ``python -m tests.remote.clients openai``.

Each lives in an environment of its own, in the folder for temporary files, which is made the first
time (some 100 MB for litellm and aider). They are scripts that raise where an answer is not what it
has to be, or check one feature after the other and print a line for each (``checking.py``); at the
end comes a table. Not in CI: it fetches packages. Without a name all are run but aider, which is
large.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.data_folders import Paths
from tests.house.source_files import ROOT
from tests.models.talker import STARTER_MODEL, TALKER

FOLDER = Path(tempfile.gettempdir()) / "hubbub-clients"
SCRIPTS = Path(__file__).with_name("client_scripts")
SECONDS = 600
PYTHON = {
    "openai": ("openai",),
    "anthropic": ("anthropic",),
    "ollama": ("ollama",),
    "llm": ("llm",),
    "litellm": ("litellm",),
    "pydantic_ai": ("pydantic-ai-slim[openai,anthropic]",),
    "instructor": ("instructor", "anthropic"),
    "langchain": ("langchain-openai",),
    "aider": ("aider-chat",),
}
NPM = {
    "npm": ("openai",),
    "ai_sdk": ("ai", "@ai-sdk/openai-compatible", "@ai-sdk/anthropic", "zod"),
}
RECORDED = ("codex", "claude_code")  # requests in the shape that these programs send
ALL = (*PYTHON, *NPM, *RECORDED)
LARGE = ("aider",)
MODELS = {"starter": STARTER_MODEL, "talker": TALKER}


@dataclass(frozen=True, slots=True)
class Result:
    """What one client said: the names of its checks, and the lines about those that failed."""

    name: str
    passed: tuple[str, ...]
    failed: tuple[str, ...]
    status: int
    seconds: float

    @property
    def has_passed(self) -> bool:
        return self.status == 0 and not self.failed


def main() -> int:
    """Run the clients that are named; return how many failed."""
    parser = argparse.ArgumentParser(prog="tests.remote.clients", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="client", help=", ".join(ALL))
    parser.add_argument("--model", default="starter", help="starter, talker, or a model file")
    asked = parser.parse_args()
    unknown = set(asked.names) - set(ALL)
    if unknown:
        parser.error(f"unknown clients: {', '.join(sorted(unknown))}")
    model = MODELS.get(asked.model) or Path(asked.model)
    with served(model) as server:
        names = asked.names or [each for each in ALL if each not in LARGE]
        results = [_run(each, server) for each in names]
    print(_table(results))
    return sum(not each.has_passed for each in results)


def _run(name: str, server: "Served") -> Result:
    print(f"{name}:", flush=True)
    began = time.monotonic()
    try:
        folder, command = _command(name)
        status, lines = _output(command, server, folder)
    except (subprocess.CalledProcessError, OSError) as error:
        status, lines = 1, [f"- installing => {error}"]
    passed = tuple(each[2:] for each in lines if each.startswith("+ "))
    failed = tuple(each[2:] for each in lines if each.startswith("- "))
    return Result(name, passed, failed, status, time.monotonic() - began)


def _table(results: list[Result]) -> str:
    lines = [
        "",
        "| client | result | checks | failed | seconds |",
        "| --- | --- | --- | --- | --- |",
    ]
    for each in results:
        word = "works" if each.has_passed else "fails"
        names = "; ".join(one.partition(" => ")[0] for one in each.failed)
        count = (
            f"{len(each.passed)} of {len(each.passed) + len(each.failed)}"
            if each.passed or each.failed
            else "-"
        )
        lines.append(f"| {each.name} | {word} | {count} | {names} | {each.seconds:.0f} |")
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Served:
    """A ``hubbub serve`` that answers."""

    address: str
    token: str
    process_id: int


@contextmanager
def served(model: Path = TALKER, **settings: object) -> Iterator[Served]:
    """Run ``hubbub serve`` with a model and a data folder of its own; yield it when it is ready.

    Settings that are not given, or are None, have their defaults.
    """
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    with tempfile.TemporaryDirectory(prefix="hubbub-clients-") as data:
        settings_file = Paths.under(Path(data)).settings_file
        settings_file.parent.mkdir()
        settings_file.write_text(json.dumps(settings))
        command = [sys.executable, "-m", "app", "serve", "--data", data, "--port", "0"]
        command += ["--show-token", "--model", str(model), "--alias", f"second={TALKER}"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, env=environment, cwd=ROOT, text=True
        ) as process:
            assert process.stdout is not None
            try:
                address = process.stdout.readline().split()[-1]
                process.stdout.readline()
                token = process.stdout.readline().strip()
                process.stdout.readline()  # the model is ready
                yield Served(address, token, process.pid)
            finally:
                process.terminate()


def _command(name: str) -> tuple[Path, list[str]]:
    """Return the folder and the command of a client, which is installed if it was not yet.

    Raises CalledProcessError and OSError if that fails.
    """
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    is_done = (folder / "done").exists()
    if name in NPM:
        if not is_done:
            manager = shutil.which("npm") or "npm"
            subprocess.run([manager, "init", "-y"], cwd=folder, check=True, capture_output=True)
            install = [manager, "install", *NPM[name]]
            subprocess.run(install, cwd=folder, check=True, capture_output=True)
        script = folder / "client.mjs"  # packages are looked for from where a script lies
        shutil.copyfile(SCRIPTS / f"{name}_client.mjs", script)
        command = [shutil.which("node") or "node", str(script)]
    else:
        program = sys.executable
        if name in PYTHON:
            program = str(folder / ("Scripts" if sys.platform == "win32" else "bin") / "python")
            if not is_done:
                subprocess.run([sys.executable, "-m", "venv", folder], check=True)
                packages = PYTHON[name]
                subprocess.run([program, "-m", "pip", "install", "-q", *packages], check=True)
        command = [program, str(SCRIPTS / f"{name}_client.py")]
    (folder / "done").touch()
    return folder, command


def _output(command: list[str], server: "Served", folder: Path) -> tuple[int, list[str]]:
    """Run a client; print its output as it comes, and return its status and lines."""
    address, token = server.address, server.token
    environment = {
        "PATH": f"{Path(command[0]).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "HUBBUB_ADDRESS": address,
        "HUBBUB_TOKEN": token,
        "OPENAI_API_KEY": token,
        "OPENAI_BASE_URL": f"{address}/v1",
        "OPENAI_API_BASE": f"{address}/v1",
        "ANTHROPIC_API_KEY": token,
        "ANTHROPIC_BASE_URL": address,
        "NO_PROXY": "*",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else it is looked for on the network
    }
    lines: list[str] = []
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        cwd=folder,
        text=True,
    ) as process:
        assert process.stdout is not None
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        for line in process.stdout:
            print(f"  {line.rstrip()}", flush=True)
            lines.append(line.rstrip())
        timer.cancel()
    return process.returncode, lines


if __name__ == "__main__":
    sys.exit(main())
