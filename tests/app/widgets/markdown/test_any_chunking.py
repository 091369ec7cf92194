"""Any chunking of a text gives the same final document as the text at once."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.app.widgets.markdown.commonmark import examples
from tests.app.widgets.markdown.corpus import CORPUS
from tests.app.widgets.markdown.fuzz import documents, faults_of
from tests.app.widgets.markdown.streaming import texts
from tests.app.widgets.markdown.test_blocks import chunks
from tests.app.widgets.transcript.test_body import drawn_parts, grown

pytestmark = pytest.mark.usefixtures("formulas_at_once", "colours_at_once")


COMMONMARK = tuple(example.markdown for example in examples())
SAMPLE_STEP = 8  # the nightly run takes every example


@pytest.mark.parametrize("text", CORPUS + COMMONMARK[::SAMPLE_STEP])
def test_letter_by_letter(text: str) -> None:
    assert drawn_parts(grown(list(text))) == drawn_parts(grown([text]))


@pytest.mark.nightly
def test_every_example_letter_by_letter() -> None:
    for text in COMMONMARK:
        assert drawn_parts(grown(list(text))) == drawn_parts(grown([text])), text


LATE_TITLE = "[a]\n\n[a]: /url\n'over two\nlines'\n\n[a]"


@example([LATE_TITLE], "", [len("[a]\n\n[a]: /url\n'over two\n")])
@given(
    st.lists(st.sampled_from(CORPUS + COMMONMARK), min_size=1, max_size=4),
    st.sampled_from(["\n", "\n\n", ""]),
    st.lists(st.integers(0, 2000), max_size=12),
)
@settings(max_examples=150, deadline=None)
def test_pieces_of_any_texts_after_each_other(
    texts: list[str], between: str, cuts: list[int]
) -> None:
    text = between.join(texts)

    assert drawn_parts(grown(chunks(text, cuts))) == drawn_parts(grown([text]))


def test_texts_of_our_own_rules_in_pieces() -> None:
    for text, cuts in texts(150, 3):  # ``streaming`` compares thousands
        assert drawn_parts(grown(chunks(text, cuts))) == drawn_parts(grown([text])), text


@pytest.mark.usefixtures("qtbot")
def test_no_document_of_a_sample_is_too_much() -> None:
    chance = Random(1)
    found = {text: faults for text in documents(100, 1) if (faults := faults_of(text, chance))}
    assert found == {}
