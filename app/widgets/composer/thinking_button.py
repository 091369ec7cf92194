"""The button at the message box that says how the model thinks, where it can be told to."""

import msgspec
from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from app.domain.chat_options import NO_BUDGET, ThinkingOptions
from app.widgets.kit.controls import IconButton, paint_button_background
from app.widgets.kit.icons import tinted_icon
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

BUDGETS = (512, 2048, 8192)
MAX_BUDGET = 1 << 20
ICON, GAP, MARGIN = 18, 4, 6
SLACK = 4  # slanted characters would be cut otherwise


class ThinkingState(msgspec.Struct, frozen=True):
    """The thinking options of the model, and their values in this chat.

    Attributes:
        is_on, effort: the model's default; None if unknown.
        own: set for this chat.
        preset: set by the chat's preset.
        default: set for all chats with this model.
    """

    can_switch: bool = False
    is_on: bool | None = None
    efforts: tuple[str, ...] = ()
    effort: str | None = None
    has_budget: bool = False
    own: ThinkingOptions = msgspec.field(default_factory=ThinkingOptions)
    preset: ThinkingOptions = msgspec.field(default_factory=ThinkingOptions)
    default: ThinkingOptions = msgspec.field(default_factory=ThinkingOptions)

    @property
    def is_there(self) -> bool:
        """Return whether the model has thinking options."""
        return self.can_switch or bool(self.efforts) or self.has_budget

    @property
    def options(self) -> ThinkingOptions:
        """Return the effective options of this chat; unknown ones are None."""
        return self.explicit.over(ThinkingOptions(self.is_on, self.effort))

    @property
    def explicit(self) -> ThinkingOptions:
        """Return the options that were set for the chat, its preset or the model."""
        return self.own.over(self.preset).over(self.default)


