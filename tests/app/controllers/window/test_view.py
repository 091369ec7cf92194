"""The window looks as the settings say; what the user changes and arranges is remembered."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.controllers.conversations.drafts import Drafts
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.window.about_controller import parts_of, starter_part
from app.controllers.window.onboarding import OnboardingController
from app.controllers.window.view_controller import ArrangementController, ViewController
from app.settings import Settings, SettingsFile, Theme
from app.widgets.dialogs.about_page import AboutPage
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.window.arrangement import Arrangement
from app.widgets.window.main_window import MainWindow
from tests.app.controllers.acting import press_toast, store, toast_texts


@pytest.fixture
async def view(qapp: QApplication, services: Services, replies: Replies) -> ViewController:
    return ViewController(ThemeSwitch(qapp), services, Drafts(services, replies))


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


async def test_the_hint_about_tabs_ends_when_another_tab_is_open(
    services: Services, onboarding: OnboardingController, tabs: TabsController
) -> None:
    await tabs.new_tab()
    onboarding.start_tour()
    assert len(toast_texts(services)) == 1, "the first tab was there"
    await tabs.new_tab()
    assert toast_texts(services) == []


async def test_a_hint_ends_when_it_is_followed_and_is_left_out_if_it_was_before(
    services: Services, onboarding: OnboardingController, tabs: TabsController
) -> None:
    for _ in range(2):
        await tabs.new_tab()
    onboarding.start_tour()
    (text,) = toast_texts(services)
    assert text.startswith("Tip 2 of 3:"), "a second tab is open"
    services.window.actions_by_name.close_tab.trigger()
    assert toast_texts(services) == []
    onboarding.start_tour()
    (text,) = toast_texts(services)
    assert text.startswith("Tip 3 of 3:")
    services.window.actions_by_name.engine_panel.trigger()
    assert toast_texts(services) == []
    onboarding.start_tour()
    assert toast_texts(services) == []


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


def test_the_starter_model_is_named_with_its_makers_and_its_licence(qtbot: QtBot) -> None:
    dialog = AboutPage("1.0", "", (starter_part(), *parts_of("hubbub")))
    qtbot.addWidget(dialog)
    lines = dialog.text().splitlines()
    assert "SmolLM2-135M-Instruct by Hugging Face (quantized Q4_1): Apache-2.0" in lines
    assert any(line.startswith("PySide6_Essentials ") for line in lines)


async def until_seen(condition: Callable[[], bool]) -> None:
    """Let tasks and timers of Qt run until something is so."""
    async with asyncio.timeout(240):
        while not condition():
            QApplication.processEvents()
            await asyncio.sleep(0.005)


@pytest.fixture
async def arrangement(services: Services, tabs: TabsController) -> ArrangementController:
    await tabs.new_tab()
    controller = ArrangementController(services, tabs)
    controller.show_windows()
    return controller


@pytest.fixture
def again(qtbot: QtBot, services: Services, tabs: TabsController) -> MainWindow:
    """A window like the first one, as the next start builds it."""
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=lambda shown: shown.force_close())
    return window


def restarted(
    services: Services, window: MainWindow, tabs: TabsController
) -> ArrangementController:
    """Restore what is stored in another window."""
    others = Services(
        window,
        services.history,
        services.client,
        services.settings,
        services.tasks,
        services.toasts,
        services.models,
    )
    controller = ArrangementController(others, tabs)
    controller.show_windows()
    return controller


async def test_a_moved_window_is_stored_without_quitting_and_comes_back_where_it_stood(
    services: Services,
    tabs: TabsController,
    arrangement: ArrangementController,
    again: MainWindow,
    tmp_path: Path,
) -> None:
    assert arrangement
    services.window.resize(700, 600)
    file = SettingsFile(tmp_path / "settings.json")
    await until_seen(lambda: file.load()[0].window_geometry != "")
    assert restarted(services, again, tabs)
    assert (again.width(), again.height()) == (700, 600)


async def test_the_sidebar_keeps_its_width(
    services: Services,
    tabs: TabsController,
    arrangement: ArrangementController,
    again: MainWindow,
) -> None:
    window = services.window
    window.resize(1000, 700)
    sizes = window.arrangement.columns.sizes()
    window.arrangement.columns.setSizes([333, sum(sizes) - 333, 0])
    arrangement.remember()
    assert services.settings.current.sidebar_width == 333
    restarted(services, again, tabs)
    await until_seen(again.isVisible)
    assert again.arrangement.columns.sizes()[0] == 333


async def test_large_text_does_not_widen_the_sidebar_with_each_start(
    qapp: QApplication,
    qtbot: QtBot,
    services: Services,
    tabs: TabsController,
    arrangement: ArrangementController,
) -> None:
    switch = ThemeSwitch(qapp)
    switch.set_zoom(150)
    QApplication.processEvents()
    columns = services.window.arrangement.columns
    columns.setSizes([250, sum(columns.sizes()) - 250, 0])
    arrangement.remember()
    switch.set_zoom(100)
    again = MainWindow()  # as at a start: it is built before it is told how large its text is
    qtbot.addWidget(again, before_close_func=lambda shown: shown.force_close())
    again.arrangement.restore(Arrangement(sidebar_width=services.settings.current.sidebar_width))
    switch.set_zoom(150)
    QApplication.processEvents()
    again.arrangement.show_windows()
    QApplication.processEvents()
    assert again.arrangement.columns.sizes()[0] == 250
    switch.set_zoom(100)
    switch.setParent(None)


async def test_a_hidden_sidebar_keeps_its_width(
    services: Services, arrangement: ArrangementController
) -> None:
    services.settings.change(sidebar_width=0)
    arrangement.remember()
    width = services.settings.current.sidebar_width
    assert width > 0
    services.window.sidebar.hide()
    await until_seen(lambda: services.window.arrangement.columns.sizes()[0] == 0)
    arrangement.remember()
    assert services.settings.current.sidebar_width == width


async def test_two_panes_share_the_room_as_before(
    services: Services,
    tabs: TabsController,
    arrangement: ArrangementController,
    again: MainWindow,
) -> None:
    services.window.resize(1600, 700)
    layout = services.window.pane_layout
    second = await tabs.new_tab()
    layout.show_in_split(second)
    room = sum(layout.widget.sizes())
    layout.widget.setSizes([room * 7 // 20, room * 13 // 20])
    arrangement.remember()
    assert services.settings.current.split_share == pytest.approx(0.35, abs=0.02)
    restarted(services, again, tabs)
    assert again.pane_layout.pane(1)
    left, right = again.pane_layout.widget.sizes()
    assert left / (left + right) == pytest.approx(layout.split_share, abs=0.05)


async def test_an_open_grid_is_open_again(
    services: Services,
    tabs: TabsController,
    arrangement: ArrangementController,
    again: MainWindow,
) -> None:
    services.window.grids.show_grid()
    await until_seen(lambda: services.settings.current.grid_windows == (0,))
    restarted(services, again, tabs)
    assert again.grids.shown_numbers() == (0,)
    services.window.grids.grids()[0].left.emit()
    arrangement.remember()
    assert services.settings.current.grid_windows == ()


async def test_further_windows_that_are_still_to_come_keep_their_places(
    services: Services, tabs: TabsController
) -> None:
    services.settings.change(extra_windows=("AdnQ",), grid_windows=(1,))
    controller = ArrangementController(services, tabs)
    controller.remember()
    assert services.settings.current.window_geometry == "", "nothing stands before it is shown"
    tabs.begin_restore()
    controller.show_windows()
    controller.remember()
    now = services.settings.current
    assert (now.extra_windows, now.grid_windows) == (("AdnQ",), (1,))
    assert now.window_geometry
    await tabs.end_restore()
    controller.remember()
    assert services.settings.current.extra_windows == ()


async def test_nonsense_in_the_settings_leaves_a_window_that_can_be_used(
    qtbot: QtBot, services: Services, tabs: TabsController, again: MainWindow
) -> None:
    services.settings.apply(
        Settings(
            window_geometry="nonsense",
            window_panels="µ",
            extra_windows=("x",),
            sidebar_width=100_000,
            split_share=-7.0,
            grid_windows=(5, -1),
        )
    )
    await store(services, "a", "Hi", "Hello")
    restarted(services, again, tabs)
    assert again.arrangement.columns.sizes()[0] <= again.width() // 2
    assert 0 < again.pane_layout.split_share < 1
    assert again.grids.shown_numbers() == ()
