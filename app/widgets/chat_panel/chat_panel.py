"""The panel with all options of the active chat; each change applies at once."""

from collections.abc import Iterable

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QSplitter, QWidget

from app.domain.chat_options import ThinkingOptions
from app.domain.conversations import ConversationOptions, OverflowPolicy, Preset
from app.presets.view import PresetBar
from app.widgets.chat_panel.answer_form import AnswerFormRow
from app.widgets.chat_panel.changes import (
    EVERYTHING,
    FORM,
    OVERFLOW,
    PRESET,
    SYSTEM_PROMPT,
    AnswerForm,
    Change,
    Unset,
    own_value,
    with_value,
)
from app.widgets.chat_panel.panel_content import PanelContent, own_count, saved_preset
from app.widgets.chat_panel.pin_list import PinList
from app.widgets.chat_panel.sampling_rows import SamplingRowFactory
from app.widgets.chat_panel.thinking_rows import ThinkingChoices, ThinkingSection
from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.controls import ElidedLabel, IconButton, MutedLabel
from app.widgets.kit.fold import FoldSection
from app.widgets.kit.form_rows import ChoiceRow, FormRow, Reading, TextRow
from app.widgets.kit.forms import ScrollableForm, is_redo, is_undo
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.theme import TypeSize, colours_of, sized_font

PROMPT_LINES = 5
MAX_CHANGES = 200


class OptionEditor(QObject):
    """Owns the options that are shown; ``changed`` emits them after each change by the user."""

    changed = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.conversation_id = ""
        self.options = ConversationOptions()
        self._past: list[Change] = []
        self._future: list[Change] = []

    def show(self, conversation_id: str, options: ConversationOptions) -> None:
        """Set the stored options of a chat; for another chat, the undo history is cleared."""
        if conversation_id != self.conversation_id:
            self._past.clear()
            self._future.clear()
        self.conversation_id = conversation_id
        self.options = options

    def own(self, name: str) -> object:
        """Return the value of an option of this chat; ``Unset.DEFAULT`` if it is not set."""
        return own_value(self.options, name)

    def set(self, name: str, value: object, *, is_recorded: bool = True) -> None:
        """Change an option; recorded for undo unless the text field has its own undo."""
        if with_value(self.options, name, value) == self.options:
            return
        if is_recorded:
            self._past = [*self._past, Change(name, self.own(name), value)][-MAX_CHANGES:]
            self._future.clear()
        self._apply(name, value)

    def undo(self) -> None:
        """Undo the last change, if there is one."""
        if self._past:
            change = self._past.pop()
            self._future.append(change)
            self._apply(change.name, change.before)

    def redo(self) -> None:
        """Redo the change that was undone last, if there is one."""
        if self._future:
            change = self._future.pop()
            self._past.append(change)
            self._apply(change.name, change.after)

    def _apply(self, name: str, value: object) -> None:
        self.options = with_value(self.options, name, value)
        self.changed.emit(self.conversation_id, self.options)


