"""Sentences at the top of the window that stay until they are closed, each with its actions."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from app.domain import BannerContent
from app.widgets.kit.controls import Card, IconButton, PillButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import colours_of
from app.widgets.kit.window_requests import WindowRequests

MAX_BANNERS = 3
HEIGHT_PER_BANNER = 200  # of the window: a low one shows fewer at a time


class BannerIcon(QWidget):
    """Tells an error from news by shape and colour."""

    def __init__(self, *, is_trouble: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_trouble = is_trouble
        self.setFixedSize(18, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        name, colour = ("warning", colours.danger) if self._is_trouble else ("info", colours.accent)
        QPainter(self).drawPixmap(0, 0, icon_pixmap(name, colour, 18, self.devicePixelRatioF()))


class Banner(Card):
    """One sentence, with buttons if there is something to do about it."""

    def __init__(
        self, content: BannerContent, requests: WindowRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, fill="raised", radius=10, has_border=True)
        self.content = content
        self._label = QLabel(textFormat=Qt.TextFormat.PlainText, text=content.text, wordWrap=True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._requests = requests
        self.action_button = self._button(content.action)
        self.action_button.setVisible(bool(content.action))
        self.other_buttons = tuple(map(self._button, content.other_actions))
        self.close_button = IconButton("close", self.tr("Close this message"), size=14)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(content.text)
        self._build_layout()
        self.close_button.clicked.connect(lambda: requests.banner_closed.emit(content))

    def _button(self, action: str) -> PillButton:
        button = PillButton(action, self)  # shown alone it would be a window
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # who clicks goes on writing
        emit = self._requests.banner_action_requested.emit
        button.clicked.connect(lambda: emit(self.content, action))
        return button

    def _build_layout(self) -> None:
        row = horizontal_layout(
            self, BannerIcon(is_trouble=self.content.is_trouble), margins=(12, 6, 6, 6), spacing=10
        )
        if self.other_buttons:
            row.addLayout(self._sentence_over_buttons(), 1)
        else:
            row.addWidget(self._label, 1)
            row.addWidget(self.action_button)
        row.addWidget(self.close_button)

    def _sentence_over_buttons(self) -> QVBoxLayout:
        """Several buttons beside it would leave the sentence no width in a small window."""
        buttons = horizontal_layout(None, self.action_button, *self.other_buttons, spacing=6)
        buttons.addStretch(1)
        column = vertical_layout(None, self._label, spacing=6)
        column.addLayout(buttons)
        return column


class BannerArea(QWidget):
    """Shows the newest banners, one under the other; each stays until it is dismissed."""

    focus_left = Signal()

    def __init__(self, requests: WindowRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._banners: list[Banner] = []
        self._max_shown = MAX_BANNERS
        self._column = vertical_layout(self, margins=(12, 8, 12, 0), spacing=6)
        self.hide()

    @property
    def banners(self) -> tuple[Banner, ...]:
        """The banners on show, oldest first."""
        return tuple(self._banners)

    def show_banner(self, content: BannerContent) -> None:
        """Add a banner; one that says the same is not repeated, the oldest gives way."""
        if any(banner.content == content for banner in self._banners):
            return
        banner = Banner(content, self._requests, self)
        self._banners.append(banner)
        self._column.addWidget(banner)
        # More banners than this would leave no space for the conversation.
        if len(self._banners) > MAX_BANNERS:
            self.dismiss_banner(self._banners[0].content)
        self._show_newest()

    def dismiss_banner(self, content: BannerContent) -> None:
        """Take a banner away."""
        for banner in [banner for banner in self._banners if banner.content == content]:
            self._banners.remove(banner)
            # Asked before hiding, which moves the focus to the next widget that takes it.
            had_focus = banner.isAncestorOf(QApplication.focusWidget() or self)
            banner.hide()
            banner.deleteLater()
            if had_focus:
                self.focus_left.emit()
        self._show_newest()

    def set_window_height(self, height: int) -> None:
        """Leave room for the conversation: in a low window the newest banners hide the others."""
        self._max_shown = max(1, min(MAX_BANNERS, height // HEIGHT_PER_BANNER))
        self._show_newest()

    def _show_newest(self) -> None:
        """Show as many as there is room for: trouble before news, the newest before the oldest."""
        # The sort is stable, so errors come last and the newest of each kind last among them; the
        # end of the list is what is shown.
        ranked = sorted(self._banners, key=lambda banner: banner.content.is_trouble)
        for banner in self._banners:
            banner.setVisible(banner in ranked[-self._max_shown :])
        self.setVisible(bool(self._banners))
