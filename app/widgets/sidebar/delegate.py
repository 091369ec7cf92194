"""Draws the rows of the list of conversations, and edits their names in place."""

from PySide6.QtCore import QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.domain.conversations import SearchHit
from app.domain.tabs import TabActivity, TabState
from app.widgets.kit.composition import Composition
from app.widgets.kit.distinct_titles import elided_title
from app.widgets.kit.highlighted_text import draw_highlighted
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import (
    LINE_PADDING,
    AnyIndex,
    paint_row_background,
    paint_row_ring,
)
from app.widgets.kit.small_dialogs import MAX_NAME_CHARS
from app.widgets.kit.state_mark import MIN_SIZE, has_mark, paint_mark
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.sidebar.row_data import FOLDER_ROLE, HIT_ROLE, ID_ROLE, LOOK_ROLE, TITLE_ROLE
from app.widgets.sidebar.row_look import ConversationLook, Ending, HeadingLook, short_model_text
from app.widgets.sidebar.search_words import TAG_MARK

PADDING = 10
ICON_SIZE = 14
INDENT = 31  # of rows inside a folder, aligned with the folder's name
_GAP = 6
_MAX_TAG_SHARE = 0.4  # of a row's width, which a tag takes even from its title
_MIN_MODEL_CHARS = 8  # of a cut name
_CHEVRON = 12


def paint_conversation(
    painter: QPainter, area: QRect, look: ConversationLook, colours: Colours
) -> None:
    """Draw a conversation: its title, its model or first tag, and its state."""
    font = QFont(painter.font())
    _paint_sign(painter, area, look, colours)
    tag = tag_area(area, look, font)
    side_text = _side_text(look) if tag.width() else ""
    if side_text:
        painter.setFont(sized_font(font, TypeSize.SMALL))
        painter.setPen(QColor(colours.muted))
        text = painter.fontMetrics().elidedText(side_text, Qt.TextElideMode.ElideRight, tag.width())
        painter.drawText(tag, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        painter.setFont(font)
    left = area.left() + PADDING + (INDENT if look.is_inside else 0)
    title = QRect(area)
    title.setLeft(left)
    title.setRight(tag.left() - (_GAP if side_text else 0))
    painter.setPen(QColor(colours.text))
    if look.is_unread:
        painter.setFont(sized_font(font, TypeSize.BODY, is_bold=True))
    text = elided_title(painter.fontMetrics(), look.title, title.width())
    painter.drawText(title, Qt.AlignmentFlag.AlignVCenter, text)


def tag_area(area: QRect, look: ConversationLook, font: QFont) -> QRect:
    """Return the area of the first tag or the model of a conversation; its width may be 0.

    The title gets its room first. What is left may be too little for the model, which the tooltip
    names as well.
    """
    metrics = QFontMetrics(sized_font(font, TypeSize.SMALL))
    right = area.right() - PADDING - _sign_width(look)
    width, side_text = 0, _side_text(look)
    if side_text:
        left = area.left() + PADDING + (INDENT if look.is_inside else 0)
        title = sized_font(font, TypeSize.BODY, is_bold=True) if look.is_unread else font
        room = right - left - _GAP - QFontMetrics(title).horizontalAdvance(look.title) - 1
        needed = metrics.horizontalAdvance(side_text) + 2
        if look.tags:
            room = max(room, int(area.width() * _MAX_TAG_SHARE))
        elif room < min(needed, _MIN_MODEL_CHARS * metrics.averageCharWidth()):
            room = 0
        width = min(needed, room)
    return QRect(right - width, area.top(), width, area.height())


def paint_hit(
    painter: QPainter,
    area: QRect,
    hit: SearchHit,
    title: str,
    colours: Colours,
    *,
    is_archived: bool,
) -> None:
    """Draw two small lines in one row: the conversation and the match."""
    area = area.adjusted(PADDING, 0, -PADDING, 0)
    painter.setFont(sized_font(painter.font(), TypeSize.SMALL))
    half = area.height() // 2
    upper = area.adjusted(0, 0, 0, half - area.height())
    if is_archived:
        top = upper.center().y() - ICON_SIZE // 2
        _paint_icon(painter, "archive", colours.muted, upper.right() - ICON_SIZE, top)
        upper.adjust(0, 0, -ICON_SIZE - _GAP, 0)
    painter.setPen(QColor(colours.muted))
    text = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, upper.width())
    painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter, text)
    draw_highlighted(
        painter,
        area.adjusted(0, half, 0, 0),
        hit.snippet,
        hit.highlights,
        colour=colours.text,
        highlight=colours.accent,
    )


