"""One toast offers to continue all that the end of the program cut off."""

from functools import partial

import pytest
from msgspec.structs import replace

from app.chat.turn_events import ReplyEnded, Report, TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.conversations.trash_controller import DeletionController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.undo import UndoOffers
from app.controllers.window.interrupted import InterruptedReplies
from app.domain.messages import MessageStatus
from app.domain.tabs import OpenTabs, TabState
from app.machines.model import EndpointSetting, Route
from engine.client.client import EngineClient, EnginePhase, EngineState
from tests.app.controllers.acting import press_toast, store, stored, toast_texts, until
from tests.fakes.recording_client import READY, RecordingClient


@pytest.fixture
def client() -> EngineClient:
    client = RecordingClient()
    client.become(READY)
    return client


@pytest.fixture
def deletion(services: Services, replies: Replies, tabs: TabsController) -> DeletionController:
    undo = UndoOffers(services.window, services.toasts)
    return DeletionController(services, replies, tabs, undo)


@pytest.fixture
def interrupted(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    deletion: DeletionController,
) -> InterruptedReplies:
    services.window.show()
    return InterruptedReplies(services, turns, replies, tabs, deletion)


async def interrupt(services: Services, *names: str) -> None:
    """Store conversations in whose last answer the program was killed."""
    for name in names:
        await store(services, name, "Hi", "Hello")
        await services.history.turns.start(name, "And then?")
    await services.history.turns.interrupt_unfinished("killed")


def known(services: Services) -> tuple[str, ...]:
    return services.settings.current.interrupted_ids


async def test_all_are_continued_at_once_each_in_its_own_tab(
    services: Services, replies: Replies, tabs: TabsController, interrupted: InterruptedReplies
) -> None:
    await interrupt(services, "a", "b", "c")
    tabs.open_tab("a")
    await services.tasks.finish()
    interrupted.remember(("a", "b", "c"))
    await interrupted.offer()
    assert toast_texts(services) == ["3 answers were interrupted."]
    begun: list[str] = []
    replies.events.add(lambda id_, _event: begun.append(id_))
    press_toast(services, "Continue all")
    await services.tasks.finish()
    assert set(begun) == {"a", "b", "c"}
    assert services.window.panes.ids() == ("a", "b", "c")
    assert services.window.panes.active_id() == "a", "what the user looks at stays in front"
    assert toast_texts(services) == []
    assert known(services) == ()
    assert (await services.history.tabs.read()).conversation_ids == ("a", "b", "c")


async def test_only_what_still_stands_as_it_was_cut_is_offered(
    services: Services, interrupted: InterruptedReplies
) -> None:
    await interrupt(services, "cut", "deleted", "finished")
    await store(services, "whole", "Hi", "Hello")
    await services.history.conversations.delete("deleted")
    last = (await stored(services, "finished")).messages[-1]
    await services.history.turns.finish_reply(last.id, "done", MessageStatus.COMPLETE)
    interrupted.remember(("cut", "deleted", "finished", "whole", "never was"))
    await interrupted.offer()
    assert toast_texts(services) == ["One answer was interrupted."]
    assert known(services) == ("cut", "deleted")


async def test_a_chat_in_the_trash_is_kept_over_a_restart_and_offered_when_restored(
    services: Services, deletion: DeletionController, interrupted: InterruptedReplies
) -> None:
    await interrupt(services, "a", "gone")
    await services.history.conversations.delete("a", "gone")
    await services.history.trash.remove("gone")
    interrupted.remember(("a", "gone"))
    await interrupted.offer()  # as at each start
    assert toast_texts(services) == []
    assert known(services) == ("a",), "a chat that was removed permanently can't be restored"
    await services.history.trash.restore("a")
    deletion.changes.notify(("a",))
    await services.tasks.finish()
    assert toast_texts(services) == ["One answer was interrupted."]


async def test_who_closes_the_toast_is_not_asked_again(
    services: Services, turns: Turns, replies: Replies, interrupted: InterruptedReplies
) -> None:
    await interrupt(services, "a", "b")
    interrupted.remember(("a", "b"))
    await interrupted.offer()
    (toast,) = services.window.toasts.shown
    toast.close_button.click()
    assert known(services) == ()
    assert services.window.toasts.history.past[0].is_open, "the list of messages offers it still"
    replies.begin("a", partial(turns.continue_reply, "a"))
    await services.tasks.finish()
    assert toast_texts(services) == []


