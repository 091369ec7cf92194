"""What is to be compared is chosen and counted; answers are shown as they grow."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
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
from app.comparisons.view.answers_page import MAX_FRAME_CHARS
from app.comparisons.view.cell_texts import state_text
from app.comparisons.view.comparison_forms import HIGHEST_SEED, seeds_of, temperatures_of
from app.comparisons.view.comparison_requests import ChatQuestion, OfferedModel, Offers
from app.comparisons.view.comparisons_page import ComparisonsPage
from app.domain.chat_options import ChatModel
from app.domain.messages import MessageStatus
from app.domain.tabs import MediaWait, TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.machines.model import HERE, Route
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.transcript.code_view import CodeView
from tests.app.widgets.samples import marked

NOW = datetime(2026, 5, 1, tzinfo=UTC)
RACK = OfferedModel("Rack: large", Route("rack", "large"), "rack:8000", "http://rack:8000")
BOOK, NOTES = CellSource("b", 1, "Book"), CellSource("n", 3, "Notes")
OFFERS = Offers(("calm", "wild"), (OfferedModel("This computer", HERE), RACK), (BOOK, NOTES))
RUNNING = MessageStatus.STREAMING


@pytest.fixture
def page(qtbot: QtBot) -> ComparisonsPage:
    page = ComparisonsPage()
    page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(page)
    page.set_offers(OFFERS)
    page.begin_answers()
    page.show()
    return page


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


def test_what_is_chosen_is_counted_and_asked(page: ComparisonsPage) -> None:
    form = page.answers_form
    submitted = QSignalSpy(page.requests.answers_submitted)
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


def test_models_come_first_and_numbers_last_also_for_tab(page: ComparisonsPage) -> None:
    form = page.answers_form
    form.set_question(ChatQuestion("c", 1, "How tall?", "Towers"))
    fields = [form.model_list, form.prompt_box, form.source_list, form.preset_list]
    visited: list[QWidget] = []
    for _ in range(6):
        focused = QApplication.focusWidget()
        assert focused is not None
        visited.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert visited == [*fields, form.temperature_box, form.seed_box]
    heights = [field.mapTo(form, QPoint()).y() for field in visited]
    assert heights == sorted(heights)


def test_models_of_this_computer_are_asked_about_before_the_start(
    page: ComparisonsPage,
) -> None:
    tiny, large = ChatModel("0" * 64, "Tiny"), ChatModel("1" * 64, "Large")
    local = tuple(OfferedModel(f"This computer: {each.name}", each) for each in (tiny, large))
    page.set_offers(Offers(models=(*local, RACK)))
    ticked, submitted = (
        QSignalSpy(page.requests.models_ticked),
        QSignalSpy(page.requests.answers_submitted),
    )
    form = page.answers_form
    form.question_box.setPlainText("How tall?")
    form.model_list.tick(0, 1)
    assert spied(ticked) == [[(tiny,)], [(tiny, large)]]
    page.show_order("In the background, when the others have answered: Large.")
    assert form.footer.order_label.isVisible()
    assert not form.footer.consent_box.isVisible()
    form.footer.start_button.click()
    axes = spied(submitted)[0][1]
    assert axes == ComparisonAxes(models=(tiny, large))
    assert [each.model for each in axes.cells()] == [tiny, large]
    assert {each.route for each in axes.cells()} == {HERE}
    page.show_order("")
    assert not form.footer.order_label.isVisible()


def test_sources_are_chosen_with_their_versions_or_none(page: ComparisonsPage) -> None:
    form = page.answers_form
    submitted = QSignalSpy(page.requests.answers_submitted)
    form.question_box.setPlainText("How tall?")
    names = [form.source_list.item(row).text() for row in range(3)]
    assert names == ["No source", "Book", "Notes, version 3"]
    form.source_list.tick(0, 2)
    form.model_list.tick(1)
    assert form.footer.consent_box.text().endswith("and the sources to rack:8000")
    form.footer.consent_box.setChecked(True)
    form.footer.start_button.click()
    assert spied(submitted)[0][1] == ComparisonAxes((CellSource(), NOTES), models=(RACK.model,))
    page.set_offers(Offers())
    assert not form.source_list.isVisible()


def test_too_many_answers_are_said_and_not_asked(page: ComparisonsPage) -> None:
    form = page.answers_form
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
    page: ComparisonsPage,
) -> None:
    form = page.answers_form
    submitted = QSignalSpy(page.requests.answers_submitted)
    form.question_box.setPlainText("How tall?")
    form.model_list.tick(0, 1)
    assert "rack:8000" in form.footer.consent_box.text()
    assert not form.footer.start_button.isEnabled()
    form.footer.consent_box.setChecked(True)
    form.footer.start_button.click()
    assert spied(submitted)[0][2] == ("http://rack:8000",)


def test_a_question_of_a_chat_is_asked_there_until_it_is_changed(page: ComparisonsPage) -> None:
    form, asked = page.answers_form, ChatQuestion("a", 1, "How tall?", "Towers")
    page.begin_answers(asked)
    assert not page.answers_form.question_box.textCursor().hasSelection()
    assert form.footer.start_button.isEnabled()
    assert form.chat_question == asked
    assert form.chat_label.text() == "Asked in the chat “Towers”, with the messages before it."
    form.question_box.setPlainText("How old?")
    assert form.chat_question is None
    assert "without the chat “Towers”" in form.chat_label.text()
    form.question_box.setPlainText("How tall?")
    page.new_button.click()
    assert form.question_box.toPlainText() == ""
    assert not form.chat_label.isVisible()


def question_of(page: ComparisonsPage) -> QuestionBox:
    (question,) = page.findChildren(QuestionBox)
    assert question.isVisible()
    return question


def test_what_was_typed_is_still_there_after_a_look_at_a_comparison(
    page: ComparisonsPage,
) -> None:
    page.answers_form.question_box.setPlainText("How tall?")
    page.show_comparison(cells(2), is_running=False)
    page.new_list_button.click()
    page.list_form.question_box.setPlainText("one")
    page.new_button.click()
    page.new_list_button.click()
    assert page.answers_form.question_box.toPlainText() == "How tall?"
    assert page.list_form.questions() == ("one",)


def test_a_form_that_was_not_started_is_shown_and_asked_about(page: ComparisonsPage) -> None:
    page.answers_form.seed_box.setText("1-8")
    page.show_comparison(cells(2), is_running=False)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert page.answers_form.isVisible()
    question_of(page).accept()
    assert not page.isVisible()


@pytest.mark.parametrize("kind", ComparisonKind)
def test_a_form_that_was_started_is_left_without_a_question(
    page: ComparisonsPage, kind: ComparisonKind
) -> None:
    is_list = kind is ComparisonKind.ROWS
    form = page.list_form if is_list else page.answers_form
    form.question_box.setPlainText("How tall?")
    page.answers_form.temperature_box.setText("0.2 1" if not is_list else "")
    page.show_started(cells(2, kind))
    assert not page.is_changed
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible()


def test_answers_grow_and_can_be_taken(page: ComparisonsPage) -> None:
    shown = cells(2)
    page.show_comparison(shown, is_running=True)
    first, second = shown.cells
    writing = TabState(TabActivity.WRITING)
    page.show_cell("c", replace(first, status=RUNNING, text="Ta"), writing)
    page.show_cell("other", replace(second, status=RUNNING, text="no"), writing)
    answers = page.answers_page
    answers.draw()
    card = answers.cards[first.id]
    assert (card.box.text, card.state_label.text()) == ("Ta", "Writing…")
    assert card.stop_button.isVisible()
    assert not card.keep_button.isEnabled()
    assert "all answers have ended" in answers.keep_button.toolTip()
    assert answers.cards[second.id].box.text == ""
    usage = ReplyUsage(reply_tokens=3, decode_seconds=0.5, first_token_seconds=0.5)
    done = replace(first, status=MessageStatus.COMPLETE, text="Tall.", usage=usage)
    page.show_cell("c", done, None)
    answers.draw()
    assert card.box.text == "Tall."
    assert not answers.keep_button.toolTip()
    assert card.figures_label.text() == "3 tokens · 4.0 tokens/s · 1.0 s"
    kept, copied = QSignalSpy(page.requests.keep_requested), card.copy_button
    card.keep_button.click()
    answers.keep_button.click()
    assert spied(kept) == [[(first.id,)], [(first.id,)]]
    copied.click()
    assert QGuiApplication.clipboard().text() == "Tall."


def test_equal_answers_say_so_once_they_have_ended(page: ComparisonsPage) -> None:
    shown = cells(3)
    texts = ("Tall.", "Small.", "Tall.\n")
    ended = [
        replace(each, status=MessageStatus.COMPLETE, text=text)
        for each, text in zip(shown.cells, texts, strict=True)
    ]
    page.show_comparison(replace(shown, cells=tuple(ended)), is_running=False)
    cards = page.answers_page.cards.values()
    assert [each.state_label.text() for each in cards] == [
        "Done", "Done", "Done. Same as answer 1"
    ]  # fmt: skip
    assert [each.box.isVisible() for each in cards] == [True, True, False], "shown once"
    page.show_cell("c", ended[0].emptied(), None)
    page.answers_page.draw()
    assert [each.state_label.text() for each in cards] == ["Not asked yet", "Done", "Done"]


def test_an_answer_that_is_asked_again_keeps_the_keyboard(
    page: ComparisonsPage, qtbot: QtBot
) -> None:
    shown = cells(2)
    done = replace(shown.cells[0], status=MessageStatus.COMPLETE, text="Tall.")
    page.show_comparison(replace(shown, cells=(done, shown.cells[1])), is_running=False)
    answers = page.answers_page
    card = answers.cards[done.id]
    qtbot.waitUntil(page.isActiveWindow)
    card.again_button.setFocus()
    page.show_cell("c", done.emptied(), None)
    answers.draw()
    assert card.box.hasFocus()
    page.show_cell("c", replace(done, status=RUNNING), None)
    answers.draw()
    card.stop_button.setFocus()
    page.show_cell("c", done, None)
    answers.draw()
    assert card.again_button.hasFocus()


def test_what_a_model_writes_is_shown_as_it_is(page: ComparisonsPage) -> None:
    shown = cells(1)
    text = "<img src='file:///x'><b>bold</b>"
    cell = replace(shown.cells[0], status=MessageStatus.COMPLETE, text=text)
    page.show_comparison(replace(shown, cells=(cell,)), is_running=False)
    (view,) = page.answers_page.cards[cell.id].box.body.block_views
    assert view.toPlainText() == text


def test_answers_are_drawn_as_in_a_chat(page: ComparisonsPage) -> None:
    shown = cells(1)
    cell = replace(shown.cells[0], status=RUNNING, text="**So** it is:\n\n```py\nx = 1\n")
    page.show_comparison(replace(shown, cells=(cell,)), is_running=True)
    box = page.answers_page.cards[cell.id].box
    assert [each.toPlainText() for each in box.body.block_views] == ["So it is:", "x = 1"]
    saved = QSignalSpy(page.requests.texts.code_save_requested)
    done = replace(cell, status=MessageStatus.COMPLETE, text=cell.text + "y = 2\n```\n")
    page.show_cell("c", done, None)
    page.answers_page.draw()
    prose, code = box.body.block_views
    assert isinstance(code, CodeView)
    assert (prose.toPlainText(), code.toPlainText()) == ("So it is:", "x = 1\ny = 2")
    code.save_button.click()
    assert spied(saved) == [["code.py", "x = 1\ny = 2"]]


def test_answers_say_and_mark_in_which_words_they_differ(
    page: ComparisonsPage, qtbot: QtBot
) -> None:
    shown = cells(4)
    texts = ("It is **very** tall.", "It is quite tall.", "It is tall.", "A tower in Paris, no?")
    ended = [
        replace(each, status=MessageStatus.COMPLETE, text=text)
        for each, text in zip(shown.cells, texts, strict=True)
    ]
    page.show_comparison(replace(shown, cells=tuple(ended)), is_running=False)
    answers = page.answers_page
    first, second, third, fourth = answers.cards.values()
    qtbot.waitUntil(lambda: "different" in fourth.state_label.text())
    assert [each.state_label.text() for each in (first, second, third, fourth)] == [
        "Done",
        "Done. One word differs from answer 1",
        "Done. Leaves out one word of answer 1",
        "Done. Mostly different from answer 1",
    ]
    assert second.keep_button.accessibleDescription() == second.state_label.text()
    assert [marked(each.box.body) for each in (first, second, fourth)] == [[], ["quite"], []]
    answers.marks_box.click()
    assert marked(second.box.body) == []
    answers.marks_box.click()
    page.show_cell("c", ended[0].emptied(), None)
    answers.draw()
    qtbot.waitUntil(lambda: "answer 2" in third.state_label.text())
    assert (second.state_label.text(), marked(second.box.body)) == ("Done", [])


def test_many_long_answers_are_drawn_a_few_in_each_frame(page: ComparisonsPage) -> None:
    shown = cells(3)
    text = "Word. " * (MAX_FRAME_CHARS // 4)
    ended = [replace(each, status=MessageStatus.COMPLETE, text=text) for each in shown.cells]
    page.show_comparison(replace(shown, cells=tuple(ended)), is_running=False)
    cards = page.answers_page.cards.values()
    assert [bool(each.box.text) for each in cards] == [True, False, False]
    page.answers_page.draw()
    page.answers_page.draw()
    assert [each.box.text for each in cards] == [text] * 3


def test_the_window_can_be_narrow_whatever_it_shows(page: ComparisonsPage) -> None:
    word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk" * 2
    model = replace(RACK, name=word)
    page.set_offers(Offers((word,), (model, OFFERS.models[0]), (replace(BOOK, name=word),)))
    page.begin_list()
    page.list_form.set_table("file", QuestionTable((word, word), (("1", "a"),)))
    shown = cells(2)
    long = CellOptions(preset_name=word)
    page.show_comparison(
        replace(shown, question=word, cells=tuple(replace(c, options=long) for c in shown.cells)),
        is_running=False,
    )
    assert page.minimumSizeHint().width() <= 500
    cards = tuple(page.answers_page.cards.values())
    assert all(card.minimumSizeHint().width() <= card.minimumWidth() for card in cards)


def test_a_start_that_is_not_possible_says_why(page: ComparisonsPage) -> None:
    form = page.answers_form
    assert form.footer.count_label.text() == "Write a question."
    form.question_box.setPlainText("How tall?")
    form.model_list.tick(1)
    assert form.footer.count_label.text() == "1 answer. Tick the box to agree."
    form.footer.consent_box.setChecked(True)
    assert form.footer.count_label.text() == "1 answer"
    page.begin_list()
    assert page.list_form.footer.count_label.text() == "Type questions, or open a file."


def test_a_list_is_a_line_each_or_a_column(page: ComparisonsPage) -> None:
    page.new_list_button.click()
    form, submitted = page.list_form, QSignalSpy(page.requests.list_submitted)
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


def test_rows_above_the_bound_are_left_out_and_said(page: ComparisonsPage) -> None:
    page.new_list_button.click()
    form = page.list_form
    form.question_box.setPlainText("q\n" * (MAX_ROWS + 5))
    assert len(form.questions()) == MAX_ROWS
    assert "Only the first 10,000 questions" in form.footer.count_label.text()


def test_a_list_shows_how_far_it_is(page: ComparisonsPage) -> None:
    shown = cells(3, ComparisonKind.ROWS)
    page.show_comparison(shown, is_running=True)
    rows = page.rows_page
    assert rows.stop_button.isVisible()
    done = replace(shown.cells[0], status=MessageStatus.COMPLETE, text="Tall.")
    page.show_cell("c", done, None)
    rows.draw()
    assert rows.count_label.text() == "1 of 3 rows"
    assert rows.model.index(0, 1).data() == "Tall."
    assert rows.answer_box.toPlainText() == "question 0\n\nTall."
    page.show_running("c", is_running=False)
    assert rows.resume_button.isVisible()


def test_the_chosen_row_keeps_the_place_of_who_reads_it_while_it_is_written(
    page: ComparisonsPage,
) -> None:
    shown = cells(2, ComparisonKind.ROWS)
    page.show_comparison(shown, is_running=True)
    rows, bar = page.rows_page, page.rows_page.answer_box.verticalScrollBar()
    first = replace(shown.cells[0], status=RUNNING, text="Tall.\n" * 99)
    page.show_cell("c", first, None)
    rows.draw()
    assert bar.maximum() > 10
    bar.setValue(5)
    page.show_cell("c", replace(first, text=first.text + "Very."), None)
    rows.draw()
    assert rows.answer_box.toPlainText().endswith("Very.")
    assert bar.value() == 5


def test_the_chosen_row_says_why_it_has_no_answer(page: ComparisonsPage) -> None:
    shown = cells(1, ComparisonKind.ROWS)
    failed = replace(shown.cells[0], status=MessageStatus.FAILED, note="The disk is full.")
    page.show_comparison(replace(shown, cells=(failed,)), is_running=False)
    assert page.rows_page.figures_label.text() == "Failed. The disk is full."


def test_the_table_shows_where_the_keyboard_is(page: ComparisonsPage, qtbot: QtBot) -> None:
    page.show_comparison(cells(3, ComparisonKind.ROWS), is_running=False)
    table = page.rows_page.table
    qtbot.waitUntil(page.isActiveWindow)
    page.list.setFocus()
    before = table.grab().toImage()
    table.setFocus()
    assert table.grab().toImage() != before


def test_an_answer_that_waits_for_a_picture_says_so() -> None:
    cell = replace(cells(1).cells[0], status=RUNNING)
    state = TabState(TabActivity.READING, progress=0.3)
    assert state_text(cell, state) == "Reading… 30%"
    assert state_text(cell, replace(state, media=MediaWait())) == "Looking at the picture…"


def test_what_is_listed_can_be_chosen_and_deleted(page: ComparisonsPage) -> None:
    chosen = QSignalSpy(page.requests.comparison_selected)
    page.set_summaries(
        tuple(ComparisonSummary(name, ComparisonKind.CELLS, name, NOW, 8, 3) for name in ("b", "c"))
    )
    page.list.setCurrentRow(1)
    assert spied(chosen) == [["c"]]
    item = page.list.item(1)
    assert item is not None
    assert item.text() == "c"
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "c, 3 of 8 answers"
    assert not page.delete_button.isVisible(), "nothing is shown"
    page.show_comparison(cells(2), is_running=False)
    page.list.setFocus()
    deleted = QSignalSpy(page.requests.delete_requested)
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    assert spied(deleted) == [["c"]]
    page.remove("c")
    assert spied(chosen) == [["c"], ["b"]], "the next one"
    page.show_comparison(replace(cells(2), id="b"), is_running=False)
    page.remove("b")
    assert page.answers_form.isVisible()


def test_the_list_keeps_its_place_while_answers_end(page: ComparisonsPage) -> None:
    def summaries(*names: str, ended: int) -> tuple[ComparisonSummary, ...]:
        kind = ComparisonKind.CELLS
        return tuple(ComparisonSummary(name, kind, name, NOW, 8, ended) for name in names)

    names = [f"c{number}" for number in range(60)]
    page.set_summaries(summaries(*names, ended=1))
    page.list.setCurrentRow(59)
    bar = page.list.verticalScrollBar()
    bar.setValue(bar.maximum() - 30)
    page.set_summaries(summaries(*names, ended=2))
    assert bar.value() == bar.maximum() - 30
    assert page.list.item(59).data(Qt.ItemDataRole.AccessibleTextRole) == "c59, 2 of 8 answers"
    page.set_summaries(summaries("new", *names, ended=2))
    assert page.list.currentItem().text() == "c59"


def test_a_cell_of_megabytes_is_asked_whole_and_shown_in_part(page: ComparisonsPage) -> None:
    form = page.list_form
    page.begin_list()
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


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Return])
def test_the_keyboard_passes_the_list_without_leaving_the_form(
    page: ComparisonsPage, key: Qt.Key
) -> None:
    page.set_summaries((ComparisonSummary("c", ComparisonKind.CELLS, "How tall?", NOW, 2, 2),))
    chosen = QSignalSpy(page.requests.comparison_selected)
    page.list.setFocus(Qt.FocusReason.TabFocusReason)
    assert chosen.count() == 0
    assert page.answers_form.isVisible()
    QTest.keyClick(page.list, key)
    assert spied(chosen) == [["c"]]
    page.begin_list()
    page.show_started(replace(cells(2, ComparisonKind.ROWS), id="new"))
    page.set_summaries(
        tuple(
            ComparisonSummary(each, ComparisonKind.ROWS, each, NOW, 2, 2) for each in ("new", "c")
        )
    )
    assert [each.text() for each in page.list.selectedItems()] == ["new"]
