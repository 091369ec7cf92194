"""The desktop's file dialogs are asked for where a portal shows them, and nowhere else."""

import sys
from pathlib import Path

import pytest

from app.process.desktop import has_file_chooser, portal_dialogs

BACKEND = "[portal]\nInterfaces={interface};org.freedesktop.impl.portal.Print;\nUseIn={desktop}\n"
CHOOSER = "org.freedesktop.impl.portal.FileChooser"


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of a desktop with a portal that shows file dialogs."""
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "dbus-1/services").mkdir(parents=True)
    (tmp_path / "dbus-1/services/org.freedesktop.portal.Desktop.service").touch()
    add_backend(tmp_path, "kde", BACKEND.format(interface=CHOOSER, desktop="KDE"))
    return {
        "XDG_DATA_DIRS": f"/nowhere:{tmp_path}",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus",
        "XDG_CURRENT_DESKTOP": "KDE",
    }


def add_backend(folder: Path, name: str, text: str) -> None:
    """Install a backend of the portal."""
    portals = folder / "xdg-desktop-portal/portals"
    portals.mkdir(parents=True, exist_ok=True)
    (portals / f"{name}.portal").write_text(text, "utf-8")


def test_the_portal_is_chosen_while_the_application_is_made(desktop: dict[str, str]) -> None:
    before = dict(desktop)
    with portal_dialogs(desktop):
        assert desktop["QT_QPA_PLATFORMTHEME"] == "xdgdesktopportal"
    assert desktop == before


@pytest.mark.parametrize(
    "change",
    [
        {"QT_QPA_PLATFORMTHEME": "qt6ct"},
        {"QT_QPA_PLATFORM": "offscreen"},
        {"QT_QPA_PLATFORM": "minimal:x"},
        {"DBUS_SESSION_BUS_ADDRESS": ""},
        {"XDG_CURRENT_DESKTOP": "sway"},
        {"XDG_DATA_DIRS": "/nowhere"},
    ],
    ids=lambda change: "-".join(change),
)
def test_without_one_nothing_is_changed(desktop: dict[str, str], change: dict[str, str]) -> None:
    desktop |= change
    before = dict(desktop)
    with portal_dialogs(desktop):
        assert desktop == before


@pytest.mark.parametrize(
    ("name", "text", "is_enough"),
    [
        ("gtk", BACKEND.format(interface=CHOOSER, desktop="gnome"), True),
        ("wlr", BACKEND.format(interface=f"{CHOOSER}2", desktop="sway"), False),
        ("bad", "no ini file", False),
    ],
)
def test_another_desktop_takes_what_stands_in_for_all(
    desktop: dict[str, str], tmp_path: Path, name: str, text: str, *, is_enough: bool
) -> None:
    desktop["XDG_CURRENT_DESKTOP"] = "sway"
    add_backend(tmp_path, name, text)
    assert has_file_chooser(desktop) is is_enough
