"""The model picker: places with headings, search, what is gone, and the keyboard alone."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.models.model import FitWord, ModelChoice, ModelFit, ModelPlace, ModelState
from app.models.view.model_list import remove_area
from app.models.view.model_picker import ModelPicker
from app.models.view.model_words import choice_words

Key = Qt.Key
GB = 1 << 30
FITS = ModelFit(FitWord.FITS, 3 * GB, 14 * GB, 24 * GB)
USED = ModelChoice(
    "Qwen3 4B", ModelPlace.IN_USE, ModelState.LOADED, FITS, "/models/qwen3-4b.gguf", 2 * GB
)
SMALL = ModelChoice(
    "Gemma 3 1B", ModelPlace.RECENT, ModelState.READY, FITS, "/models/gemma.gguf", GB
)
LARGE = ModelChoice(
    "Llama 3.3 70B",
    ModelPlace.RECENT,
    ModelState.READY,
    ModelFit(FitWord.TOO_LARGE, 48 * GB, 14 * GB, 24 * GB),
    "/models/llama.gguf",
    40 * GB,
)
GONE = ModelChoice("mistral", ModelPlace.RECENT, ModelState.GONE, path="/stick/mistral.gguf")
BUILT_IN = ModelChoice("Hubbub", ModelPlace.BUILT_IN, ModelState.READY, FITS, None, 5_000_000)
CHOICES = (USED, SMALL, LARGE, GONE, BUILT_IN)
FILE = "Open a model file…"


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window with a field that has the keyboard, and a button that the picker hangs below."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    QLineEdit(window)
    anchor = QPushButton("Qwen3 4B", window)
    anchor.setGeometry(700, 10, 120, 24)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.findChildren(QLineEdit)[0].setFocus()
    return window


@pytest.fixture
def picker(window: QWidget) -> ModelPicker:
    """The picker over it."""
    picker = ModelPicker(window, window.findChildren(QPushButton)[0])
    picker.set_choices(CHOICES)
    picker.open()
    return picker


def texts(picker: ModelPicker) -> list[str]:
    return [str(picker.items.index(row).data()) for row in range(picker.items.rowCount())]


def selected(picker: ModelPicker) -> str:
    return str(picker.view.currentIndex().data())


def press(picker: ModelPicker, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(picker.box, key)


def row_centre(picker: ModelPicker, name: str) -> QPoint:
    index = picker.items.index(texts(picker).index(name))
    return picker.view.visualRect(index).center()


def test_models_stand_under_their_places_and_a_file_comes_last(picker: ModelPicker) -> None:
    used = ["In use", "Qwen3 4B"]
    recent = ["Recent", "Gemma 3 1B", "Llama 3.3 70B", "mistral"]
    assert texts(picker) == [*used, *recent, "Starter model", "Hubbub", FILE]
    QAbstractItemModelTester(picker.items)


def test_the_model_of_the_chat_is_selected_first(window: QWidget) -> None:
    picker = ModelPicker(window, window.findChildren(QPushButton)[0])
    picker.set_choices((USED, SMALL, BUILT_IN))
    picker.open()
    # Which one it is, is read after the picker has opened.
    picker.set_choices((replace(USED, is_default=True), replace(SMALL, is_in_chat=True), BUILT_IN))
    assert selected(picker) == SMALL.name
    asked = QSignalSpy(picker.default_requested)
    QTest.mouseClick(picker.default_button, Qt.MouseButton.LeftButton)
    assert asked.at(0)[0].name == SMALL.name, "one click makes it the model of new chats"
    picker.set_choices((USED, replace(SMALL, is_in_chat=True, is_default=True), BUILT_IN))
    assert not picker.default_button.isEnabled()
    assert picker.isVisible()
    assert picker.box.hasFocus()
    press(picker, Key.Key_Q)
    assert selected(picker) == USED.name, "a search selects its best match"


def test_the_arrows_skip_the_headings_and_go_round(picker: ModelPicker) -> None:
    assert picker.box.hasFocus()
    assert selected(picker) == "Qwen3 4B"
    press(picker, Key.Key_Down)
    assert selected(picker) == "Gemma 3 1B"
    press(picker, Key.Key_Up, Key.Key_Up)
    assert selected(picker) == FILE
    press(picker, Key.Key_Down)
    assert selected(picker) == "Qwen3 4B"
    press(picker, Key.Key_PageDown, Key.Key_PageDown, Key.Key_PageDown)
    assert selected(picker) == FILE


def test_letters_find_models_and_enter_takes_the_best(picker: ModelPicker, window: QWidget) -> None:
    chosen = QSignalSpy(picker.selected)
    QTest.keyClicks(picker.box, "gem")
    assert texts(picker) == ["Gemma 3 1B", FILE]
    press(picker, Key.Key_Return)
    assert [chosen.at(at) for at in range(chosen.count())] == [[SMALL]]
    assert not picker.isVisible()
    assert window.findChildren(QLineEdit)[0].hasFocus()


def test_esc_chooses_nothing(picker: ModelPicker) -> None:
    chosen = QSignalSpy(picker.selected)
    press(picker, Key.Key_Down, Key.Key_Escape)
    assert not picker.isVisible()
    assert chosen.count() == 0


def test_opening_a_file_is_always_offered(picker: ModelPicker) -> None:
    asked = QSignalSpy(picker.file_requested)
    QTest.keyClicks(picker.box, "nothing like it")
    assert texts(picker) == [FILE]
    press(picker, Key.Key_Return)
    assert asked.count() == 1


def test_what_a_choice_changes_is_said_before(window: QWidget) -> None:
    quiet = ModelPicker(window, None, 2)
    assert "This chat uses the model" in quiet.effect_label.text()
    homeless = ModelPicker(window, None, has_chat=False)
    assert "New chats use the model" in homeless.effect_label.text()
    assert "asked before" not in quiet.effect_label.text()
    busy = ModelPicker(window, None, 2, has_chat=False)
    assert "2 answers are still being written; you are asked before they are stopped." in (
        busy.accessibleDescription()
    )


def test_what_is_gone_is_not_chosen_but_can_be_removed(picker: ModelPicker) -> None:
    chosen, removed = QSignalSpy(picker.selected), QSignalSpy(picker.removed)
    press(picker, Key.Key_Down, Key.Key_Down, Key.Key_Down, Key.Key_Return)
    assert selected(picker) == "mistral"
    assert "is missing" in picker.effect_label.text()
    press(picker, Key.Key_Delete)
    assert chosen.count() == 0
    assert [removed.at(at) for at in range(removed.count())] == [[GONE.path]]


def test_only_recent_files_can_be_removed(picker: ModelPicker) -> None:
    removed = QSignalSpy(picker.removed)
    press(picker, Key.Key_Delete, Key.Key_Up, Key.Key_Delete, Key.Key_Up, Key.Key_Delete)
    assert selected(picker) == "Hubbub"
    assert removed.count() == 0


def test_delete_takes_letters_of_the_search_first(picker: ModelPicker) -> None:
    removed = QSignalSpy(picker.removed)
    QTest.keyClicks(picker.box, "gemx")
    press(picker, Key.Key_Left, Key.Key_Delete)
    assert picker.box.text() == "gem"
    assert removed.count() == 0
    press(picker, Key.Key_Delete)
    assert removed.count() == 1


def test_the_cross_of_a_row_removes_and_the_rest_chooses(picker: ModelPicker) -> None:
    chosen, removed = QSignalSpy(picker.selected), QSignalSpy(picker.removed)
    viewport, left = picker.view.viewport(), Qt.MouseButton.LeftButton
    index = picker.items.index(texts(picker).index("Gemma 3 1B"))
    cross = remove_area(picker.view.visualRect(index)).center()
    QTest.mouseClick(viewport, left, pos=cross)
    assert (removed.count(), chosen.count()) == (1, 0)
    QTest.mouseClick(viewport, left, pos=row_centre(picker, "Recent"))
    assert chosen.count() == 0
    QTest.mouseClick(viewport, left, pos=row_centre(picker, "Gemma 3 1B"))
    assert (removed.count(), chosen.count()) == (1, 1)


def test_what_is_read_later_keeps_the_selection(picker: ModelPicker) -> None:
    press(picker, Key.Key_Down, Key.Key_Down)
    picker.set_choices((USED, LARGE, replace(SMALL, name="Another name"), BUILT_IN))
    assert selected(picker) == "Llama 3.3 70B"
    picker.set_choices((USED, SMALL))
    assert selected(picker) == "Qwen3 4B"


@pytest.mark.parametrize(
    ("model", "mark"),
    [
        (USED, "Loaded"),
        (replace(USED, state=ModelState.LOADING), "Loading…"),
        (SMALL, "Fits"),
        (replace(SMALL, fit=replace(FITS, word=FitWord.TIGHT)), "Tight"),
        (LARGE, "Too large"),
        (GONE, "File not found"),
        (replace(GONE, state=ModelState.READY), "Fit unknown"),
    ],
)
def test_a_row_says_in_a_word_how_things_are(model: ModelChoice, mark: str) -> None:
    words = choice_words(model)
    assert words.mark == mark
    assert words.spoken.startswith(f"{model.name}, {mark}")


def test_why_is_said_with_figures() -> None:
    reason = "Needs about 48.0 GB; 14.0 GB of 24.0 GB memory free."
    words = choice_words(LARGE)
    assert reason in words.tooltip
    assert reason in words.spoken
    assert "not counted" not in words.tooltip
    on_card = ModelFit(FitWord.UNKNOWN, 48 * GB, 14 * GB, 24 * GB, may_use_gpu=True)
    assert "graphics card" in choice_words(replace(LARGE, fit=on_card)).tooltip


def test_a_file_is_named_as_people_name_it() -> None:
    assert choice_words(SMALL).detail == "/models/gemma.gguf · 1.0 GB"
    at_home = replace(SMALL, path=str(Path.home() / "m" / "x<b>.gguf"))
    assert choice_words(at_home).detail == "~/m/x<b>.gguf · 1.0 GB"
    assert "<b>" not in choice_words(at_home).tooltip
    assert choice_words(BUILT_IN).detail.startswith("Comes with Hubbub · ")


def test_the_picker_outlives_the_tab_that_it_hangs_below(
    window: QWidget, picker: ModelPicker
) -> None:
    delete(window.findChildren(QPushButton)[0])
    window.resize(700, 500)
    picker.set_choices((SMALL,))
    assert window.rect().contains(picker.geometry())


def test_the_settings_of_the_selected_model_are_reached_by_keys(picker: ModelPicker) -> None:
    asked = QSignalSpy(picker.settings_requested)
    press(picker, Key.Key_Down, Key.Key_Tab)
    assert picker.settings_button.hasFocus()
    QTest.keyClick(picker.settings_button, Key.Key_Return)
    assert [asked.at(at) for at in range(asked.count())] == [[SMALL]]
    assert not picker.isVisible()


def test_more_models_are_reached_by_keys(picker: ModelPicker) -> None:
    asked = QSignalSpy(picker.more_requested)
    press(picker, Key.Key_Tab)
    QTest.keyClick(picker.settings_button, Key.Key_Tab)
    assert picker.more_button.hasFocus()
    QTest.keyClick(picker.more_button, Key.Key_Return)
    assert asked.count() == 1
    assert not picker.isVisible()


def test_only_a_model_that_is_there_has_settings(picker: ModelPicker) -> None:
    assert picker.settings_button.isEnabled()
    press(picker, Key.Key_Up)
    assert selected(picker) == FILE
    assert not picker.settings_button.isEnabled()
    QTest.keyClicks(picker.box, "mistral")
    assert not picker.settings_button.isEnabled()


def test_a_load_can_be_cancelled_while_it_lasts(picker: ModelPicker) -> None:
    assert not picker.cancel_button.isVisible()
    loading = replace(USED, state=ModelState.LOADING)
    picker.set_choices((loading, *CHOICES[1:]))
    cancelled = QSignalSpy(picker.cancel_button.clicked)
    picker.cancel_button.setFocus()
    QTest.keyClick(picker.cancel_button, Key.Key_Return)
    assert cancelled.count() == 1
    picker.set_choices(CHOICES)
    assert not picker.cancel_button.isVisible()
    assert picker.box.hasFocus()