async def test_the_toast_goes_with_the_last_that_is_continued_by_hand(
    services: Services, turns: Turns, replies: Replies, interrupted: InterruptedReplies
) -> None:
    await interrupt(services, "a", "b")
    interrupted.remember(("a", "b"))
    await interrupted.offer()
    replies.begin("a", partial(turns.continue_reply, "a"))
    await services.tasks.finish()
    assert toast_texts(services) == ["One answer was interrupted."]
    assert known(services) == ("b",)
    replies.begin("b", partial(turns.continue_reply, "b"))
    await services.tasks.finish()
    assert toast_texts(services) == []


async def test_a_deleted_chat_is_not_offered_until_it_is_restored(
    services: Services, interrupted: InterruptedReplies
) -> None:
    await interrupt(services, "a", "b")
    interrupted.remember(("a", "b"))
    await interrupted.offer()
    services.window.requests.delete_requested.emit(("a",))
    await until(lambda: "One answer was interrupted." in toast_texts(services))
    services.window.requests.delete_requested.emit(("b",))
    await until(lambda: not any("interrupted" in each for each in toast_texts(services)))
    press_toast(services, "Undo")
    await until(lambda: "One answer was interrupted." in toast_texts(services))
    assert known(services) == ("a", "b")


async def test_without_a_model_nothing_is_begun_and_the_offer_stays(
    services: Services, replies: Replies, interrupted: InterruptedReplies
) -> None:
    await interrupt(services, "a")
    interrupted.remember(("a",))
    await interrupted.offer()
    client = services.client
    assert isinstance(client, RecordingClient)
    client.become(EngineState(EnginePhase.DOWN))
    press_toast(services, "Continue")
    await until(lambda: len(toast_texts(services)) == 2)
    assert not replies.running_ids
    assert "One answer was interrupted." in toast_texts(services)
    assert (await stored(services, "a")).messages[-1].status is MessageStatus.INTERRUPTED


async def test_what_the_engine_cut_while_nobody_looked_is_offered_too(
    services: Services, replies: Replies, interrupted: InterruptedReplies
) -> None:
    assert interrupted
    await interrupt(services, "a", "b")

    async def turn(name: str, report: Report) -> None:
        report(ReplyEnded((await stored(services, name)).messages[-1], TabState()))

    replies.begin("a", partial(turn, "a"))
    await services.tasks.finish()
    assert known(services) == (), "its page says so"
    services.window.hide()
    replies.begin("b", partial(turn, "b"))
    await services.tasks.finish()
    assert known(services) == ("b",)
    services.window.show()
    assert toast_texts(services) == ["One answer was interrupted."]


async def test_a_tab_that_comes_back_later_is_no_second_one(
    services: Services, tabs: TabsController, interrupted: InterruptedReplies
) -> None:
    await interrupt(services, "a")
    await services.history.tabs.save(OpenTabs(("a",)))
    tabs.open_tab("a")
    interrupted.remember(("a",))
    await interrupted.offer()
    press_toast(services, "Continue")
    await services.tasks.finish()
    assert services.window.panes.ids() == ("a",)


async def test_without_a_model_those_of_other_machines_go_on(
    services: Services, turns: Turns, replies: Replies, interrupted: InterruptedReplies
) -> None:
    rack = EndpointSetting("5f", "rack", "http://rack:8000", is_trusted=True)
    turns.requests.settings = replace(turns.requests.settings, endpoints=(rack,))
    await interrupt(services, "here", "there")
    await services.history.conversations.set_route("there", Route("5f", "qwen3"))
    interrupted.remember(("here", "there"))
    await interrupted.offer()
    client = services.client
    assert isinstance(client, RecordingClient)
    client.become(EngineState(EnginePhase.EMPTY))
    begun: list[str] = []

    def note(conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            begun.append(conversation_id)

    replies.events.add(note)
    press_toast(services, "Continue all")
    await services.tasks.finish()
    assert begun == ["there"]
    assert "One answer was interrupted." in toast_texts(services)
    assert known(services) == ("here",)
