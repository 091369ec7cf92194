"""Tags are stored and shown."""

from app.controllers.conversations.conversations import ConversationsController
from app.controllers.conversations.tags import TagsController
from app.controllers.services import Services
from tests.app.controllers.acting import store, stored


async def test_conversations_get_tags_and_lose_them(
    services: Services, conversations: ConversationsController
) -> None:
    assert TagsController(services, conversations)
    for name in ("a", "b"):
        await store(services, name, "Hi")
    await conversations.refresh()
    requests, shown = services.window.requests, services.window.sidebar.conversations.listed
    requests.tag_requested.emit(("a", "b", "gone"), "#work", True)
    await services.tasks.finish()
    requests.tag_requested.emit(("b",), "work", False)
    await services.tasks.finish()
    assert (await stored(services, "a")).options.tags == ("work",)
    assert [each.tags for each in shown.known(("a", "b"))] == [("work",), ()]
    assert shown.tags() == ("work",)
