"""Small dialogs: the help page, the choice of files, the context of a chat."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFont, QFontInfo, QTextDocument
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QFileDialog, QMainWindow, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.settings import Theme
from app.widgets.commands.actions import WindowActions
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.dialogs import file_choice
from app.widgets.dialogs.context_dialog import ContextDialog, ContextFacts
from app.widgets.dialogs.file_choice import default_folder
from app.widgets.dialogs.help_page import HelpPage, HelpText, help_text
from app.widgets.dialogs.progress_box import ProgressBox
from app.widgets.kit.theme import scaled_font
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.markdown.formula_writer import fragments
from app.widgets.markdown.text_style import HEADING_SHARES
from resources.translations.update import LANGUAGES

LEFT = Qt.MouseButton.LeftButton


def test_other_languages_get_the_english_page() -> None:
    assert help_text("nl_NL") == help_text("en_US")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_has_the_same_parts_and_keys(language: str) -> None:
    english, translated = help_text("en"), help_text(language)
    assert translated != english
    assert english.count("\n## ") == translated.count("\n## ")
    assert english.count("\n- ") == translated.count("\n- ")
    commands = re.findall(r"\{\w+\}", english)
    assert len(commands) > 10
    assert sorted(re.findall(r"\{\w+\}", translated)) == sorted(commands)


def test_the_page_names_the_keys_of_today(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    keys = WindowActions(window).keys_by_name
    keys.bind({"new_tab": ("Ctrl+J",), "send": ("Ctrl+\\",), "sidebar": (), "beside": ()})
    text = HelpPage(keys, window).text()

    assert "Ctrl+J opens another" in text
    assert "press Ctrl+\\." in text
    assert "sidebar (“Sidebar”) has folders" in text
    assert "{" not in text


@pytest.fixture
def opened(qtbot: QtBot) -> Iterator[HelpPage]:
    window = QWidget()  # the dialog is deleted when it is closed
    qtbot.addWidget(window)
    dialog = HelpPage(BoundKeys(), window)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    yield dialog
    window.close()


def test_the_field_finds_each_place_and_shows_its_number(opened: HelpPage) -> None:
    assert opened.search.hasFocus()
    QTest.keyClicks(opened.search, "backup")
    marks = opened.browser.extraSelections()
    count = len(marks)
    assert count == opened.text().lower().count("backup") > 1
    assert {each.cursor.selectedText().lower() for each in marks} == {"backup"}
    assert opened.count_label.text() == f"1 of {count}"
    QTest.keyClick(opened.search, Qt.Key.Key_Return)
    assert opened.count_label.text() == f"2 of {count}"
    second = opened.browser.extraSelections()[1]
    assert opened.browser.viewport().rect().contains(opened.browser.cursorRect(second.cursor))
    assert opened.parts.list.currentItem().text() == "Your files"
    QTest.keyClick(opened.search, Qt.Key.Key_Up)
    QTest.keyClick(opened.search, Qt.Key.Key_Up)
    assert opened.count_label.text() == f"{count} of {count}", "before the first comes the last"


def test_another_theme_keeps_the_marks(opened: HelpPage, theme_switch: ThemeSwitch) -> None:
    opened.search.setText("backup")
    before = [each.cursor.selectedText() for each in opened.browser.extraSelections()]
    theme_switch.set_theme(Theme.DARK)
    after = [each.cursor.selectedText() for each in opened.browser.extraSelections()]
    assert after == before != []


def test_comparing_is_found_by_the_word_of_its_command(opened: HelpPage) -> None:
    QTest.keyClicks(opened.search, "compare several answers")
    assert opened.count_label.text() == "1 of 1"
    assert opened.parts.list.currentItem().text() == "Continuing"


def test_what_is_not_in_the_help_is_said(opened: HelpPage) -> None:
    QTest.keyClicks(opened.search, "zeppelin")
    assert opened.count_label.text() == "No matches"
    assert not opened.next_button.isEnabled()
    QTest.keyClick(opened.search, Qt.Key.Key_Escape)
    assert opened.isVisible(), "the first Esc clears the field"
    assert opened.count_label.text() == ""
    QTest.keyClick(opened.search, Qt.Key.Key_Escape)
    assert not opened.isVisible()


def test_the_table_of_contents_leads_to_a_part_and_follows(opened: HelpPage) -> None:
    opened.resize(1000, 500)
    parts = opened.parts.list
    titles = [parts.item(number).text() for number in range(parts.count())]
    assert titles == opened.browser.headings()
    assert "Tools" in titles
    parts.setCurrentRow(titles.index("Tools"))
    wrench = opened.browser.document().find("The wrench in the message box")
    assert opened.browser.viewport().rect().contains(opened.browser.cursorRect(wrench))
    bar = opened.browser.verticalScrollBar()
    bar.setValue(0)
    assert parts.currentRow() == 0
    bar.setValue(bar.maximum() // 2)
    assert 0 < parts.currentRow() < len(titles) - 1


def test_a_narrow_window_has_the_parts_in_a_box_above(opened: HelpPage) -> None:
    opened.resize(420, 500)
    assert opened.parts.list.isHidden()
    assert not opened.parts.box.isHidden()


def test_a_line_of_chinese_that_ends_in_the_margin_brings_no_scroll_bar(qtbot: QtBot) -> None:
    page = HelpText(help_text("zh_CN"))
    qtbot.addWidget(page)
    page.show()
    margin, overhangs = page.document().documentMargin(), []
    for width in range(340, 600, 7):
        page.resize(width, 500)
        assert not page.horizontalScrollBar().isVisible()
        overhangs.append(page.document().size().width() - page.viewport().width())
    assert 0 < max(overhangs) < margin


def test_showing_help_opens_no_file(qtbot: QtBot) -> None:
    page = HelpText("![a picture](/etc/hostname)")
    qtbot.addWidget(page)

    kind = QTextDocument.ResourceType.ImageResource.value
    assert page.loadResource(kind, QUrl("file:///etc/hostname")) is None


def test_the_page_leads_to_models_and_nothing_that_is_no_web_page(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    page = HelpText("")
    qtbot.addWidget(page)
    page.anchorClicked.emit(QUrl("https://huggingface.co/models"))
    page.anchorClicked.emit(QUrl("file:///etc/hostname"))

    assert opened == ["https://huggingface.co/models"]
    assert all("https://huggingface.co/" in help_text(each) for each in ("en", *LANGUAGES))


def test_without_a_folder_for_downloads_it_is_the_users_own(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DOWNLOAD_DIR", raising=False)
    assert Path(default_folder()) == home
    (home / "Downloads").mkdir()
    assert Path(default_folder()) == home / "Downloads"


def test_the_system_may_show_its_own_dialog(qtbot: QtBot, tmp_path: Path) -> None:
    """Qt asks the system for no class but its own."""
    folder = str(tmp_path)
    dialogs = (
        file_choice.to_save("a", (".md", ".json"), folder),
        file_choice.to_keep("a.md", folder),
        file_choice.to_import(folder),
        file_choice.of_presets(folder),
        file_choice.to_save_presets("a", folder),
        file_choice.of_model(folder),
        file_choice.of_pack(folder),
    )
    for dialog in dialogs:
        qtbot.addWidget(dialog)
        assert dialog.metaObject().className() == "QFileDialog"
        assert not dialog.testOption(QFileDialog.Option.DontUseNativeDialog)
        assert dialog.directory().absolutePath() == folder


def test_another_form_of_export_brings_its_suffix(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = file_choice.to_save("a", (".md", ".json"), str(tmp_path))
    qtbot.addWidget(dialog)
    assert dialog.defaultSuffix() == "md"
    dialog.filterSelected.emit(dialog.nameFilters()[1])
    assert dialog.defaultSuffix() == "json"


def test_a_box_that_went_with_its_window_leaves_the_work_alone(qtbot: QtBot) -> None:
    window = QWidget()
    box = ProgressBox("Exporting", window)
    box.open_later()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
    assert not isValid(box)

    box.set_progress(1, 2)
    box.leave()


def facts(*, larger: int | None = 4096, can_slide: bool = True) -> ContextFacts:
    return ContextFacts(2048, larger, 96 << 20, 2048, can_slide, 1, has_earlier=True)


def test_the_memory_dialog_says_what_each_way_costs(qtbot: QtBot) -> None:
    shown = ContextDialog(facts(can_slide=False))
    qtbot.addWidget(shown)
    text = shown.text()
    for words in (
        "2,048 tokens",
        "96.0 MB more",
        "trained for 2,048 tokens",
        "again each time",
        "One is pinned",
    ):
        assert words in text.replace("MiB", "MB")
    larger = QSignalSpy(shown.larger_requested)
    QTest.mouseClick(shown.larger_button, LEFT)
    assert larger.at(0) == [4096]


def test_the_memory_dialog_says_how_much_each_way_reads_again(qtbot: QtBot) -> None:
    known = replace(facts(), earlier_tokens=1500, first_tokens=300, held_tokens=1200)
    shown = ContextDialog(known)
    qtbot.addWidget(shown)
    assert shown.fork_button is not None
    pin, fork, larger = (
        button.accessibleDescription()
        for button in (shown.pin_button, shown.fork_button, shown.larger_button)
    )
    assert "About 1,500 tokens are read again" in pin, "the turn and what is held"
    assert "About 1,500 tokens are read again" in fork, "what was forgotten"
    assert "About 2,700 tokens are read again" in larger, "all of it"
    capped = ContextDialog(replace(known, earlier_tokens=9000, first_tokens=1000))
    qtbot.addWidget(capped)
    assert "About 2,048 tokens" in capped.pin_button.accessibleDescription()
    assert "About 4,096 tokens" in capped.larger_button.accessibleDescription()


def test_what_can_not_be_done_is_not_offered(qtbot: QtBot) -> None:
    shown = ContextDialog(facts(larger=None))
    qtbot.addWidget(shown)
    assert not shown.larger_button.isEnabled()
    pinned, forked = QSignalSpy(shown.pin_requested), QSignalSpy(shown.fork_requested)
    QTest.mouseClick(shown.pin_button, LEFT)
    assert shown.fork_button is not None
    QTest.mouseClick(shown.fork_button, LEFT)
    assert (pinned.count(), forked.count()) == (1, 1)


def test_before_turns_are_dropped_the_memory_dialog_offers_a_recap_of_the_older_half(
    qtbot: QtBot,
) -> None:
    early = replace(facts(), has_earlier=False, is_recap_early=True, held_tokens=1300)
    shown = ContextDialog(early)
    qtbot.addWidget(shown)
    assert "this one has 1,300" in shown.text()
    assert "Recap the older half" in shown.text()
    assert shown.fork_button is None
    asked = QSignalSpy(shown.recap_requested)
    QTest.mouseClick(shown.recap_button, LEFT)
    assert asked.count() == 1
    short = ContextDialog(replace(early, can_recap=False))
    qtbot.addWidget(short)
    assert "There is only one turn to recap." in short.text()
    assert not short.recap_button.isEnabled()
    assert "read again" not in shown.text()


def test_no_word_is_bolder_than_the_face_and_no_heading_larger_than_in_an_answer(
    opened: HelpPage,
) -> None:
    text = opened.browser
    fonts = [each.charFormat().font() for each in fragments(text.document())]
    assert max(each.weight() for each in fonts) == QFont.Weight.DemiBold
    largest = max(QFontInfo(each).pixelSize() for each in fonts)
    assert largest == QFontInfo(scaled_font(text.font(), HEADING_SHARES[1])).pixelSize()
