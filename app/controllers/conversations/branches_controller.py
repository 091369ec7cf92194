"""Branches of a conversation: edited, regenerated, continued, stepped through, forked, pinned."""

from functools import partial

from msgspec.structs import replace
from shiboken6 import isValid

from app.chat.turn_events import ReplyEnded, TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies, TurnStart
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation, ConversationOptions
from app.domain.messages import Message, Role
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs.earlier_points import EarlierPoint, EarlierPointsDialog
from app.widgets.kit.translation import fill, shown_title, translate

REPEAT_PENALTY = 1.1  # of an answer that is regenerated without repeats
MIN_VARIANTS, MAX_VARIANTS = 2, 4


class BranchesController(Controller):
    """Handles requests for single messages; every change makes a new branch."""

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        tabs: TabsController,
        forms: AnswerForms,
    ) -> None:
        super().__init__(services)
        self._forms = forms
        self._turns = turns
        self._replies = replies
        self._tabs = tabs
        self._window.requests.duplicate_requested.connect(self.duplicate)
        self._window.requests.regenerate_requested.connect(self._on_window_regenerate_requested)
        self._window.requests.continue_requested.connect(self._on_window_continue_requested)
        self._window.requests.version_requested.connect(self._on_version_requested)
        replies.views.add(self._on_view)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        name, step = conversation.id, self._tasks.starter(self._step)
        view.requests.edit_submitted.connect(partial(self._on_edit_submitted, name))
        view.requests.regenerate_requested.connect(partial(self._on_regenerate_requested, name))
        view.requests.continue_requested.connect(partial(self._on_continue_requested, name))
        view.requests.let_run_requested.connect(lambda _id: self._let_run(name))
        varied = self._tasks.starter(self._regenerate_varied)
        view.requests.regenerate_varied_requested.connect(partial(varied, name))
        view.requests.sibling_requested.connect(partial(step, name))
        view.requests.fork_requested.connect(self.fork)
        view.requests.pin_toggled.connect(partial(self.pin, name))

    def _on_edit_submitted(self, conversation_id: str, message_id: int, text: str) -> None:
        self.begin(conversation_id, partial(self._turns.edit, conversation_id, message_id, text))

    def _on_regenerate_requested(self, conversation_id: str, reply_id: int) -> None:
        self.begin(conversation_id, partial(self._turns.regenerate, conversation_id, reply_id))

    def _on_continue_requested(self, conversation_id: str, reply_id: int) -> None:
        messages = self._messages(conversation_id)
        if messages and messages[-1].id != reply_id:
            self._toasts.show(
                translate(
                    "Branches",
                    "Only the last answer can be continued. Regenerate an earlier one instead.",
                )
            )
            return
        if messages and self._is_too_long(conversation_id, messages[-1]):
            text = translate(
                "Branches",
                "This answer is longer than the context of a chat ({limit:,} tokens), so it can't "
                "be continued. Choose a larger context in the settings.",
            )
            self._toasts.show(fill(text, limit=self._replies.window_of(conversation_id)))
            return
        self.begin(conversation_id, partial(self._turns.continue_reply, conversation_id))

    def _let_run(self, conversation_id: str) -> None:
        """Continue an answer that was stopped because it repeats itself."""
        turn = partial(self._turns.continue_reply, conversation_id, may_repeat=True)
        self.begin(conversation_id, turn)

    async def _regenerate_varied(self, conversation_id: str, reply_id: int) -> None:
        """Write another version of an answer, with penalties on repetition for this turn only."""
        options = await self._history.conversations.options(conversation_id)
        if options is not None:
            options = without_repeats(options)
            turn = partial(self._turns.regenerate, conversation_id, reply_id, options=options)
            self.begin(conversation_id, turn)

    def _is_too_long(self, conversation_id: str, reply: Message) -> bool:
        """Return whether the model of this computer, if it answers, cannot hold a reply."""
        is_here = not self._window.panes.items.state(conversation_id).machine
        tokens = 0 if reply.usage is None else reply.usage.reply_tokens
        return is_here and 0 < self._replies.window_of(conversation_id) <= tokens

    def _on_window_regenerate_requested(self, conversation_id: str) -> None:
        self.begin(conversation_id, partial(self._turns.regenerate, conversation_id, None))

    def _on_window_continue_requested(self, conversation_id: str) -> None:
        reply = self.last_reply(conversation_id)
        if reply is not None:
            self._on_continue_requested(conversation_id, reply.id)

    def _on_version_requested(self, conversation_id: str, step: int) -> None:
        """Step between the versions of the last message that has several."""
        messages = reversed(self._messages(conversation_id))
        message = next((each for each in messages if each.sibling_count > 1), None)
        if message is not None:
            self._tasks.start(self._step(conversation_id, message.id, step))

    def last_reply(self, conversation_id: str) -> Message | None:
        """Return the last reply of the shown branch; None if there is none."""
        messages = reversed(self._messages(conversation_id))
        return next((each for each in messages if each.role is Role.ASSISTANT), None)

    def _messages(self, conversation_id: str) -> tuple[Message, ...]:
        view = self._window.panes.view_of(conversation_id)
        return view.transcript.messages() if view is not None else ()

    def begin(self, conversation_id: str, turn: TurnStart) -> None:
        """Run a turn on another branch, or show that a reply is still running."""
        self._forms.before(conversation_id, partial(self._begin, conversation_id, turn))

    def _begin(self, conversation_id: str, turn: TurnStart) -> None:
        if not self._replies.begin(conversation_id, turn):
            self._toasts.show(
                translate(
                    "Branches",
                    "This chat is still being answered. Stop that answer first.",
                )
            )

    async def _step(self, conversation_id: str, message_id: int, step: int) -> None:
        """Show the next or the previous version, down to the end of its branch."""
        ids = [each.id for each in await self._history.messages.siblings(message_id)]
        index = ids.index(message_id) + step
        if 0 <= index < len(ids):
            await self.choose(conversation_id, ids[index])

    async def choose(self, conversation_id: str, message_id: int) -> None:
        """Show the branch that contains a message."""
        conversation = await self._history.messages.choose_sibling(message_id)
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            self._replies.show_branch(conversation.messages, view)

    def fork(self, message_id: int) -> None:
        """Open a copy of the branch up to this message in a new tab.

        The engine copies the cached prefix, so that nothing is read again.
        """
        self._tasks.start(self._fork(message_id))

    async def _fork(self, message_id: int) -> None:
        fork = await self._history.archive.fork(message_id)
        self._tabs.open_tab(fork.id)

    def pin(self, conversation_id: str, message_id: int, is_pinned: bool = True) -> None:
        """Pin a message, so that it stays in the context window, or unpin it."""
        self._tasks.start(self._pin(conversation_id, message_id, is_pinned=is_pinned))

    async def _pin(self, conversation_id: str, message_id: int, *, is_pinned: bool) -> None:
        await self._history.messages.set_pinned(message_id, is_pinned=is_pinned)
        conversation = await self._history.conversations.get(conversation_id)
        view = self._window.panes.view_of(conversation_id)
        if conversation is not None and view is not None:
            messages = conversation.messages
            view.transcript.set_pinned(frozenset(each.id for each in messages if each.is_pinned))

    def duplicate(self, conversation_id: str) -> None:
        """Open a copy of a conversation, with all its branches, in a new tab."""
        self._tasks.start(self._duplicate(conversation_id))

    async def _duplicate(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None:
            return
        title = fill(translate("Branches", "{title} (copy)"), title=shown_title(conversation.title))
        copy = await self._history.archive.duplicate(conversation_id, title)
        self._tabs.open_tab(copy.id)


def without_repeats(options: ConversationOptions) -> ConversationOptions:
    """Return options with DRY and a repetition penalty."""
    chat = options.chat.with_sampling("dry", {}).with_sampling("repeat_penalty", REPEAT_PENALTY)
    return replace(options, chat=chat)


class VariantsController(Controller):
    """Writes one answer per engine slot; all of them become versions of the reply."""

    def __init__(
        self,
        services: Services,
        turns: Turns,
        replies: Replies,
        branches: BranchesController,
    ) -> None:
        super().__init__(services)
        self._turns = turns
        self._branches = branches
        self._window.requests.variants_requested.connect(self._vary_last_reply)
        replies.views.add(self._on_view)
        replies.events.add(self._on_turn_event)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        name = conversation.id
        view.requests.variants_requested.connect(partial(self._on_requested, name))
        view.variants.selected.connect(partial(self._tasks.starter(self._choose), name))
        view.variants.closed.connect(view.close_variants)

    def _vary_last_reply(self, conversation_id: str) -> None:
        reply = self._branches.last_reply(conversation_id)
        if reply is not None:
            self._on_requested(conversation_id, reply.id)

    def _on_requested(self, conversation_id: str, reply_id: int) -> None:
        model = self._models.state_of_chat(conversation_id).known_model
        count = min(MAX_VARIANTS, max(MIN_VARIANTS, model.slot_count if model is not None else 0))
        turn = partial(self._turns.vary, conversation_id, reply_id, count)
        self._branches.begin(conversation_id, turn)

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is None:
            return
        match event:
            # A turn without other replies is shown by the transcript.
            case TurnStarted(turn, _, others, texts) if others:
                view.show_variants(turn.user.text, texts)
            case ReplyEnded():
                view.variants.finish(event.message)
                if event.is_last:
                    view.variants.end()
            case _:
                pass

    async def _choose(self, conversation_id: str, message_id: int) -> None:
        await self._branches.choose(conversation_id, message_id)
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.close_variants()


class EarlierPoints(Controller):
    """Shows, for each turn of a chat, the tokens that a copy up to it would have to read."""

    def __init__(self, services: Services, turns: Turns, branches: BranchesController) -> None:
        super().__init__(services)
        self._turns = turns
        self._branches = branches
        show = self._tasks.starter(self._show, may_be_dropped=True)
        self._window.requests.points_requested.connect(show)

    async def _show(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        turns = [] if conversation is None else _turns(conversation.messages)
        if conversation is None or not turns:
            text = translate("EarlierPoints", "This chat has no answered question yet.")
            self._toasts.show(text)
            return
        points = tuple(EarlierPoint(answer.id, question.text) for question, answer in turns)
        dialog = EarlierPointsDialog(points, self._window.dialogs.front_window())
        dialog.point_picked.connect(self._branches.fork)
        dialog.open()
        # The engine may be busy for long: the turns can be picked meanwhile.
        weighing = self._tasks.start(self._weigh(conversation, dialog), may_be_dropped=True)
        dialog.finished.connect(lambda _result: weighing.cancel())

    async def _weigh(self, conversation: Conversation, dialog: EarlierPointsDialog) -> None:
        costs = await self._costs(conversation)
        if isValid(dialog):  # it is deleted with its parent, too
            dialog.set_costs(costs)

    async def _costs(self, conversation: Conversation) -> dict[int, int]:
        """Return the tokens to read again up to each message, if the engine knows them."""
        request = await self._turns.requests.build(conversation)
        if request.destination is not None:
            return {}
        weighed = await self._models.queries(conversation.id).weigh_prompt(
            conversation.id, request.prompt.messages, request.options
        )
        costs: dict[int, int] = {}
        for point in () if weighed is None else weighed.points:
            number = point.message_count - 1
            if 0 <= number < len(request.prompt.message_ids):
                costs[request.prompt.message_ids[number]] = point.read_again
        return costs


def _turns(messages: tuple[Message, ...]) -> list[tuple[Message, Message]]:
    """Return the answered questions, each with its last answer."""
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
