"""The window looks as the settings say, and what the user changes there is remembered."""

import pytest
from PySide6.QtWidgets import QApplication

from app.controllers.conversations.drafts import Drafts
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.window.about import parts_of
from app.controllers.window.onboarding import OnboardingController
from app.controllers.window.view import ViewController
from app.settings import Theme
from app.widgets.kit.theme_switch import ThemeSwitch
from tests.app.controllers.acting import press_toast, toast_texts


@pytest.fixture
async def view(qapp: QApplication, services: Services, replies: Replies) -> ViewController:
    return ViewController(qapp, services, Drafts(services, replies))


async def test_what_the_user_changes_is_a_setting(services: Services, view: ViewController) -> None:
    assert view
    requests = services.window.requests
    requests.theme_selected.emit(Theme.DARK)
    requests.zoom_changed.emit(120)
    requests.sidebar_toggled.emit(False)
    requests.keys_changed.emit({"new_tab": ("Ctrl+N",)})
    services.window.dialogs.folder_used.emit("/music")
    now = services.settings.current
    assert (now.theme, now.zoom_percent, now.is_sidebar_visible) == (Theme.DARK, 120, False)
    assert (now.keys, now.last_folder) == ({"new_tab": ("Ctrl+N",)}, "/music")
    requests.theme_selected.emit(Theme.SYSTEM)
    requests.zoom_changed.emit(100)


async def test_a_changed_setting_is_seen(services: Services, view: ViewController) -> None:
    assert view
    services.window.show()
    services.settings.change(is_sidebar_visible=False, model_path="/models/a.gguf")
    assert not services.window.sidebar.isVisible()
    assert services.window.actions_by_name.builtin_model.isEnabled()


async def test_where_the_window_stands_repaints_nothing(
    services: Services, view: ViewController
) -> None:
    """It is stored each time the hand rests, and colours of a whole window take long."""
    assert view
    repainted: list[bool] = []
    for switch in QApplication.instance().findChildren(ThemeSwitch):  # type: ignore[union-attr]
        switch.changed.connect(lambda: repainted.append(True))
    services.settings.change(sidebar_width=321)
    assert repainted == []
    services.settings.change(theme=Theme.DARK)
    assert repainted
    services.settings.change(theme=Theme.SYSTEM)


@pytest.fixture
async def onboarding(services: Services) -> OnboardingController:
    return OnboardingController(services)


async def test_the_tour_is_offered_once(
    services: Services, onboarding: OnboardingController
) -> None:
    onboarding.offer_tour()
    onboarding.offer_tour()
    (text,) = toast_texts(services)
    assert text.startswith("Tip 1 of 3: Ctrl+T opens another tab.")
    assert services.settings.current.has_seen_tour


async def test_the_hints_lead_to_the_help(
    services: Services, onboarding: OnboardingController
) -> None:
    onboarding.start_tour()
    press_toast(services, "Next tip")
    press_toast(services, "Next tip")
    (text,) = toast_texts(services)
    assert text.startswith("Tip 3 of 3:")
    assert "{" not in text
    press_toast(services, "Open the help")
    assert onboarding.help is not None
    assert onboarding.help.isVisible()


async def test_there_is_one_help_page(services: Services, onboarding: OnboardingController) -> None:
    services.window.actions_by_name.help.trigger()
    page = onboarding.help
    services.window.actions_by_name.help.trigger()
    assert onboarding.help is page
    assert page is not None
    page.close()
    assert onboarding.help is None


async def test_who_has_seen_the_tour_can_ask_for_it(
    services: Services, onboarding: OnboardingController
) -> None:
    services.settings.change(has_seen_tour=True)
    onboarding.offer_tour()
    assert toast_texts(services) == []
    onboarding.start_tour()
    assert len(toast_texts(services)) == 1


def test_every_part_has_a_name_a_version_and_a_licence() -> None:
    parts = {part.name.casefold(): part for part in parts_of("hubbub")}

    assert {"pyside6_essentials", "sqlalchemy", "msgspec"} <= {
        name.replace("-", "_") for name in parts
    }
    assert all(part.version and part.licence for part in parts.values())
    assert "MIT" in parts["sqlalchemy"].licence
