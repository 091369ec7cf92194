"""The height of the message box's text field: as many lines as are written and as have room."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QPlainTextEdit

MOST_VISIBLE_LINES = 8


class EditHeight(QObject):
    """Fits a text field to its text, from one line to a few; longer text scrolls."""

    wanted_changed = Signal()

    def __init__(self, edit: QPlainTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._max_height: int | None = None
        self._wanted_height = 0
        self._is_fitting = False
        edit.document().documentLayout().documentSizeChanged.connect(self.fit)

    def wanted_height(self) -> int:
        """Return the height of the text, from one line to a few."""
        layout_lines = self._edit.document().size().height()  # plain text counts in lines
        return self._height_of(max(1, min(MOST_VISIBLE_LINES, round(layout_lines))))

    def set_max_height(self, height: int) -> int:
        """Take as many lines as fit into this, at least one, and return how much that is."""
        if height != self._max_height:
            self._max_height = height
            self.fit()
        return self._edit.height()

    def fit(self) -> None:
        """Take the height of the text where there is room for it; beyond that, scroll."""
        # A scroll bar takes room and wraps lines again, which changes the height of the text:
        # in a narrow field that would go on without end.
        if self._is_fitting:
            return
        self._is_fitting = True
        self._fit_scroll_bar()
        self._edit.setFixedHeight(self._height_in_room())
        self._is_fitting = False
        # Compared, because the footer shares out its height again for each signal.
        wanted = self.wanted_height()
        if wanted != self._wanted_height:
            self._wanted_height = wanted
            self.wanted_changed.emit()

    def _fit_scroll_bar(self) -> None:
        height_of_all = self._height_of(round(self._edit.document().size().height()))
        is_higher = self._height_in_room() < height_of_all
        policy = Qt.ScrollBarPolicy
        self._edit.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if is_higher else policy.ScrollBarAlwaysOff
        )

    def _height_in_room(self) -> int:
        wanted = self.wanted_height()
        if self._max_height is None or wanted <= self._max_height:
            return wanted
        room = self._max_height - self._height_of(0)
        return self._height_of(max(1, room // self._edit.fontMetrics().lineSpacing()))

    def _height_of(self, lines: int) -> int:
        line = self._edit.fontMetrics().lineSpacing()
        return lines * line + 2 * round(self._edit.document().documentMargin()) + 2
