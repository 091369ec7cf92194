"""What stands in a message box is stored, and comes back with its conversation."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.controllers.conversations.drafts import Drafts
from app.controllers.conversations.tabs import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain import OutgoingMessage
from app.errors import DiskFull
from app.widgets.composer.edit import ComposerSettings
from tests.app.controllers.acting import store, stored, toast_texts, view_of


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
