"""Earlier points of a chat: which of them are warm, and a new tab that continues from one."""

from app.chat.turns import Turns
from app.controllers.conversations.branches import BranchesController
from app.controllers.services import Controller, Services
from app.domain import Conversation, Message, Role
from app.widgets.dialogs.earlier_points import EarlierPoint, EarlierPointsDialog
from app.widgets.kit.translation import translate


class EarlierPoints(Controller):
    """Asks the engine what a copy of the chat would have to read behind each of its turns."""

    def __init__(self, services: Services, turns: Turns, branches: BranchesController) -> None:
        super().__init__(services)
        self._turns = turns
        self._branches = branches
        self._window.requests.points_requested.connect(self._tasks.starter(self._show))

    async def _show(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        points = () if conversation is None else await self._points(conversation)
        if not points:
            text = translate("EarlierPoints", "This chat has no answered question yet.")
            self._toasts.show(text)
            return
        dialog = EarlierPointsDialog(points, self._window.dialogs.front_window())
        dialog.point_picked.connect(self._branches.fork)
        dialog.open()

    async def _points(self, conversation: Conversation) -> tuple[EarlierPoint, ...]:
        """Return the ends of the turns, with what would be read where the engine knows it."""
        turns = _turns(conversation.messages)
        if not turns:
            return ()
        request = await self._turns.requests.build(conversation)
        costs: dict[int, int] = {}
        if request.destination is None:
            weighed = await self._client.queries.weigh_prompt(
                conversation.id, request.prompt.messages, request.options
            )
            for point in () if weighed is None else weighed.points:
                number = point.message_count - 1
                if 0 <= number < len(request.prompt.message_ids):
                    costs[request.prompt.message_ids[number]] = point.read_again
        return tuple(
            EarlierPoint(answer.id, question.text, costs.get(answer.id))
            for question, answer in turns
        )


def _turns(messages: tuple[Message, ...]) -> list[tuple[Message, Message]]:
    """Return the questions that were answered, each with the last message before the next one."""
    found: list[tuple[Message, Message]] = []
    question: Message | None = None
    for message in messages:
        if message.role is Role.USER:
            question = message
        elif message.role is Role.ASSISTANT and question is not None and message.text:
            if found and found[-1][0] is question:
                found.pop()
            found.append((question, message))
    return found
