"""The view of an empty conversation: a greeting, suggested questions, and other beginnings.

For a base model, which continues text, the suggestions are beginnings of texts. A conversation that
begins with a source is about its text, which a base model continues.
"""

import itertools
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QWidget

from app.domain.conversations import ConversationSummary
from app.widgets.kit.controls import MutedLabel, PillButton, QuietButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import reading_width, vertical_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill, shown_title

TWO_COLUMNS_FROM = 560
PICTURE_SIZE = 52
LOW_WINDOW = 330
_CHATS_CHARS = 48  # width of the list of the last chats, in average characters


class EmptyState(QScrollArea):
    """Offers suggestions, each a button, and a button that sends all of them."""

    suggestion_chosen = Signal(str)
    file_requested = Signal()
    folder_requested = Signal()
    chat_chosen = Signal(str)
    ask_all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_compact = self._continues_text = self._uses_rpc = False
        self._are_starts_offered = False
        self._machine = ""  # the name of another one that answers this chat
        self._source = self._source_state = ""
        self._suggestions: tuple[str, ...] = ()
        self.suggestion_buttons: list[PillButton] = []
        self.file_button = PillButton(self.tr("Summarize a file…"))
        self.folder_button = PillButton(self.tr("Ask about a folder…"))
        self.chat_buttons: list[QuietButton] = []
        self._picture = QLabel()
        self._title, self._hint, self._compact_hint = QLabel(), MutedLabel(), MutedLabel()
        self._compact_hint.hide()
        self._offer_buttons: tuple[QWidget, ...] = ()
        self.ask_all_button = PillButton("")
        self._build_layout()
        self.ask_all_button.clicked.connect(self.ask_all_requested)
        self.file_button.clicked.connect(self.file_requested)
        self.folder_button.clicked.connect(self.folder_requested)
        self._apply_style()
        self.set_suggestions(())
        self.set_starts((), are_offered=False)
        self.set_continues_text(continues_text=False)

    @property
    def title(self) -> str:
        """The heading."""
        return self._title.text()

    def set_suggestions(self, suggestions: tuple[str, ...]) -> None:
        """Offer these suggestions, unless the conversation begins with a source."""
        self._suggestions = suggestions
        self._show_suggestions()

    def set_source(self, name: str, state: str = "") -> None:
        """Be about the text of a source, in this state of reading; an empty name means none."""
        is_changed = name != self._source
        self._source, self._source_state = name, state
        if is_changed:
            self._show_suggestions()
            self._show_starts()
        self._show_words()

    def _show_suggestions(self) -> None:
        suggestions = self._suggestions
        if self._source and self._continues_text:
            suggestions = ()
        elif self._source:
            summary = self.tr("Summarize the text in five sentences.")
            suggestions = (summary, self.tr("What are its main points?"))
        for button in self.suggestion_buttons:
            button.hide()
            button.deleteLater()
        self.suggestion_buttons = [PillButton(text) for text in suggestions]
        for button in self.suggestion_buttons:
            button.setToolTip(button.text())
            button.clicked.connect(partial(self._choose, button))
        self._show_ask_all()
        self._show_words()
        self._arrange()
        self._order_tabs()

    def _show_ask_all(self) -> None:
        # New tabs would not begin with the source.
        has_several = len(self.suggestion_buttons) > 1 and not self._source
        self.ask_all_button.setVisible(has_several and not self._is_compact)

    def set_starts(self, chats: tuple[ConversationSummary, ...], *, are_offered: bool) -> None:
        """Offer to begin with a file or a folder, and to continue these chats."""
        for button in self.chat_buttons:
            button.hide()
            button.deleteLater()
        titles = (shown_title(each.title) for each in chats)
        self.chat_buttons = [QuietButton("chat", title, is_main=True) for title in titles]
        for button, chat in zip(self.chat_buttons, chats, strict=True):
            button.clicked.connect(partial(self._choose_chat, chat.id))
            self._chat_column.addWidget(button)
            button.show()
        self._chats_host.setVisible(bool(chats))
        self._are_starts_offered = are_offered
        self._show_starts()
        self._order_tabs()

    def _show_starts(self) -> None:
        are_offered = self._are_starts_offered and not self._source
        self._starts_host.setVisible(are_offered and not self._is_compact)

    def set_continues_text(self, *, continues_text: bool) -> None:
        """Set whether the model continues text instead of answering questions."""
        if continues_text != self._continues_text:
            self._continues_text = continues_text
            self._show_suggestions()
            self._show_starts()
        self._show_words()

    def set_place(self, *, machine: str, uses_rpc: bool) -> None:
        """Set the machine that answers this chat, and whether RPC servers hold layers."""
        self._machine, self._uses_rpc = machine, uses_rpc
        self._show_words()

    def set_offer(self, offer: QWidget, buttons: tuple[QWidget, ...]) -> None:
        """Show a widget below the suggestions; ``buttons`` are its buttons in tab order."""
        self._offer_buttons = buttons
        self._offer_row.addWidget(offer)
        self._arrange()
        self._order_tabs()

    def set_compact(self, is_compact: bool) -> None:
        """Show a single muted line, as in a cell of the grid."""
        self._is_compact = is_compact
        self._compact_hint.setVisible(is_compact)
        for widget in (self._title, self._hint, self._grid_host):
            widget.setVisible(not is_compact)
        self._show_ask_all()
        self._offer_host.setVisible(not is_compact)
        self._show_starts()
        self._show_picture()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Set before the page is resized: with the old width it would be too wide for one frame.
        self._show_picture()
        self._arrange()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._apply_style()

    def _show_words(self) -> None:
        is_four = len(self.suggestion_buttons) == 4
        base = self.tr("This is a base model: it was not trained to answer questions.")
        if self._source:
            text = self.tr("Ask about “{name}”")
            if self._continues_text:
                text = self.tr("Continue “{name}”")
            title = compact = fill(text, name=self._source)
            hint = self.tr("The whole text is part of this chat.") + f"\n{self._source_state}"
            hint = f"{base}\n{hint}" if self._continues_text else hint
            all_four = every = ""
        elif self._continues_text:
            title = self.tr("Begin a text, and the model continues it")
            hint = base
            compact = self.tr("No text yet. Write the beginning of one.")
            all_four = self.tr("Continue all four in four tabs")
            every = self.tr("Continue all in tabs")
        else:
            title = self.tr("Ask anything, in as many tabs as you like")
            hint = self._place_hint()
            compact = self.tr("No messages yet. Start typing to ask something.")
            all_four = self.tr("Ask all four in four tabs")
            every = self.tr("Ask all in tabs")
        self._title.setText(title)
        self._hint.setText(hint)
        self._compact_hint.setText(compact)
        self.ask_all_button.setText(all_four if is_four else every)

    def _place_hint(self) -> str:
        if self._machine:
            return fill(self.tr("This chat is answered on {machine}."), machine=self._machine)
        if self._uses_rpc:
            return self.tr("All tabs are answered at the same time, on the computers that you set.")
        return self.tr("All tabs are answered at the same time, on your computer.")

    @property
    def hint(self) -> str:
        """The line below the heading."""
        return self._hint.text()

    def _show_picture(self) -> None:
        self._picture.setVisible(self.height() >= LOW_WINDOW and not self._is_compact)

    def _choose(self, button: PillButton, *_checked: bool) -> None:
        self.suggestion_chosen.emit(button.text())

    def _choose_chat(self, conversation_id: str, *_checked: bool) -> None:
        self.chat_chosen.emit(conversation_id)

    def _order_tabs(self) -> None:
        starts = (self.file_button, self.folder_button, *self.chat_buttons)
        suggestions = (*self.suggestion_buttons, self.ask_all_button)
        buttons = (*suggestions, *starts, *self._offer_buttons)
        for before, after in itertools.pairwise(buttons):
            QWidget.setTabOrder(before, after)

    def _build_layout(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always visible, as next to a conversation, so that all is in line with the message box.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        host = QWidget(autoFillBackground=False)
        column = vertical_layout(host, margins=(20, 12, 20, 12), spacing=8)
        column.addStretch(1)
        column.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._hint, self._compact_hint):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        column.addSpacing(10)
        self._grid_host = QWidget()
        self._grid = QGridLayout(self._grid_host)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        column.addWidget(self._grid_host, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(4)
        column.addWidget(self.ask_all_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._starts_host = QWidget()
        starts = vertical_layout(self._starts_host, margins=(0, 0, 0, 0), spacing=4)
        starts.addLayout(FlowLayout(self.file_button, self.folder_button, is_centred=True))
        starts.addSpacing(16)
        self._chats_host = QWidget()
        label = MutedLabel(self.tr("Last chats"))
        label.setContentsMargins(10, 0, 10, 0)  # in line with the icons below
        self._chat_column = vertical_layout(
            self._chats_host, label, margins=(0, 0, 0, 0), spacing=4
        )
        starts.addWidget(self._chats_host, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._starts_host, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(14)
        self._offer_host = QWidget()
        self._offer_row = vertical_layout(self._offer_host, margins=(0, 0, 0, 0), spacing=0)
        column.addWidget(self._offer_host, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        self.setWidget(host)
        self.viewport().setAutoFillBackground(False)

    def _arrange(self) -> None:
        width = min(reading_width(self), self.viewport().width() - 40)
        columns = 2 if self.width() >= TWO_COLUMNS_FROM else 1
        for number, button in enumerate(self.suggestion_buttons):
            self._grid.addWidget(button, number // columns, number % columns)
        for column in range(2):  # of equal width
            self._grid.setColumnStretch(column, int(column < columns))
        self._grid_host.setFixedWidth(max(120, width))
        for host in (self._offer_host, self._starts_host):
            host.setFixedWidth(max(120, width))
        chats = _CHATS_CHARS * self.fontMetrics().averageCharWidth()
        self._chats_host.setFixedWidth(max(120, min(width, chats)))

    def _apply_style(self) -> None:
        self._title.setFont(sized_font(self.font(), TypeSize.HEADING, is_bold=True))
        self._picture.setAccessibleName("Hubbub")
        self._picture.setPixmap(icon_pixmap("hubbub", "", PICTURE_SIZE, self.devicePixelRatioF()))
        self._arrange()
