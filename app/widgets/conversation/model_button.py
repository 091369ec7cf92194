"""The button that shows the model of a chat, and opens the model picker."""

from html import escape

from PySide6.QtWidgets import QWidget

from app.domain.tabs import EngineStatus
from app.widgets.conversation.header_button import HeaderButton
from app.widgets.kit.senses import sense_words
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, translate


class ModelButton(HeaderButton):
    """Shows the model that answers a chat, or why there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, opens_list=True)
        self.set_model(EngineStatus())

    def set_model(self, status: EngineStatus) -> None:
        """Show the model that answers, or why there is none."""
        words = status.model_name or status.text
        if status.progress is not None:
            text = translate("ChatHeader", "Loading… {percent}%")
            words = fill(text, percent=format_number(status.progress * 100))
        self.set_label(words)
        name = fill(translate("ChatHeader", "Model: {name}"), name=words)
        abilities = sense_words(sees=status.sees, hears=status.hears)
        self.set_icon("eye" if status.sees else "")
        self.setAccessibleName(", ".join((name, *abilities)))
        hint = translate(
            "ChatHeader", "The model that answers this chat. Click to choose another one."
        )
        if status.machine:
            hint = translate(
                "ChatHeader",
                "This chat is answered on {machine}. Click to choose another model.",
            )
            hint = fill(hint, machine=status.machine)
        hints = [each for each in (status.note, hint) if each]
        self.setAccessibleDescription(" ".join(hints))
        above = " · ".join((words, *abilities))
        self.setToolTip("".join(f"<p>{escape(each)}</p>" for each in (above, *hints)))
