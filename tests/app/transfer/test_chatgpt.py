"""ChatGPT's export comes in whole."""

from app.domain import (
    ReplyUsage,
    Role,
)
from tests.app.transfer.exports import CHATGPT, imported, shape


def test_chatgpt_s_export_keeps_its_branches() -> None:
    found = imported(CHATGPT)
    (tree,) = found.trees
    assert tree.title == "Tea"
    assert shape(tree) == [
        (1, None, Role.USER, "What is tea?"),
        (2, 1, Role.ASSISTANT, "Leaves."),
        (3, None, Role.USER, "[image]\n\nAnd this?"),
        (4, 3, Role.ASSISTANT, "```\ntea()\n```"),
    ]
    assert tree.active_leaf_id == 4
    assert tree.messages[1].usage == ReplyUsage(model_name="gpt-4")
    assert found.problems == ("One conversation could not be understood.",)
