"""The line above a conversation: its title and folder, the model that answers, its context."""

from html import escape

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from app.domain import EngineStatus, SourceLink
from app.widgets.conversation.context_ring import ContextRing
from app.widgets.conversation.header_button import PADDING, HeaderButton
from app.widgets.conversation.title_box import TitleBox
from app.widgets.kit.geometry import horizontal_layout, reading_width
from app.widgets.kit.senses import sense_words
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill

LOW_PAGE = 330
_MARGINS = (0, 5, 2, 3)
_LOW_MARGINS = (0, 0, 2, 0)


class ChatHeader(QWidget):
    """One slim line, as wide as the text; its parts are public, controllers fill them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TitleBox(self)
        self.source_button = HeaderButton(self, icon_name="file")
        self.folder_button = HeaderButton(self, icon_name="folder")
        self.model_button = HeaderButton(self, opens_list=True)
        self.ring = ContextRing(self)
        self._row = horizontal_layout(self, margins=_MARGINS, spacing=2)
        self._row.addWidget(self.title, 1)
        for part in (self.source_button, self.folder_button, self.model_button, self.ring):
            self._row.addWidget(part)
        # The title begins where the text does: what is around a button stands outside.
        self.setMaximumWidth(reading_width(self) + 2 * PADDING)
        self.set_source(None)
        self.set_folder("")
        self.set_model(EngineStatus())

    def set_source(self, source: SourceLink | None) -> None:
        """Show in which source the conversation lives; nothing for none."""
        self.source_button.setVisible(source is not None)
        if source is None:
            return
        text = fill(self.tr("{name}, version {number}"), name=source.name, number=source.number)
        self.source_button.set_label(text)
        self.source_button.setAccessibleName(fill(self.tr("Source: {text}"), text=text))
        hint = self.tr("This chat begins in a source. Click to open it.")
        if source.number < source.newest_number:
            hint = self.tr(
                "This chat begins in an older version of a source. Click to move it to the newest."
            )
        self.source_button.setAccessibleDescription(hint)
        self.source_button.setToolTip(f"<p>{escape(text)}</p><p>{escape(hint)}</p>")

    def set_folder(self, folder: str) -> None:
        """Show in which folder the conversation is; empty for none."""
        self.folder_button.set_label(folder)
        text = fill(self.tr("Folder: {folder}"), folder=folder)
        self.folder_button.setToolTip(escape(text) if folder else self.tr("Move to a folder"))
        self.folder_button.setAccessibleName(text if folder else self.tr("Folder: none"))

    def set_model(self, status: EngineStatus) -> None:
        """Show which model answers, or why none does."""
        words = status.model_name or status.text
        if status.progress is not None:
            text = self.tr("Loading … {percent} %")
            words = fill(text, percent=format_number(status.progress * 100))
        self.model_button.set_label(words)
        name = fill(self.tr("Model: {name}"), name=words)
        abilities = sense_words(sees=status.sees, hears=status.hears)
        self.model_button.set_icon("eye" if status.sees else "")
        self.model_button.setAccessibleName(", ".join((name, *abilities)))
        hint = self.tr("One model answers all chats. Click to choose another one.")
        if status.machine:
            hint = self.tr("This chat is answered on {machine}. Click to choose another model.")
            hint = fill(hint, machine=status.machine)
        hints = [each for each in (status.note, hint) if each]
        self.model_button.setAccessibleDescription(" ".join(hints))
        above = " · ".join((words, *abilities))
        tooltip = "".join(f"<p>{escape(each)}</p>" for each in (above, *hints))
        self.model_button.setToolTip(tooltip)

    def set_page_height(self, height: int) -> None:
        """Take the height of the page, to be slimmer on a low one."""
        margins = _LOW_MARGINS if height < LOW_PAGE else _MARGINS
        self._row.setContentsMargins(*margins)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.setMaximumWidth(reading_width(self) + 2 * PADDING)
