"""The sidebar and the tabs show conversations and drafts as they are stored."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.chat.turn_events import Report
from app.controllers.conversations.branches_controller import BranchesController
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.drafts import Drafts
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain.conversations import SearchHit
from app.domain.messages import OutgoingMessage
from app.errors import DiskFull
from app.widgets.composer.edit import ComposerSettings
from tests.app.controllers.acting import last_turn, store, stored, toast_texts, until, view_of


@pytest.fixture
async def listed(
    services: Services, tabs: TabsController, conversations: ConversationsController
) -> Services:
    """Two conversations in the sidebar, the first in a tab."""
    for name in ("a", "b"):
        await store(services, name, "Where is the needle?", "In the haystack")
    await conversations.refresh()
    tabs.open_tab("a")
    await services.tasks.finish()
    return services


def titles(services: Services) -> dict[str, str]:
    return {
        each.id: each.title for each in services.window.sidebar.conversations.listed.summaries()
    }


async def test_a_new_title_is_stored_and_shown_everywhere(listed: Services) -> None:
    listed.window.requests.rename_requested.emit("a", "Needles")
    await listed.tasks.finish()
    assert (await stored(listed, "a")).title == "Needles"
    assert titles(listed)["a"] == listed.window.panes.items.title("a") == "Needles"


async def test_a_pin_is_stored_and_shown(listed: Services) -> None:
    listed.window.requests.pin_requested.emit(("a", "b"), True)
    await listed.tasks.finish()
    assert (await stored(listed, "a")).options.is_pinned
    assert all(each.is_pinned for each in listed.window.sidebar.conversations.listed.summaries())


async def test_a_chat_whose_turn_ends_after_its_last_event_is_listed_as_answered(
    listed: Services, replies: Replies
) -> None:
    conversation = await stored(listed, "a")
    is_reported, is_released = asyncio.Event(), asyncio.Event()

    async def end_late(report: Report) -> None:
        await last_turn(conversation)(report)
        is_reported.set()
        await is_released.wait()

    assert replies.begin("a", end_late)
    await is_reported.wait()
    shown = listed.window.sidebar.conversations.listed
    for _ in range(3):  # the list reads the chat, as reported, before these reads
        await stored(listed, "a")
    assert shown.running_ids == {"a"}
    is_released.set()
    await until(lambda: not replies.running_ids)
    await listed.tasks.finish()
    assert shown.running_ids == frozenset()


async def test_a_copy_of_a_chat_is_listed_at_once(
    listed: Services, branches: BranchesController
) -> None:
    branches.fork((await stored(listed, "a")).messages[1].id)
    await listed.tasks.finish()
    _, fork = listed.window.panes.ids()
    assert fork in titles(listed)


async def test_messages_are_found(listed: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, tuple[SearchHit, ...]]] = []
    monkeypatch.setattr(listed.window, "set_hits", lambda *found: shown.append(found))
    listed.window.requests.search_requested.emit("need")
    listed.window.requests.search_requested.emit("haystack")
    await listed.tasks.finish()
    ((text, hits),) = shown
    assert text == "haystack", "the older search was cancelled"
    assert {hit.conversation_id for hit in hits} == {"a", "b"}


async def test_equal_titles_are_told_apart_in_tabs_and_list(
    listed: Services, tabs: TabsController
) -> None:
    tabs.open_tab("b")
    await listed.tasks.finish()
    for name in ("a", "b"):
        listed.window.requests.rename_requested.emit(name, "Tea")
        await listed.tasks.finish()
    items = listed.window.panes.items
    assert (items.title("a"), items.title("b")) == ("Tea", "Tea · 2")
    tabs.close_tab("b")
    tabs.open_tab("b")
    await listed.tasks.finish()
    assert items.title("b") == "Tea · 2"
    assert listed.window.dialogs.title("b") == "Tea · 2"
    listed.window.requests.rename_requested.emit("a", "Coffee")
    await listed.tasks.finish()
    assert (items.title("a"), items.title("b")) == ("Coffee", "Tea")
    assert (await stored(listed, "b")).title == "Tea"


@pytest.fixture
def drafts(services: Services, replies: Replies) -> Drafts:
    return Drafts(services, replies)


@pytest.fixture
async def page(services: Services, drafts: Drafts, tabs: TabsController) -> str:
    """A conversation with a draft, in a tab."""
    assert drafts
    await store(services, "a", "Hi", "Hello")
    await services.history.conversations.save_draft("a", OutgoingMessage("half a question"))
    tabs.open_tab("a")
    await services.tasks.finish()
    return "a"


async def test_a_stored_draft_stands_in_the_box(services: Services, page: str) -> None:
    assert view_of(services, page).composer.draft().text == "half a question"


async def test_a_changed_draft_is_stored(services: Services, page: str) -> None:
    view_of(services, page).composer.draft_changed.emit(OutgoingMessage("a whole question?"))
    await services.tasks.finish()
    assert (await stored(services, page)).draft.text == "a whole question?"


async def test_settings_reach_open_and_later_boxes(
    services: Services, drafts: Drafts, tabs: TabsController, page: str
) -> None:
    drafts.set_composer_settings(ComposerSettings(sends_with_ctrl_enter=True))
    later = await tabs.new_tab()
    for name in (page, later):
        edit = view_of(services, name).composer.edit
        edit.setPlainText("one")
        QTest.keyClick(edit, Qt.Key.Key_End)
        QTest.keyClick(edit, Qt.Key.Key_Return)
        assert edit.toPlainText() == "one\n"
    drafts.flush()


async def test_a_refused_paste_is_explained_in_the_box(services: Services, page: str) -> None:
    composer = view_of(services, page).composer
    composer.edit.paste_refused.emit(123_456_789)
    assert composer.notice.text().startswith(
        "The text is too long to paste (123,456,789 characters; the limit is 200,000)."
    )
    assert toast_texts(services) == []


async def test_a_disk_with_room_again_is_no_trouble_any_more(
    services: Services, drafts: Drafts, page: str
) -> None:
    services.toasts.report(DiskFull("The disk is full."))
    assert toast_texts(services) == ["The disk is full."]
    view_of(services, page).composer.edit.setPlainText("what can be stored")
    drafts.flush()
    await services.tasks.finish()
    assert toast_texts(services) == []
