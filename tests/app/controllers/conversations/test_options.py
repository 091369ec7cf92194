"""The options dialog stores what it shows, and nothing else."""

import pytest

from app.chat.turns import Turns
from app.controllers.conversations.options import OptionsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain import ConversationOptions, OverflowPolicy, Preset
from app.widgets.dialogs.options import OptionsDialog
from tests.app.controllers.acting import store, stored


@pytest.fixture
async def dialog(services: Services, turns: Turns, replies: Replies) -> OptionsDialog:
    """The dialog of a conversation, opened from the menu."""
    assert OptionsController(services, turns, replies)
    await store(services, "a", "Hi")
    services.window.requests.options_requested.emit("a")
    await services.tasks.finish()
    (dialog,) = services.window.findChildren(OptionsDialog)
    return dialog


async def test_what_is_chosen_is_stored(services: Services, dialog: OptionsDialog) -> None:
    chosen = ConversationOptions(
        system_prompt="Be brief.", preset_name="calm", overflow_policy=OverflowPolicy.STOP
    )
    dialog.options_selected.emit(chosen)
    await services.tasks.finish()
    assert (await stored(services, "a")).options == chosen


async def test_a_folder_chosen_meanwhile_is_kept(services: Services, dialog: OptionsDialog) -> None:
    await services.history.conversations.organize("a", folder="work", is_pinned=True)
    dialog.options_selected.emit(ConversationOptions(system_prompt="Be brief."))
    await services.tasks.finish()
    options = (await stored(services, "a")).options
    assert (options.folder, options.is_pinned, options.system_prompt) == ("work", True, "Be brief.")


async def test_presets_are_stored_and_deleted(services: Services, dialog: OptionsDialog) -> None:
    preset = Preset("calm", {"temperature": 0.2})
    dialog.preset_changed.emit(preset)
    await services.tasks.finish()
    assert await services.history.presets.all() == (preset,)
    dialog.preset_deleted.emit("calm")
    await services.tasks.finish()
    assert await services.history.presets.all() == ()


async def test_a_deleted_conversation_opens_no_dialog(
    services: Services, turns: Turns, replies: Replies
) -> None:
    OptionsController(services, turns, replies).open("gone")
    await services.tasks.finish()
    assert services.window.findChildren(OptionsDialog) == []
