"""Room is kept back and given up once."""

from pathlib import Path

from app.storage.recovery.ballast import Ballast


def test_ballast_takes_room_and_gives_it_back(tmp_path: Path) -> None:
    held = Ballast(tmp_path / "ballast", 2 * 1024 * 1024)
    assert held.release() is False
    held.load()
    held.load()
    assert (tmp_path / "ballast").stat().st_size == 2 * 1024 * 1024
    assert held.release() is True
    assert list(tmp_path.glob("ballast*")) == []
    too_much = Ballast(tmp_path / "ballast", 1 << 60)
    too_much.load()
    assert list(tmp_path.glob("ballast*")) == []
