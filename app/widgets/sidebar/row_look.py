"""The appearance of the rows of the sidebar, as values for the delegate and screen readers."""

import enum
import zlib
from collections.abc import Container, Mapping
from html import escape

import msgspec

from app.domain.conversations import ConversationSummary
from app.widgets.kit.theme import LIGHT, Colours
from app.widgets.kit.translation import fill, translate
from app.widgets.sidebar.groups import (
    ARCHIVE,
    FOLDERS,
    FOUND,
    MORE_FOLDERS,
    PINNED,
    Age,
    Group,
)
from app.widgets.sidebar.search_words import TAG_MARK


class FolderColour(enum.Enum):
    """A colour's name as stored in settings, with hues for the light and the dark theme."""

    BLUE = "blue"
    TEAL = "teal"
    GREEN = "green"
    OLIVE = "olive"
    ORANGE = "orange"
    RED = "red"
    PINK = "pink"
    PURPLE = "purple"
    GREY = "grey"

    def hue(self, colours: Colours) -> str:
        """Return the colour for a theme; it is visible on every background of the list."""
        light, dark = _HUES[self]
        return light if colours is LIGHT else dark


_HUES = {
    FolderColour.BLUE: ("#2f66c8", "#86aefc"),
    FolderColour.TEAL: ("#0f7a7a", "#5cc6c6"),
    FolderColour.GREEN: ("#2b7a3b", "#7cc98b"),
    FolderColour.OLIVE: ("#77701a", "#cbc25f"),
    FolderColour.ORANGE: ("#a85a10", "#f0a860"),
    FolderColour.RED: ("#b8382f", "#f58f86"),
    FolderColour.PINK: ("#b03a78", "#f08fc0"),
    FolderColour.PURPLE: ("#7a48b8", "#bf9df2"),
    FolderColour.GREY: ("#6a6c68", "#a3a5ad"),
}
_BY_NAME = tuple(colour for colour in FolderColour if colour is not FolderColour.GREY)


def colour_of(folder: str, colour_names: Mapping[str, str]) -> FolderColour:
    """Return the chosen colour of a folder, or else one derived from its name."""
    name = colour_names.get(folder)
    for colour in FolderColour:
        if colour.value == name:
            return colour
    return _BY_NAME[zlib.crc32(folder.encode("utf-8", "replace")) % len(_BY_NAME)]


class Ending(enum.Enum):
    """How the last answer of a conversation ended."""

    COMPLETE = enum.auto()
    SHORT = enum.auto()  # it reached its maximum length or the end of the context
    INTERRUPTED = enum.auto()
    FAILED = enum.auto()


class ConversationLook(msgspec.Struct, frozen=True):
    """The appearance of a conversation's row.

    Attributes:
        queue_position: 1 is next, while it waits for its answer.
        is_asking: a call of a tool waits for the user.
        is_unread: its last answer was not shown yet.
        ending: how its last answer ended.
        is_inside: the row is below its folder.
        model: the name of its model; empty if that is the model of new chats.
        is_model_missing: that model is not on this computer.
    """

    title: str
    tags: tuple[str, ...] = ()
    is_running: bool = False
    queue_position: int | None = None
    is_asking: bool = False
    is_unread: bool = False
    ending: Ending = Ending.COMPLETE
    is_inside: bool = False
    is_archived: bool = False
    model: str = ""
    is_model_missing: bool = False


class HeadingLook(msgspec.Struct, frozen=True):
    """The appearance of a heading's row; ``colour`` is that of a folder.

    Attributes:
        count: number of conversations in the group.
        is_choice: it shows more or fewer folders, and has no rows.
    """

    text: str
    count: int
    is_folded: bool
    colour: FolderColour | None = None
    is_choice: bool = False


def look_of(
    summary: ConversationSummary,
    title: str,
    *,
    is_running: bool,
    queue_position: int | None,
    is_asking: bool = False,
    is_unread: bool = False,
    default_model: str = "",
    missing_models: Container[str] = (),
) -> ConversationLook:
    """Return the appearance of a conversation's row."""
    is_missing = summary.model_digest in missing_models
    is_usual = summary.model_digest in ("", default_model) and not is_missing
    is_alone = summary.is_pinned or summary.is_archived
    return ConversationLook(
        title,
        tags=summary.tags,
        is_running=is_running,
        queue_position=queue_position,
        is_asking=is_asking,
        is_unread=is_unread and not is_running,
        ending=Ending.COMPLETE if is_running else _ending_of(summary),
        is_inside=bool(summary.folder) and not is_alone,
        is_archived=summary.is_archived,
        model="" if is_usual else summary.model_name,
        is_model_missing=is_missing,
    )


