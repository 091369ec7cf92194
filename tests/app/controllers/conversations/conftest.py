"""Controllers of conversations that others stand on."""

import pytest

from app.chat.turns import Turns
from app.controllers.conversations.branches_controller import BranchesController
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.conversations.trash_controller import DeletionController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.undo import UndoOffers


@pytest.fixture
def undo(services: Services) -> UndoOffers:
    """What Ctrl+Z undoes."""
    return UndoOffers(services.window, services.toasts)


@pytest.fixture
def deletion(
    services: Services, replies: Replies, tabs: TabsController, undo: UndoOffers
) -> DeletionController:
    """Who moves conversations to the trash."""
    return DeletionController(services, replies, tabs, undo)


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
    return BranchesController(services, turns, replies, tabs, AnswerForms(services))
