"""The models page in a narrow or low window, or with large text: nothing is cut off."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.models.hub_model import HubContent, HubOffer, HubResult, Transfer, TransferState
from app.models.library_model import LibraryModel, ModelFileState, ModelFolder, ModelFolderKind
from app.models.model import FitWord, ModelChoice, ModelFit, ModelPlace
from app.models.view.hub_words import result_row
from app.models.view.model_list import LocalModel
from app.models.view.models_page import ModelsPage
from app.models.view.search_half import SearchHalf
from app.widgets.kit.theme_switch import ThemeSwitch
from tests.app.widgets.windows import focused, tabbed_window

GIGABYTE = 1 << 30
FITS = ModelFit(FitWord.FITS, needed_bytes=6 * GIGABYTE, free_bytes=20 * GIGABYTE)
RESULT = HubResult("maker/Meta-Llama-3.1-8B-Instruct-GGUF", downloads=123_456, licence="mit")
OFFER = HubOffer("a.gguf", "a", "Q4_K_M", 5 * GIGABYTE, fit=FITS, fit_text="Fits with 4 chats.")
LOCAL = LibraryModel(
    "/models/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf",
    "Meta-Llama-3.1-8B-Instruct",
    ModelFolder(ModelFolderKind.OWN, "/models"),
    byte_count=5 * GIGABYTE,
    state=ModelFileState.READ,
)
DOWNLOAD = Transfer("one", "Meta-Llama-3.1-8B", TransferState.WAITING, total_bytes=5 * GIGABYTE)


@pytest.fixture
def page(qtbot: QtBot, theme_switch: ThemeSwitch, zoom: int) -> ModelsPage:
    """The page with content in every part."""
    theme_switch.set_zoom(zoom)
    search = SearchHalf()
    page = ModelsPage(None, search)
    qtbot.addWidget(page)
    search.consent.ask("huggingface.co")
    search.results.rows.set_rows([result_row(RESULT)])
    search.show_results("Recommended for 24 GB of memory")
    search.show_details(is_shown=True)
    search.details.set_content(HubContent(RESULT, (OFFER,)))
    search.transfers.set_transfers([DOWNLOAD])
    choice = ModelChoice(LOCAL.name, ModelPlace.FOUND, fit=FITS, path=LOCAL.path)
    page.local.set_models([LocalModel(LOCAL, choice)], is_looking=False)
    page.local.folder_row.set_folder("/home/somebody/models")
    return page


def show(page: ModelsPage, width: int, height: int = 680) -> None:
    page.resize(width, height)
    page.show()
    QApplication.processEvents()
    assert page.width() == width


def cut_buttons(page: QWidget) -> list[str]:
    buttons = (each for each in page.findChildren(QPushButton) if each.isVisible())
    return [each.text() for each in buttons if each.width() < each.sizeHint().width()]


def overlapping(half: QWidget) -> list[str]:
    """Return the parts of a half that stand on others."""
    areas: list[QRect] = []
    found = []
    children = half.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    for part in children:
        if part.isVisible():
            found += [part.objectName()] * any(part.geometry().intersects(a) for a in areas)
            areas.append(part.geometry())
    return found


@pytest.mark.parametrize("zoom", [100, 150, 200])
@pytest.mark.parametrize("width", [500, 980])
def test_no_button_is_cut_and_nothing_stands_on_another(page: ModelsPage, width: int) -> None:
    for index in (0, 1):
        page.switch.show_half(index)
        show(page, width)
        assert cut_buttons(page) == []
        assert overlapping(page.local) == []
        assert page.search is not None
        assert overlapping(page.search) == []


@pytest.mark.parametrize("zoom", [100])
def test_in_a_narrow_window_the_halves_take_turns(page: ModelsPage) -> None:
    show(page, 980)
    assert page.search is not None
    assert page.search.isVisible()
    assert page.local.isVisible()
    assert not page.switch.isVisible()
    show(page, 500)
    assert page.search.isVisible()
    assert not page.local.isVisible()
    first, second = page.switch.buttons
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Right)
    assert second.isChecked()
    assert page.local.isVisible()
    assert not page.search.isVisible()
    page.come_forward()
    assert page.search.box.hasFocus(), "a download is looked for at the left"
    show(page, 980)
    assert page.local.isVisible()


@pytest.mark.parametrize("zoom", [200])
def test_tab_reaches_every_part_of_a_low_window_and_shows_it(
    page: ModelsPage, qtbot: QtBot
) -> None:
    window = tabbed_window(qtbot, "a")
    window.resize(500, 470)
    window.pages.show_page(page, is_wide=True)
    page.come_forward()
    QApplication.processEvents()
    assert page.search is not None
    wanted = {
        page.switch.buttons[0],  # the arrow keys reach the other one
        page.search.box,
        page.search.consent.button,
        page.search.results,
        page.search.details.page_button,
        page.search.transfers.rows["one"].button,
        page.search.transfers.rows["one"].cancel_button,
    }
    for _ in range(40):
        widget = focused()
        # A list may be higher than the window; of a button all is to be seen.
        if isinstance(widget, QPushButton):
            assert widget.visibleRegion().boundingRect() == widget.rect(), widget.text()
        wanted.discard(widget)
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    assert wanted == set()


def test_the_menu_of_folders_is_replaced_not_added_to(qtbot: QtBot) -> None:
    page = ModelsPage(None, SearchHalf())
    qtbot.addWidget(page)
    for added in (("/a",), ("/a", "/b"), ("/b",)):
        page.local.set_folders((), added)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    menu = page.local.folders_button.menu()
    assert page.local.folders_button.findChildren(QMenu) == [menu]
    assert [each.text() for each in menu.actions()] == ["Add a folder…", "Remove /b"]
    page.local.set_folders((), ())
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert page.local.folders_button.findChildren(QMenu) == []
