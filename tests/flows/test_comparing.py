"""Comparisons and lists by real keys: of eight answers one is taken, and a list goes on."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget

from app.comparisons.model import ComparisonKind
from app.comparisons.question_tables import to_csv
from app.comparisons.view.comparisons_page import ComparisonsPage
from app.domain.messages import MessageStatus, Role
from app.widgets.transcript.message_actions import MessageAction
from tests.flows.driving import CONTROL, Person, flow, hubbub

pytestmark = pytest.mark.usefixtures("scripted_engine")


def dialog_of(person: Person) -> ComparisonsPage:
    dialog = person.rooms.comparisons.page
    assert dialog is not None
    return dialog


async def press_button(person: Person, button: QPushButton) -> None:
    """Reach a button with Tab, and press it with the space bar."""
    await person.until(lambda: button.isVisible() and button.isEnabled())
    for _ in range(120):
        if QApplication.focusWidget() is button:
            break
        await person.press(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is button
    await person.press(Qt.Key.Key_Space)


async def focus(person: Person, widget: QWidget) -> None:
    """Go to a field; the page of comparisons is in front by itself."""
    widget.setFocus()
    await person.until(lambda: QApplication.focusWidget() is widget)


async def run_command(person: Person, name: str) -> None:
    """Find a command in the palette."""
    await person.press(Qt.Key.Key_K, CONTROL)
    await person.type(f">{name}")
    await person.press(Qt.Key.Key_Return)
    await person.until(lambda: person.rooms.comparisons.page is not None)


@flow
async def test_of_eight_answers_to_a_message_one_is_taken_into_the_chat(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        name = await person.send("say 3")
        await person.until_idle(name)
        messages = person.view.transcript.messages()
        question = next(each for each in messages if each.role is Role.USER)
        person.view.requests.request(question.id, MessageAction.COMPARE)
        await person.until(lambda: person.rooms.comparisons.page is not None)
        dialog = dialog_of(person)
        await person.until(dialog.answers_form.footer.start_button.isEnabled)
        assert dialog.answers_form.question_box.toPlainText() == "say 3"
        await focus(person, dialog.answers_form.temperature_box)
        await person.type("0.2 0.9")
        await person.press(Qt.Key.Key_Tab)
        await person.type("1-4")
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: len(dialog.answers_page.cards) == 8)
        cards = list(dialog.answers_page.cards.values())
        await person.until(lambda: all(each.cell.has_answer for each in cards))
        await person.until(lambda: cards[5].keep_button.isEnabled())
        await press_button(person, cards[5].keep_button)
        await person.until(lambda: person.view.transcript.messages()[-1].sibling_count == 2)
        stored = await person.stored(name)
        assert stored[-1] == (cards[5].cell.text, MessageStatus.COMPLETE)
        dialog.close()


@flow
async def test_a_question_is_asked_in_two_sources_and_goes_on_in_one_of_them(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        for name in ("Novel", "Letters"):
            await person.rooms.history.sources.create(name, f"text of {name}")
        await run_command(person, "Compare variations")
        form = dialog_of(person).answers_form
        await person.until(form.source_list.isVisible)
        await focus(person, form.question_box)
        await person.type("say 2")
        await focus(person, form.source_list)
        for _ in range(2):
            await person.press(Qt.Key.Key_Down)
            await person.press(Qt.Key.Key_Space)
        await press_button(person, form.footer.start_button)
        page = dialog_of(person).answers_page
        await person.until(lambda: len(page.cards) == 2)
        card = next(each for each in page.cards.values() if "Novel" in each.title.text())
        await press_button(person, card.keep_button)
        await person.until(lambda: person.view.header.source_button.label == "Novel")
        await person.until(lambda: len(person.view.transcript.messages()) == 2)
        assert person.view.transcript.messages()[0].text == "say 2"
        dialog_of(person).close()


@flow
async def test_a_list_of_twenty_goes_on_where_the_program_was_left(
    qapp: QApplication, tmp_path: Path
) -> None:
    """Row seven is written without end: so the program is left there."""
    file = tmp_path / "questions.csv"
    texts = [f"say {1 + row % 3}" for row in range(20)]
    texts[6] = "on and on"
    lines = [f'{row},"{text}"' for row, text in enumerate(texts)]
    file.write_text("\n".join(["id,question", *lines]), "utf-8")

    async def begin() -> None:
        async with hubbub(qapp, tmp_path / "home") as person:
            await run_command(person, "Ask a list of questions")
            dialog = dialog_of(person)
            await person.rooms.comparisons.forms.read_file(file)
            form = dialog.list_form
            await focus(person, form.column_choice)
            await person.press(Qt.Key.Key_Down)
            await person.until(lambda: form.footer.count_label.text() == "20 questions")
            await press_button(person, form.footer.start_button)
            rows = dialog.rows_page.model
            await person.until(lambda: len(rows.cells) == 20 and bool(rows.cells[6].text))

    async def second_start() -> None:
        async with hubbub(qapp, tmp_path / "home") as person:
            comparisons = person.rooms.history.comparisons
            (summary,) = await comparisons.summaries()
            assert summary.kind is ComparisonKind.ROWS
            before = await comparisons.get(summary.id)
            assert before is not None
            kept = {each.position: each.text for each in before.cells if each.has_answer}
            await person.until(lambda: person.rooms.comparisons.runs.ids == {summary.id})
            await run_command(person, "Ask a list of questions")
            dialog = dialog_of(person)
            await person.until(lambda: dialog.list.count() == 1)
            await focus(person, dialog.list)
            await person.press(Qt.Key.Key_Down)
            await person.until(lambda: dialog.shown is not None)
            rows = dialog.rows_page.model
            await person.until(
                lambda: (
                    sum(each.has_answer for each in rows.cells) == 19 and bool(rows.cells[6].text)
                )
            )
            await press_button(person, dialog.rows_page.stop_button)
            await person.until(lambda: not person.rooms.comparisons.runs.ids)
            after = await comparisons.get(summary.id)
            assert after is not None
            assert {n: after.cells[n].text for n in kept} == kept, "nothing is asked twice"
            assert after.cells[6].is_open
            assert to_csv(after).count("complete") == 19
            dialog.close()

    await begin()
    await second_start()


@flow
async def test_the_window_of_comparisons_is_in_use_again_after_a_file_was_chosen(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        await run_command(person, "Ask a list of questions")
        dialog = dialog_of(person)
        await person.until(dialog.isActiveWindow)
        dialog.list_form.file_button.setFocus()
        await person.press(Qt.Key.Key_Space)
        await person.until(lambda: isinstance(QApplication.activeModalWidget(), QFileDialog))
        choice = QApplication.activeModalWidget()
        assert choice is not None
        assert choice.parentWidget() is dialog.window(), "the system gives the keyboard back to it"
        choice.close()
        dialog.close()
