"""A scroll area as high as its content, up to a limit."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

_RESIZING = frozenset(
    {
        QEvent.Type.LayoutRequest,
        QEvent.Type.Resize,
        QEvent.Type.ShowToParent,
        QEvent.Type.HideToParent,
    }
)


class ScrollBox(QScrollArea):
    """Visible if its content is; ``wanted_changed`` reports that the content's height changed."""

    wanted_changed = Signal()

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self._max_height: int | None = None
        self._wanted_height = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setWidgetResizable(True)
        is_shown = not content.isHidden()
        self.setWidget(content)
        content.setVisible(is_shown)  # Qt has shown it
        for each in (self.viewport(), content):
            each.setAutoFillBackground(False)
        self.setVisible(is_shown)
        content.installEventFilter(self)

    def wanted_height(self) -> int:
        """Return the height of the content; 0 while it is hidden."""
        if self._content.isHidden():
            return 0
        width = self.viewport().width()
        height = self._content.sizeHint().height()
        if self._content.hasHeightForWidth():
            height = self._content.heightForWidth(width)
        return max(self._content.minimumHeight(), height)

    def set_max_height(self, height: int) -> int:
        """Limit the height, and return the height that is used."""
        if height != self._max_height:
            self._max_height = height
            self.updateGeometry()
        return self.sizeHint().height()

    def sizeHint(self) -> QSize:
        wanted = self.wanted_height()
        height = wanted if self._max_height is None else min(wanted, self._max_height)
        return QSize(self._content.sizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)  # shrinks before any other widget is cut off

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # QScrollArea filters events of its content, too; it comes first, so that the
        # viewport has its new width when the height for that width is asked for.
        is_scrolled = super().eventFilter(watched, event)
        if watched is self._content and event.type() in _RESIZING:
            self._follow()
        return is_scrolled

    def _follow(self) -> None:
        self.setVisible(not self._content.isHidden())
        wanted = self.wanted_height()
        if wanted != self._wanted_height:
            self._wanted_height = wanted
            self.updateGeometry()
            self.wanted_changed.emit()
