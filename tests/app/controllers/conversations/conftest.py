"""Controllers of conversations that others stand on."""

import pytest

from app.chat.turns import Turns
from app.controllers.conversations.branches import BranchesController
from app.controllers.conversations.conversations import ConversationsController
from app.controllers.conversations.deletion import DeletionController
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services


@pytest.fixture
def deletion(services: Services, replies: Replies, tabs: TabsController) -> DeletionController:
    """Who moves conversations to the trash."""
    return DeletionController(services, replies, tabs)


@pytest.fixture
def conversations(
    services: Services, replies: Replies, tabs: TabsController, deletion: DeletionController
) -> ConversationsController:
    """Who fills the sidebar."""
    return ConversationsController(services, replies, tabs, deletion)


@pytest.fixture
def branches(
    services: Services, turns: Turns, replies: Replies, tabs: TabsController
) -> BranchesController:
    """Who carries out what is requested for messages."""
    return BranchesController(services, turns, replies, tabs)