class ThinkingButton(IconButton):
    """Shows whether the model thinks, with a menu to change it; hidden without options.

    ``options_chosen`` carries the new options of the chat, ``default_chosen`` those of all chats
    with this model. ``opened`` requests the cost of a change; ``show_cost`` answers it.

    Attributes:
        state: the shown options.
    """

    options_chosen = Signal(ThinkingOptions)
    default_chosen = Signal(ThinkingOptions)
    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("thinking", "", parent, size=ICON)
        self.state = ThinkingState()
        self.menu_of_choices = QMenu(self)
        self._cost = self.menu_of_choices.addAction("")
        self.clicked.connect(self.open_menu)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_state(self.state)

    def set_state(self, state: ThinkingState) -> None:
        """Show the current options; the button is hidden if the model has none."""
        self.state = state
        self.setVisible(state.is_there)
        self.setText(self._word())
        self.set_text(fill(self.tr("Thinking: {state}"), state=self._long_word()))
        self.updateGeometry()
        self.update()

    def show_cost(self, token_count: int | None) -> None:
        """Show the number of tokens to read again after a change; None if unknown."""
        self._cost.setVisible(token_count is not None)
        if token_count:
            text = self.tr("Changing this re-reads {count:,} tokens")
            self._cost.setText(fill(text, count=token_count))
        elif token_count is not None:
            self._cost.setText(self.tr("Changing this re-reads nothing"))

    def open_menu(self) -> None:
        """Open the menu above the button."""
        self.fill_menu()
        menu = self.menu_of_choices
        menu.popup(self.mapToGlobal(QPoint(0, -menu.sizeHint().height())))
        self.opened.emit()

    def sizeHint(self) -> QSize:
        icon = super().sizeHint()
        text = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(2 * MARGIN + self.icon_side + GAP + text + SLACK, icon.height())

    def minimumSizeHint(self) -> QSize:
        return super().sizeHint()  # in a narrow window only the icon is shown

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        is_on = self.state.options.is_on is not False
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_button_background(painter, self, colours, radius=6, is_flat=True)
        ink = colours.accent if is_on else colours.muted
        side = self.icon_side
        room = self.width() - 2 * MARGIN - side - GAP
        is_narrow = room < self.fontMetrics().averageCharWidth() * 4
        left = (self.width() - side) // 2 if is_narrow else MARGIN
        tinted_icon("thinking", ink, side).paint(
            painter, QRect(left, (self.height() - side) // 2, side, side)
        )
        if not is_narrow:
            painter.setPen(QColor(colours.text if is_on else colours.muted))
            text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
            area = QRect(MARGIN + side + GAP, 0, room, self.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)

    def _word(self) -> str:
        options = self.state.options
        if options.is_on is False:
            return self.tr("No thinking")
        return self.tr("Thinking")

    def _long_word(self) -> str:
        options = self.state.options
        if options.is_on is False:
            return self.tr("off")
        parts = [self.tr("on")] if options.is_on else [self.tr("as the model does")]
        if options.effort is not None:
            parts.append(fill(self.tr("effort {effort}"), effort=options.effort))
        if options.budget is not None and options.budget != NO_BUDGET:
            parts.append(fill(self.tr("at most {count:,} tokens"), count=options.budget))
        return ", ".join(parts)

    def fill_menu(self) -> None:
        """Fill the menu with the options of the model."""
        for submenu in self.menu_of_choices.findChildren(QMenu):
            submenu.deleteLater()  # otherwise submenus would accumulate
        self.menu_of_choices.clear()
        state, options = self.state, self.state.options
        if state.can_switch:
            switch = self.menu_of_choices.addAction(self.tr("Think before answering"))
            switch.setCheckable(True)
            switch.setChecked(options.is_on is True)
            switch.triggered.connect(lambda is_on: self._choose(ThinkingOptions(is_on=is_on)))
        if state.efforts:
            self._add_efforts(options)
        if state.has_budget:
            self._add_budgets(options)
        self.menu_of_choices.addSeparator()
        self._add_defaults()
        self._cost = self.menu_of_choices.addAction("")
        self._cost.setEnabled(False)
        self._cost.setVisible(False)

    def _add_efforts(self, options: ThinkingOptions) -> None:
        menu = self.menu_of_choices.addMenu(self.tr("Effort"))
        for effort in self.state.efforts:
            self._add_choice(
                menu,
                effort,
                ThinkingOptions(is_on=True if self.state.can_switch else None, effort=effort),
                is_chosen=options.is_on is not False and options.effort == effort,
            )

    def _add_budgets(self, options: ThinkingOptions) -> None:
        menu = self.menu_of_choices.addMenu(self.tr("Budget"))
        budget = options.budget
        is_free = budget is None or budget == NO_BUDGET
        self._add_choice(
            menu, self.tr("No limit"), ThinkingOptions(budget=NO_BUDGET), is_chosen=is_free
        )
        shown = BUDGETS if is_free or budget in BUDGETS else sorted((*BUDGETS, budget or 0))
        for count in shown:
            text = fill(self.tr("{count:,} tokens"), count=count)
            self._add_choice(menu, text, ThinkingOptions(budget=count), is_chosen=budget == count)
        menu.addAction(self.tr("Another number…")).triggered.connect(self._ask_for_budget)

    def _add_choice(
        self, menu: QMenu, text: str, options: ThinkingOptions, *, is_chosen: bool
    ) -> None:
        action = menu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(is_chosen)
        action.triggered.connect(lambda: self._choose(options))

    def _add_defaults(self) -> None:
        state = self.state
        keep = self.menu_of_choices.addAction(self.tr("Use for all chats with this model"))
        keep.setEnabled(state.own != ThinkingOptions())
        keep.triggered.connect(lambda: self.default_chosen.emit(state.explicit))
        reset = self.menu_of_choices.addAction(self.tr("Reset to the model's default"))
        reset.setEnabled(state.own != ThinkingOptions())
        reset.triggered.connect(lambda: self.options_chosen.emit(ThinkingOptions()))

    def _choose(self, options: ThinkingOptions) -> None:
        self.options_chosen.emit(options.over(self.state.own))

    def _ask_for_budget(self) -> None:
        budget = self.state.options.budget
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Thinking budget"))
        dialog.setLabelText(self.tr("Thinking budget (tokens)"))
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(0, MAX_BUDGET)
        dialog.setIntStep(256)
        dialog.setIntValue(BUDGETS[1] if budget is None or budget == NO_BUDGET else budget)
        dialog.intValueSelected.connect(lambda count: self._choose(ThinkingOptions(budget=count)))
        dialog.open()
