"""Pages in a window of 500 pixels with text of 200 %: nothing is cut, and Tab reaches all of it."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QScrollArea, QWidget

from app.comparisons.model import CellOptions, Comparison, ComparisonCell, ComparisonKind
from app.comparisons.view.comparisons_page import ComparisonsPage
from app.domain.conversations import DeletedConversation
from app.machines.model import EndpointKind, EndpointSetting
from app.machines.view.endpoint_page import EndpointPage
from app.models.settings_model import ModelSettings
from app.models.view.model_settings_page import ModelSettingsFacts, ModelSettingsPage
from app.prompts.model import SavedPrompt
from app.prompts.view import SavedPromptsPage
from app.sources.model import ShownSource, Source, SourceVersion
from app.sources.view.source_editor import SourceEditor
from app.sources.view.sources_page import SourcesPage
from app.tools.view.server_page import ServerPage
from app.widgets.commands.keys_page import KeyBox
from app.widgets.dialogs.about_page import AboutPage
from app.widgets.dialogs.trash_page import TrashPage
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.windows import focused

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def comparisons(window: MainWindow) -> QDialog:
    page = ComparisonsPage(window)
    options = CellOptions(system_prompt="Answer in one short sentence.", temperature=0.5)
    cells = tuple(ComparisonCell(number, number, options) for number in (1, 2))
    new = Comparison("c", ComparisonKind.CELLS, "How tall?", "How tall?", NOW, cells=cells)
    page.show_comparison(new, is_running=False)
    return page


def trash(window: MainWindow) -> QDialog:
    page = TrashPage(window)
    page.set_deleted((DeletedConversation("a", "A long title of a chat", NOW, 2),))
    return page


def sources(window: MainWindow) -> QDialog:
    page = SourcesPage(window)
    version = SourceVersion(1, "s", 1, "0" * 64, 15_000, "Answer from the text only.", NOW)
    page.set_sources((ShownSource(Source("s", "Notes on gardens", NOW, (version,))),))
    return page


def keys(window: MainWindow) -> QDialog:
    window.actions_by_name.keys.trigger()
    page = window.pages.current
    assert page is not None
    return page


PAGES: dict[str, Callable[[MainWindow], QDialog]] = {
    "comparisons": comparisons,
    "trash": trash,
    "sources": sources,
    "empty trash": TrashPage,
    "keys": keys,
    "about": lambda window: AboutPage("1.0", "Qt 6.12.0, Python 3.12.1, Linux", (), window),
    "prompts": lambda window: SavedPromptsPage((SavedPrompt("Short", "Be brief."),), window),
    "no sources": SourcesPage,
    "no prompts": lambda window: SavedPromptsPage((), window),
    "source editor": lambda window: SourceEditor(window),
    "server": lambda window: ServerPage(None, frozenset(), window),
    "machine": lambda window: EndpointPage(
        EndpointSetting("5f", "rack", "http://rack:8000", EndpointKind.VLLM), window
    ),
    "model": lambda window: ModelSettingsPage(
        ModelSettings(), ModelSettingsFacts(name="m"), window
    ),
}


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest, window: MainWindow, theme_switch: ThemeSwitch) -> QDialog:
    theme_switch.set_zoom(200)
    window.resize(500, 700)
    page = PAGES[request.param](window)
    window.pages.show_page(page, is_wide=True)
    for _ in range(3):  # what wraps gets its height in several turns
        QApplication.processEvents()
    assert window.width() == 500
    return page


def test_nothing_is_cut(page: QDialog) -> None:
    # Two long shortcuts of one command may end in an ellipsis.
    buttons = [
        each
        for each in page.findChildren(QPushButton)
        if each.isVisible() and not isinstance(each, KeyBox)
    ]
    assert [each.text() for each in buttons if each.width() < each.sizeHint().width()] == []
    for area in page.findChildren(QScrollArea):
        inside = area.widget()
        if area.isVisible() and inside is not None:
            assert inside.width() <= area.viewport().width()


def test_tab_reaches_every_button_and_shows_it(page: QDialog) -> None:
    left = {
        each
        for each in page.findChildren(QPushButton)
        if each.isVisible() and each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
    }
    seen: list[QWidget] = []
    while focused() not in seen:
        widget = focused()
        seen.append(widget)
        left.discard(widget)
        spoken = QAccessible.queryAccessibleInterface(widget)
        assert spoken.text(QAccessible.Text.Name), widget
        if isinstance(widget, QPushButton) and page.isAncestorOf(widget):
            assert widget.visibleRegion().boundingRect() == widget.rect(), widget.text()
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    assert [each.text() for each in left] == []
