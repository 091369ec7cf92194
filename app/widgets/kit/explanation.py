"""Explanations on demand: a title, and a button that unfolds the text that explains it."""

from html import escape

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.widgets.kit.controls import IconButton, MutedLabel
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.translation import fill, translate


class TitleLabel(QLabel):
    """A title as wide as its text, which wraps only if there is less room."""

    def __init__(self, text: str) -> None:
        super().__init__(text, wordWrap=True)
        policy = self.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Maximum)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        wanted = super().sizeHint()
        margins = self.contentsMargins()
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(width + margins.left() + margins.right() + 2, wanted.height())


class Explanation(QWidget):
    """A title with its button, and the text below; a search can unfold it, too.

    Screen readers hear the text as the description of the field that it explains, so the button
    need not be pressed. It is hidden if the text is empty.
    """

    def __init__(self, title: QLabel | str, text: str) -> None:
        super().__init__()
        self.title = TitleLabel(title) if isinstance(title, str) else title
        self.text = text
        self._is_sought = False
        name = fill(translate("Explanation", "Explanation of “{title}”"), title=self.title.text())
        self.button = IconButton("info", name, size=14)
        self.button.setToolTip(f"<p>{escape(text)}</p>")
        self.button.setCheckable(True)
        self._set_room(is_kept=True)  # titles with and without a text have one height
        if not text:
            self.button.hide()  # to show it here would open a window: it has no parent yet
        self.label = MutedLabel(text, wraps=True)
        self.label.hide()
        line = horizontal_layout(None, self.title, self.button, margins=(0, 0, 0, 0), spacing=2)
        line.addStretch(1)
        column = vertical_layout(self, spacing=2)
        column.setContentsMargins(self.title.contentsMargins())
        self.title.setContentsMargins(0, 0, 0, 0)  # the button stands at its middle
        column.addLayout(line)
        column.addWidget(self.label)
        self.button.toggled.connect(lambda _is_open: self._show())
        self._show()

    @property
    def is_unfolded(self) -> bool:
        """Return whether the text is shown."""
        return not self.label.isHidden()

    def seek(self, words: str) -> None:
        """Unfold while words are searched for that the text has and the title has not."""
        wanted, title = words.casefold().split(), self.title.text().casefold()
        missing = [word for word in wanted if word not in title]
        self._is_sought = any(word in self.text.casefold() for word in missing)
        self._show()

    def remove_button(self) -> None:
        """Leave out the button and the text, where a tooltip explains the title."""
        self._set_room(is_kept=False)
        self.button.hide()
        self.label.hide()

    def _set_room(self, *, is_kept: bool) -> None:
        policy = self.button.sizePolicy()
        policy.setRetainSizeWhenHidden(is_kept)
        self.button.setSizePolicy(policy)

    def _show(self) -> None:
        is_shown = self.button.isChecked() or self._is_sought
        self.label.setVisible(is_shown)
        expanded, collapsed = (
            translate("FoldHeading", "expanded"),
            translate("FoldHeading", "collapsed"),
        )
        self.button.setAccessibleDescription(expanded if is_shown else collapsed)
