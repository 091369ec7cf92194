"""Hostile documents are drawn one after the other, and leave nothing behind."""

import gc

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from app.widgets.message_body import MessageBody
from tests.benchmarks import redraws

COUNT = 150


@pytest.mark.usefixtures("qapp")
def test_documents_that_were_drawn_leave_no_widget_and_no_object() -> None:
    redraws.draw_all(COUNT)
    gc.collect()
    before = len(gc.get_objects())
    for seed in range(2, 4):
        found = redraws.draw_all(COUNT, seed)
        assert (found.document_count, len(found.ms_per_10_kb)) == (COUNT, 3)
    gc.collect()

    assert [each for each in QApplication.allWidgets() if isinstance(each, MessageBody)] == []
    assert len(gc.get_objects()) - before < 20 * COUNT


@pytest.mark.usefixtures("qapp")
def test_a_text_of_many_small_blocks_is_drawn_in_pieces() -> None:
    pieces = redraws.draw("```\nx\n```\n\nwords\n\n" * 500, QWidget(), grows=False)

    assert len(pieces) > 20, "each of them is short"
