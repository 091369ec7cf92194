"""Comparisons leave as Markdown and CSV that no spreadsheet runs; lists of questions come in."""

import csv
import io
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.comparisons.model import (
    MAX_ROWS,
    CellOptions,
    CellSource,
    Comparison,
    ComparisonCell,
    ComparisonKind,
    questions_of,
)
from app.comparisons.question_tables import MAX_CHARS, read_table, to_csv, to_markdown
from app.domain.messages import MessageStatus
from app.domain.usage import ReplyUsage

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DONE = MessageStatus.COMPLETE


def comparison(*texts: str, question: str = "How tall?") -> Comparison:
    cells = tuple(
        ComparisonCell(
            i, i, CellOptions(preset_name="calm", temperature=0.5, seed=i), status=DONE, text=text
        )
        for i, text in enumerate(texts)
    )
    return Comparison("a", ComparisonKind.CELLS, "Height", question, NOW, cells=cells)


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1"])
def test_no_spreadsheet_runs_what_a_model_said(text: str) -> None:
    head, row = rows_of(to_csv(comparison(text, question=text)))
    assert row[head.index("answer")] == f"'{text}"
    assert row[head.index("question")] == f"'{text}"


def test_all_that_is_known_stands_in_its_column() -> None:
    usage = ReplyUsage(prompt_tokens=9, reply_tokens=5, decode_seconds=2.0, model_name="demo")
    options = CellOptions(source=CellSource("b", 2, "=Book"), seed=-5)
    cell = ComparisonCell(1, 0, options, "one", DONE, 'a "b"\nc', usage=usage)
    head, row = rows_of(to_csv(Comparison("a", ComparisonKind.ROWS, "", "", NOW, cells=(cell,))))
    found = dict(zip(head, row, strict=True))
    assert (found["question"], found["answer"], found["model"]) == ("one", 'a "b"\nc', "demo")
    assert (found["answer tokens"], found["tokens per second"]) == ("5", "2.0")
    assert (found["seed"], found["source"]) == ("'-5", "'=Book, version 2")


def test_markdown_has_each_answer_under_what_is_special_about_it() -> None:
    text = to_markdown(comparison("Tall.", "Very."))
    assert text.startswith("# Height\n\n> How tall?\n")
    assert "## 1. calm, temperature 0.5, seed 0\n\nTall.\n" in text
    assert text.endswith("## 2. calm, temperature 0.5, seed 1\n\nVery.\n")


def test_markdown_names_the_source_of_each_answer() -> None:
    ways = (CellSource("b", 1, "Book"), CellSource())
    found = tuple(
        ComparisonCell(i, i, CellOptions(source=way), text="Tall.") for i, way in enumerate(ways)
    )
    text = to_markdown(replace(comparison(), cells=found))
    assert "## 1. Book\n" in text
    assert "## 2. no source\n" in text


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_column_of_a_table_is_a_list_of_questions(delimiter: str) -> None:
    lines = [["id", "question"], ["1", " How tall? "], ["2", ""], ["3", 'He "said"\nso?'], []]
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter).writerows(lines)
    table = read_table("\ufeff" + file.getvalue())
    assert table.head == ("id", "question")
    assert table.column(1, has_head=True) == ("How tall?", 'He "said"\nso?')
    assert table.column(1, has_head=False)[0] == "question"
    assert table.column(7, has_head=True) == ()


def test_more_rows_than_may_be_are_left_out_and_said() -> None:
    table = read_table("q\n" + "a\n" * (MAX_ROWS + 1))
    assert table.is_cut
    assert len(table.rows) == MAX_ROWS
    assert not read_table("q\n" + "a\n" * MAX_ROWS).is_cut


def test_of_a_text_that_is_cut_no_half_question_is_asked() -> None:
    table = read_table("q\none\ntwo and a ha", is_cut=True)
    assert (table.rows, table.is_cut) == ((("one",),), True)
    assert read_table('q\n"' + "x" * MAX_CHARS).rows == ()
    assert read_table("q\n" + "a\n" * (MAX_ROWS + 1), is_cut=True).rows == (("a",),) * MAX_ROWS


@given(st.text(max_size=300))
def test_no_text_is_too_odd_for_a_list(text: str) -> None:
    table = read_table(text)
    for number in range(len(table.head)):
        assert all(each.strip() for each in table.column(number, has_head=False))
    assert all(questions_of(text.splitlines()))
