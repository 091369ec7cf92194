"""``hubbub serve`` for real: without Qt, on a free port, ended by signals; trouble is one line."""

import asyncio
import base64
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from app import serve
from app.data_folders import Paths
from app.instance_lock import InstanceLock
from app.models.library.model_settings_store import ModelSettingsStore
from app.models.library.models import describe
from app.models.settings_model import ModelSettings
from app.storage.history import History
from engine.load_mark import set_mark, stop_count
from engine.remote.pictures import png_of
from tests.engine.llama.media.pictures import QWEN2, needs_library, noise
from tests.house.source_files import ROOT
from tests.models.cache import cached_model
from tests.models.talker import TALKER
from tests.models.tiny import write_plain
from tests.models.tiny_encoders import write_bert

PATIENCE_SECONDS = 120
# As where Qt is not installed: importing anything of it fails.
WITHOUT_QT = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "qasync"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocker())
from app.__main__ import main
sys.exit(main())
"""


# As where it is installed: what is started may import it, and this program does not.
BESIDE_QT = """
import sys
from app.__main__ import main
status = main()
sys.exit(3 if "PySide6" in sys.modules else status)
"""
# The search for other models begins when the file of the default one is gone.
SEARCHING_LATE = """
import asyncio, pathlib, sys
from app.models.library.model_library import ModelLibrary
scan = ModelLibrary.scan
async def scan_late(self, folders):
    model = pathlib.Path(sys.argv[sys.argv.index("--model") + 1])
    while model.exists():
        await asyncio.sleep(0.05)
    async for state in scan(self, folders):
        yield state
ModelLibrary.scan = scan_late
from app.__main__ import main
sys.exit(main())
"""
MODEL = ("--model", str(TALKER))


@contextmanager
def serving(*arguments: str, program: str = WITHOUT_QT) -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    command = [sys.executable, "-c", program, "serve", *arguments]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def refusal(*arguments: str) -> str:
    """Return the one line that the start of a process ends with."""
    with serving(*arguments) as process:
        output, trouble = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 1
    assert output == ""
    assert trouble.count("\n") == 1
    return trouble


def refusal_here(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line that a start in this process ends with."""
    assert serve.run(arguments) == 1
    output, trouble = capsys.readouterr()
    assert output == ""
    assert trouble.count("\n") == 1
    return trouble


