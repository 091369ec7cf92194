"""The settings of one model: each goes before that of the program, or leaves it as it is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from app.models.settings_model import LONGEST_TEMPLATE, MAX_CARDS, ModelSettings
from app.settings import KvType, Settings
from app.widgets.dialogs.file_choice import file_dialog
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.form_rows import ChoiceRow, FormRow, NumberRow, Reading, Scale, TextRow
from app.widgets.kit.forms import CalmField, ScrollableForm, dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.text import format_bytes, format_number
from app.widgets.kit.translation import fill
from app.widgets.settings.setting_rows import CONTEXT_STEP, MAX_CONTEXT, MAX_SLOTS

_RELOADING = (
    *("context_window", "slot_count", "kv_type", "chat_template", "keeps_experts"),
    "projector_path",
    "tensor_split",
)
_CHARS_WIDE, _CHARS_HIGH = 84, 78
_MOST = 1000
_SHOWN_CHARS = 120
_CHOOSE = object()  # the value of the last entry, which is none


@dataclass(frozen=True, slots=True)
class OfferedProjector:
    """A projector that can be set for a model."""

    path: str
    byte_count: int = 0

    @property
    def label(self) -> str:
        """Return its name, with its size where that is known."""
        name = PurePath(self.path).name
        return f"{name} · {format_bytes(self.byte_count)}" if self.byte_count else name


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


def _written(value: object) -> str:
    return "" if value is None else str(value)


def _prompt(text: str) -> str | None:
    return text.strip() or None


def _template(text: str) -> str | None:
    """Return a template, in which blanks at the end count as well; None for no text."""
    return text if text.strip() else None


class ProjectorRow(ChoiceRow):
    """Automatic, none, one of the files beside the model, or any other that is chosen."""

    file_selected = Signal(str)

    def __init__(self, name: str, automatic: str, offers: Iterable[OfferedProjector]) -> None:
        """``automatic`` is the name of the file that is found; empty for none."""
        text = (
            self.tr("Pictures"),
            self.tr("The projector (mmproj): a file with which the model sees or hears."),
        )
        self._automatic = automatic
        beside = ((each.path, each.label) for each in offers)
        choices = (
            (None, self.tr("Automatic")),
            ("", self.tr("None: text only")),
            *beside,
            (_CHOOSE, self.tr("Choose a file …")),
        )
        super().__init__(name, *text, choices=choices)
        self._set = self.box.currentIndex()
        self._folder = ""
        self.box.activated.connect(self._on_activated)

    def set_folder(self, folder: str) -> None:
        """Begin there when a file is chosen."""
        self._folder = folder

    def value(self) -> object:
        value = super().value()
        return self._values[self._set] if value is _CHOOSE else value

    def set_value(self, value: object) -> None:
        if value not in self._values:
            # Before the last entry, which stays the last.
            at = len(self._values) - 1
            self._values.insert(at, value)
            self.box.insertItem(at, OfferedProjector(str(value)).label)
        super().set_value(value)
        self._set = self.box.currentIndex()
        self._show_file()

    def _on_activated(self, index: int) -> None:
        if self._values[index] is not _CHOOSE:
            self._set = index
            self._show_file()
            return
        self.box.setCurrentIndex(self._set)  # until a file is chosen, what was set holds
        self._choose()

    def _show_file(self) -> None:
        """Name the file that is used: the field has no room for the names that they have."""
        value = self.value()
        name = self._automatic if value is None else PurePath(str(value)).name if value else ""
        text = fill(self.tr("Uses {name}."), name=name) if name else ""
        if value is None and not name:
            text = self.tr("None that fits lies beside the model.")
        self.show_note(text)

    def _choose(self) -> None:
        dialog = file_dialog(self.tr("Choose a projector"), self._folder, self.window())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Projectors (*.gguf)"), self.tr("All files (*)")])
        dialog.fileSelected.connect(self.take_file)
        dialog.open()

    def take_file(self, path: str) -> None:
        """Set a file that was chosen."""
        self.set_value(path)
        self._emit()
        self.file_selected.emit(path)


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


class ModelRowFactory(QObject):
    """Builds the rows; where nothing is set, a row says what holds instead."""

    def all(self, settings: ModelSettings, facts: ModelSettingsFacts) -> tuple[FormRow, ...]:
        """Return the rows in their order."""
        general = facts.general
        window = general.context_window
        shown = self.tr("automatic") if window is None else format_number(window)
        largest = max(MAX_CONTEXT, settings.context_window or 0)
        named = ((name, name) for name in facts.preset_names)
        cards = min(facts.card_count, MAX_CARDS)
        template = TextRow(
            "chat_template",
            self.tr("Chat template"),
            self.tr("In Jinja. Takes the place of the template in the model's file."),
            hint=self.tr("Empty: the template in the file is used."),
            reading=Reading(_template, _written),
        )
        template.box.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        return (
            ChoiceRow(
                "preset_name",
                self.tr("Default preset"),
                self.tr("For chats without a preset of their own."),
                choices=((None, self.tr("None")), *named),
            ),
            TextRow(
                "system_prompt",
                self.tr("System prompt"),
                self.tr("Sent to this model before every conversation."),
                hint=self._general_prompt(general),
                reading=Reading(_prompt, _written),
            ),
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
            ChoiceRow(
                "kv_type",
                self.tr("KV cache type"),
                self.tr("How exactly the model remembers chats. Q8_0 takes about half the memory."),
                choices=(
                    (None, self._as_general(general.kv_type.name)),
                    (KvType.F16.name, self.tr("F16 (exact)")),
                    (KvType.Q8_0.name, self.tr("Q8_0 (half)")),
                ),
            ),
            ProjectorRow("projector_path", facts.automatic_projector, facts.projectors),
            *((self._experts(),) if facts.has_experts else ()),
            *((CardSharesRow("tensor_split", cards),) if cards > 1 else ()),
            template,
        )

    def _experts(self) -> FormRow:
        return ChoiceRow(
            "keeps_experts",
            self.tr("Experts"),
            self.tr(
                "Of a mixture of experts, a few compute for each token. In main memory they leave "
                "the graphics card to the rest of the model, and to chats."
            ),
            choices=(
                (None, self.tr("Automatic")),
                (False, self.tr("On the graphics card")),
                (True, self.tr("In main memory")),
            ),
        )

    def _as_general(self, value: str) -> str:
        return fill(self.tr("General: {value}"), value=value)

    def _general_prompt(self, general: Settings) -> str:
        prompt = " ".join(general.system_prompt.split())
        if not prompt:
            return self.tr("For example: Answer briefly.")
        if len(prompt) > _SHOWN_CHARS:
            prompt = prompt[:_SHOWN_CHARS] + " …"
        return self._as_general(prompt)


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
        rows = ModelRowFactory(self).all(settings, facts)
        self.rows: dict[str, FormRow] = {row.name: row for row in rows}
        projector_row = self.rows["projector_path"]
        assert isinstance(projector_row, ProjectorRow)
        self.projector_row = projector_row
        self.fit_label = MutedLabel(parent=self, wraps=True)
        self.reset_button = PillButton(self.tr("Reset to defaults"))
        self._build_layout()
        for name, row in self.rows.items():
            row.set_value(getattr(settings, name))
        self.reset_button.clicked.connect(self._on_reset)
        for row in rows:
            row.value_changed.connect(self._on_value_changed)
        self._show_effect()

    def settings(self) -> ModelSettings:
        """Return what is set in the rows."""
        values: dict[str, object] = {name: row.value() for name, row in self.rows.items()}
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
        template = _written(self.rows["chat_template"].value())
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
        wanted.setWidth(max(wanted.width(), letter * _CHARS_WIDE))
        wanted.setHeight(max(wanted.height(), letter * _CHARS_HIGH))
        resize_on_screen(self, wanted)

    def _on_reset(self) -> None:
        for row in self.rows.values():
            row.reset()
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
        self.reset_button.setEnabled(not all(row.is_default for row in self.rows.values()))

    def _is_short(self) -> bool:
        return len(str(self.rows["chat_template"].value())) <= LONGEST_TEMPLATE
