"""Prompts and presets that a new user finds, instead of empty lists."""

from app.controllers.services import Controller, Services
from app.domain.conversations import Preset
from app.presets.controller import PresetsController
from app.prompts.controller import SavedPromptsController
from app.prompts.model import SavedPrompt
from app.widgets.kit.translation import translate

PRECISE, CREATIVE = 0.2, 1.0  # temperatures


class Examples(Controller):
    """Stores examples at the first start; they can be changed and deleted like any others."""

    def __init__(
        self, services: Services, prompts: SavedPromptsController, presets: PresetsController
    ) -> None:
        super().__init__(services)
        self._prompts = prompts
        self._presets = presets

    def offer(self) -> None:
        """Add the examples if this is the first start; call it before the tour is offered."""
        if not self._settings.current.has_seen_tour:
            self._tasks.start(self._add())

    async def _add(self) -> None:
        history = self._history
        if not await history.saved_prompts.all():
            await history.saved_prompts.add(example_prompts())
            await self._prompts.load()
        if not await history.presets.all():
            for preset in example_presets():
                await history.presets.save(preset)
            self._presets.refresh()


def example_prompts() -> tuple[SavedPrompt, ...]:
    """Return saved prompts in the language of the window."""
    texts = (
        (
            translate("Examples", "Summarize"),
            translate("Examples", "Summarize this text in three sentences:\n\n{{text}}"),
        ),
        (
            translate("Examples", "Translate"),
            translate("Examples", "Translate this text into {{language}}:\n\n{{text}}"),
        ),
        (
            translate("Examples", "Correct a text"),
            translate(
                "Examples",
                "Correct spelling and grammar in this text, and list what you changed:\n\n{{text}}",
            ),
        ),
        (
            translate("Examples", "Explain"),
            translate("Examples", "Explain {{topic}} in simple words, with an example."),
        ),
        (
            translate("Examples", "Answer a mail"),
            translate(
                "Examples",
                "Write a friendly answer to this mail. I want to say: {{answer}}\n\n{{mail}}",
            ),
        ),
        (
            translate("Examples", "Review code"),
            translate(
                "Examples",
                "Review this code: name bugs first, then what could be simpler.\n\n{{code}}",
            ),
        ),
    )
    return tuple(SavedPrompt(name, text) for name, text in texts)


def example_presets() -> tuple[Preset, ...]:
    """Return presets with names in the language of the window."""
    return (
        Preset(translate("Examples", "Precise"), {"temperature": PRECISE}),
        Preset(translate("Examples", "Creative"), {"temperature": CREATIVE}),
    )
