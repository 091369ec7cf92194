"""The settings of one model: unset values follow the general ones, a template is checked."""

from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.models.model import FitEstimate, FitWord, ModelFit
from app.models.named_model import NamedModel
from app.models.settings_model import MAX_TEMPLATE_CHARS, ModelSettings
from app.models.view.file_rows import DraftRow, OfferedFile, ProjectorRow
from app.models.view.model_settings_page import (
    CardSharesRow,
    ModelSettingsFacts,
    ModelSettingsPage,
)
from app.models.view.sampling_section import SamplingDefaults
from app.settings import KvType, Settings
from app.widgets.kit.form_rows import ChoiceRow, LineRow, NumberRow, TextRow
from app.widgets.kit.forms import ScrollableForm
from engine.messages.sampling_params import SamplingParams
from tests.app.widgets.showing import on_screen

Open = Callable[..., ModelSettingsPage]
ALL = ModelSettings(
    *("calm", "/models/draft.gguf", "Be kind.", 8192, 2, "Q8_0", "{{ messages }}\n\n"),
    sampling={"temperature": 0.35, "max_tokens": None},
)
ALL_SECTIONS = ("model_sampling", "model_advanced")
SAMPLING = SamplingDefaults(
    msgspec.to_builtins(SamplingParams(temperature=0.6, top_k=20)),
    advice={"temperature": 0.6, "top_k": 20},
    advised=frozenset({"temperature", "top_k"}),
    presets={"calm": {"temperature": 0.1}},
)

NOTHING = ModelSettings()


def _fit(settings: ModelSettings) -> FitEstimate:
    count = settings.slot_count or 4
    fit = ModelFit(FitWord.FITS, 3000, 9000, 12000, chats_bytes=500 * count)
    return FitEstimate(f"{settings.slot_count} chats.", fit)


@pytest.fixture
def show(qtbot: QtBot) -> Open:
    """Opens a dialog for these settings."""

    def opened(own: ModelSettings = NOTHING, **facts: object) -> ModelSettingsPage:
        facts.setdefault("general", Settings(unfolded_sections=ALL_SECTIONS))
        given = ModelSettingsFacts("Tiny", preset_names=("calm", "wild"), **facts)  # type: ignore[arg-type]
        return on_screen(qtbot, ModelSettingsPage(own, given))

    return opened


def _number(dialog: ModelSettingsPage, name: str) -> NumberRow:
    row = dialog.rows[name]
    assert isinstance(row, NumberRow)
    return row


def _template(dialog: ModelSettingsPage) -> TextRow:
    row = dialog.rows["chat_template"]
    assert isinstance(row, TextRow)
    return row


def _press_save(dialog: ModelSettingsPage) -> None:
    QTest.keyClick(dialog.rows["slot_count"].editor, Qt.Key.Key_Return)


@pytest.mark.parametrize("own", [ModelSettings(), ALL], ids=["default", "all set"])
def test_what_is_set_is_shown_and_saved_as_it_is(show: Open, own: ModelSettings) -> None:
    dialog = show(own)
    saved = QSignalSpy(dialog.saved)
    assert dialog.settings() == own
    _press_save(dialog)
    assert saved.count() == 1
    assert saved.at(0) == [own]


def test_a_row_says_what_holds_where_nothing_is_set(show: Open) -> None:
    general = Settings(slot_count=3, kv_type=KvType.Q8_0, system_prompt="Be\nbrief.")
    dialog = show(general=general)
    assert _number(dialog, "slot_count").box.text() == "General: 3"
    assert _number(dialog, "context_window").box.text() == "General: automatic"
    kind = dialog.rows["kv_type"]
    assert isinstance(kind, ChoiceRow)
    assert kind.box.currentText() == "General: Q8_0"
    prompt = dialog.rows["system_prompt"]
    assert isinstance(prompt, TextRow)
    assert prompt.box.placeholderText() == "General: Be brief."


