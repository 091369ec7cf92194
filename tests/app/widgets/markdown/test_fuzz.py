"""A sample of the documents that nobody would write; ``make nightly`` draws 100,000."""

from random import Random

import pytest

from tests.app.widgets.markdown.fuzz import documents, faults_of

pytestmark = pytest.mark.usefixtures("qtbot")


def test_no_document_of_a_sample_is_too_much() -> None:
    chance = Random(1)
    found = {text: faults for text in documents(150, 1) if (faults := faults_of(text, chance))}
    assert found == {}
