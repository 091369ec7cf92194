"""Hostile documents are drawn one after the other, and leave nothing behind."""

import gc
from collections import Counter

import pytest
from PySide6.QtWidgets import QWidget

from tests.benchmarks import redraws

COUNT = 150
KEPT = "app.widgets.markdown.formula_renderer"  # the pictures of formulas, up to a number of them


def left_behind() -> Counter[str]:
    """Return how many objects of the window's own classes there are."""
    gc.collect()
    kinds = (type(each) for each in gc.get_objects())
    named = ((str(kind.__module__), kind.__name__) for kind in kinds)
    return Counter(
        name for module, name in named if module.startswith("app.widgets") and module != KEPT
    )


@pytest.mark.usefixtures("qapp")
def test_documents_that_were_drawn_leave_nothing_of_the_window_s_own() -> None:
    redraws.draw_all(COUNT)
    before = left_behind()
    for seed in range(2, 4):
        found = redraws.draw_all(COUNT, seed)
        assert (found.document_count, len(found.ms_per_10_kb)) == (COUNT, 3)

    assert left_behind() - before == Counter()


@pytest.mark.usefixtures("qapp")
def test_a_text_of_many_small_blocks_is_drawn_in_pieces() -> None:
    pieces = redraws.draw("```\nx\n```\n\nwords\n\n" * 500, QWidget(), grows=False)

    assert len(pieces) > 20, "each of them is short"
