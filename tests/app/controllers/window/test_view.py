"""The window looks as the settings say, and what the user changes there is remembered."""

import pytest
from PySide6.QtWidgets import QApplication

from app.controllers.conversations.drafts import Drafts
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.window.view import ViewController
from app.settings import Theme
from app.widgets.kit.theme_switch import ThemeSwitch


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
