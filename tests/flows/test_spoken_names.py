"""Whatever the keyboard can reach has a name for a screen reader, in every state of the window."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QWidget,
)

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


def nameless(window: QWidget) -> list[str]:
    """Return what can have the focus and has no name, with the names above it."""
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
        if child.state().focusable and not child.state().disabled and not name.strip():
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


async def look_at(person: Person, action: QAction) -> list[str]:
    """Run a command, look at what it opens, and close that."""
    action.trigger()
    await asyncio.sleep(0.05)
    found = all_nameless()
    for window in QApplication.topLevelWidgets():
        if window is not person.rooms.window and isinstance(window, QDialog) and window.isVisible():
            window.close()
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
            note(name, await look_at(person, getattr(actions, name)))
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
