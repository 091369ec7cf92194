"""The program knows its version, installed or not."""

import tomllib
from pathlib import Path

from app.controllers.window.settings_dialog import about_text
from app.process.version import COMING_VERSION, own_version, version_of

PROJECT = Path(__file__).resolve().parents[3] / "pyproject.toml"


def test_a_checkout_is_the_coming_release() -> None:
    assert tomllib.loads(PROJECT.read_text("utf-8"))["project"]["version"] == COMING_VERSION


def test_what_is_not_installed_has_no_version() -> None:
    assert version_of("hubbub-of-nobody") == ""


def test_the_settings_say_which_version_this_is() -> None:
    assert f"Hubbub {own_version()}:" in about_text()