class ChatPanel(QWidget):
    """Shows the options of one chat; the controller uses its public parts.

    ``editor.changed`` emits every change by the user, ``preset_saved`` a new preset, and ``left``
    is emitted when the focus should return to the page. The sections are built with the first chat
    that is shown: most starts of the program show none here.
    """

    preset_saved = Signal(Preset)
    folds_changed = Signal(tuple)
    close_requested = Signal()
    shown = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.content: PanelContent | None = None
        self.editor = OptionEditor(self)
        self.presets = PresetBar()
        self.pins = PinList()
        self.form = AnswerFormRow()
        self.thinking = ThinkingSection(self._add_row)
        self._unfinished: dict[str, AnswerForm] = {}
        self.sections: tuple[FoldSection, ...] = ()
        self.rows: dict[str, FormRow] = {}
        self._folded: frozenset[str] = frozenset()  # keys of sections
        self._build_layout()
        self._connect()
        self.setAccessibleName(self.tr("Chat settings"))
        self.show_content(None)
        self._nothing.hide()  # the chat in front is looked up when the panel is shown

    def show_content(self, content: PanelContent | None) -> None:
        """Show a chat, or the empty state for None; pending input for the same chat is kept."""
        before = self.editor.conversation_id
        is_other = content is None or content.conversation_id != before
        if is_other:
            self._leave_chat(before)
        if content is not None:
            self._build_form()
        self.content = content
        self._nothing.setVisible(content is None)
        self._form.setVisible(content is not None)
        self._title.setText(content.title if content is not None else "")
        if content is None:
            self.editor.show("", ConversationOptions())
            return
        self.editor.show(content.conversation_id, content.options)
        self.pins.set_pins(content.pins)
        self._slide_note.setVisible(not content.can_slide)
        self._refresh()
        unfinished = self._unfinished.pop(content.conversation_id, None) if is_other else None
        if unfinished is not None:
            self.form.continue_with(unfinished)

    def flush(self) -> None:
        """Apply pending input now."""
        for row in self.rows.values():
            row.flush()

    def set_folded(self, keys: Iterable[str]) -> None:
        """Fold the sections with these keys and unfold the others."""
        self._folded = frozenset(keys)
        for section in self.sections:
            section.set_folded(is_folded=section.key in self._folded)

    def refused_form(self, conversation_id: str) -> AnswerForm:
        """Return a chat's schema or grammar that is not applied; empty if there is none."""
        if self.content is None or conversation_id != self.editor.conversation_id:
            return self._unfinished.get(conversation_id, AnswerForm())
        form, preset_name = self.form.value(), self.editor.options.preset_name
        applied = (self.editor.own(FORM), self.content.default_of(FORM, preset_name))
        return AnswerForm() if form in applied else form

    def focus_form(self) -> None:
        """Show the schema or grammar, with the focus in its field."""
        self._build_form()
        section = next(each for each in self.sections if self.form in each.widgets)
        section.set_folded(is_folded=False)
        self.form.box.setFocus(Qt.FocusReason.OtherFocusReason)
        self._form.ensureWidgetVisible(self.form)

    def take_focus(self) -> None:
        """Move the focus into the panel."""
        self.presets.box.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # A command that is about to run, such as Regenerate, uses the values in the panel.
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.flush()
            if is_undo(event) or is_redo(event):
                event.accept()
                return True
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.flush()
            self.left.emit()
        elif is_undo(event):
            self.editor.undo()
        elif is_redo(event):
            self.editor.redo()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._apply_style()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not isinstance(self.parentWidget(), QSplitter):
            # Over the page, only this line separates the panel from the page.
            painter = QPainter(self)
            painter.fillRect(0, 0, 1, self.height(), QColor(colours_of(self.palette()).border))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.flush()

    def _leave_chat(self, conversation_id: str) -> None:
        """Apply pending input for a chat, and keep a schema or grammar that is not valid yet."""
        self.flush()
        refused = self.refused_form(conversation_id)
        if self.content is not None and refused.text:
            self._unfinished[conversation_id] = refused
        for row in self.rows.values():
            row.begin()

    def _refresh(self) -> None:
        content, options = self.content, self.editor.options
        if content is None:
            return
        self._show_thinking(content.thinking_with(options.preset_name))
        for name, row in self.rows.items():
            own = self.editor.own(name)
            is_own = own is not Unset.DEFAULT
            default = content.default_of(name, options.preset_name)
            row.show_value(own if is_own else default, is_own=is_own)
            is_advised = not is_own and content.is_advised(name, options.preset_name)
            row.show_note(self.tr("Recommended") if is_advised else "")
        self.presets.show_presets(content.presets, options.preset_name, own_count(options))

    def _build_form(self) -> None:
        """Build the sections, unless they exist."""
        if self.sections:
            return
        self.sections = self._build_sections()
        for row in self._fixed_rows():
            self._add_row(row)
        for section in self.sections:
            self._column.insertWidget(self._column.count() - 1, section)  # above the stretch
            section.folded.connect(self._on_folded)
        self.set_folded(self._folded)

    def _build_sections(self) -> tuple[FoldSection, ...]:
        rows = SamplingRowFactory(self)
        self._slide_note = MutedLabel(
            self.tr("This model can't drop single messages; it reads the others again each time."),
            wraps=True,
        )
        prompt = TextRow(
            SYSTEM_PROMPT,
            self.tr("Sent at the start of this chat"),
            hint=self.tr("For example: Answer in French."),
            line_count=PROMPT_LINES,
            reading=Reading(str),
        )
        prompt.editor.setAccessibleName(self.tr("System prompt"))
        overflow = ChoiceRow(
            OVERFLOW,
            self.tr("When the context is full"),
            choices=(
                (OverflowPolicy.SLIDE, self.tr("Drop the oldest messages")),
                (OverflowPolicy.STOP, self.tr("Stop the answer")),
            ),
            is_wide=True,
        )
        pinned = MutedLabel(self.tr("Pinned messages"))
        return (
            FoldSection("prompt", self.tr("System prompt"), prompt),
            FoldSection("sampling", self.tr("Sampling"), *rows.everyday()),
            self.thinking,
            FoldSection("output", self.tr("Output"), self.form, rows.stopping()),
            FoldSection(
                "context", self.tr("Context"), overflow, self._slide_note, pinned, self.pins
            ),
            FoldSection("advanced", self.tr("Advanced"), *rows.advanced()),
        )

    def _fixed_rows(self) -> list[FormRow]:
        widgets = (widget for section in self.sections for widget in section.widgets)
        return [widget for widget in widgets if isinstance(widget, FormRow)]

    def _add_row(self, row: FormRow) -> None:
        self.rows[row.name] = row
        row.make_compact()
        row.value_changed.connect(self._on_edited)
        row.default_requested.connect(lambda name: self.editor.set(name, Unset.DEFAULT))

    def _show_thinking(self, choices: ThinkingChoices) -> None:
        """Offer the model's thinking options, and replace the rows of template arguments."""
        for row in self.thinking.argument_rows():
            del self.rows[row.name]
        self.thinking.set_choices(choices)
        self.rows.update({row.name: row for row in self.thinking.argument_rows()})

    def _build_layout(self) -> None:
        self._heading = QLabel(self.tr("Chat settings"))
        self._title = ElidedLabel(self)
        self.close_button = IconButton("close", self.tr("Close the panel"), size=14)
        self._nothing = MutedLabel(self.tr("No chat is open."), self, wraps=True)
        self._nothing.setContentsMargins(16, 8, 16, 8)
        inside = QWidget()
        self._column = vertical_layout(inside, self.presets, margins=(14, 4, 14, 12), spacing=2)
        self._column.addStretch(1)
        self._form = ScrollableForm(inside)
        texts = vertical_layout(None, self._heading, self._title, margins=(0, 0, 0, 0), spacing=1)
        top = horizontal_layout(None, margins=(16, 10, 8, 6))
        top.addLayout(texts, 1)
        top.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        whole = vertical_layout(self, margins=(1, 0, 0, 0), spacing=0)
        whole.addLayout(top)
        whole.addWidget(self._nothing)
        whole.addWidget(self._form, 1)
        whole.addStretch()
        self._apply_style()

    def _apply_style(self) -> None:
        self._heading.setFont(sized_font(self.font(), TypeSize.READING, is_bold=True))

    def _connect(self) -> None:
        self.editor.changed.connect(lambda _id, _options: self._refresh())
        self.close_button.clicked.connect(lambda: self.close_requested.emit())
        self.presets.selected.connect(self._on_preset_chosen)
        self.presets.save_requested.connect(self._on_save_requested)
        self.presets.reset_requested.connect(self._on_reset_requested)

    def _on_edited(self, name: str, value: object) -> None:
        if self.content is None:
            return
        default = self.content.default_of(name, self.editor.options.preset_name)
        if value == default and value in ("", AnswerForm()):
            value = Unset.DEFAULT  # empty, as the default
        self.editor.set(name, value, is_recorded=not self.rows[name].is_text)

    def _on_preset_chosen(self, name: str | None) -> None:
        self.flush()
        self.editor.set(PRESET, Unset.DEFAULT if name is None else name)

    def _on_save_requested(self, name: str) -> None:
        """Move the values set for the chat into a preset, and select it for the chat."""
        if self.content is None:
            return
        self.flush()
        options = self.editor.options
        preset = saved_preset(name, self.content, options)
        others = tuple(each for each in self.content.presets if each.name != name)
        self.content = replace(self.content, presets=(*others, preset))
        self.preset_saved.emit(preset)
        self.editor.set(EVERYTHING, replace(_without_own(options), preset_name=name))

    def _on_reset_requested(self) -> None:
        self.flush()
        self.editor.set(EVERYTHING, _without_own(self.editor.options))

    def _on_folded(self) -> None:
        folded = (each.key for each in self.sections if each.is_folded)
        self.folds_changed.emit(tuple(folded))


def _without_own(options: ConversationOptions) -> ConversationOptions:
    """Return options without the values that a preset can hold."""
    chat = replace(options.chat, sampling={}, thinking=ThinkingOptions(), tools=None)
    return replace(options, system_prompt=None, chat=chat)
