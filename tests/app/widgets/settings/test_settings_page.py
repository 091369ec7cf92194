"""Settings: shown as they are, changed at once, and what a change costs is said."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from app.engine_snapshot import CachedConversation
from app.settings import CloseAction, KvType, Settings, Theme
from app.tools.view.tools_view import ToolRow
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.explanation import Explanation
from app.widgets.kit.fold import FoldSection
from app.widgets.kit.form_rows import CheckBoxRow, NumberRow, TextRow
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.settings.settings_page import SettingsFacts, SettingsPage
from app.widgets.settings.storage_views import CacheView
from tests.app.widgets.showing import on_screen

ALL_SET = Settings(
    context_window=2048,
    slot_count=8,
    kv_type=KvType.Q8_0,
    thread_count=3,
    guesses_ahead=False,
    gpu_layer_count=0,
    rpc_servers=("rack:50052", "10.0.0.2:7"),
    unload_minutes=15,
    model_path="/models/a.gguf",
    temperature=0.25,
    max_reply_tokens=512,
    system_prompt="Answer briefly.",
    theme=Theme.DARK,
    sends_with_ctrl_enter=True,
    longest_paste=None,
    zoom_percent=125,
    cache_bytes=3 << 30,
    program_cache_percent=40,
    language="nl",
    tells_when_done=False,
    leaving=CloseAction.BACKGROUND,
    stays_in_tray=True,
    is_still=True,
)


def dialog_of(qtbot: QtBot, settings: Settings) -> SettingsPage:
    return on_screen(qtbot, SettingsPage(settings))


def number(dialog: SettingsPage, name: str) -> NumberRow:
    row = dialog.rows[name]
    assert isinstance(row, NumberRow)
    return row


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("settings", [Settings(), ALL_SET], ids=["default", "all set"])
def test_settings_are_shown_as_they_are(qtbot: QtBot, settings: Settings) -> None:
    dialog = dialog_of(qtbot, settings)
    signal = QSignalSpy(dialog.settings_changed)

    shown = {name: row.value() for name, row in dialog.rows.items()}
    assert shown == {name: getattr(settings, name) for name in dialog.rows}
    dialog.close()
    assert signal.count() == 0


def test_a_change_is_told_at_once(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    row = dialog.rows["tells_when_done"]
    assert isinstance(row, CheckBoxRow)

    with qtbot.waitSignal(dialog.settings_changed) as signal:
        click(row.box)
    assert signal.args == [Settings(tells_when_done=False)]


def test_a_text_is_told_when_the_hand_rests_and_when_the_dialog_closes(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    row = dialog.rows["system_prompt"]
    assert isinstance(row, TextRow)

    with qtbot.waitSignal(dialog.settings_changed) as signal:
        QTest.keyClicks(row.box, "Be kind. ")
    assert signal.args == [Settings(system_prompt="Be kind.")]
    QTest.keyClicks(row.box, "Now.")
    with qtbot.waitSignal(dialog.settings_changed) as told_at_the_end:
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert told_at_the_end.args == [Settings(system_prompt="Be kind. Now.")]


def test_what_needs_the_model_again_waits_for_its_button(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings(context_window=512, slot_count=4))
    signal = QSignalSpy(dialog.settings_changed)
    assert dialog.memory.text() == "Reserves memory for 4 chats of 512 tokens."
    assert dialog.reload_strip.isHidden()

    number(dialog, "slot_count").box.setValue(5)
    number(dialog, "context_window").box.setValue(1000)
    assert signal.count() == 0
    assert "5 chats of 1,000 tokens" in dialog.memory.text()
    assert dialog.reload_strip.label.text() == (
        "Context length, Chats answered at once: applied when the model is reloaded. "
        "This stops running answers."
    )

    click(dialog.reload_strip.button)
    assert signal.at(0) == [Settings(context_window=1000, slot_count=5)]
    assert dialog.reload_strip.isHidden()


def test_a_search_does_not_hide_the_button_that_reloads_the_model(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings(context_window=512))
    dialog.form.search.setText("context length")
    number(dialog, "context_window").box.setValue(0)

    assert dialog.reload_strip.button.isVisible()
    with qtbot.waitSignal(dialog.settings_changed) as signal:
        click(dialog.reload_strip.button)
    assert signal.args == [Settings(context_window=None)]


def question_of(dialog: SettingsPage) -> QuestionBox:
    (box,) = dialog.findChildren(QuestionBox)
    return box


@pytest.mark.parametrize(
    ("label", "applied", "is_closed"),
    [
        ("Reload now", [Settings(context_window=512)], True),
        ("Discard", [], True),
        ("Cancel", [], False),
    ],
)
def test_closing_asks_about_settings_that_wait_for_a_reload(
    qtbot: QtBot, label: str, applied: list[Settings], is_closed: bool
) -> None:
    dialog = dialog_of(qtbot, Settings(context_window=1024))
    signal = QSignalSpy(dialog.settings_changed)
    number(dialog, "context_window").box.setValue(512)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()

    box = question_of(dialog)
    next(each for each in box.findChildren(QPushButton) if each.text() == label).click()
    assert [signal.at(each)[0] for each in range(signal.count())] == applied
    assert dialog.isVisible() is not is_closed


def test_discarding_shows_the_settings_in_force_again(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings(context_window=1024))
    number(dialog, "context_window").box.setValue(512)
    click(dialog.reload_strip.discard_button)
    assert number(dialog, "context_window").value() == 1024
    assert dialog.reload_strip.isHidden()


@pytest.mark.parametrize(("stored", "most"), [(None, 6), (2, 6), (40, 40)])
def test_threads_go_up_to_the_cores_and_what_was_chosen_elsewhere_stays(
    qtbot: QtBot, stored: int | None, most: int
) -> None:
    facts = SettingsFacts(core_count=6)
    dialog = SettingsPage(Settings(thread_count=stored), facts=facts)
    qtbot.addWidget(dialog)
    row = number(dialog, "thread_count")
    assert row.value() == stored
    assert (row.box.minimum(), row.box.maximum()) == (0, most)


def test_automatic_says_how_many_threads_that_is_now(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    box = number(dialog, "thread_count").box
    assert box.text() == "Automatic"
    dialog.set_automatic("thread_count", 2)
    assert box.text() == "Automatic: 2"
    assert number(dialog, "thread_count").value() is None
    dialog.set_automatic("thread_count", None)
    assert box.text() == "Automatic"


def test_what_waits_or_is_being_typed_survives_a_change_elsewhere(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    number(dialog, "slot_count").box.setValue(6)
    prompt = dialog.rows["system_prompt"]
    QTest.keyClicks(prompt.editor, "Be ki")
    dialog.set_settings(Settings(zoom_percent=150))

    assert prompt.value() == "Be ki"
    assert dialog.rows["slot_count"].value() == 6
    assert dialog.rows["zoom_percent"].value() == 150


def test_a_value_that_cant_be_taken_is_refused_in_a_sentence(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    signal = QSignalSpy(dialog.settings_changed)
    row = number(dialog, "context_window")
    row.box.setValue(100)

    assert row.error_text() == "Enter a number from 256 to 1,048,576."
    number(dialog, "slot_count").box.setValue(5)
    click(dialog.reload_strip.button)
    assert signal.at(0) == [Settings(slot_count=5)]
    row.box.setValue(600)
    assert row.error_text() == ""
    assert row.value() == 600


def found_rows(dialog: SettingsPage) -> tuple[str, ...]:
    return tuple(name for name, row in dialog.rows.items() if not row.isHidden())


def test_searching_leaves_what_is_called_that(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    QTest.keyClicks(dialog.form.search, "text size")
    assert found_rows(dialog) == ("zoom_percent",)
    shown = [page.title for page in dialog.form.pages if not page.isHidden()]
    assert shown == ["Appearance"]

    dialog.form.search.setText("dark mode")  # what others call it
    assert found_rows(dialog) == ("theme",)
    dialog.form.search.setText("speculative decoding")
    assert found_rows(dialog) == ("guesses_ahead",)
    dialog.form.search.setText("engine")
    assert {"context_window", "slot_count"} <= set(found_rows(dialog))
    dialog.form.search.setText("zzz")
    assert found_rows(dialog) == ()
    QTest.keyClick(dialog.form.search, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert set(found_rows(dialog)) == set(dialog.rows)


def test_an_explanation_is_read_to_screen_readers_and_unfolds_by_a_key(qtbot: QtBot) -> None:
    dialog = active_dialog(qtbot)
    row = dialog.rows["longest_paste"]
    explanation = row.explanation
    assert not explanation.label.isVisible()
    assert row.editor.accessibleDescription() == explanation.text
    assert explanation.button.accessibleName() == "Explanation of “Paste long text as a file”"
    explanation.button.setFocus()
    QTest.keyClick(explanation.button, Qt.Key.Key_Return)
    assert explanation.label.isVisible()
    assert explanation.button.accessibleDescription() == "expanded"
    QTest.keyClick(explanation.button, Qt.Key.Key_Space)
    assert not explanation.label.isVisible()


def test_tab_reaches_the_explanation_after_its_field(qtbot: QtBot) -> None:
    dialog = active_dialog(qtbot)
    row = dialog.rows["sends_with_ctrl_enter"]
    row.editor.setFocus()
    QTest.keyClick(row.editor, Qt.Key.Key_Tab)
    assert row.explanation.button.hasFocus()


def test_a_danger_is_said_without_a_click(qtbot: QtBot) -> None:
    dialog = active_dialog(qtbot)
    dialog.form.show_setting("rpc_servers")
    shown = [each.text() for each in dialog.rows["rpc_servers"].findChildren(MutedLabel)]
    assert "Only for networks that you trust: no encryption and no password." in shown
    assert "no password" in dialog.rows["rpc_servers"].editor.accessibleDescription()


def test_a_search_unfolds_the_explanations_that_it_finds(qtbot: QtBot) -> None:
    dialog = active_dialog(qtbot)
    titles, paste = dialog.rows["names_chats"], dialog.rows["longest_paste"]
    dialog.form.search.setText("after the first answer")
    assert titles.explanation.label.isVisible()
    dialog.form.search.setText("paste long text")
    assert paste.isVisible()
    assert not paste.explanation.is_unfolded
    dialog.form.search.setText("unless you choose another machine")
    (found,) = [each for each in dialog.findChildren(Explanation) if each.isVisible()]
    assert found.is_unfolded
    dialog.form.search.clear()
    assert not any(each.is_unfolded for each in dialog.findChildren(Explanation))


def active_dialog(qtbot: QtBot) -> SettingsPage:
    dialog = dialog_of(qtbot, Settings())
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def shown_pages(dialog: SettingsPage) -> list[str]:
    return [page.title for page in dialog.form.pages if not page.isHidden()]


def test_one_page_shows_and_keys_lead_to_the_next(qtbot: QtBot) -> None:
    dialog = active_dialog(qtbot)
    assert shown_pages(dialog) == ["General"]
    dialog.form.search.setFocus()
    QTest.keyClick(dialog.form.search, Qt.Key.Key_Down)
    assert dialog.form.page_choice.list.hasFocus()
    assert shown_pages(dialog) == ["Appearance"]
    QTest.keyClick(dialog.form.page_choice.list, Qt.Key.Key_End)
    assert shown_pages(dialog) == ["Backups"]

    QTest.keyClick(dialog, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert dialog.form.search.hasFocus()


def test_a_search_shows_the_rows_of_all_pages_below_their_names(qtbot: QtBot) -> None:
    dialog = active_dialog(qtbot)
    dialog.form.show_page(8)
    QTest.keyClicks(dialog.form.search, "length")
    assert shown_pages(dialog) == ["General", "Engine", "Models"]
    names = dialog.form.page_choice.list
    listed = [names.item(row).text() for row in range(names.count()) if not names.isRowHidden(row)]
    assert listed == ["General", "Engine", "Models"]
    QTest.keyClick(dialog.form.search, Qt.Key.Key_Return)
    assert dialog.rows["longest_paste"].editor.hasFocus()

    dialog.form.search.clear()
    assert shown_pages(dialog) == ["Storage"], "the page of before"
    assert not any(names.isRowHidden(row) for row in range(names.count()))


def test_a_setting_is_gone_to_whatever_is_searched_for(qtbot: QtBot) -> None:
    dialog = active_dialog(qtbot)
    dialog.form.search.setText("zzz")
    dialog.form.show_setting("temperature")
    assert shown_pages(dialog) == ["Models"]
    assert dialog.rows["temperature"].editor.hasFocus()
    assert dialog.form.search.text() == ""


def test_a_setting_at_the_end_of_a_long_page_is_scrolled_to(qtbot: QtBot) -> None:
    dialog = active_dialog(qtbot)
    dialog.tools.built_in.set_tools(ToolRow(f"hubbub/{at}", f"Tool {at}") for at in range(20))
    dialog.form.show_setting("search_address")
    row = dialog.rows["search_address"]

    qtbot.waitUntil(lambda: row.visibleRegion().boundingRect() == row.rect())


def test_a_narrow_dialog_has_its_pages_in_a_drop_down_list(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    dialog.resize(480, 400)
    choice = dialog.form.page_choice
    qtbot.waitUntil(choice.box.isVisible)
    choice.box.setFocus()
    QTest.keyClick(choice.box, Qt.Key.Key_Down)
    assert shown_pages(dialog) == ["Appearance"]


def confirm(dialog: SettingsPage) -> None:
    (question,) = (each for each in dialog.findChildren(QuestionBox) if each.isVisible())
    question.accept()


def test_a_part_gets_its_usual_values_back(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, ALL_SET)
    _general, appearance, engine, *_others = dialog.form.pages
    click(appearance.reset_button)
    assert dialog.rows["theme"].value() is ALL_SET.theme, "it asks first"
    with qtbot.waitSignal(dialog.settings_changed) as signal:
        confirm(dialog)
    (changed,) = signal.args
    assert (changed.theme, changed.zoom_percent, changed.is_still) == (Theme.SYSTEM, 100, False)
    assert changed.temperature == 0.25
    assert appearance.reset_button.isHidden()

    click(engine.reset_button)
    confirm(dialog)
    assert dialog.rows["slot_count"].value() == Settings().slot_count
    assert not dialog.reload_strip.isHidden()


def test_what_is_kept_of_chats_is_listed_and_forgotten(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    assert dialog.cache.total_label.text() == "0 chats cached: 0 bytes in memory, 0 bytes on disk."
    assert not dialog.cache.clear_button.isEnabled()
    kept = (
        CachedConversation("a", "A story", 3 << 20, 12 << 20),
        CachedConversation("b", "<b>Keys", 0, 1),
    )
    dialog.cache.set_kept(kept, "The folder is read-only.")

    assert dialog.cache.lines() == (
        ("A story", "3.0 MB in memory", "12.0 MB on disk"),
        ("<b>Keys", "", "1 bytes on disk"),
    )
    with qtbot.waitSignal(dialog.cache.remove_requested) as signal:
        click(dialog.cache.remove_button(1))
    assert signal.args == ["b"]
    assert "<" not in dialog.cache.remove_button(1).toolTip()[3:-4]
    with qtbot.waitSignal(dialog.cache.clear_requested):
        click(dialog.cache.clear_button)


def test_what_is_kept_of_pictures_is_said_and_can_be_cleared(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    cache = dialog.cache
    assert cache.media_label.isHidden()
    cache.set_kept((), "", media_bytes=5 << 20)
    assert cache.media_label.text() == "Cached pictures: 5.0 MB."
    assert not cache.media_label.isHidden()
    assert cache.clear_button.isEnabled()


def test_every_field_says_its_name_to_screen_readers(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, Settings())
    assert all(row.editor.accessibleName() for row in dialog.rows.values())


def test_every_setting_has_a_row_or_a_place_elsewhere() -> None:
    elsewhere = {"model_path", "window_geometry", "window_panels", "has_seen_tour"}
    elsewhere |= {"is_chat_panel_visible", "chat_panel_width", "folded_panel_parts"}
    elsewhere |= {"unfolded_sections"}  # the headings of the sections
    elsewhere |= {"recent_models", "thinking", "command_uses"}  # pickers, and the message box
    elsewhere |= {"model_folders", "models_folder"}  # the list of models
    elsewhere |= {"endpoints", "default_route", "titles_are_remote"}  # the list of machines
    elsewhere |= {
        "sidebar_width",
        "split_share",
        "grid_windows",
        "four_chat_windows",
    }  # the window as it stands
    elsewhere |= {"default_tools", "tool_servers"}  # the lists of tools
    elsewhere |= {"tool_permissions", "tool_digests"}  # likewise
    elsewhere |= {"weight_speeds", "raised_slots"}  # measured
    elsewhere |= {"interrupted_ids"}  # a toast after the start
    elsewhere |= {
        "extra_windows",
        "folded_groups",
        "folder_colours",
        "folder_models",
        "last_folder",
        "keys",
    }
    dialog = SettingsPage(Settings())
    fields = set(Settings.__struct_fields__)

    assert set(dialog.rows) <= fields
    assert fields - set(dialog.rows) - elsewhere == set()
    dialog.deleteLater()


@pytest.mark.parametrize(("width", "zoom"), [(480, 100), (700, 200)])
def test_nothing_is_cut_off_in_a_small_dialog(
    qtbot: QtBot, theme_switch: ThemeSwitch, width: int, zoom: int
) -> None:
    theme_switch.set_zoom(zoom)
    dialog = dialog_of(qtbot, Settings(unfolded_sections=("engine",)))
    dialog.resize(width, 360)
    form = dialog.form
    qtbot.waitUntil(lambda: form.page_choice.list.isHidden())
    for number, page in enumerate(form.pages):
        form.show_page(number)
        QApplication.processEvents()
        shown = form.area.viewport().width()
        for row in page.rows:
            right = row.editor.mapTo(form.area.viewport(), QPoint(row.editor.width(), 0)).x()
            assert right <= shown, row.name


def test_no_cell_is_nameless_or_said_to_take_the_keyboard(qtbot: QtBot) -> None:
    view = CacheView()
    qtbot.addWidget(view)
    view.set_kept(
        (CachedConversation("a", "A story", 0, 12), CachedConversation("b", "Keys", 1, 0)), ""
    )
    view.show()
    (table,) = view.findChildren(QTableWidget)
    interface = QAccessible.queryAccessibleInterface(table)
    assert interface is not None
    children = [interface.child(number) for number in range(interface.childCount())]
    cells = [each for each in children if each and each.role() is QAccessible.Role.Cell]
    names = [each.text(QAccessible.Text.Name) for each in cells]
    assert len(names) == 8
    assert all(names)
    assert "Clear the cache of “A story”" in names
    assert not [each for each in cells if each.state().focusable]


ENGINE_PAGE = 2


def engine_page(qtbot: QtBot, settings: Settings) -> tuple[SettingsPage, FoldSection]:
    dialog = dialog_of(qtbot, settings)
    dialog.form.show_page(ENGINE_PAGE)
    QApplication.processEvents()  # the heading is where it is clicked
    return dialog, dialog.form.sections[0]


def test_the_engine_page_begins_with_what_everybody_understands(qtbot: QtBot) -> None:
    dialog, section = engine_page(qtbot, Settings())
    page = dialog.form.pages[ENGINE_PAGE]
    shown = [row.name for row in page.rows if row.isVisible()]
    assert shown == [
        *("context_window", "slot_count", "models_memory", "unload_minutes", "gpu_layer_count")
    ]
    texts = [each.text() for each in page.findChildren(QLabel) if each.isVisible()]
    words = " ".join(texts).casefold()
    assert not [each for each in ("slot", "kv", "rpc", "warm", "guess") if each in words]
    click(section.heading)
    assert all(row.isVisible() for row in page.rows)


def test_a_section_stays_as_it_was_left(qtbot: QtBot) -> None:
    dialog, section = engine_page(qtbot, Settings(unfolded_sections=("other",)))
    saved = QSignalSpy(dialog.settings_changed)
    section.heading.setFocus()
    assert section.heading.accessibleDescription() == "collapsed"
    QTest.keyClick(section.heading, Qt.Key.Key_Space)
    assert section.heading.accessibleDescription() == "expanded"
    assert saved.at(0)[0].unfolded_sections == ("other", "engine")

    again, unfolded = engine_page(qtbot, saved.at(0)[0])
    assert again.rows["kv_type"].isVisible()
    saved = QSignalSpy(again.settings_changed)
    click(unfolded.heading)
    assert not again.rows["kv_type"].isVisible()
    assert saved.at(0)[0].unfolded_sections == ("other",)


def test_a_search_shows_what_it_finds_in_a_folded_section_and_folds_it_again(
    qtbot: QtBot,
) -> None:
    dialog, section = engine_page(qtbot, Settings())
    saved = QSignalSpy(dialog.settings_changed)
    search = dialog.form.search
    search.setText("Q8_0")
    assert [name for name, row in dialog.rows.items() if row.isVisible()] == ["kv_type"]
    search.setText("Context length")
    assert dialog.rows["context_window"].isVisible()
    assert not section.isVisible(), "nothing in it was found"
    search.setText("advanced")
    assert dialog.rows["rpc_servers"].isVisible()
    search.clear()
    assert section.isVisible()
    assert not dialog.rows["kv_type"].isVisible()
    assert saved.count() == 0


def test_a_folded_setting_that_is_asked_for_is_shown(qtbot: QtBot) -> None:
    dialog = active_dialog(qtbot)
    dialog.form.show_setting("rpc_servers")
    assert dialog.rows["rpc_servers"].isVisible()
    assert dialog.rpc_row.box.hasFocus()


def test_a_folded_section_tells_how_many_values_are_changed_in_it(qtbot: QtBot) -> None:
    _dialog, section = engine_page(qtbot, Settings(guesses_ahead=False, kv_type=KvType.Q8_0))
    assert section.heading.accessibleName() == "Advanced, 2 changed"
    _dialog, section = engine_page(qtbot, Settings(context_window=1024))
    assert section.heading.accessibleName() == "Advanced"
