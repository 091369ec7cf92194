"""Questions when the user quits: about running work, and about what can't be saved."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QWidget

from app.settings import CloseAction
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.forms import CheckBox, dialog_buttons, keep_inside
from app.widgets.kit.geometry import DIALOG_MARGINS, vertical_layout
from app.widgets.kit.small_dialogs import QuestionBox, ask_before
from app.widgets.kit.translation import fill, translate, translated


class LeavingQuestion(QDialog):
    """Emits the answer and whether to remember it; cancelling emits nothing."""

    answered = Signal(CloseAction, bool)

    def __init__(
        self,
        answer_count: int,
        download_count: int,
        comparison_count: int,
        parent: QWidget,
        *,
        has_tray: bool,
    ) -> None:
        """``has_tray``: the program can continue without a window, with an icon in the tray."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Quit Hubbub"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._count_label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._note = MutedLabel(wraps=True)
        self.check_box = CheckBox(self.tr("Remember my choice"))
        self.check_box.setToolTip(self.tr("You can change this in the settings, under General."))
        buttons = self._build_buttons(has_tray=has_tray)
        role = QDialogButtonBox.ButtonRole
        quit_role = role.DestructiveRole if has_tray else role.AcceptRole
        found = (each for each in buttons.buttons() if buttons.buttonRole(each) is quit_role)
        self._quit_button = next(found)
        self.set_running(answer_count, download_count, comparison_count)
        parts = (self._count_label, self._note, self.check_box, buttons)
        vertical_layout(self, *parts, margins=DIALOG_MARGINS, spacing=12)
        keep_inside(self, buttons, self._note)
        # Otherwise the check box, which comes first, has the focus.
        next(each for each in self.findChildren(QPushButton) if each.isDefault()).setFocus()

    @property
    def text(self) -> str:
        """The sentences about running answers, comparisons and downloads."""
        return self._count_label.text()

    @property
    def note(self) -> str:
        """The sentences about interrupted work."""
        return self._note.text()

    def set_running(
        self, answer_count: int, download_count: int, comparison_count: int = 0
    ) -> None:
        """Update the numbers of running answers, downloads and comparisons."""
        lines, notes = [], []
        if answer_count:
            lines.append(self._answers_line(answer_count))
            notes.append(
                self.tr(
                    "The partial text is kept either way. Interrupted answers can be continued "
                    "after the next start."
                )
            )
        if comparison_count:
            lines.append(self._comparisons_line(comparison_count))
            notes.append(
                self.tr(
                    "Partial answers of comparisons are kept; lists continue at the next start."
                )
            )
        if download_count:
            lines.append(self._downloads_line(download_count))
            notes.append(self.tr("Downloads are paused and continue at the next start."))
        self._count_label.setText("\n".join(lines))
        self._note.setText("\n".join(notes))
        self._quit_button.setText(self.tr("Quit anyway") if answer_count else self.tr("Quit"))

    def _answers_line(self, count: int) -> str:
        if count == 1:
            return self.tr("One answer is still being written.")
        return fill(self.tr("{count:,} answers are still being written."), count=count)

    def _comparisons_line(self, count: int) -> str:
        if count == 1:
            return self.tr("One comparison or list is still being answered.")
        text = self.tr("{count:,} comparisons or lists are still being answered.")
        return fill(text, count=count)

    def _downloads_line(self, count: int) -> str:
        if count == 1:
            return self.tr("One download is still running.")
        return fill(self.tr("{count:,} downloads are still running."), count=count)

    def _build_buttons(self, *, has_tray: bool) -> QDialogButtonBox:
        quit_text = self.tr("Quit anyway")
        background_text = self.tr("Finish in the background")
        main = CloseAction.BACKGROUND if has_tray else CloseAction.QUIT
        self.accepted.connect(partial(self._answer, main))
        if not has_tray:
            return dialog_buttons(self, accept=quit_text, reject=self.tr("Cancel"))
        buttons = dialog_buttons(self, accept=background_text, reject=self.tr("Cancel"))
        quit_button = PillButton(quit_text)
        quit_button.setAutoDefault(False)
        buttons.addButton(quit_button, QDialogButtonBox.ButtonRole.DestructiveRole)
        quit_button.clicked.connect(self._on_quit_clicked)
        return buttons

    def _on_quit_clicked(self) -> None:
        self.reject()
        self._answer(CloseAction.QUIT)

    def _answer(self, leaving: CloseAction) -> None:
        self.answered.emit(leaving, self.check_box.isChecked())


def ask_to_lose(
    parent: QWidget,
    draft_count: int,
    answer_count: int,
    *,
    reason: str,
    is_restart: bool,
    on_retry: Callable[[], object],
    on_quit: Callable[[], object],
) -> QuestionBox:
    """Ask whether to quit although drafts and answers can't be saved; Enter tries again."""
    loss = translate("LeavingQuestion", "Quitting now loses what is not saved.")
    title = translate("LeavingQuestion", "Quit Hubbub")
    quit_text = translate("LeavingQuestion", "Quit anyway")
    if is_restart:
        loss = translate("LeavingQuestion", "Restarting now loses what is not saved.")
        title = translate("LeavingQuestion", "Restart Hubbub")
        quit_text = translate("LeavingQuestion", "Restart anyway")
    box = ask_before(
        parent,
        f"{_loss_text(draft_count, answer_count)} {loss}\n\n{translated(reason)}",
        translate("LeavingQuestion", "Try again"),
        on_retry,
        others={quit_text: on_quit},
    )
    box.setWindowTitle(title)
    return box


def _loss_text(draft_count: int, answer_count: int) -> str:
    """Return what is lost if the program ends now, in sentences."""
    parts = []
    if draft_count == 1:
        parts.append(translate("LeavingQuestion", "One unsent message can't be saved."))
    elif draft_count:
        text = translate("LeavingQuestion", "{count:,} unsent messages can't be saved.")
        parts.append(fill(text, count=draft_count))
    if answer_count == 1:
        parts.append(translate("LeavingQuestion", "One answer can't be saved."))
    elif answer_count:
        text = translate("LeavingQuestion", "{count:,} answers can't be saved.")
        parts.append(fill(text, count=answer_count))
    return " ".join(parts)
