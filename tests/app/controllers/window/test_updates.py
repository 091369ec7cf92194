"""A newer version is reported to those who have switched that on."""

from collections.abc import Awaitable, Callable

import pytest

from app.controllers.services import Services
from app.controllers.window import updates_controller as module
from app.controllers.window.updates_controller import UpdatesController
from app.errors import UpdateCheckFailed
from app.settings import Settings
from tests.app.controllers.acting import press_toast, toast_texts, until


def controller(services: Services, ask: Callable[[], Awaitable[str]]) -> UpdatesController:
    return UpdatesController(services.settings, services.toasts, services.tasks, ask)


def answering(version: str) -> Callable[[], Awaitable[str]]:
    async def ask() -> str:
        return version

    return ask


async def test_a_newer_version_is_shown_with_its_page(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(module, "open_link", opened.append)
    await controller(services, answering("99.1.0")).ask_once()
    (text,) = toast_texts(services)
    assert text.startswith("Hubbub 99.1.0 is available. You have ")
    press_toast(services, "Open the download page")
    assert len(opened) == 1


async def test_offline_nobody_is_asked_whatever_is_set(services: Services) -> None:
    updates = controller(services, answering("0.0.1"))
    services.settings.apply(Settings(looks_for_updates=True))
    services.settings.apply(Settings(looks_for_updates=True, is_offline=True))
    assert not updates.is_asking
    updates.start()
    assert not updates.is_asking
    services.settings.apply(Settings(looks_for_updates=True))
    assert updates.is_asking
    updates.close()


async def test_who_has_just_switched_it_on_learns_what_fails(services: Services) -> None:
    async def fail() -> str:
        raise UpdateCheckFailed("There is no network.")

    updates = controller(services, fail)
    services.settings.apply(Settings(looks_for_updates=True))
    await until(lambda: toast_texts(services) == ["There is no network."])
    assert updates.is_asking, "tomorrow it is tried again"
    updates.close()
