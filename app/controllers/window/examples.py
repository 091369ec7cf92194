"""Prompts and presets that a new user finds, instead of empty lists."""

from app.controllers.services import Controller, Services
from app.domain.conversations import Preset
from app.presets.controller import PresetsController
from app.prompts.controller import SavedPromptsController
from app.prompts.model import SavedPrompt
from app.widgets.kit.translation import fill, translate

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
    text = _field(translate("Examples", "text"))
    texts = (
        (
            translate("Examples", "Summarize"),
            fill(
                translate("Examples", "Summarize this text in three sentences:\n\n{text}"),
                text=text,
            ),
        ),
        (
            translate("Examples", "Translate"),
            fill(
                translate("Examples", "Translate this text into {language}:\n\n{text}"),
                language=_field(translate("Examples", "language")),
                text=text,
            ),
        ),
        (
            translate("Examples", "Correct a text"),
            fill(
                translate(
                    "Examples",
                    "Correct the grammar of this text, and list what you changed:\n\n{text}",
                ),
                text=text,
            ),
        ),
        (
            translate("Examples", "Explain"),
            fill(
                translate("Examples", "Explain {topic} in simple words, with an example."),
                topic=_field(translate("Examples", "topic")),
            ),
        ),
        (
            translate("Examples", "Answer a mail"),
            fill(
                translate(
                    "Examples",
                    "Write a friendly answer to this mail. I want to say: {answer}\n\n{mail}",
                ),
                answer=_field(translate("Examples", "answer")),
                mail=_field(translate("Examples", "mail")),
            ),
        ),
        (
            translate("Examples", "Review code"),
            fill(
                translate(
                    "Examples",
                    "Review this code: name bugs first, then what could be simpler.\n\n{code}",
                ),
                code=_field(translate("Examples", "code")),
            ),
        ),
    )
    return tuple(SavedPrompt(name, each) for name, each in texts)


def _field(name: str) -> str:
    return "{{" + name + "}}"


def example_presets() -> tuple[Preset, ...]:
    """Return presets with names in the language of the window."""
    return (
        Preset(translate("Examples", "Precise"), {"temperature": PRECISE}),
        Preset(translate("Examples", "Creative"), {"temperature": CREATIVE}),
    )
