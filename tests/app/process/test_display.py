"""Whether there is a screen is known before Qt is asked."""

import socket
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from app.process.desktop import has_display

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="there is always a screen"
)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def test_without_any_server_there_is_none() -> None:
    assert not has_display()


def test_a_chosen_platform_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert has_display()


def test_a_wayland_socket_counts_while_somebody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
        server.bind(str(Path(folder) / "wayland-7"))
        assert not has_display()
        server.listen()
        assert has_display()


@pytest.mark.parametrize("name", ["", "nonsense", ":9999", "unix:9999", "127.0.0.1:64000"])
def test_an_x_server_that_does_not_answer_is_none(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("DISPLAY", name)
    assert not has_display()