def test_an_embedding_model_has_no_settings_of_chats(show: Open) -> None:
    dialog = show(ModelSettings(context_window=1024, system_prompt="kept"), embeds_only=True)
    shown = [name for name, row in dialog.rows.items() if row.isVisible()]
    assert shown == ["context_window", "rest_minutes", "aliases"]
    assert dialog.rows["context_window"].editor.accessibleName() == "Longest text"
    saved = QSignalSpy(dialog.saved)
    dialog.accept()
    assert saved.at(0) == [ModelSettings(context_window=1024, system_prompt="kept")]


def test_what_it_takes_of_memory_follows_each_step(show: Open) -> None:
    dialog = show(estimate=_fit, is_in_use=True)
    assert dialog.fit_note.text() == "None chats."
    assert "chats 2.0 kB" in dialog.fit_note.legend.accessibleName()
    QTest.keyClick(dialog.rows["slot_count"].editor, Qt.Key.Key_Up)
    assert dialog.fit_note.text().startswith("1 chats. Saving reloads the model")
    assert "chats 500 bytes" in dialog.fit_note.legend.accessibleName()
    QTest.keyClick(dialog.rows["slot_count"].editor, Qt.Key.Key_Down)
    assert dialog.fit_note.text() == "None chats."


def test_a_model_that_is_not_in_use_is_not_loaded(show: Open) -> None:
    dialog = show(estimate=_fit)
    QTest.keyClick(dialog.rows["slot_count"].editor, Qt.Key.Key_Up)
    assert dialog.fit_note.text() == "1 chats."


def test_a_broken_template_is_not_saved(show: Open) -> None:
    dialog = show()
    asked, saved = QSignalSpy(dialog.template_check_requested), QSignalSpy(dialog.saved)
    QTest.keyClicks(_template(dialog).box, "{{ x")
    _press_save(dialog)
    assert asked.at(asked.count() - 1) == ["{{ x"]
    assert saved.count() == 0
    dialog.show_template_checked("{{ x", "It is broken.")
    assert _template(dialog).error_text() == "It is broken."
    assert saved.count() == 0
    assert dialog.isVisible()


def test_a_good_template_is_saved_when_it_is_checked(show: Open) -> None:
    dialog = show()
    saved = QSignalSpy(dialog.saved)
    QTest.keyClicks(_template(dialog).box, "{{ x }}")
    _press_save(dialog)
    dialog.show_template_checked("{{ ", "It is broken.")  # an older text
    assert saved.count() == 0
    dialog.show_template_checked("{{ x }}", "")
    assert saved.at(0) == [ModelSettings(chat_template="{{ x }}")]


def test_who_types_on_after_save_is_not_taken_at_their_word(show: Open) -> None:
    dialog = show()
    asked, saved = QSignalSpy(dialog.template_check_requested), QSignalSpy(dialog.saved)
    QTest.keyClicks(_template(dialog).box, "{{ x")
    _press_save(dialog)
    QTest.keyClicks(_template(dialog).box, " }}")
    dialog.show_template_checked("{{ x", "It is broken.")
    _template(dialog).flush()
    assert asked.at(asked.count() - 1) == ["{{ x }}"]
    dialog.show_template_checked("{{ x }}", "")
    assert saved.count() == 0
    _press_save(dialog)
    assert saved.count() == 1


def test_a_template_that_is_too_long_is_not_asked_about(show: Open) -> None:
    dialog = show()
    asked, saved = QSignalSpy(dialog.template_check_requested), QSignalSpy(dialog.saved)
    _template(dialog).box.setPlainText("x" * (MAX_TEMPLATE_CHARS + 1))
    _press_save(dialog)
    assert (asked.count(), saved.count()) == (0, 0)
    assert "262,144" in _template(dialog).error_text()