def _paint_sign(painter: QPainter, area: QRect, look: ConversationLook, colours: Colours) -> None:
    """Draw the mark that the chat's tab has, how its answer was cut, or the sign of the archive."""
    mark = QRect(0, 0, MIN_SIZE, MIN_SIZE)
    mark.moveCenter(QPoint(area.right() - PADDING - ICON_SIZE // 2, area.center().y()))
    state = _state(look)
    if has_mark(state):
        paint_mark(painter, mark, state, colours)
    elif look.ending is Ending.SHORT or look.is_archived:  # a limit needs no warning
        name = "cut" if look.ending is Ending.SHORT else "archive"
        left = mark.center().x() - ICON_SIZE // 2
        _paint_icon(painter, name, colours.muted, left, mark.center().y() - ICON_SIZE // 2)


def _state(look: ConversationLook) -> TabState:
    """Return the state of a tab that has the same mark."""
    if look.queue_position is not None:
        return TabState(TabActivity.QUEUED, queue_position=look.queue_position)
    if look.is_asking:
        return TabState(TabActivity.ASKING)
    if look.is_running:
        return TabState(TabActivity.WRITING)
    if look.ending is Ending.FAILED:
        return TabState(TabActivity.FAILED)
    return TabState(is_interrupted=look.ending is Ending.INTERRUPTED)


def _sign_width(look: ConversationLook) -> int:
    is_complete = look.ending is Ending.COMPLETE
    has_sign = look.is_running or not is_complete or look.is_archived
    return _GAP + ICON_SIZE if has_sign else 0


def _side_text(look: ConversationLook) -> str:
    """Return the text after the title: the first tag, or a model that is not the usual one."""
    if not look.tags:
        return short_model_text(look)
    more = len(look.tags) - 1
    return TAG_MARK + look.tags[0] + (f" +{more}" if more else "")


def _paint_icon(
    painter: QPainter, name: str, colour: str, left: int, top: int, size: int = ICON_SIZE
) -> None:
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(left, top, icon_pixmap(name, colour, size, ratio))


def paint_heading(
    painter: QPainter,
    option: QStyleOptionViewItem,
    area: QRect,
    look: HeadingLook,
    colours: Colours,
) -> None:
    """Draw a heading."""
    if look.colour is not None:
        _paint_folder(painter, option, area, look, colours)
    elif look.is_choice:
        _paint_choice(painter, option, area, look, colours)
    else:
        _paint_part(painter, option, area, look, colours)


def plus_area(area: QRect) -> QRect:
    """Return the area of a folder's "+", which is shown under the mouse."""
    side = area.height()
    return QRect(area.right() - side + 1, area.top(), side, side)


def _paint_part(
    painter: QPainter,
    option: QStyleOptionViewItem,
    area: QRect,
    look: HeadingLook,
    colours: Colours,
) -> None:
    if option.state & QStyle.StateFlag.State_HasFocus and look.is_folded:
        paint_row_ring(painter, area, colours)
    painter.setFont(sized_font(option.font, TypeSize.SMALL, is_bold=True))
    painter.setPen(QColor(colours.muted))
    text_area = area.adjusted(PADDING, 0, -PADDING, -3)
    if look.is_folded or option.state & QStyle.StateFlag.State_MouseOver:
        name = "chevron-right" if look.is_folded else "chevron-down"
        top = text_area.bottom() - ICON_SIZE
        _paint_icon(painter, name, colours.muted, text_area.right() - 14, top)
        text_area.adjust(0, 0, -20, 0)
    words = f"{look.text} ({look.count})" if look.is_folded else look.text
    text = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, text_area.width())
    painter.drawText(text_area, Qt.AlignmentFlag.AlignBottom, text)


def _paint_folder(
    painter: QPainter,
    option: QStyleOptionViewItem,
    area: QRect,
    look: HeadingLook,
    colours: Colours,
) -> None:
    """Draw a triangle, a folder in its colour, its name, and its count or a plus."""
    assert look.colour is not None
    paint_row_background(painter, option, area, colours)
    middle = area.center().y() + 1
    left = area.left() + PADDING - 4
    chevron = "chevron-right" if look.is_folded else "chevron-down"
    _paint_icon(painter, chevron, colours.muted, left, middle - _CHEVRON // 2, _CHEVRON)
    left += _CHEVRON + 3
    hue = look.colour.hue(colours)
    _paint_icon(painter, "folder-filled", hue, left, middle - ICON_SIZE // 2)
    left += ICON_SIZE + _GAP
    right = area.right() - PADDING
    painter.setPen(QColor(colours.muted))
    painter.setFont(sized_font(option.font, TypeSize.SMALL))
    if option.state & QStyle.StateFlag.State_MouseOver:
        plus = plus_area(area)
        top = plus.center().y() - ICON_SIZE // 2
        _paint_icon(painter, "plus", colours.text, plus.center().x() - ICON_SIZE // 2, top)
        right = plus.left() - 2
    count = f"{look.count:,}"
    width = painter.fontMetrics().horizontalAdvance(count)
    count_area = QRect(right - width, area.top(), width + 1, area.height())
    painter.drawText(count_area, Qt.AlignmentFlag.AlignVCenter, count)
    painter.setFont(option.font)
    painter.setPen(QColor(colours.text))
    name = QRect(left, area.top(), right - width - _GAP - left, area.height())
    text = QFontMetrics(option.font).elidedText(
        look.text, Qt.TextElideMode.ElideRight, name.width()
    )
    painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, text)


def _paint_choice(
    painter: QPainter,
    option: QStyleOptionViewItem,
    area: QRect,
    look: HeadingLook,
    colours: Colours,
) -> None:
    paint_row_background(painter, option, area, colours)
    painter.setFont(sized_font(option.font, TypeSize.SMALL))
    painter.setPen(QColor(colours.muted))
    indent = PADDING - 4 + _CHEVRON + 3 + ICON_SIZE + _GAP
    painter.drawText(area.adjusted(indent, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, look.text)


class ConversationDelegate(QStyledItemDelegate):
    """Muted headings, rounded selection, a sign for the state of a chat; all rows have one height.

    Attributes:
        editor: the text field over a row that is being renamed.
        edited_id, edited_folder: the conversation or folder of that row.
        marked_above: the chat that is highlighted above the list.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.editor: QLineEdit | None = None
        self.edited_id = self.edited_folder = self.marked_above = ""
        self._edited = QPersistentModelIndex()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        look, hit = index.data(LOOK_ROLE), index.data(HIT_ROLE)
        area = _area(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(look, HeadingLook):
            paint_heading(painter, option, area, look, colours)
        elif isinstance(hit, SearchHit):
            paint_row_background(painter, option, area, colours)
            title, mark = str(index.data(TITLE_ROLE)), isinstance(look, ConversationLook)
            is_archived = mark and look.is_archived
            paint_hit(painter, area, hit, title, colours, is_archived=is_archived)
        elif isinstance(look, ConversationLook):
            paint_row_background(painter, self._shown_once(option, index), area, colours)
            paint_conversation(painter, area, look, colours)
        painter.restore()

    def _shown_once(self, option: QStyleOptionViewItem, index: AnyIndex) -> QStyleOptionViewItem:
        """Return the option without the selection if that is shown above the list."""
        view = self.parent()
        assert isinstance(view, QAbstractItemView)
        is_above = bool(self.marked_above) and index.data(ID_ROLE) == self.marked_above
        if not is_above or len(view.selectedIndexes()) > 1:
            return option
        shown = QStyleOptionViewItem(option)
        shown.state &= ~QStyle.StateFlag.State_Selected
        return shown

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(60, option.fontMetrics.height() + LINE_PADDING)

    def is_on_plus(self, row: QRect, index: AnyIndex, position: QPoint) -> bool:
        """Return whether a point of a row is in a folder's "+"."""
        look = index.data(LOOK_ROLE)
        is_folder = isinstance(look, HeadingLook) and look.colour is not None
        return is_folder and plus_area(_area(row)).contains(position)

    def tag_at(self, row: QRect, index: AnyIndex, position: QPoint) -> str:
        """Return the tag that is drawn at a point of a row, or an empty string."""
        look = index.data(LOOK_ROLE)
        if not isinstance(look, ConversationLook) or not look.tags or index.data(HIT_ROLE):
            return ""
        view = self.parent()
        assert isinstance(view, QWidget)
        area = tag_area(_area(row), look, view.font())
        return look.tags[0] if area.contains(position) else ""

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> QWidget:
        editor = QLineEdit(parent, maxLength=MAX_NAME_CHARS)
        Composition(editor)
        is_folder = isinstance(index.data(LOOK_ROLE), HeadingLook)
        editor.setAccessibleName(self.tr("Folder name") if is_folder else self.tr("Title"))
        self.editor = editor
        self._edited = QPersistentModelIndex(index)
        self.edited_id = index.data(ID_ROLE) or ""
        self.edited_folder = index.data(FOLDER_ROLE) or ""
        return editor

    def destroyEditor(self, editor: QWidget, index: AnyIndex) -> None:
        self.editor = None
        super().destroyEditor(editor, index)

    def edited_row(self) -> int:
        """Return the number of the row that is being renamed."""
        return self._edited.row()

    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:
        assert isinstance(editor, QLineEdit)
        # The row may change while the user types: an answer ends, a title is proposed.
        if not editor.isModified():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> None:
        editor.setGeometry(_area(option.rect).adjusted(2, 0, -2, 0))


def _area(row: QRect) -> QRect:
    return QRect(row).adjusted(4, 1, -4, -1)
