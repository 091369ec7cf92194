"""The settings of one model: each goes before that of the program, or leaves it as it is."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QSpinBox, QWidget

from app.domain import LONGEST_TEMPLATE, MOST_CARDS, ModelSettings
from app.settings import KvType, Settings
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.form_rows import ChoiceRow, FormRow, NumberRow, Reading, Scale, TextRow
from app.widgets.kit.forms import CalmField, ScrollableForm, dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill
from app.widgets.models.projector_row import OfferedProjector, ProjectorRow
from app.widgets.settings.row_factory import CONTEXT_STEP, LARGEST_CONTEXT, MAX_SLOTS

_RELOADING = (
    *("context_window", "slot_count", "kv_type", "chat_template", "keeps_experts"),
    "projector_path",
    "tensor_split",
)
_TEXTS = ("system_prompt", "chat_template")  # of which nothing is none
_LETTERS_WIDE, _LETTERS_HIGH = 84, 78
_MOST = 1000
_SHOWN_LETTERS = 120


def _template(text: str) -> str:
    """Return a template, in which blanks at the end count as well."""
    return text if text.strip() else ""


class ModelRowFactory(QObject):
    """Builds the rows; where nothing is set, a row says what holds instead."""

    def all(
        self, general: Settings, preset_names: tuple[str, ...], settings: ModelSettings
    ) -> tuple[FormRow, ...]:
        """Return the rows in their order."""
        template = TextRow(
            "chat_template",
            self.tr("Chat template"),
            self.tr("In Jinja. Takes the place of the template in the model's file."),
            hint=self.tr("Empty: the template in the file is used."),
            reading=Reading(_template),
        )
        template.box.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        return (
            self._presets(preset_names),
            TextRow(
                "system_prompt",
                self.tr("System prompt"),
                self.tr("Sent to this model before every conversation."),
                hint=self._general_prompt(general),
            ),
            *self._numbers(general, settings),
            self._kv_types(general),
            template,
        )

    def _presets(self, names: tuple[str, ...]) -> FormRow:
        text = (self.tr("Default preset"), self.tr("For chats without a preset of their own."))
        named = ((name, name) for name in names)
        return ChoiceRow("preset_name", *text, choices=((None, self.tr("None")), *named))

    def _numbers(self, general: Settings, settings: ModelSettings) -> tuple[FormRow, ...]:
        window = general.context_window
        largest = max(LARGEST_CONTEXT, settings.context_window or 0)
        shown = self.tr("automatic") if window is None else format_number(window)
        return (
            NumberRow(
                "context_window",
                self.tr("Context length"),
                self.tr("How many tokens the model remembers of each chat."),
                scale=Scale(CONTEXT_STEP, largest, CONTEXT_STEP),
                none_word=self._as_general(shown),
                unit=self.tr(" tokens"),
            ),
            NumberRow(
                "slot_count",
                self.tr("Chats answered at once"),
                self.tr("Further chats wait for their turn."),
                scale=Scale(1, max(MAX_SLOTS, settings.slot_count or 0)),
                none_word=self._as_general(format_number(general.slot_count)),
            ),
        )

    def _kv_types(self, general: Settings) -> FormRow:
        labels = {KvType.F16: self.tr("F16 (exact)"), KvType.Q8_0: self.tr("Q8_0 (half)")}
        text = (
            self.tr("KV cache type"),
            self.tr("How exactly the model remembers chats. Q8_0 takes about half the memory."),
        )
        offered = ((kind.name, label) for kind, label in labels.items())
        return ChoiceRow(
            "kv_type", *text, choices=((None, self._as_general(general.kv_type.name)), *offered)
        )

    def experts(self) -> FormRow:
        """Return the row for where the experts of a model are."""
        text = (
            self.tr("Experts"),
            self.tr(
                "Of a mixture of experts, a few compute for each token. In main memory they leave "
                "the graphics card to the rest of the model, and to chats."
            ),
        )
        choices = (
            (None, self.tr("Automatic")),
            (False, self.tr("On the graphics card")),
            (True, self.tr("In main memory")),
        )
        return ChoiceRow("keeps_experts", *text, choices=choices)

    def _as_general(self, value: str) -> str:
        return fill(self.tr("General: {value}"), value=value)

    def _general_prompt(self, general: Settings) -> str:
        prompt = " ".join(general.system_prompt.split())
        if not prompt:
            return self.tr("For example: Answer briefly.")
        if len(prompt) > _SHOWN_LETTERS:
            prompt = prompt[:_SHOWN_LETTERS] + " …"
        return self._as_general(prompt)


class CardSharesRow(FormRow):
    """One number for each card, in proportion to each other; all at 0 leave it to the library."""

    def __init__(self, name: str, card_count: int) -> None:
        editor = QWidget()
        self.boxes = [QSpinBox() for _ in range(card_count)]
        editor.setLayout(FlowLayout(*self.boxes))
        text = (
            self.tr("Shares of the graphics cards"),
            self.tr(
                "How much of the model each card gets, as 3 and 1. With 0 everywhere, it follows "
                "the memory that they have free."
            ),
        )
        super().__init__(name, editor, *text, is_wide=True)
        editor.setFocusProxy(self.boxes[0])
        for number, box in enumerate(self.boxes, 1):
            box.setRange(0, _MOST)
            box.setPrefix(fill(self.tr("Card {number}: "), number=number))
            box.setAccessibleName(fill(self.tr("Share of graphics card {number}"), number=number))
            box.setAccessibleDescription(self.meaning)
            box.setKeyboardTracking(False)
            CalmField(box, leaves_undo=False)
            box.valueChanged.connect(self._emit)

    def value(self) -> tuple[float, ...] | None:
        shares = tuple(float(box.value()) for box in self.boxes)
        return shares if any(shares) else None

    def set_value(self, value: object) -> None:
        shares = value if isinstance(value, tuple) else ()
        for index, box in enumerate(self.boxes):
            with QSignalBlocker(box):
                box.setValue(round(shares[index]) if index < len(shares) else 0)


@dataclass(frozen=True, slots=True)
class ModelSettingsFacts:
    """What the dialog shows besides what is set for the model.

    Attributes:
        name: of the model.
        general: what holds where nothing is set for it.
        preset_names: those that can be its default.
        is_in_use: it is loaded, so that some changes load it again.
        has_experts: it has experts, and there is a graphics card that they could be on.
        card_count: graphics cards; several can share the model.
        projectors: files beside it with which it could see pictures.
        automatic_projector: the name of the one that is taken where none is set.
        fit_text: what settings of the model would take of memory; empty where nobody knows.
    """

    name: str
    general: Settings = field(default_factory=Settings)
    preset_names: tuple[str, ...] = ()
    is_in_use: bool = False
    has_experts: bool = False
    card_count: int = 0
    projectors: tuple[OfferedProjector, ...] = ()
    automatic_projector: str = ""
    fit_text: Callable[[ModelSettings], str] = lambda _settings: ""


class ModelSettingsDialog(QDialog):
    """Changes hold when they are saved; a template is checked before."""

    saved = Signal(object)  # ModelSettings
    template_check_requested = Signal(str)

    def __init__(
        self, settings: ModelSettings, facts: ModelSettingsFacts, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(fill(self.tr("Settings of {name}"), name=facts.name))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings
        self._facts = facts
        self._good_template = settings.chat_template  # it was loaded with it
        self._is_saving = False
        factory = ModelRowFactory(self)
        rows = factory.all(facts.general, facts.preset_names, settings)
        self.projector_row = ProjectorRow(
            "projector_path", facts.automatic_projector, facts.projectors
        )
        experts = (factory.experts(),) if facts.has_experts else ()
        cards = min(facts.card_count, MOST_CARDS)
        shares = (CardSharesRow("tensor_split", cards),) if cards > 1 else ()
        # The template stays the last.
        rows = (*rows[:-1], self.projector_row, *experts, *shares, rows[-1])
        self.rows: dict[str, FormRow] = {row.name: row for row in rows}
        self.fit_label = MutedLabel(parent=self, wraps=True)
        self.reset_button = PillButton(self.tr("Reset to defaults"))
        self._build_layout()
        self._set_rows(settings)
        self.reset_button.clicked.connect(self._on_reset)
        for row in rows:
            row.value_changed.connect(self._on_value_changed)
        self._show_effect()

    def settings(self) -> ModelSettings:
        """Return what is set in the rows."""
        values: dict[str, object] = {name: row.value() for name, row in self.rows.items()}
        values |= {name: values[name] or None for name in _TEXTS}
        return replace(self._settings, **values)  # type: ignore[arg-type]  # named after them

    def show_template_checked(self, text: str, problem: str) -> None:
        """Show what is wrong with a template; goes on saving where nothing is."""
        row = self.rows["chat_template"]
        if text != row.value():
            return  # it was typed on, and is checked again
        row.show_error(problem)
        is_saving, self._is_saving = self._is_saving, False
        if not problem:
            self._good_template = text
            if is_saving:
                self.accept()

    def show_projector_checked(self, path: str, problem: str) -> None:
        """Show what is wrong with a projector that was chosen, and what it takes."""
        if path == self.projector_row.value():
            self.projector_row.show_error(problem)
            self._show_effect()

    def accept(self) -> None:
        for row in self.rows.values():
            row.flush()
        if self.projector_row.error_text():
            self.projector_row.editor.setFocus()
            return
        template = str(self.rows["chat_template"].value())
        if len(template) > LONGEST_TEMPLATE:
            self._show_too_long()
            return
        if template and template != self._good_template:
            self._is_saving = True
            self.template_check_requested.emit(template)
            return
        self.saved.emit(self.settings())
        super().accept()

    def _build_layout(self) -> None:
        inside = QWidget()
        column = vertical_layout(inside, margins=(0, 0, 6, 0), spacing=4)
        intro = self.tr(
            "What is set here holds for this model alone, also when its file is renamed or moved."
        )
        column.addWidget(MutedLabel(intro, wraps=True))
        for row in self.rows.values():
            column.addWidget(row)
        column.addStretch(1)
        outside = vertical_layout(self)
        outside.addWidget(ScrollableForm(inside), 1)
        outside.addWidget(self.fit_label)
        buttons = dialog_buttons(self, accept=self.tr("Save"), reject=self.tr("Cancel"))
        buttons.addButton(self.reset_button, QDialogButtonBox.ButtonRole.ResetRole)
        self.reset_button.setAutoDefault(False)
        outside.addWidget(buttons)
        letter = self.fontMetrics().averageCharWidth()
        wanted = self.sizeHint()
        wanted.setWidth(max(wanted.width(), letter * _LETTERS_WIDE))
        wanted.setHeight(max(wanted.height(), letter * _LETTERS_HIGH))
        resize_on_screen(self, wanted)

    def _set_rows(self, settings: ModelSettings) -> None:
        for name, row in self.rows.items():
            value = getattr(settings, name)
            row.set_value((value or "") if name in _TEXTS else value)

    def _on_reset(self) -> None:
        self._set_rows(ModelSettings())
        for row in (self.projector_row, self.rows["chat_template"]):
            row.show_error("")
        self._show_effect()

    def _on_value_changed(self, name: str, value: object) -> None:
        if name == "chat_template":
            self._is_saving = False  # it was asked for with another text
            if len(str(value)) > LONGEST_TEMPLATE:
                self._show_too_long()
            elif value:
                self.template_check_requested.emit(str(value))
        self._show_effect()

    def _show_too_long(self) -> None:
        text = self.tr("A template has {count} characters at most.")
        text = fill(text, count=format_number(LONGEST_TEMPLATE))
        self.rows["chat_template"].show_error(text)

    def _show_effect(self) -> None:
        """Say what is set takes of memory, and what saving it does."""
        own = self.settings() if self._is_short() else self._settings
        parts = [self._facts.fit_text(own)]
        changed = any(getattr(own, name) != getattr(self._settings, name) for name in _RELOADING)
        if changed and self._facts.is_in_use:
            parts.append(self.tr("Saving reloads the model, which stops running answers."))
        self.fit_label.setText(" ".join(part for part in parts if part))
        self.reset_button.setEnabled(any(getattr(own, name) is not None for name in self.rows))

    def _is_short(self) -> bool:
        return len(str(self.rows["chat_template"].value())) <= LONGEST_TEMPLATE