def test_an_alias_that_is_a_name_of_another_model_is_not_saved(show: Open) -> None:
    other = NamedModel("key", "Gemma 3 270M", "/models/gemma.gguf", ("small",))
    dialog = show(others=(other,))
    spy = QSignalSpy(dialog.saved)
    row = dialog.rows["aliases"]
    assert isinstance(row, LineRow)
    for taken in ("Small", "gemma", "gemma 3 270m"):
        row.enter(f"fast, {taken}")
        _press_save(dialog)
        assert (
            row.error_text()
            == f"“{taken}” is a name of Gemma 3 270M already. Choose another alias."
        )
    assert spy.count() == 0
    row.enter(" fast,, gpt-4o , Fast")
    _press_save(dialog)
    assert spy.at(0)[0].aliases == ("Fast", "gpt-4o")


def test_all_can_be_reset(show: Open) -> None:
    dialog = show(ALL)
    QTest.mouseClick(dialog.reset_button, Qt.MouseButton.LeftButton)
    assert dialog.settings() == ModelSettings()
    assert not dialog.reset_button.isEnabled()


def test_where_the_experts_are_is_asked_where_there_is_a_choice(show: Open) -> None:
    assert "keeps_experts" not in show().rows
    dialog = show(ModelSettings(keeps_experts=True), has_experts=True, is_in_use=True)
    row = dialog.rows["keeps_experts"]
    assert isinstance(row, ChoiceRow)
    assert row.box.currentText() == "In main memory"
    QTest.keyClick(row.editor, Qt.Key.Key_Up)
    assert dialog.settings() == ModelSettings(keeps_experts=False)
    assert "Saving reloads the model" in dialog.fit_note.text()
    QTest.mouseClick(dialog.reset_button, Qt.MouseButton.LeftButton)
    assert dialog.settings() == ModelSettings()


def test_several_cards_can_share_a_model(show: Open) -> None:
    assert "tensor_split" not in show(card_count=1).rows
    dialog = show(card_count=2, is_in_use=True)
    row = dialog.rows["tensor_split"]
    assert isinstance(row, CardSharesRow)
    first, second = row.boxes
    assert (first.text(), second.text()) == ("Card 1: 0", "Card 2: 0")
    for box in (first, first, first, second):
        QTest.keyClick(box, Qt.Key.Key_Up)
    assert dialog.settings() == ModelSettings(tensor_split=(3.0, 1.0))
    assert "Saving reloads the model" in dialog.fit_note.text()
    QTest.mouseClick(dialog.reset_button, Qt.MouseButton.LeftButton)
    assert dialog.settings() == ModelSettings()


def test_shares_of_cards_that_are_gone_are_left_out(show: Open) -> None:
    dialog = show(ModelSettings(tensor_split=(2.0, 1.0, 5.0)), card_count=2)
    assert dialog.settings() == ModelSettings(tensor_split=(2.0, 1.0))


def test_settings_without_a_field_are_kept(show: Open) -> None:
    own = ModelSettings(keeps_experts=True, slot_count=2)
    dialog = show(own)
    saved = QSignalSpy(dialog.saved)
    _press_save(dialog)
    assert saved.at(0) == [own]


BESIDE = (OfferedFile("/m/mmproj-F16.gguf", 850 << 20),)


@pytest.fixture
def projector_row(qtbot: QtBot) -> ProjectorRow:
    projector_row = ProjectorRow("projector_path", "mmproj-F16.gguf", BESIDE)
    qtbot.addWidget(projector_row)
    projector_row.set_value(None)
    projector_row.show()
    return projector_row


def _press(projector_row: ProjectorRow, key: Qt.Key, times: int = 1) -> None:
    for _ in range(times):
        QTest.keyClick(projector_row.box, key)


