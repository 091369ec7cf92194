"""Runs clients that people use against our own server: ``python -m tests.remote.clients openai``.

Each lives in an environment of its own, in the folder for temporary files, which is made the first
time (some 100 MB for litellm and aider). They are scripts that raise where an answer is not what it
has to be. Not in CI: it fetches packages. Without a name all are run but aider, which is large.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.data_folders import Paths
from tests.house.source_files import ROOT
from tests.models.talker import TALKER

FOLDER = Path(tempfile.gettempdir()) / "hubbub-clients"
SCRIPTS = Path(__file__).with_name("client_scripts")
SECONDS = 300
PACKAGES = {
    "openai": "openai",
    "anthropic": "anthropic",
    "llm": "llm",
    "litellm": "litellm",
    "aider": "aider-chat",
}
USUAL = ("openai", "anthropic", "llm", "litellm", "npm")


def main() -> int:
    """Run the clients that are named; return how many failed."""
    parser = argparse.ArgumentParser(prog="tests.remote.clients", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*PACKAGES, "npm"])
    names = parser.parse_args().names or USUAL
    failed = 0
    with served() as server:
        for name in names:
            print(f"{name}:", flush=True)
            done = (
                npm(server.address, server.token)
                if name == "npm"
                else python(name, server.address, server.token)
            )
            failed += done != 0
            print(f"{name} {'failed' if done else 'works'}.", flush=True)
    return failed


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
        command += ["--show-token", "--model", str(model)]
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


def python(name: str, address: str, token: str) -> int:
    """Run a client of Python; return its exit status."""
    folder = FOLDER / name
    program = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not (folder / "done").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([program, "-m", "pip", "install", "-q", PACKAGES[name]], check=True)
        (folder / "done").touch()
    script = SCRIPTS / f"{name}_client.py"
    return _status([str(program), str(script)], address, token, folder)


def npm(address: str, token: str) -> int:
    """Run the openai package of npm; return its exit status."""
    node, manager = shutil.which("node"), shutil.which("npm")
    if node is None or manager is None:
        print("Neither node nor npm is here.")
        return 1
    folder = FOLDER / "npm"
    if not (folder / "done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([manager, "init", "-y"], cwd=folder, check=True, capture_output=True)
        subprocess.run([manager, "install", "openai"], cwd=folder, check=True, capture_output=True)
        (folder / "done").touch()
    script = folder / "client.mjs"  # packages are looked for from where a script lies
    shutil.copyfile(SCRIPTS / "npm_client.mjs", script)
    return _status([node, str(script)], address, token, folder)


def _status(command: list[str], address: str, token: str, folder: Path) -> int:
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
    try:
        return subprocess.run(command, env=environment, cwd=folder, timeout=SECONDS).returncode
    except subprocess.TimeoutExpired:
        print(f"It took longer than {SECONDS} seconds.")
        return 1


if __name__ == "__main__":
    sys.exit(main())
