"""The export of llama.cpp's web interface comes in whole."""

import json

import pytest

from app.domain import (
    Role,
)
from tests.app.transfer.exports import LLAMA_UI, LLAMA_UI_LINES, read, shape


@pytest.mark.parametrize(
    "content",
    [json.dumps(LLAMA_UI), json.dumps([LLAMA_UI]), LLAMA_UI_LINES],
    ids=["one", "list", "lines"],
)
def test_llama_cpp_s_export_keeps_its_branches(content: str) -> None:
    found = read(content.encode())
    (tree,) = found.trees
    assert shape(tree) == [
        (1, None, Role.USER, "What is tea?"),
        (2, 1, Role.ASSISTANT, "Leaves."),
        (3, 1, Role.ASSISTANT, "A drink."),
    ]
    assert (tree.active_leaf_id, tree.messages[1].reasoning) == (2, "Easy.")
    assert tree.updated_at.year == 2025
    assert found.problems == ()
