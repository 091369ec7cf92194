"""The benchmarks' peers are compiled once for what the locks name."""

import io
from pathlib import Path

import pytest

import peers
from commands import Commands
from tests.house.source_files import ROOT


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout of nothing but its locks."""
    (tmp_path / "packaging").mkdir()
    for name in ("requirements.lock", "packaging/build.lock"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    return tmp_path


@pytest.fixture
def made(root: Path, monkeypatch: pytest.MonkeyPatch) -> peers.Peers:
    """Peers as a finished call leaves them; the commands that made them only note themselves."""
    found = peers.Peers(root)

    def source(*_arguments: object, **_named: object) -> Path:
        return found.folder / "source"

    def run(_self: Commands, arguments: list[str], _heading: str, _settings: object = None) -> None:
        if {*peers.PROGRAMS} <= {*arguments}:
            (found.folder / "bin").mkdir()
            for program in found.programs:
                program.write_text("", "utf-8")

    monkeypatch.setattr(peers, "fetch_source", source)
    monkeypatch.setattr(Commands, "require", run)
    found.provide(Commands(root / "log", io.StringIO()))
    return found


def test_a_second_call_does_nothing(made: peers.Peers, root: Path) -> None:
    assert made.is_in_place
    log = root / "build" / "peers.log"
    peers.make(peers.Peers(root), log)
    assert not log.exists()


def test_another_lock_makes_them_anew(made: peers.Peers, root: Path) -> None:
    assert made.is_in_place
    lock = root / "requirements.lock"
    text = lock.read_text("utf-8")
    lock.write_text(text.replace("numpy==", "numpy==1"), "utf-8")
    assert peers.Peers(root).is_in_place
    lock.write_text(text.replace("llama-cpp-python==", "llama-cpp-python==1"), "utf-8")
    assert not peers.Peers(root).is_in_place


def test_a_lost_program_is_made_again(made: peers.Peers, root: Path) -> None:
    made.programs[1].unlink()
    assert not peers.Peers(root).is_in_place


def test_they_compute_as_llama_cpp_does_by_default() -> None:
    told = " ".join(peers.OPTIONS)
    assert not [name for name in ("GGML_OPENMP", "GGML_NATIVE", "GGML_BLAS") if name in told]