def test_each_value_has_its_words(projector_row: ProjectorRow) -> None:
    heard = QSignalSpy(projector_row.value_changed)
    words = {projector_row.box.currentText(): (projector_row.value(), projector_row.note())}
    for _ in range(2):
        _press(projector_row, Qt.Key.Key_Down)
        words[projector_row.box.currentText()] = (projector_row.value(), projector_row.note())
    assert words == {
        "Automatic": (None, "Uses mmproj-F16.gguf."),
        "None: text only": ("", ""),
        "mmproj-F16.gguf · 850 MB": ("/m/mmproj-F16.gguf", "Uses mmproj-F16.gguf."),
    }
    assert [heard.at(at)[1] for at in range(heard.count())] == ["", "/m/mmproj-F16.gguf"]


def test_choosing_a_file_changes_nothing_until_one_is_chosen(
    projector_row: ProjectorRow, qtbot: QtBot
) -> None:
    _press(projector_row, Qt.Key.Key_Down)
    _press(projector_row, Qt.Key.Key_End)
    dialog = projector_row.window().findChild(QFileDialog)
    assert dialog is not None
    assert (projector_row.value(), projector_row.box.currentText()) == ("", "None: text only")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert projector_row.value() == ""
    heard = QSignalSpy(projector_row.file_selected)
    projector_row.take_file("/n/eyes.gguf")
    assert (projector_row.value(), projector_row.box.currentText()) == ("/n/eyes.gguf", "eyes.gguf")
    assert heard.at(0) == ["/n/eyes.gguf"]
    assert projector_row.box.itemText(projector_row.box.count() - 1) == "Choose a file…"


def test_a_missing_projector_is_reported(qtbot: QtBot) -> None:
    projector_row = ProjectorRow("projector_path", "", ())
    qtbot.addWidget(projector_row)
    projector_row.set_value(None)
    assert projector_row.note() == "No matching projector found next to the model."


def test_a_draft_model_is_chosen_among_smaller_models_or_from_a_file(show: Open) -> None:
    dialog = show(drafts=(OfferedFile("/m/tiny.gguf", 90 << 20),), is_in_use=True)
    row = dialog.draft_row
    words = [row.box.itemText(at) for at in range(row.box.count())]
    assert words == ["None", "tiny.gguf · 90.0 MB", "Choose a file…"]
    QTest.keyClick(row.box, Qt.Key.Key_Down)
    assert row.note() == "Uses tiny.gguf."
    assert dialog.settings() == ModelSettings(draft_path="/m/tiny.gguf")
    assert "Saving reloads the model" in dialog.fit_note.text()
    QTest.keyClick(row.box, Qt.Key.Key_Up)
    assert dialog.settings() == ModelSettings()


def test_a_draft_model_that_does_not_fit_is_not_saved(show: Open) -> None:
    dialog = show()
    saved = QSignalSpy(dialog.saved)
    row = dialog.draft_row
    assert isinstance(row, DraftRow)
    row.take_file("/m/other.gguf")
    dialog.show_file_checked(row, "/m/other.gguf", "It has another vocabulary.")
    _press_save(dialog)
    assert row.error_text() == "It has another vocabulary."
    assert saved.count() == 0
    row.set_value(None)
    row.show_error("")
    _press_save(dialog)
    assert saved.at(0) == [ModelSettings()]


@pytest.mark.parametrize("points", [9, 12, 13, 18])
def test_the_form_does_not_scroll_where_there_is_room(
    show: Open, qapp: QApplication, points: int
) -> None:
    before = qapp.font()
    font = QFont(before)
    font.setPointSize(points)
    qapp.setFont(font)
    try:
        page = show()
        (area,) = page.findChildren(ScrollableForm)
        for width in (480, 560, 700, 1000):
            for _ in range(2):  # its minimum width is known after the first time
                page.resize(width, 2400)
                qapp.processEvents()
            assert area.verticalScrollBar().maximum() == 0
            # Neither where it fits exactly.
            layout = page.layout()
            assert layout is not None
            end = page.height() - layout.contentsMargins().bottom()
            page.resize(width, page.height() - (end - page.buttons.geometry().bottom() - 1))
            qapp.processEvents()
            assert area.verticalScrollBar().maximum() == 0, (width, page.height())
    finally:
        qapp.setFont(before)