def asked(
    address: str, token: str, body: dict[str, object], path: str = "/v1/chat/completions"
) -> dict[str, object]:
    request = urllib.request.Request(
        f"{address}{path}",
        json.dumps(body).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
        answer: dict[str, object] = json.load(response)
    return answer


def begun(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Return address and token, printed by ``--show-token``, when the model is ready."""
    assert process.stdout is not None
    address = process.stdout.readline().split()[-1]
    process.stdout.readline()
    token = process.stdout.readline().strip()
    assert process.stdout.readline().endswith("is ready.\n")
    until(lambda: "loaded" in states(address, token).values())  # the net process hears it too
    return address, token


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def states(address: str, token: str) -> dict[str, str]:
    """Return the states of the listed models, by their ids."""
    found: list[Any] = got(f"{address}/v1/models", token)["data"]
    return {each["id"]: each["status"]["value"] for each in found}


def got(address: str, token: str) -> dict[str, list[dict[str, object]]]:
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
        answer: dict[str, list[dict[str, object]]] = json.load(response)
    return answer


async def set_for_model(paths: Paths, settings: ModelSettings) -> None:
    history = await History.open(paths.database)
    try:
        store = ModelSettingsStore(history.known_models, paths.model_index)
        await store.save(str(TALKER), settings)
    finally:
        await history.close()


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.nightly)]
)
def test_it_answers_without_qt_and_ends_when_it_is_told_to(
    tmp_path: Path, number: signal.Signals
) -> None:
    with serving("--data", str(tmp_path / "data"), "--port", "0", *MODEL) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        assert address.startswith("http://127.0.0.1:")
        folder = Paths.under(tmp_path / "data").keys
        assert str(folder) in process.stdout.readline()
        (file,) = folder.iterdir()
        token = file.read_text("utf-8")
        shown = describe(TALKER).name
        assert process.stdout.readline() == f"{shown} is ready.\n"
        body = {"messages": [{"role": "user", "content": "Hello"}], "max_tokens": 4}
        assert asked(address, token, body)["object"] == "chat.completion"
        with pytest.raises(urllib.error.HTTPError):
            asked(address, "wrong", body)
        children = psutil.Process(process.pid).children(recursive=True)
        assert len(children) >= 2  # one more while it searches for models
        process.send_signal(number)
        output, trouble = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, output) == (0, "")
    assert token not in trouble
    assert psutil.wait_procs(children, timeout=PATIENCE_SECONDS)[1] == []
    for log in (tmp_path / "data" / "logs").iterdir():
        assert token not in log.read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="opens a terminal")
def test_a_terminal_shows_the_progress_of_the_load(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "app", "serve", "--data", str(tmp_path), "--port", "0"]
    with subprocess.Popen([*command, *MODEL], stdout=theirs, cwd=ROOT) as process:
        os.close(theirs)
        shown = b""
        while b"is ready." not in shown:
            shown += os.read(ours, 4096)
        process.terminate()
    os.close(ours)
    text = shown.decode()
    assert re.search(rf"\rLoading {TALKER.name}… \d+% *\r", text)
    assert re.search(r"\r +\r\S[^\r]* is ready\.", text), "the progress is erased before"


def test_what_is_set_for_the_model_alone_holds_here_as_well(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path / "data")
    paths.create()
    asyncio.run(set_for_model(paths, ModelSettings(context_window=768, slot_count=3)))
    before = paths.database.read_bytes()
    with serving(
        "--data", str(tmp_path / "data"), "--port", "0", *MODEL, "--show-token"
    ) as process:
        address, token = begun(process)
        model = got(f"{address}/v1/models", token)["data"][0]
        slots: Any = got(f"{address}/slots", token)
    assert (model["max_model_len"], len(slots)) == (768, 3)
    assert paths.database.read_bytes() == before


def test_settings_of_models_that_cannot_be_read_are_done_without(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path / "data")
    paths.create()
    paths.database.write_bytes(b"This is no database." * 100)
    with serving(
        "--data", str(tmp_path / "data"), "--port", "0", *MODEL, "--show-token"
    ) as process:
        begun(process)
        process.terminate()
        _, trouble = process.communicate(timeout=PATIENCE_SECONDS)
    assert str(paths.database) in trouble
    assert paths.database.read_bytes().startswith(b"This is no database.")


@pytest.mark.nightly
def test_a_model_that_stopped_the_computer_is_tried_once_more_and_then_only_if_named(
    tmp_path: Path,
) -> None:
    paths = Paths.under(tmp_path / "data")
    paths.create()
    paths.settings_file.write_text(json.dumps({"model_path": str(TALKER)}), "utf-8")
    given = ("--data", str(tmp_path / "data"), "--port", "0", "--show-token")

    def serve_and_stop(stops: int, *named: str) -> None:
        """Load the model; leave the marks of as many further loads that stopped the computer."""
        with serving(*given, *named) as process:
            begun(process)
            process.terminate()
            assert process.wait(PATIENCE_SECONDS) == 0
        (folder,) = (paths.conversation_cache / "models").iterdir()
        assert stop_count(folder, TALKER) == 0, "the load ended well"
        for _ in range(stops):
            set_mark(folder, TALKER)

    serve_and_stop(1)
    serve_and_stop(2)
    with serving(*given) as process:
        _, trouble = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 1
    assert trouble.count("\n") == 1
    assert "stopped during its last loads" in trouble
    assert "--model" in trouble
    serve_and_stop(0, *MODEL)


def test_models_of_the_folder_are_loaded_on_request_up_to_the_limit(tmp_path: Path) -> None:
    folder = Paths.under(tmp_path / "data").models
    folder.mkdir(parents=True)
    for name in ("one", "two"):
        (folder / f"{name}.gguf").write_bytes(cached_model(write_plain).read_bytes())
    given = ("--data", str(tmp_path / "data"), "--port", "0", "--show-token", *MODEL)
    limits = ("--models-max", "1", "--rest", "1", "--stay", "0")
    junk = tmp_path / "junk.gguf"
    junk.write_bytes(b"GGUF")
    aliases = ("--alias", "usual=two", "--alias", "x=no", "--alias", f"y={junk}")
    body = {"messages": [{"role": "user", "content": "Hello"}], "max_tokens": 4}
    with serving(*given, *limits, *aliases) as process:
        address, token = begun(process)
        until(lambda: {"one", "two"} <= states(address, token).keys())
        for asked_name, name in (("one", "one"), ("usual", "two"), ("one", "one")):
            assert asked(address, token, body | {"model": asked_name})["model"] == name
            found = states(address, token)
            assert [id_ for id_, state in found.items() if state == "loaded"] == [name]
        until(lambda: "loaded" not in states(address, token).values())
        # At once: each waits until the answers of the other model have ended.
        with ThreadPoolExecutor() as pool:
            names = ("one", "two", "one", "two")
            asking = [pool.submit(asked, address, token, body | {"model": each}) for each in names]
            assert [each.result()["model"] for each in asking] == list(names)
        until(lambda: "loaded" not in states(address, token).values())
        assert asked(address, token, body)["model"] == TALKER.stem
        process.terminate()
        _, trouble = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0
    missing, damaged = trouble.splitlines()
    assert missing == "The model “no” was not found. So the alias “x” is not offered."
    assert damaged.startswith("“junk.gguf” is incomplete")
    assert damaged.endswith("So the alias “y” is not offered.")


def test_an_embedding_model_answers_next_to_the_chat_model(tmp_path: Path) -> None:
    folder = Paths.under(tmp_path / "data").models
    folder.mkdir(parents=True)
    (folder / "encoder.gguf").write_bytes(cached_model(write_bert).read_bytes())
    given = ("--data", str(tmp_path / "data"), "--port", "0", "--show-token", *MODEL)
    texts: dict[str, object] = {"model": "encoder", "input": ["quick fox", "weather"]}
    chat: dict[str, object] = {
        "messages": [{"role": "user", "content": "Hello"}],
        "max_tokens": 4,
    }
    with serving(*given) as process:
        address, token = begun(process)
        until(lambda: "encoder" in states(address, token))
        found: Any = asked(address, token, texts, "/v1/embeddings")
        assert [len(each["embedding"]) for each in found["data"]] == [64, 64]
        assert found["model"] == "encoder"
        assert asked(address, token, chat)["model"] == TALKER.stem
        now = states(address, token)
        assert (now["encoder"], now[TALKER.stem]) == ("loaded", "loaded")
        with pytest.raises(urllib.error.HTTPError, match="400"):
            asked(address, token, chat | {"model": "encoder"})
        process.terminate()
        process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0


def test_an_embedding_model_can_be_the_only_one(tmp_path: Path) -> None:
    given = ("--data", str(tmp_path / "data"), "--port", "0", "--show-token")
    with serving(*given, "--model", str(cached_model(write_bert))) as process:
        address, token = begun(process)
        found: Any = asked(address, token, {"input": "weather"}, "/v1/embeddings")
        assert len(found["data"][0]["embedding"]) == 64
        with pytest.raises(urllib.error.HTTPError, match="400"):
            asked(address, token, {"messages": [{"role": "user", "content": "Hello"}]})


def test_a_lost_default_model_is_named_and_others_still_answer(tmp_path: Path) -> None:
    usual, other = tmp_path / "usual.gguf", tmp_path / "other.gguf"
    paths = Paths.under(tmp_path / "data")
    paths.create()
    paths.models.mkdir()
    for file in (usual, other, paths.models / "found.gguf"):
        file.write_bytes(cached_model(write_plain).read_bytes())
    given = ("--data", str(tmp_path / "data"), "--port", "0", "--show-token")
    models = ("--model", str(usual), "--alias", f"elsewhere={other}")
    body = {"messages": [{"role": "user", "content": "Hello"}], "max_tokens": 4}
    with serving(*given, *models, program=SEARCHING_LATE) as process:
        address, token = begun(process)
        asked(address, token, {"model": "usual"}, "/models/unload")
        until(lambda: states(address, token)["usual"] == "unloaded")
        usual.unlink()
        until(lambda: "found" in states(address, token))
        with pytest.raises(urllib.error.HTTPError, match="503"):
            asked(address, token, body)
        assert asked(address, token, body | {"model": "elsewhere"})["model"] == "other"
        process.terminate()
        _, trouble = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0
    assert trouble == f"There is no file {usual}.\n"


def test_an_alias_that_is_taken_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = Paths.under(tmp_path / "data")
    paths.create()
    other = str(cached_model(write_plain))
    paths.settings_file.write_text(json.dumps({"recent_models": [other]}), "utf-8")
    given = ("--data", str(tmp_path / "data"), *MODEL)
    taken = f"{Path(other).stem.upper()}={TALKER}"
    assert "is a name of" in refusal_here(capsys, *given, "--alias", taken)
    twice = ("--alias", "a=b", "--alias", "A=c")
    assert "is given twice" in refusal_here(capsys, *given, *twice)
    with pytest.raises(SystemExit, match="2"):
        serve.run(["--alias", "nothing"])


@pytest.mark.parametrize("value", ["-1", "x", "1.5"])
def test_a_limit_that_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        serve.run(["--models-max", value])


@needs_library
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize("program", [WITHOUT_QT, BESIDE_QT])
def test_pictures_are_decoded_where_that_is_possible_by_another_process(
    tmp_path: Path, program: str
) -> None:
    QWEN2.write(tmp_path / "tiny.gguf")
    QWEN2.write_projector(tmp_path / "mmproj-tiny.gguf")
    png = base64.b64encode(png_of(28, 28, noise(1, 28, 28))).decode()
    part = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png}"}}
    body = {"messages": [{"role": "user", "content": [part]}], "max_tokens": 2}
    given = ("--data", str(tmp_path / "data"), "--model", str(tmp_path / "tiny.gguf"))
    with serving(*given, "--port", "0", "--show-token", program=program) as process:
        address, token = begun(process)
        if program == BESIDE_QT:
            assert asked(address, token, body)["object"] == "chat.completion"
        else:
            with pytest.raises(urllib.error.HTTPError) as refusal:
                asked(address, token, body)
            assert refusal.value.code == 400
            assert b"PySide6" in refusal.value.read()
        process.terminate()
        assert process.wait(PATIENCE_SECONDS) == 0


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
def test_a_projector_that_fails_leaves_the_model_to_texts(tmp_path: Path) -> None:
    QWEN2.write(tmp_path / "tiny.gguf")
    projector = tmp_path / "mmproj-tiny.gguf"
    QWEN2.write_projector(projector)
    content = projector.read_bytes()
    projector.write_bytes(content.replace(b"mm.2.weight", b"mm.7.weight"))
    assert projector.read_bytes() != content
    given = ("--data", str(tmp_path / "data"), "--model", str(tmp_path / "tiny.gguf"))
    with serving(*given, "--port", "0", "--show-token") as process:
        address, token = begun(process)
        model = got(f"{address}/v1/models", token)["data"][0]
        process.terminate()
        _, trouble = process.communicate(timeout=PATIENCE_SECONDS)
    assert model["architecture"] == {"input_modalities": ["text"], "output_modalities": ["text"]}
    assert trouble.count("\n") == 1


def test_a_model_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "no.gguf"
    file.write_bytes(b"no model")
    assert "no.gguf" in refusal_here(capsys, "--data", str(tmp_path / "data"), "--model", str(file))


def test_what_cannot_be_listened_at_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(tmp_path / "data"))
    assert "port" in refusal_here(capsys, *data, "--port", "99999")
    assert "192.0.2.1" in refusal(*data, "--listen", "192.0.2.1")
    assert "both" in refusal_here(capsys, *data, "--cert", "a.pem")
    assert "not the origin of a web page" in refusal_here(capsys, *data, "--origin", "*")
    assert "not a host name" in refusal_here(capsys, *data, "--allow-host", "a.lan:80")


def test_beside_a_window_it_says_what_to_do(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path / "data")
    paths.create()
    lock = InstanceLock(paths.lock_file)
    lock.acquire()
    try:
        assert "already running" in refusal("--data", str(tmp_path / "data"))
    finally:
        lock.release()


def test_offline_nothing_listens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = Paths.under(tmp_path / "data")
    paths.create()
    paths.settings_file.write_text('{"is_offline": true}', "utf-8")
    assert "offline" in refusal_here(capsys, "--data", str(tmp_path / "data"))
