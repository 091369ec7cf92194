"""What a screen reader can use or describe has a name, in every state of the window."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QWidget,
)

from app.widgets.conversation.conversation_header import TitleField
from app.widgets.conversation.find_bar import FindBar
from app.widgets.grid.tab_grid import TabGrid
from app.widgets.kit.popup_card import PopupCard
from app.widgets.settings.paged_form import SettingGroup
from app.widgets.settings.settings_page import SettingsPage
from app.widgets.window.history_popup import HistoryPopup
from tests.flows.driving import Person, flow, hubbub

pytestmark = pytest.mark.usefixtures("scripted_engine")

DEEPEST = 40
COMMANDS = (
    "settings",
    "palette",
    "keys",
    "about",
    "help",
    "trash",
    "models",
    "saved_prompts",
    "rename",
)


PAGES = (
    *("models_page", "sources", "trash", "comparisons", "question_list", "saved_prompts", "keys"),
    *("tools", "list_tabs", "toast_history", "find", "four_chats"),
)
FORMS = ("Add a machine…", "Paste settings…", "Add manually…")
ROLES = frozenset(
    {
        *(QAccessible.Role.PushButton, QAccessible.Role.ButtonMenu, QAccessible.Role.CheckBox),
        *(QAccessible.Role.RadioButton, QAccessible.Role.ComboBox, QAccessible.Role.Slider),
        *(QAccessible.Role.EditableText, QAccessible.Role.SpinBox, QAccessible.Role.ProgressBar),
        *(QAccessible.Role.Graphic, QAccessible.Role.List, QAccessible.Role.Tree),
        *(QAccessible.Role.ListItem, QAccessible.Role.TreeItem, QAccessible.Role.MenuItem),
        *(QAccessible.Role.PageTab, QAccessible.Role.Table, QAccessible.Role.Link),
    }
)


def nameless(window: QWidget) -> list[str]:
    """Return what can be used or described and has no name, with the names above it."""
    top = QAccessible.queryAccessibleInterface(window)
    return [" / ".join(path) for path in _nameless(top, (type(window).__name__,))]


def _nameless(part: QAccessibleInterface, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for place in range(part.childCount()):
        child = part.child(place)
        if child is None or not child.isValid() or child.state().invisible:
            continue
        name = child.text(QAccessible.Text.Name)
        widget = child.object()
        words = f"{type(widget).__name__ if widget else child.role().name} “{name}”"
        can_be_used = child.state().focusable or child.role() in ROLES
        if can_be_used and not child.state().disabled and not name.strip():
            yield (*above, words)
        if len(above) < DEEPEST:
            yield from _nameless(child, (*above, words))


def all_nameless() -> list[str]:
    """Return what has no name in all windows on show; Qt's own file dialog is not ours."""
    return [
        words
        for window in QApplication.topLevelWidgets()
        if window.isVisible() and not isinstance(window, QFileDialog | QMenu)
        for words in nameless(window)
    ]


def shown_parts() -> frozenset[QWidget]:
    """Return the windows on show, and the pages, popups and fields that open in them."""
    kinds = QDialog | SettingGroup | PopupCard | HistoryPopup | FindBar | TitleField | TabGrid
    widgets = QApplication.allWidgets()
    shown = (each for each in widgets if each.isVisible() and not isinstance(each, QMenu))
    return frozenset(each for each in shown if each.isWindow() or isinstance(each, kinds))


async def look(person: Person, open_part: Callable[[], object]) -> list[str]:
    """Open a part of the window, look at it once it is on show, and close it."""
    before = shown_parts()
    open_part()
    await person.until(lambda: not shown_parts() <= before)
    await asyncio.sleep(0.05)  # what a page reads comes after it is shown
    found = all_nameless()
    for part in shown_parts() - before:
        if part.isWindow():
            part.close()
        elif isinstance(part, PopupCard):
            part.leave()
    await asyncio.sleep(0.01)
    return found


@flow
async def test_everything_that_can_have_the_focus_has_a_name(
    qapp: QApplication, tmp_path: Path
) -> None:
    found: dict[str, list[str]] = {}

    def note(state: str, nameless_parts: list[str]) -> None:
        if nameless_parts:
            found[state] = nameless_parts

    async with hubbub(qapp, tmp_path) as person:
        actions = person.rooms.window.actions_by_name
        note("empty", all_nameless())
        await person.until_idle(await person.send("say 3"))
        await person.new_tab()
        await person.until_idle(await person.send("say 2"))
        person.rooms.toasts.show("A toast", action="Act", on_action=lambda: None, stays=True)
        actions.find.trigger()
        note("chats", all_nameless())
        for name in COMMANDS:
            note(name, await look(person, getattr(actions, name).trigger))
            person.rooms.window.pages.leave()
        toggles: tuple[QAction, ...] = (actions.options, actions.engine_panel, actions.grid)
        for toggle in toggles:
            toggle.trigger()
            await asyncio.sleep(0.05)
            note(toggle.text(), all_nameless())
            toggle.trigger()
        await person.until(lambda: not actions.grid.isChecked())
        actions.vertical_tabs.trigger()
        await asyncio.sleep(0.02)
        note("vertical tabs", all_nameless())
        actions.vertical_tabs.trigger()
    assert found == {}


@flow
async def test_every_page_form_and_popover_names_what_it_shows(
    qapp: QApplication, tmp_path: Path
) -> None:
    found: dict[str, list[str]] = {}
    async with hubbub(qapp, tmp_path) as person:
        window = person.rooms.window
        await person.until_idle(await person.send("say 3"))

        for name in PAGES:
            found[name] = await look(person, getattr(window.actions_by_name, name).trigger)
            window.pages.leave()
        emit = window.requests.model_settings_requested.emit
        found["model settings"] = await look(person, partial(emit, ""))
        window.pages.leave()
        call_soon = asyncio.get_running_loop().call_soon
        pages = settings_page(person).form.pages
        for place, page in enumerate(pages):
            settings_page(person).form.show_page(place - 1 if place else len(pages) - 1)
            open_page = partial(settings_page(person).form.show_page, place)
            found[page.title] = await look(person, open_page)
            for label in FORMS:
                button = shown_button(settings_page(person), label)
                if button is not None:
                    found[label] = await look(person, partial(call_soon, button.click))
                    settings_page(person).form.show_page(place)
        assert found.keys() >= set(FORMS)
    assert {state: parts for state, parts in found.items() if parts} == {}


def settings_page(person: Person) -> SettingsPage:
    """Open the settings, or come back to them from a form."""
    pages = person.rooms.window.pages
    person.rooms.settings_page.open()
    page = person.rooms.settings_page.page
    assert page is not None
    while pages.current is not page:
        assert pages.current is not None
        pages.current.reject()
    return page


def shown_button(page: SettingsPage, label: str) -> QAbstractButton | None:
    """Return the button with a label, if it is on show."""
    buttons = page.findChildren(QAbstractButton)
    return next((each for each in buttons if each.text() == label and each.isVisible()), None)