def _shown(dialog: ModelSettingsPage, name: str) -> tuple[str, str]:
    """Return the number of a sampler as it is written, and the note below it."""
    row = dialog.sampling.rows[name]
    assert isinstance(row, NumberRow)
    return row.box.text(), row.note()


def test_the_sampling_of_a_model_says_where_it_comes_from(show: Open) -> None:
    dialog = show(sampling=SAMPLING)
    assert _shown(dialog, "temperature") == ("0.60", "Recommended in the model's file.")
    assert _shown(dialog, "top_k") == ("20", "Recommended in the model's file.")
    assert _shown(dialog, "top_p") == ("0.95", "")
    preset = dialog.rows["preset_name"]
    assert isinstance(preset, ChoiceRow)
    QTest.keyClick(preset.box, Qt.Key.Key_Down)
    assert _shown(dialog, "temperature") == ("0.10", "From the preset.")


def test_a_sampler_can_be_set_for_a_model_and_unset_again(show: Open) -> None:
    dialog = show(sampling=SAMPLING)
    row = dialog.sampling.rows["temperature"]
    assert "Default." in row.editor.accessibleDescription()
    QTest.keyClick(row.editor, Qt.Key.Key_Up)
    assert _shown(dialog, "temperature") == ("0.65", "Recommended: 0.60")
    assert "Set for this model." in row.editor.accessibleDescription()
    assert dialog.settings() == ModelSettings(sampling={"temperature": 0.65})
    assert dialog.is_changed
    assert dialog.sampling.heading.accessibleName() == "Sampling, 1 changed"
    QTest.mouseClick(row.default_button, Qt.MouseButton.LeftButton)
    assert _shown(dialog, "temperature") == ("0.60", "Recommended in the model's file.")
    assert dialog.settings() == ModelSettings()
    assert not dialog.is_changed


def test_the_defaults_of_a_model_include_its_sampling(show: Open) -> None:
    dialog = show(ModelSettings(sampling={"top_p": 0.5}), sampling=SAMPLING)
    assert _shown(dialog, "top_p")[0] == "0.50"
    assert dialog.reset_button.isEnabled()
    dialog.reset_button.click()
    assert _shown(dialog, "top_p")[0] == "0.95"
    assert dialog.settings() == ModelSettings()
    assert not dialog.reset_button.isEnabled()


def test_the_sampling_of_a_model_stays_folded(show: Open) -> None:
    dialog = show()
    folded = QSignalSpy(dialog.section_folded)
    assert dialog.sampling.rows["top_k"].isVisible()
    saved = QSignalSpy(dialog.saved)
    QTest.keyClick(dialog.sampling.heading, Qt.Key.Key_Return)
    assert folded.at(0) == ["model_sampling", True]
    assert not dialog.sampling.rows["top_k"].isVisible()
    assert saved.count() == 0, "Enter folds the section, and saves nothing"
    again = show(general=Settings(unfolded_sections=()))
    assert not again.sampling.rows["top_k"].isVisible()


def test_what_few_people_need_is_folded_until_it_is_wrong(show: Open) -> None:
    dialog = show(general=Settings())
    names = [name for name, row in dialog.rows.items() if row.isVisible()]
    assert names[2:] == ["context_window", "slot_count", "rest_minutes", "projector_path"]
    assert dialog.advanced.heading.accessibleName() == "Advanced"
    QTest.keyClicks(_template(dialog).box, "{{ x")
    _press_save(dialog)
    assert dialog.advanced.heading.accessibleName() == "Advanced, 1 changed"
    assert not _template(dialog).isVisible()
    dialog.show_template_checked("{{ x", "It is broken.")
    assert _template(dialog).isVisible()
