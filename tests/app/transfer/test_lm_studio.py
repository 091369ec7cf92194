"""LM Studio's chats come in whole."""

from app.domain import (
    ConversationOptions,
    Role,
)
from tests.app.transfer.exports import LM_STUDIO, imported, shape


def test_lm_studio_s_chat_keeps_its_versions() -> None:
    (tree,) = imported(LM_STUDIO).trees
    assert shape(tree) == [
        (1, None, Role.USER, "What is tea?"),
        (2, 1, Role.ASSISTANT, "A drink."),
        (3, 1, Role.ASSISTANT, "Leaves."),
    ]
    assert (tree.active_leaf_id, tree.messages[2].reasoning) == (3, "Easy.")
    assert tree.options == ConversationOptions(is_pinned=True, system_prompt="Be brief.")
