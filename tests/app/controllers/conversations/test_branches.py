"""Messages are edited, regenerated, continued, forked and pinned; earlier points are kept."""

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.chat.turns import Turns
from app.controllers.conversations.branches_controller import (
    MAX_VARIANTS,
    BranchesController,
    EarlierPoints,
    VariantsController,
)
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain.conversations import Conversation
from app.domain.messages import MessageStatus
from app.widgets.dialogs.earlier_points import EarlierPointsDialog
from engine.client.request import Request
from engine.messages.commands import ChatMessage
from engine.messages.events import PromptWeighed, WarmPoint
from engine.messages.request_options import RequestOptions
from engine.messages.sampling_params import Dry, SamplingParams
from tests.app.controllers.acting import store, stored, toast_texts, until, view_of

pytestmark = pytest.mark.usefixtures("scripted_engine")


@pytest.fixture
async def opened(
    services: Services, tabs: TabsController, branches: BranchesController
) -> Conversation:
    """A conversation of two turns, in a tab."""
    assert branches
    conversation = await store(services, "a", "Hi", "Hello", "say 2", "word0 word1")
    tabs.open_tab("a")
    await services.tasks.finish()
    return conversation


async def texts(services: Services) -> list[str]:
    return [each.text.strip() for each in (await stored(services, "a")).messages]


async def test_an_edited_message_begins_a_branch(services: Services, opened: Conversation) -> None:
    view_of(services, "a").requests.edit_submitted.emit(opened.messages[2].id, "say 1")
    await services.tasks.finish()
    assert await texts(services) == ["Hi", "Hello", "say 1", "word0"]
    view_of(services, "a").requests.sibling_requested.emit(
        (await stored(services, "a")).messages[2].id, -1
    )
    await services.tasks.finish()
    assert await texts(services) == [each.text for each in opened.messages]


