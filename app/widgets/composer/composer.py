"""The message box: writes, grows, takes files, sends, and never loses what was typed."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.domain import OutgoingMessage, TextFile
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.composer.edit import ComposerEdit
from app.widgets.composer.file_chips import FileChips
from app.widgets.composer.file_preview import FilePreview
from app.widgets.composer.send_button import SendButton
from app.widgets.composer.settings import ComposerSettings
from app.widgets.kit.controls import Card, ElidedLabel, IconButton
from app.widgets.kit.scroll_box import ScrollBox

LONGEST_FILES = 1_000_000  # letters of all files of a message together
DRAFT_DELAY_MS = 500


class Composer(Card):
    """The message box with its files and buttons; all stays until it is told to clear.

    What it sends and reports as a draft is an ``OutgoingMessage``: the text and its files.
    """

    submitted = Signal(OutgoingMessage)
    files_offered = Signal(tuple)
    options_requested = Signal()
    stop_requested = Signal()
    recall_requested = Signal()
    draft_changed = Signal(OutgoingMessage)
    paste_refused = Signal(int)
    page_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="raised", radius=16, has_border=True)
        self._can_send = True
        self._edit = ComposerEdit(self)
        self._chips = FileChips(self)
        self._files_box = ScrollBox(self._chips, self)
        self._attach = IconButton("paperclip", self.tr("Add text files or PDFs"), self, size=18)
        self._attach.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._options = IconButton("sliders", self.tr("Options of this chat"), self, size=18)
        self._options.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._tokens = ElidedLabel(self)
        self._button = SendButton(self)
        self.setAcceptDrops(True)
        self._draft_timer = QTimer(self)
        self._draft_timer.setSingleShot(True)
        self._draft_timer.setInterval(DRAFT_DELAY_MS)
        self._build_layout()
        self._connect()
        self._keys = self._edit.keys
        self._keys.rebound.connect(self._show_keys)
        self._show_keys()
        self.setFocusProxy(self._edit)
        self.set_answering(False)
        self._show_what_button_does()

    @property
    def edit(self) -> ComposerEdit:
        """The text field."""
        return self._edit

    @property
    def button(self) -> SendButton:
        """The Send and Stop button."""
        return self._button

    @property
    def attach_button(self) -> IconButton:
        """The button that asks for files."""
        return self._attach

    @property
    def chips(self) -> FileChips:
        """The files that go with the message."""
        return self._chips

    @property
    def files_box(self) -> ScrollBox:
        """The frame of the files, which scrolls where they are many."""
        return self._files_box

    def frame_height(self) -> int:
        """Return how high the box is without its text and its files."""
        margins, spacing = self.contentsMargins(), self._column.spacing()
        inside = self._column.contentsMargins()
        around = margins.top() + margins.bottom() + inside.top() + inside.bottom()
        return around + 2 * spacing + self._button.height()

    def text(self) -> str:
        """Return what is in the box."""
        return self._edit.toPlainText()

    def draft(self) -> OutgoingMessage:
        """Return the text and the files."""
        return OutgoingMessage(self.text(), self._chips.files())

    def token_text(self) -> str:
        """Return what is said about tokens."""
        return self._tokens.text()

    def set_draft(self, draft: OutgoingMessage) -> None:
        """Put a text and files into the box; this is no change by the user."""
        self._chips.set_files(draft.files)
        self.set_text(draft.text)

    def set_text(self, text: str) -> None:
        """Put a text into the box; this is no change by the user."""
        self._edit.show_text(text)
        self._draft_timer.stop()

    def clear(self) -> None:
        """Empty the box after its text and its files were taken over."""
        self.set_draft(OutgoingMessage())
        self.set_token_text("")

    def add_file(self, file: TextFile) -> None:
        """Let a file go with the message, unless that would be too much."""
        together = sum(len(each.text) for each in self._chips.files()) + len(file.text)
        if together > LONGEST_FILES:
            self.paste_refused.emit(len(file.text))
            return
        self._chips.add(file)

    def set_token_text(self, words: str, explanation: str = "") -> None:
        """Say how long the message is, and how much of the conversation is read already."""
        self._tokens.setText(words)
        self._tokens.setAccessibleName(f"{words}. {explanation}" if explanation else words)

    def recall(self, text: str) -> None:
        """Offer an older text for sending again."""
        self._edit.show_text(text)

    def set_answering(self, is_answering: bool) -> None:
        """Let the button stop while an answer is on its way; what is sent then waits."""
        self._button.set_stop(is_answering)
        later = self.tr("Write the next message; it is sent when this answer has ended …")
        self._edit.set_hint(later if is_answering else self.tr("Write a message …"))
        self._edit.viewport().update()  # WORKAROUND: Qt 6.12 goes on showing the words of before
        self._show_what_button_does()

    def set_can_send(self, is_possible: bool) -> None:
        """Return whether messages are taken now; the box can be written in all the same."""
        self._can_send = is_possible
        self._show_what_button_does()

    def use_keys(self, keys: BoundKeys) -> None:
        """Take the keys from here, also when they change."""
        if keys is not self._keys:
            self._keys.rebound.disconnect(self._show_keys)
            self._keys = keys
            self._keys.rebound.connect(self._show_keys)
            self._edit.use_keys(keys)
            self._show_keys()

    def set_settings(self, settings: ComposerSettings) -> None:
        """Take what the user is used to."""
        self._edit.set_settings(settings)
        self._show_keys()

    def flush_draft(self) -> None:
        """Tell an unsaved draft at once, as before the window closes."""
        if self._draft_timer.isActive():
            self._draft_timer.stop()
            self._on_draft_settled()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
            self.set_lit(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.set_lit(self._edit.hasFocus())

    def dropEvent(self, event: QDropEvent) -> None:
        self.set_lit(self._edit.hasFocus())
        self._edit.insertFromMimeData(event.mimeData())
        event.acceptProposedAction()

    def _build_layout(self) -> None:
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(8, 9, 7, 6)
        column.setSpacing(2)
        column.addWidget(self._files_box)
        column.addWidget(self._edit)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self._attach)
        row.addWidget(self._options)
        row.addWidget(self._tokens, 1)
        row.addWidget(self._button)
        column.addLayout(row)

    def _connect(self) -> None:
        self._edit.send_pressed.connect(self._submit)
        self._edit.recall_pressed.connect(self.recall_requested)
        self._edit.page_pressed.connect(self.page_requested)
        self._edit.paste_refused.connect(self.paste_refused)
        self._edit.long_text_pasted.connect(self._on_long_text_pasted)
        self._edit.files_offered.connect(self.files_offered)
        self._attach.clicked.connect(self._ask_for_files)
        self._options.clicked.connect(self.options_requested)
        self._chips.changed.connect(self._on_text_changed)
        self._chips.preview_requested.connect(self._show_file)
        self._edit.focus_changed.connect(self.set_lit)
        self._edit.textChanged.connect(self._on_text_changed)
        self._button.clicked.connect(self._on_button_clicked)
        self._draft_timer.timeout.connect(self._on_draft_settled)

    def _submit(self) -> None:
        if self._can_send and not self._is_blank():
            self.flush_draft()  # told later, it would be a draft again that was sent
            self.submitted.emit(self.draft())

    def _is_blank(self) -> bool:
        return not (self.text().strip() or self._chips.files())

    def _on_long_text_pasted(self, text: str) -> None:
        taken = {file.name for file in self._chips.files()}
        names = (self.tr("Pasted text %1").replace("%1", str(number)) for number in range(1, 1000))
        self.add_file(TextFile(next(name for name in names if name not in taken), text))

    def _ask_for_files(self) -> None:
        dialog = QFileDialog(self, self.tr("Files that go with the message"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(
            [
                self.tr(
                    "Text and PDF (*.txt *.md *.csv *.json *.log *.py *.js *.c *.cpp *.h *.pdf)"
                ),
                self.tr("All files (*)"),
            ]
        )
        dialog.filesSelected.connect(lambda paths: self.files_offered.emit(tuple(paths)))
        dialog.open()

    def _show_file(self, file: TextFile) -> None:
        FilePreview(file, self).open()

    def _on_button_clicked(self) -> None:
        if self._button.is_stop:
            self.stop_requested.emit()
        else:
            self._submit()

    def _on_text_changed(self) -> None:
        self._show_what_button_does()
        if not self._draft_timer.isActive():
            self._draft_timer.start()

    def _on_draft_settled(self) -> None:
        self.draft_changed.emit(self.draft())

    def _show_keys(self) -> None:
        self._button.set_keys(send=self._edit.sending_key(), stop=self._keys.written("stop"))

    def _show_what_button_does(self) -> None:
        is_blank = self._edit.document().isEmpty() and not self._chips.files()
        self._button.setEnabled(self._button.is_stop or (self._can_send and not is_blank))
