"""Pages with a form, which ask before they discard what was typed."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QFormLayout, QSizePolicy, QWidget

from app.widgets.kit.forms import ScrollableForm, dialog_buttons
from app.widgets.kit.geometry import fold_in, vertical_layout
from app.widgets.kit.small_dialogs import QuestionBox, ask_before
from app.widgets.kit.style.bars import SCROLL_BAR
from app.widgets.kit.translation import translate

_NARROW_CHARS = 60  # below this width fields stand below their titles


class FormPage(QDialog):
    """A page that asks before it is left with values that are not saved."""

    @property
    def is_changed(self) -> bool:
        """Whether leaving the page would lose typed values."""
        raise NotImplementedError

    def discard(self) -> None:
        """Leave the page without saving and without a question."""
        super().reject()

    def reject(self) -> None:
        if self.is_changed:
            self.ask_to_discard(self.discard)
        else:
            self.discard()

    def ask_to_discard(self, discard: Callable[[], object]) -> None:
        """Ask whether the typed values may be lost, unless that is asked; ``discard`` follows."""
        open_question = self.findChild(QuestionBox)
        if open_question is not None and open_question.isVisible():
            open_question.raise_()
            return
        text = translate("EditPage", "Discard your changes?")
        keep = translate("EditPage", "Keep editing")
        ask_before(self, text, translate("EditPage", "Discard"), discard, reject=keep)


class EditPage(FormPage):
    """A form over buttons that save and cancel; leaving it otherwise asks if it was changed.

    A subclass calls ``set_form``, and ``mark_unchanged`` when the fields have their first values.
    """

    def __init__(self, title: str, accept: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._unchanged: object = None
        cancel = QCoreApplication.translate("QuestionBox", "Cancel")
        self.buttons = dialog_buttons(self, accept=accept, reject=cancel, on_reject=self.discard)

    def content(self) -> object:
        """Return the typed values, for a comparison."""
        raise NotImplementedError

    def mark_unchanged(self) -> None:
        """Take the values of the fields as those that need no saving."""
        self._unchanged = self.content()

    @property
    def is_changed(self) -> bool:
        """Whether leaving the page would lose typed values."""
        return self.content() != self._unchanged

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = fold_in(self, _NARROW_CHARS)
        policy = QFormLayout.RowWrapPolicy
        for form in self.findChildren(QFormLayout):
            form.setRowWrapPolicy(policy.WrapAllRows if is_narrow else policy.WrapLongRows)

    def set_form(self, form: QWidget, *foot: QWidget, first: QWidget) -> None:
        """Place a form that scrolls in a low window, parts that do not, and the buttons.

        ``first`` is the field that gets the focus.
        """
        area = ScrollableForm(form)
        grows = form.sizePolicy().verticalPolicy() is QSizePolicy.Policy.Expanding
        if not grows:  # the buttons follow the last field
            area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = vertical_layout(self, area, spacing=12)
        margins = column.contentsMargins()
        margins.setRight(0)  # the margin of the form is that of the page
        column.setContentsMargins(margins)
        below = vertical_layout(
            None, *foot, self.buttons, margins=(0, 0, SCROLL_BAR, 0), spacing=12
        )
        column.addLayout(below)
        if not grows:
            column.addStretch(1)
        self.setFocusProxy(first)
