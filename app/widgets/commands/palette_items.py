"""The items that the palette offers, and its rows, as plain values."""

import enum
from collections.abc import Callable, Mapping, Sequence

import msgspec
from PySide6.QtGui import QAction

from app.domain.conversations import ConversationSummary, TextRange
from app.prompts.model import SavedPrompt


class PaletteItemKind(enum.Enum):
    """The kinds of rows; groups with equal scores are in this order."""

    TAB = "tab"
    CONVERSATION = "conversation"
    COMMAND = "command"
    SETTING = "setting"
    PROMPT = "prompt"
    MESSAGE = "message"
    HEADING = "heading"  # can't be chosen: names the rows below it


class PaletteItem(msgspec.Struct, frozen=True):
    """One row of the palette.

    Attributes:
        text: the main text; ``found`` are ranges in it.
        detail: the text after it, or the title of a message's conversation.
        conversation_id, message_id: the target.
        name: of a command, a setting or a prompt.
        score: how well it matches the query.
    """

    kind: PaletteItemKind
    text: str
    found: tuple[TextRange, ...] = ()
    detail: str = ""
    conversation_id: str = ""
    message_id: int | None = None
    name: str = ""
    score: int = 0

    @property
    def key(self) -> tuple[PaletteItemKind, str, int | None, str]:
        """An identity that stays the same when the same item is offered again."""
        return self.kind, self.conversation_id, self.message_id, self.name


class OpenTab(msgspec.Struct, frozen=True):
    """An open tab, and its state in words."""

    conversation_id: str
    title: str
    state: str = ""


class OfferedSetting(msgspec.Struct, frozen=True):
    """A setting that can be opened.

    Attributes:
        page: the title of its page.
        also: other words for it.
    """

    name: str
    title: str
    page: str
    meaning: str = ""
    also: str = ""


class PaletteOffers(msgspec.Struct, frozen=True):
    """Everything that can be found immediately; messages are found in the database.

    Attributes:
        tabs: open tabs; the first one is in front.
        conversations: those without a tab, the newest first.
        title_of: returns the title of a conversation as the window shows it.
        uses: the number of times that each command was chosen.
    """

    tabs: Sequence[OpenTab] = ()
    conversations: Sequence[ConversationSummary] = ()
    commands: Sequence[QAction] = ()
    settings: Sequence[OfferedSetting] = ()
    prompts: Sequence[SavedPrompt] = ()
    title_of: Callable[[str], str] = str
    uses: Mapping[str, int] = msgspec.field(default_factory=dict)
