"""A new user finds prompts and presets; a user who has or had some gets none."""

import pytest

from app.chat.turns import Turns
from app.controllers.conversations.chat_panel import ChatPanelController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.window.examples import Examples
from app.domain.conversations import Preset
from app.presets.controller import PresetsController
from app.prompts.controller import SavedPromptsController
from app.prompts.model import SavedPrompt


@pytest.fixture
async def examples(services: Services, turns: Turns, replies: Replies) -> Examples:
    panel = ChatPanelController(services, turns, replies, AnswerForms(services))
    prompts = SavedPromptsController(services, replies)
    return Examples(services, prompts, PresetsController(services, panel))


async def names(services: Services) -> tuple[list[str], list[str]]:
    """Return the names of the stored prompts and presets."""
    await services.tasks.finish()
    prompts = await services.history.saved_prompts.all()
    return [each.name for each in prompts], [
        each.name for each in await services.history.presets.all()
    ]


async def test_the_first_start_adds_prompts_with_fields_and_presets(
    services: Services, examples: Examples
) -> None:
    examples.offer()

    prompts, presets = await names(services)
    assert {"Summarize", "Translate", "Review code"} < set(prompts)
    assert presets == ["Creative", "Precise"]
    assert all("{{" in each.text for each in await services.history.saved_prompts.all())
    assert services.window.commands.palette.prompts == await services.history.saved_prompts.all()


async def test_what_a_user_has_or_has_deleted_is_left_alone(
    services: Services, examples: Examples
) -> None:
    await services.history.saved_prompts.save(SavedPrompt("Mine", "My text"))
    await services.history.presets.save(Preset("My values", {}))
    examples.offer()
    assert await names(services) == (["Mine"], ["My values"])

    services.settings.change(has_seen_tour=True)
    await services.history.saved_prompts.delete("Mine")
    await services.history.presets.delete("My values")
    examples.offer()
    assert await names(services) == ([], [])