async def test_an_answer_is_regenerated_without_repeats_for_this_turn_only(
    services: Services, opened: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[SamplingParams] = []
    submit = services.client.submit

    def record(*arguments: Any, **options: Any) -> Request:
        asked.append(arguments[2])
        return submit(*arguments, **options)

    monkeypatch.setattr(services.client, "submit", record)
    requests = view_of(services, "a").requests
    requests.regenerate_varied_requested.emit(opened.messages[3].id)
    await services.tasks.finish()
    reply = (await stored(services, "a")).messages[3]
    assert (reply.sibling_number, reply.sibling_count) == (2, 2)
    requests.regenerate_requested.emit(reply.id)
    await services.tasks.finish()
    assert [(each.dry, each.repeat_penalty) for each in asked] == [(Dry(), 1.1), (None, 1.0)]


async def test_a_regenerated_answer_is_another_version(
    services: Services, opened: Conversation
) -> None:
    view_of(services, "a").requests.regenerate_requested.emit(opened.messages[3].id)
    await services.tasks.finish()
    reply = (await stored(services, "a")).messages[3]
    assert (reply.sibling_number, reply.sibling_count) == (2, 2)
    services.window.requests.version_requested.emit("a", -1)
    await services.tasks.finish()
    assert (await stored(services, "a")).messages[3].id == opened.messages[3].id


async def test_the_figures_of_a_tab_are_those_of_the_version_on_show(
    services: Services, opened: Conversation
) -> None:
    view_of(services, "a").requests.edit_submitted.emit(opened.messages[2].id, "say 7")
    await services.tasks.finish()
    items, longer = services.window.panes.items, (await stored(services, "a")).messages[3]
    assert longer.usage is not None
    assert items.state("a").usage.context_tokens == longer.usage.context_tokens > 0
    services.window.requests.version_requested.emit("a", -1)
    await services.tasks.finish()
    assert items.state("a").usage.context_tokens == 0, "that one was imported without figures"
    services.window.requests.version_requested.emit("a", 1)
    await services.tasks.finish()
    assert items.state("a").usage == longer.usage


async def test_only_the_last_answer_is_continued(services: Services, opened: Conversation) -> None:
    view_of(services, "a").requests.continue_requested.emit(opened.messages[1].id)
    await services.tasks.finish()
    assert toast_texts(services)[0].startswith("Only the last answer can be continued.")
    assert await texts(services) == [each.text for each in opened.messages]


async def test_an_answer_longer_than_the_context_is_not_continued(
    services: Services, opened: Conversation, replies: Replies
) -> None:
    view_of(services, "a").requests.edit_submitted.emit(opened.messages[2].id, "say 9")
    await services.tasks.finish()
    last = (await stored(services, "a")).messages[3]
    replies.set_context_window(5)
    view_of(services, "a").requests.continue_requested.emit(last.id)
    await services.tasks.finish()
    assert toast_texts(services)[0].startswith("This answer is longer than the context of a chat")
    assert (await stored(services, "a")).messages[3].status is MessageStatus.COMPLETE


async def test_while_an_answer_is_written_no_other_branch_begins(
    services: Services, opened: Conversation
) -> None:
    view = view_of(services, "a")
    view.requests.regenerate_requested.emit(opened.messages[3].id)
    view.requests.edit_submitted.emit(opened.messages[2].id, "say 1")
    await services.tasks.finish()
    assert toast_texts(services)[0].startswith("This chat is still being answered.")
    assert (await texts(services))[2] == "say 2"


async def test_a_fork_ends_at_its_message_and_has_a_tab(
    services: Services, opened: Conversation
) -> None:
    view_of(services, "a").requests.fork_requested.emit(opened.messages[1].id)
    await services.tasks.finish()
    _, fork = services.window.panes.ids()
    assert [each.text for each in (await stored(services, fork)).messages] == ["Hi", "Hello"]


async def test_a_pinned_message_is_stored_and_unpinned(
    services: Services, opened: Conversation
) -> None:
    first = opened.messages[0].id
    for is_pinned in (True, False):
        view_of(services, "a").requests.pin_toggled.emit(first, is_pinned)
        await services.tasks.finish()
        assert (await stored(services, "a")).messages[0].is_pinned is is_pinned


async def test_a_copy_has_all_branches_and_says_so(
    services: Services, opened: Conversation
) -> None:
    services.window.requests.duplicate_requested.emit("a")
    await services.tasks.finish()
    _, copy = services.window.panes.ids()
    duplicate = await stored(services, copy)
    assert duplicate.title == "Title a (copy)"
    assert len(duplicate.messages) == len(opened.messages)


@pytest.fixture
async def varied(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    branches: BranchesController,
) -> Services:
    """A conversation whose last reply has variants beside it."""
    assert VariantsController(services, turns, replies, branches)
    await store(services, "a", "say 2", "word0 word1")
    tabs.open_tab("a")
    await services.tasks.finish()
    services.window.requests.variants_requested.emit("a")
    await services.tasks.finish()
    return services


async def test_as_many_are_written_as_there_are_slots(varied: Services) -> None:
    shown = view_of(varied, "a").variants.variants
    assert [each.text.answer.text.strip() for each in shown] == ["word0 word1"] * MAX_VARIANTS


async def test_all_of_them_stay_as_versions(varied: Services) -> None:
    reply = (await stored(varied, "a")).messages[-1]
    assert reply.sibling_count == MAX_VARIANTS + 1


async def test_the_chosen_one_is_on_the_branch(varied: Services) -> None:
    replies = await varied.history.messages.siblings((await stored(varied, "a")).messages[-1].id)
    view = view_of(varied, "a")
    view.variants.selected.emit(replies[1].id)
    await varied.tasks.finish()
    assert (await stored(varied, "a")).messages[-1].id == replies[1].id
    assert view.transcript.messages()[-1].id == replies[1].id


@pytest.fixture
async def points_opened(
    services: Services,
    turns: Turns,
    tabs: TabsController,
    branches: BranchesController,
    monkeypatch: pytest.MonkeyPatch,
) -> Conversation:
    """A conversation of two turns in a tab; its engine says what is warm of it."""

    async def weigh(
        _id: str, messages: tuple[ChatMessage, ...], _options: RequestOptions
    ) -> PromptWeighed:
        assert len(messages) == 4
        points = (WarmPoint(2, 40, 40), WarmPoint(4, 90, 64))
        return PromptWeighed(1, 90, 64, is_known=True, points=points)

    monkeypatch.setattr(services.client.queries, "weigh_prompt", weigh)
    assert EarlierPoints(services, turns, branches)
    conversation = await store(services, "a", "Hi", "Hello", "say 2", "word0 word1")
    tabs.open_tab("a")
    await services.tasks.finish()
    return conversation


async def shown(services: Services) -> EarlierPointsDialog:
    services.window.requests.points_requested.emit("a")
    await until(lambda: bool(services.window.findChildren(EarlierPointsDialog)))
    (dialog,) = services.window.findChildren(EarlierPointsDialog)
    return dialog


def spoken(dialog: EarlierPointsDialog) -> list[str]:
    role = Qt.ItemDataRole.AccessibleTextRole
    return [dialog.list.item(at).data(role) for at in range(dialog.list.count())]


def labels(dialog: EarlierPointsDialog) -> list[str]:
    return [each.text() for each in dialog.findChildren(QLabel) if each.isVisible()]


async def test_each_turn_says_what_it_would_cost_the_last_first(
    services: Services, points_opened: Conversation
) -> None:
    assert points_opened
    dialog = await shown(services)
    await until(lambda: spoken(dialog)[0] == "say 2, 26 tokens will be read")
    assert spoken(dialog)[1] == "Hi, Warm: nothing is read again"
    assert "“Warm” turns do not have to be read again." in labels(dialog)
    dialog.reject()


async def test_the_turns_are_offered_while_the_engine_does_not_answer(
    services: Services, points_opened: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert points_opened
    asked, given_up = asyncio.Event(), asyncio.Event()

    async def never(*_: object) -> PromptWeighed:
        asked.set()
        try:
            return await asyncio.Future()
        finally:
            given_up.set()

    monkeypatch.setattr(services.client.queries, "weigh_prompt", never)
    dialog = await shown(services)
    assert spoken(dialog) == ["say 2, Counting the tokens…", "Hi, Counting the tokens…"]
    assert "“Warm” turns do not have to be read again." not in labels(dialog)
    await asked.wait()
    dialog.list.setCurrentRow(1)
    dialog.accept()
    await given_up.wait()
    await until(lambda: len(services.window.panes.ids()) == 2)


async def test_a_new_tab_goes_on_from_the_turn_that_was_picked(
    services: Services, points_opened: Conversation
) -> None:
    dialog = await shown(services)
    dialog.list.setCurrentRow(1)
    dialog.accept()
    await services.tasks.finish()
    (copy,) = [each for each in services.window.panes.ids() if each != "a"]
    assert [each.text for each in (await stored(services, copy)).messages] == ["Hi", "Hello"]
    assert len((await stored(services, "a")).messages) == len(points_opened.messages)


async def test_a_chat_without_an_answer_has_no_points(
    services: Services, points_opened: Conversation, tabs: TabsController
) -> None:
    assert points_opened
    empty = await tabs.new_tab()
    services.window.requests.points_requested.emit(empty)
    await until(lambda: bool(toast_texts(services)))
    assert toast_texts(services) == ["This chat has no answered question yet."]
