"""The settings of one model: each goes before that of the program, or leaves it as it is."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from app.domain import LONGEST_TEMPLATE, MOST_CARDS, ModelSettings
from app.settings import Settings
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.forms import ScrollableForm, dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill
from app.widgets.models.card_shares_row import CardSharesRow
from app.widgets.models.projector_row import OfferedProjector, ProjectorRow
from app.widgets.models.setting_rows import ModelRowFactory
from app.widgets.settings.rows import SettingRow

_RELOADING = (
    *("context_window", "slot_count", "kv_type", "chat_template", "keeps_experts"),
    "projector_path",
    "tensor_split",
)
_TEXTS = ("system_prompt", "chat_template")  # of which nothing is none
_LETTERS_WIDE, _LETTERS_HIGH = 84, 78


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
        self.rows: dict[str, SettingRow] = {row.name: row for row in rows}
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