def _ending_of(summary: ConversationSummary) -> Ending:
    if summary.has_failed:
        return Ending.FAILED
    if summary.is_interrupted:
        return Ending.INTERRUPTED
    return Ending.SHORT if summary.is_short else Ending.COMPLETE


def ending_text(ending: Ending) -> str:
    """Return how the last answer ended, as a sentence; empty if it is complete."""
    return {
        Ending.COMPLETE: "",
        Ending.SHORT: translate("ConversationList", "The last answer reached its maximum length."),
        Ending.INTERRUPTED: translate("ConversationList", "The last answer was interrupted."),
        Ending.FAILED: translate("ConversationList", "The last answer failed."),
    }[ending]


def heading_text(group: Group, *, count: int, is_folded: bool) -> str:
    """Return the text of a heading."""
    if group == MORE_FOLDERS:
        text = translate("ConversationList", "Show all {count:,} folders")
        return (
            fill(text, count=count)
            if is_folded
            else translate("ConversationList", "Show fewer folders")
        )
    if group.age is None:
        return (
            group.folder
            or {
                PINNED: translate("ConversationList", "Pinned"),
                FOLDERS: translate("ConversationList", "Folders"),
                ARCHIVE: translate("ConversationList", "Archive"),
                FOUND: translate("ConversationList", "In messages"),
            }[group]
        )
    return {
        Age.TODAY: translate("ConversationList", "Today"),
        Age.YESTERDAY: translate("ConversationList", "Yesterday"),
        Age.PREVIOUS_7_DAYS: translate("ConversationList", "Previous 7 days"),
        Age.PREVIOUS_30_DAYS: translate("ConversationList", "Previous 30 days"),
        Age.OLDER: translate("ConversationList", "Older"),
    }[group.age]


def model_text(look: ConversationLook) -> str:
    """Return the model of a conversation that does not use the one of new chats."""
    text = translate("ConversationList", "Model: {name}")
    if look.is_model_missing:
        text = translate("ConversationList", "Model: {name}, which is missing")
    return fill(text, name=look.model)


def short_model_text(look: ConversationLook) -> str:
    """Return the model as it stands after a title; empty for the one of new chats."""
    if not look.is_model_missing:
        return look.model
    return fill(translate("ConversationList", "Missing: {name}"), name=look.model)


def conversation_words(look: ConversationLook) -> str:
    """Return the text of a conversation's row for screen readers."""
    parts = [look.title]
    if look.queue_position is not None:
        text = translate("ConversationList", "waiting, position {place:,}")
        parts.append(fill(text, place=look.queue_position))
    elif look.is_asking:
        parts.append(translate("ConversationList", "a tool waits for your answer"))
    elif look.is_running:
        parts.append(translate("ConversationList", "being answered"))
    if look.is_unread:
        parts.append(translate("StateText", "new answer"))
    parts += [each for each in (ending_text(look.ending).rstrip("."),) if each]
    if look.is_archived:
        parts.append(translate("ConversationList", "archived"))
    if look.model:
        parts.append(model_text(look))
    return ", ".join([*parts, *(TAG_MARK + tag for tag in look.tags)])


def conversation_tip(look: ConversationLook) -> str:
    """Return the tooltip of a conversation, as HTML."""
    lines = [look.title, " ".join(TAG_MARK + tag for tag in look.tags)]
    if look.queue_position is not None:
        text = translate("ConversationList", "Waiting, position {place:,} in the queue")
        lines.append(fill(text, place=look.queue_position))
    if look.is_asking:
        lines.append(translate("ConversationList", "A tool waits for your answer."))
    lines.append(ending_text(look.ending))
    if look.model:
        lines.append(model_text(look))
    return "<p>" + "<br>".join(escape(line) for line in lines if line) + "</p>"


def heading_words(look: HeadingLook) -> str:
    """Return the text of a heading for screen readers."""
    if look.is_choice:
        return look.text
    if look.colour is None:
        return f"{look.text} ({look.count:,})" if look.is_folded else look.text
    folded = translate("ConversationList", "Folder {name}, {count:,} chats, collapsed")
    open_ = translate("ConversationList", "Folder {name}, {count:,} chats, expanded")
    return fill(folded if look.is_folded else open_, name=look.text, count=look.count)
