"""How many cells axes make, and what a cell sets over the options of its chat."""

import pytest

from app.comparisons.model import (
    MAX_CELLS,
    CellOptions,
    CellSource,
    ComparisonAxes,
    QuestionTable,
    packed_cell_options,
    packed_usage,
    unpacked_cell_options,
    unpacked_usage,
)
from app.domain.chat_options import ChatModel, ChatOptions
from app.domain.conversations import ConversationOptions
from app.domain.usage import ReplyUsage, ReuseOrigin
from app.machines.model import HERE, Route

BOOK = CellSource("b" * 32, 2, "Book")


def test_every_value_meets_every_other_one() -> None:
    axes = ComparisonAxes(preset_names=("calm", None), temperatures=(0.1, 0.9, 1.5))
    assert axes.count == 6
    pairs = [(each.preset_name, each.temperature) for each in axes.cells()]
    assert pairs == [(name, heat) for name in ("calm", None) for heat in (0.1, 0.9, 1.5)]
    assert ComparisonAxes().cells() == (CellOptions(),)


def test_the_cells_of_one_source_stand_one_after_the_other() -> None:
    found = ComparisonAxes(sources=(CellSource(), BOOK), seeds=(1, 2)).cells()
    assert [each.source for each in found] == [CellSource(), CellSource(), BOOK, BOOK]


def test_more_cells_than_may_be_are_counted_and_not_made() -> None:
    axes = ComparisonAxes(temperatures=tuple(map(float, range(10))), seeds=tuple(range(100)))
    assert axes.count == 1000
    assert len(axes.cells()) == MAX_CELLS


def test_a_cell_sets_what_it_has_over_its_chat() -> None:
    chat = ChatOptions({"temperature": 0.3, "top_k": 7}, consents=("http://rack:1",))
    options = ConversationOptions(system_prompt="Be brief.", preset_name="calm", chat=chat)
    assert CellOptions().over(options) == options
    other = CellOptions(None, "wild", "", 0.9, 5, Route("rack", "large")).over(options)
    assert (other.preset_name, other.system_prompt) == ("wild", "")
    assert other.chat.sampling == {"temperature": 0.9, "top_k": 7, "seed": 5}
    assert other.chat.route == Route("rack", "large")
    assert other.chat.consents == ("http://rack:1",)


def test_a_model_of_this_computer_replaces_the_machine_of_the_chat() -> None:
    chat = ChatOptions(route=Route("rack", "large"))
    options = ConversationOptions(model=ChatModel("1" * 64, "Large"), chat=chat)
    tiny = ChatModel("0" * 64, "Tiny")
    (cell,) = ComparisonAxes(models=(tiny,)).cells()
    assert cell.over(options) == ConversationOptions(model=tiny, chat=ChatOptions(route=HERE))
    assert unpacked_cell_options(packed_cell_options(cell)) == cell


def test_what_was_stored_comes_back_and_what_is_broken_is_not_set() -> None:
    options = CellOptions(BOOK, "calm", "Be brief.", 0.5, 7, Route("rack", "large"))
    assert unpacked_cell_options(packed_cell_options(options)) == options
    assert packed_cell_options(CellOptions()) == ""
    usage = ReplyUsage(prompt_tokens=5, reused_from=ReuseOrigin.READY, first_token_seconds=0.5)
    assert unpacked_usage(packed_usage(usage)) == usage
    assert unpacked_usage(packed_usage(None)) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "\ud800", "null"])
def test_broken_texts_are_nothing_that_is_set(text: str) -> None:
    assert unpacked_cell_options(text) == CellOptions()
    assert unpacked_cell_options('{"seed": "x"}') == CellOptions()
    assert unpacked_usage(text) is None


@pytest.mark.parametrize(
    ("head", "rows", "column"),
    [
        (("id", "question"), (("1", "Why?"),), 1),
        (("Category", "Question", "Best Answer"), (("Law", "Why?", "As it is said " * 9),), 1),
        (("instruction", "input", "output"), (("Add.", "1 and 2 and 3 and 4", "10"),), 0),
        (
            ("task_id", " Prompt ", "canonical_solution"),
            (("HumanEval/0", "def f():", "x" * 99),),
            1,
        ),
        (("nr", "Was wir fragen"), (("17", "Wie spät ist es?"),), 1),
        ((), (), 0),
    ],
)
def test_the_column_of_the_questions_is_found(
    head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], column: int
) -> None:
    assert QuestionTable(head, rows).likely_column() == column
