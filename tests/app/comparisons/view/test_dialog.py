"""What is to be compared is chosen and counted; answers are shown as they grow."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.comparisons.model import (
    MAX_CELLS,
    MAX_ROWS,
    CellOptions,
    CellSource,
    Comparison,
    ComparisonAxes,
    ComparisonCell,
    ComparisonKind,
    ComparisonSummary,
    QuestionTable,
)
from app.comparisons.view.cell_texts import state_text
from app.comparisons.view.comparison_forms import HIGHEST_SEED, seeds_of, temperatures_of
from app.comparisons.view.comparison_requests import OfferedModel, Offers
from app.comparisons.view.comparisons_dialog import ComparisonsDialog
from app.domain.chat_options import ChatModel
from app.domain.messages import MessageStatus
from app.domain.tabs import MediaWait, TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.machines.model import HERE, Route

NOW = datetime(2026, 5, 1, tzinfo=UTC)
RACK = OfferedModel("Rack: large", Route("rack", "large"), "rack:8000", "http://rack:8000")
BOOK, NOTES = CellSource("b", 1, "Book"), CellSource("n", 3, "Notes")
OFFERS = Offers(("calm", "wild"), (OfferedModel("This computer", HERE), RACK), (BOOK, NOTES))
RUNNING = MessageStatus.STREAMING


@pytest.fixture
def dialog(qtbot: QtBot) -> ComparisonsDialog:
    dialog = ComparisonsDialog()
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.set_offers(OFFERS)
    dialog.begin_answers("", is_fixed=False)
    dialog.show()
    return dialog


def spied(spy: QSignalSpy) -> list[list[object]]:
    return [spy.at(number) for number in range(spy.count())]


def cells(count: int, kind: ComparisonKind = ComparisonKind.CELLS) -> Comparison:
    found = tuple(
        ComparisonCell(
            100 + i,
            i,
            CellOptions(preset_name="calm", temperature=0.5, seed=i),
            f"question {i}" if kind is ComparisonKind.ROWS else "",
        )
        for i in range(count)
    )
    question = "How tall?" if kind is ComparisonKind.CELLS else ""
    return Comparison("c", kind, "How tall?", question, NOW, cells=found)


def test_what_is_chosen_is_counted_and_asked(dialog: ComparisonsDialog) -> None:
    form = dialog.answers_form
    submitted = QSignalSpy(dialog.requests.answers_submitted)
    assert not form.footer.start_button.isEnabled(), "there is no question"
    form.question_box.setPlainText(" How tall? ")
    assert form.footer.count_label.text() == "1 answer"
    form.temperature_box.setText("0.2 1")
    form.seed_box.setText("1-2")
    form.prompt_box.setPlainText("Be brief.\n\nBe kind.\n")
    form.preset_list.tick(1)
    assert form.footer.count_label.text() == "8 answers"
    QTest.keyClick(form.temperature_box, Qt.Key.Key_Return)
    prompts = ("Be brief.", "Be kind.")
    axes = ComparisonAxes((), ("wild",), prompts, (0.2, 1.0), (1, 2), ())
    assert spied(submitted) == [["How tall?", axes, ()]]


def test_models_of_this_computer_are_asked_about_before_the_start(
    dialog: ComparisonsDialog,
) -> None:
    tiny, large = ChatModel("0" * 64, "Tiny"), ChatModel("1" * 64, "Large")
    local = tuple(OfferedModel(f"This computer: {each.name}", each) for each in (tiny, large))
    dialog.set_offers(Offers(models=(*local, RACK)))
    ticked, submitted = (
        QSignalSpy(dialog.requests.models_ticked),
        QSignalSpy(dialog.requests.answers_submitted),
    )
    form = dialog.answers_form
    form.question_box.setPlainText("How tall?")
    form.model_list.tick(0, 1)
    assert spied(ticked) == [[(tiny,)], [(tiny, large)]]
    dialog.show_order("In the background, when the others have answered: Large.")
    assert form.footer.order_label.isVisible()
    assert not form.footer.consent_box.isVisible()
    form.footer.start_button.click()
    axes = spied(submitted)[0][1]
    assert axes == ComparisonAxes(models=(tiny, large))
    assert [each.model for each in axes.cells()] == [tiny, large]
    assert {each.route for each in axes.cells()} == {HERE}
    dialog.show_order("")
    assert not form.footer.order_label.isVisible()


def test_sources_are_chosen_with_their_versions_or_none(dialog: ComparisonsDialog) -> None:
    form = dialog.answers_form
    submitted = QSignalSpy(dialog.requests.answers_submitted)
    form.question_box.setPlainText("How tall?")
    names = [form.source_list.item(row).text() for row in range(3)]
    assert names == ["No source", "Book", "Notes, version 3"]
    form.source_list.tick(0, 2)
    form.model_list.tick(1)
    assert form.footer.consent_box.text().endswith("and the sources to rack:8000")
    form.footer.consent_box.setChecked(True)
    form.footer.start_button.click()
    assert spied(submitted)[0][1] == ComparisonAxes((CellSource(), NOTES), models=(RACK.model,))
    dialog.set_offers(Offers())
    assert not form.source_list.isVisible()


def test_too_many_answers_are_said_and_not_asked(dialog: ComparisonsDialog) -> None:
    form = dialog.answers_form
    form.question_box.setPlainText("How tall?")
    form.seed_box.setText(f"1-{MAX_CELLS}")
    assert form.footer.start_button.isEnabled()
    form.seed_box.setText("1-1000")
    assert "32 at most" in form.footer.count_label.text()
    assert not form.footer.start_button.isEnabled()
    form.seed_box.setText("one")
    assert form.error_label.isVisible()
    assert not form.footer.start_button.isEnabled()


def test_nothing_leaves_for_another_machine_unless_that_is_agreed(
    dialog: ComparisonsDialog,
) -> None:
    form = dialog.answers_form
    submitted = QSignalSpy(dialog.requests.answers_submitted)
    form.question_box.setPlainText("How tall?")
    form.model_list.tick(0, 1)
    assert "rack:8000" in form.footer.consent_box.text()
    assert not form.footer.start_button.isEnabled()
    form.footer.consent_box.setChecked(True)
    form.footer.start_button.click()
    assert spied(submitted)[0][2] == ("http://rack:8000",)


def test_a_question_of_a_chat_is_not_changed(dialog: ComparisonsDialog) -> None:
    dialog.begin_answers("How tall?", is_fixed=True)
    assert dialog.answers_form.question_box.isReadOnly()
    assert dialog.answers_form.footer.start_button.isEnabled()
    dialog.new_button.click()
    assert not dialog.answers_form.question_box.isReadOnly()


def test_answers_grow_and_can_be_taken(dialog: ComparisonsDialog) -> None:
    shown = cells(2)
    dialog.show_comparison(shown, is_running=True)
    first, second = shown.cells
    writing = TabState(TabActivity.WRITING)
    dialog.show_cell("c", replace(first, status=RUNNING, text="Ta"), writing)
    dialog.show_cell("other", replace(second, status=RUNNING, text="no"), writing)
    page = dialog.answers_page
    page.draw()
    card = page.cards[first.id]
    assert (card.box.toPlainText(), card.state_label.text()) == ("Ta", "Writing …")
    assert card.stop_button.isVisible()
    assert not card.keep_button.isEnabled()
    assert "all answers have ended" in page.keep_button.toolTip()
    assert page.cards[second.id].box.toPlainText() == ""
    usage = ReplyUsage(reply_tokens=3, decode_seconds=0.5, first_token_seconds=0.5)
    done = replace(first, status=MessageStatus.COMPLETE, text="Tall.", usage=usage)
    dialog.show_cell("c", done, None)
    page.draw()
    assert card.box.toPlainText() == "Tall."
    assert not page.keep_button.toolTip()
    assert card.figures_label.text() == "3 tokens · 4.0 tokens/s · 1.0 s"
    kept, copied = QSignalSpy(dialog.requests.keep_requested), card.copy_button
    card.keep_button.click()
    page.keep_button.click()
    assert spied(kept) == [[(first.id,)], [(first.id,)]]
    copied.click()
    assert QGuiApplication.clipboard().text() == "Tall."


def test_an_answer_that_is_asked_again_keeps_the_keyboard(
    dialog: ComparisonsDialog, qtbot: QtBot
) -> None:
    shown = cells(2)
    done = replace(shown.cells[0], status=MessageStatus.COMPLETE, text="Tall.")
    dialog.show_comparison(replace(shown, cells=(done, shown.cells[1])), is_running=False)
    page = dialog.answers_page
    card = page.cards[done.id]
    qtbot.waitUntil(dialog.isActiveWindow)
    card.again_button.setFocus()
    dialog.show_cell("c", done.emptied(), None)
    page.draw()
    assert card.box.hasFocus()
    dialog.show_cell("c", replace(done, status=RUNNING), None)
    page.draw()
    card.stop_button.setFocus()
    dialog.show_cell("c", done, None)
    page.draw()
    assert card.again_button.hasFocus()


def test_what_a_model_writes_is_shown_as_it_is(dialog: ComparisonsDialog) -> None:
    shown = cells(1)
    text = "<img src='file:///x'><b>bold</b>"
    cell = replace(shown.cells[0], status=MessageStatus.COMPLETE, text=text)
    dialog.show_comparison(replace(shown, cells=(cell,)), is_running=False)
    assert dialog.answers_page.cards[cell.id].box.toPlainText() == text


def test_the_window_can_be_narrow_whatever_it_shows(dialog: ComparisonsDialog) -> None:
    word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk" * 2
    model = replace(RACK, name=word)
    dialog.set_offers(Offers((word,), (model, OFFERS.models[0]), (replace(BOOK, name=word),)))
    dialog.begin_list()
    dialog.list_form.set_table("file", QuestionTable((word, word), (("1", "a"),)))
    shown = cells(2)
    long = CellOptions(preset_name=word)
    dialog.show_comparison(
        replace(shown, question=word, cells=tuple(replace(c, options=long) for c in shown.cells)),
        is_running=False,
    )
    assert dialog.minimumSizeHint().width() <= 500
    cards = tuple(dialog.answers_page.cards.values())
    assert all(card.minimumSizeHint().width() <= card.minimumWidth() for card in cards)


def test_a_start_that_is_not_possible_says_why(dialog: ComparisonsDialog) -> None:
    form = dialog.answers_form
    assert form.footer.count_label.text() == "Write a question."
    form.question_box.setPlainText("How tall?")
    form.model_list.tick(1)
    assert form.footer.count_label.text() == "1 answer. Tick the box to agree."
    form.footer.consent_box.setChecked(True)
    assert form.footer.count_label.text() == "1 answer"
    dialog.begin_list()
    assert dialog.list_form.footer.count_label.text() == "Type questions, or open a file."


def test_a_list_is_a_line_each_or_a_column(dialog: ComparisonsDialog) -> None:
    dialog.new_list_button.click()
    form, submitted = dialog.list_form, QSignalSpy(dialog.requests.list_submitted)
    form.question_box.setPlainText("one\n\n two ")
    form.preset_choice.setCurrentIndex(1)
    form.source_choice.setCurrentIndex(2)
    form.footer.start_button.click()
    options = CellOptions(source=NOTES, preset_name="calm", route=HERE)
    assert spied(submitted) == [["one", ("one", "two"), options, ()]]
    table = QuestionTable(("id", "text"), (("1", "a"), ("2", "b")))
    form.set_table("file", table)
    assert form.column_choice.currentIndex() == 1
    assert form.questions() == ("a", "b")
    form.head_box.setChecked(False)
    assert form.footer.count_label.text() == "3 questions"
    form.footer.start_button.click()
    assert spied(submitted)[-1][:2] == ["file", ("text", "a", "b")]


def test_rows_above_the_bound_are_left_out_and_said(dialog: ComparisonsDialog) -> None:
    dialog.new_list_button.click()
    form = dialog.list_form
    form.question_box.setPlainText("q\n" * (MAX_ROWS + 5))
    assert len(form.questions()) == MAX_ROWS
    assert "Only the first 10,000 questions" in form.footer.count_label.text()


def test_a_list_shows_how_far_it_is(dialog: ComparisonsDialog) -> None:
    shown = cells(3, ComparisonKind.ROWS)
    dialog.show_comparison(shown, is_running=True)
    page = dialog.rows_page
    assert page.stop_button.isVisible()
    done = replace(shown.cells[0], status=MessageStatus.COMPLETE, text="Tall.")
    dialog.show_cell("c", done, None)
    page.draw()
    assert page.count_label.text() == "1 of 3 rows"
    assert page.model.index(0, 1).data() == "Tall."
    assert page.answer_box.toPlainText() == "question 0\n\nTall."
    dialog.show_running("c", is_running=False)
    assert page.resume_button.isVisible()


def test_the_chosen_row_keeps_the_place_of_who_reads_it_while_it_is_written(
    dialog: ComparisonsDialog,
) -> None:
    shown = cells(2, ComparisonKind.ROWS)
    dialog.show_comparison(shown, is_running=True)
    page, bar = dialog.rows_page, dialog.rows_page.answer_box.verticalScrollBar()
    first = replace(shown.cells[0], status=RUNNING, text="Tall.\n" * 99)
    dialog.show_cell("c", first, None)
    page.draw()
    assert bar.maximum() > 10
    bar.setValue(5)
    dialog.show_cell("c", replace(first, text=first.text + "Very."), None)
    page.draw()
    assert page.answer_box.toPlainText().endswith("Very.")
    assert bar.value() == 5


def test_the_chosen_row_says_why_it_has_no_answer(dialog: ComparisonsDialog) -> None:
    shown = cells(1, ComparisonKind.ROWS)
    failed = replace(shown.cells[0], status=MessageStatus.FAILED, note="The disk is full.")
    dialog.show_comparison(replace(shown, cells=(failed,)), is_running=False)
    assert dialog.rows_page.figures_label.text() == "Failed. The disk is full."


def test_the_table_shows_where_the_keyboard_is(dialog: ComparisonsDialog, qtbot: QtBot) -> None:
    dialog.show_comparison(cells(3, ComparisonKind.ROWS), is_running=False)
    table = dialog.rows_page.table
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.list.setFocus()
    before = table.grab().toImage()
    table.setFocus()
    assert table.grab().toImage() != before


def test_an_answer_that_waits_for_a_picture_says_so() -> None:
    cell = replace(cells(1).cells[0], status=RUNNING)
    state = TabState(TabActivity.READING, progress=0.3)
    assert state_text(cell, state) == "Reading … 30 %"
    assert state_text(cell, replace(state, media=MediaWait())) == "Looking at the picture …"


def test_what_is_listed_can_be_chosen_and_deleted(dialog: ComparisonsDialog) -> None:
    chosen = QSignalSpy(dialog.requests.comparison_selected)
    dialog.set_summaries(
        tuple(ComparisonSummary(name, ComparisonKind.CELLS, name, NOW, 8, 3) for name in ("b", "c"))
    )
    dialog.list.setCurrentRow(1)
    assert spied(chosen) == [["c"]]
    item = dialog.list.item(1)
    assert item is not None
    assert item.text() == "c"
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "c, 3 of 8 answers"
    assert not dialog.delete_button.isVisible(), "nothing is shown"
    dialog.show_comparison(cells(2), is_running=False)
    dialog.list.setFocus()
    deleted = QSignalSpy(dialog.requests.delete_requested)
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert spied(deleted) == [["c"]]
    dialog.remove("c")
    assert spied(chosen) == [["c"], ["b"]], "the next one"
    dialog.show_comparison(replace(cells(2), id="b"), is_running=False)
    dialog.remove("b")
    assert dialog.answers_form.isVisible()


def test_the_list_keeps_its_place_while_answers_end(dialog: ComparisonsDialog) -> None:
    def summaries(*names: str, ended: int) -> tuple[ComparisonSummary, ...]:
        kind = ComparisonKind.CELLS
        return tuple(ComparisonSummary(name, kind, name, NOW, 8, ended) for name in names)

    names = [f"c{number}" for number in range(60)]
    dialog.set_summaries(summaries(*names, ended=1))
    dialog.list.setCurrentRow(59)
    bar = dialog.list.verticalScrollBar()
    bar.setValue(bar.maximum() - 30)
    dialog.set_summaries(summaries(*names, ended=2))
    assert bar.value() == bar.maximum() - 30
    assert dialog.list.item(59).data(Qt.ItemDataRole.AccessibleTextRole) == "c59, 2 of 8 answers"
    dialog.set_summaries(summaries("new", *names, ended=2))
    assert dialog.list.currentItem().text() == "c59"


def test_a_cell_of_megabytes_is_asked_whole_and_shown_in_part(dialog: ComparisonsDialog) -> None:
    form = dialog.list_form
    dialog.begin_list()
    questions = ("x" * 2_000_000, "one\ntwo", *("word " * 400 for _ in range(5_000)))
    form.set_table("table", QuestionTable(("q",), tuple((each,) for each in questions)))
    QGuiApplication.processEvents()
    assert form.questions() == tuple(each.strip() for each in questions)
    lines = form.question_box.toPlainText().splitlines()
    assert len(lines) == len(questions)
    assert (len(lines[0]), lines[1]) == (500, "one two")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", ()),
        ("0.2 0.7 1", (0.2, 0.7, 1.0)),
        ("0,2; 0,7", (0.2, 0.7)),
        ("0.2, 0.7, 0.2", (0.2, 0.7)),
        ("5", (5.0,)),
        ("6", None),
        ("-1", None),
        ("nan", None),
        ("inf", None),
        ("warm", None),
    ],
)
def test_temperatures(text: str, values: tuple[float, ...] | None) -> None:
    assert temperatures_of(text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", ()),
        ("1 2,3; 3", (1, 2, 3)),
        ("1-4", (1, 2, 3, 4)),
        ("7 – 8 9", (7, 8, 9)),  # noqa: RUF001 (as some keyboards write it)
        (str(HIGHEST_SEED), (HIGHEST_SEED,)),
        (str(HIGHEST_SEED + 1), None),
        ("8-1", None),
        ("-1", None),
        ("1.5", None),
        ("²", None),
    ],
)
def test_seeds(text: str, values: tuple[int, ...] | None) -> None:
    assert seeds_of(text) == values


def test_a_range_is_not_counted_to_its_end() -> None:
    found = seeds_of("0-4000000000")
    assert found is not None
    assert MAX_CELLS < len(found) <= 1000
