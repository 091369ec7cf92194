"""The data of each row of the sidebar, by item data role."""

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, Qt

from app.domain.conversations import SearchHit
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.kit.translation import fill, shown_title, translate
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.sidebar.groups import HEADING, MORE_FOLDERS, Group
from app.widgets.sidebar.listed import HIT, ListedConversations
from app.widgets.sidebar.row_look import (
    ConversationLook,
    HeadingLook,
    colour_of,
    conversation_tip,
    conversation_words,
    heading_text,
    heading_words,
    look_of,
)

ID_ROLE = Qt.ItemDataRole.UserRole + 1
IS_RUNNING_ROLE = Qt.ItemDataRole.UserRole + 2
IS_HEADING_ROLE = Qt.ItemDataRole.UserRole + 3
IS_FOLDED_ROLE = Qt.ItemDataRole.UserRole + 4
HIT_ROLE = Qt.ItemDataRole.UserRole + 5
FOLDER_ROLE = Qt.ItemDataRole.UserRole + 6  # of headings: the name of a folder, or empty
TITLE_ROLE = Qt.ItemDataRole.UserRole + 7  # of the conversation that a message was found in
LOOK_ROLE = Qt.ItemDataRole.UserRole + 8  # a ConversationLook or a HeadingLook
GROUP_ROLE = Qt.ItemDataRole.UserRole + 9  # of headings


class RowData:
    """The data of headings, conversations and hits; each row has a key.

    Attributes:
        folder_colours: the chosen colours, by folder name.
    """

    def __init__(self, listed: ListedConversations) -> None:
        self._listed = listed
        self.folder_colours: Mapping[str, str] = {}

    def data(self, key: str, role: int) -> object:
        """Return the value of a role."""
        if key.startswith(HEADING):
            return self._of_heading(self._listed.groups[key], role)
        if not key.startswith(HIT):
            return self._of_conversation(key, role)
        hit = self._listed.hits[key]
        if role == LOOK_ROLE:
            is_known = bool(self._listed.known((hit.conversation_id,)))
            return self._look(hit.conversation_id) if is_known else None
        return _of_hit(hit, role)

    def flags(self, key: str) -> Qt.ItemFlag:
        """Return the item flags of a row."""
        enabled, selectable = Qt.ItemFlag.ItemIsEnabled, Qt.ItemFlag.ItemIsSelectable
        if key.startswith(HIT):
            return enabled | selectable
        if not key.startswith(HEADING):
            return enabled | selectable | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled
        if self._listed.groups[key].folder:
            return enabled | Qt.ItemFlag.ItemIsEditable
        # The arrow keys skip a heading, unless it hides the rows below it.
        is_reached = self._listed.is_folded(key) or key == MORE_FOLDERS.key
        return enabled if is_reached else Qt.ItemFlag.NoItemFlags

    def _of_conversation(self, id_: str, role: int) -> object:
        if role == ID_ROLE:
            return id_
        if role == IS_RUNNING_ROLE:
            return id_ in self._listed.running_ids
        if role == LOOK_ROLE:
            return self._look(id_)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._listed.shown_title(id_)
        if role == Qt.ItemDataRole.EditRole:
            return shown_title(without_hidden(self._listed.title(id_)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return conversation_words(self._look(id_))
        if role == Qt.ItemDataRole.ToolTipRole:
            return conversation_tip(self._look(id_))
        return None

    def _look(self, id_: str) -> ConversationLook:
        return look_of(
            self._listed.summary(id_),
            self._listed.shown_title(id_),
            is_running=id_ in self._listed.running_ids,
            queue_position=self._listed.waiting.get(id_),
            is_asking=id_ in self._listed.asking_ids,
            is_unread=id_ in self._listed.unread_ids,
            default_model=self._listed.default_model,
            missing_models=self._listed.missing_models,
        )

    def _of_heading(self, group: Group, role: int) -> object:
        if role == IS_HEADING_ROLE:
            return True
        if role == IS_FOLDED_ROLE:
            return self._listed.is_folded(group.key)
        if role == FOLDER_ROLE:
            return group.folder
        if role == GROUP_ROLE:
            return group
        if role == Qt.ItemDataRole.EditRole:
            return group.folder or None
        if role == LOOK_ROLE:
            return self._heading_look(group)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return heading_words(self._heading_look(group))
        if role == Qt.ItemDataRole.DisplayRole:
            look = self._heading_look(group)
            is_counted = look.is_folded and not look.is_choice
            return f"{look.text} ({look.count})" if is_counted else look.text
        return None

    def _heading_look(self, group: Group) -> HeadingLook:
        is_folded, count = self._listed.is_folded(group.key), self._listed.sizes[group.key]
        return HeadingLook(
            without_hidden(heading_text(group, count=count, is_folded=is_folded)),
            count,
            is_folded,
            colour=colour_of(group.folder, self.folder_colours) if group.folder else None,
            is_choice=group == MORE_FOLDERS,
        )


def _of_hit(hit: SearchHit, role: int) -> object:
    if role == ID_ROLE:
        return hit.conversation_id
    if role == HIT_ROLE:
        return hit
    if role == TITLE_ROLE:
        return shown_title(without_hidden(hit.title))
    if role == Qt.ItemDataRole.DisplayRole:
        return hit.snippet
    if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
        text = translate("ConversationList", "In “{title}”: {text}")
        title = shown_title(without_hidden(hit.title))
        return fill(text, title=title, text=without_hidden(hit.snippet))
    return None


def heading_of(index: AnyIndex) -> QModelIndex:
    """Return the heading above a row, or the row itself if it is a heading."""
    for row in range(index.row(), -1, -1):
        heading = index.model().index(row, 0)
        if heading.data(IS_HEADING_ROLE):
            return heading
    return QModelIndex()


def drop_folder(heading: AnyIndex) -> str | None:
    """Return the folder that a drop below this heading goes to; an empty string means no folder.

    Return None if the group accepts no drops: a drop can't pin or answer a conversation.
    """
    if not heading.isValid():
        return ""
    group = heading.data(GROUP_ROLE)
    assert isinstance(group, Group)
    return group.folder if group.folder or group.age is not None else None
