"""What the palette has to offer, and its rows; plain values."""

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtGui import QAction

from app.domain.conversations import ConversationSummary, TextRange
from app.prompts.model import SavedPrompt


class PaletteItemKind(enum.Enum):
    """What is done with a row that is chosen; groups stand in this order where they fit alike."""

    TAB = "tab"
    CONVERSATION = "conversation"
    COMMAND = "command"
    SETTING = "setting"
    PROMPT = "prompt"
    MESSAGE = "message"
    HEADING = "heading"  # nothing: it names the rows below it


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """One row of the palette.

    Attributes:
        text: what is read first; ``found`` are places in it.
        detail: what stands behind it, or for a message the title of its conversation.
        conversation_id, message_id: what is opened.
        name: of a command, a setting or a prompt.
        score: how well it fits what was typed.
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
        """What stays the same while the same is offered again."""
        return self.kind, self.conversation_id, self.message_id, self.name


@dataclass(frozen=True, slots=True)
class OpenTab:
    """A tab that can be gone to, and what it is doing, in words."""

    conversation_id: str
    title: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class OfferedSetting:
    """A setting that can be gone to.

    Attributes:
        page: the title of its page.
        also: what else it is called.
    """

    name: str
    title: str
    page: str
    meaning: str = ""
    also: str = ""


@dataclass(frozen=True, slots=True)
class PaletteOffers:
    """All that can be found at once; messages are found in the database.

    Attributes:
        tabs: open ones; the first of them is in front.
        conversations: those without a tab, the newest first.
        title_of: how a conversation is called in the window.
        uses: how often each command was chosen.
    """

    tabs: Sequence[OpenTab] = ()
    conversations: Sequence[ConversationSummary] = ()
    commands: Sequence[QAction] = ()
    settings: Sequence[OfferedSetting] = ()
    prompts: Sequence[SavedPrompt] = ()
    title_of: Callable[[str], str] = str
    uses: Mapping[str, int] = field(default_factory=dict)
