"""The settings of one model; each overrides the general setting, or is not set."""

from collections.abc import Callable
from functools import partial

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QPlainTextEdit, QSpinBox, QWidget

from app.models.model import FitEstimate
from app.models.named_model import NamedModel, aliases_in
from app.models.settings_model import MAX_CARDS, MAX_TEMPLATE_CHARS, ModelSettings
from app.models.view.file_rows import DraftRow, FileRow, OfferedFile, ProjectorRow
from app.models.view.fit_note import FitNote
from app.models.view.sampling_section import SamplingDefaults, SamplingSection
from app.settings import KvType, Settings
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.edit_page import EditPage
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.fold import FoldSection
from app.widgets.kit.form_rows import (
    ChoiceRow,
    FormRow,
    LineRow,
    NumberRow,
    Reading,
    Scale,
    TextRow,
    written_value,
)
from app.widgets.kit.forms import CalmField
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, translate
from app.widgets.settings.setting_rows import CONTEXT_STEP, MAX_CONTEXT, MAX_SLOTS

_RELOADING = (
    *("context_window", "slot_count", "kv_type", "chat_template", "keeps_experts"),
    *("projector_path", "draft_path"),
    "tensor_split",
)
_OF_EMBEDDING = ("context_window", "rest_minutes", "tensor_split", "aliases")
_ADVANCED = ("kv_type", "draft_path", "keeps_experts", "tensor_split", "aliases", "chat_template")
_MAX_SHARE = 1000
_SHOWN_CHARS = 120


class ModelSettingsFacts(msgspec.Struct, frozen=True):
    """The content of the page besides the settings of the model.

    Attributes:
        name: the name of the model.
        general: the general settings, which apply if the model sets none.
        preset_names: the presets that can be its default.
        sampling: what applies if the model sets no sampling.
        embeds_only: the model embeds texts, so that settings of chats are not shown.
        is_in_use: the model is loaded, so that some changes reload it.
        has_experts: the model has experts, and there is a graphics card to put them on.
        card_count: the number of graphics cards; several can share the model.
        projectors: projector files next to the model.
        automatic_projector: the file name of the one that is used if none is set.
        drafts: smaller models that can draft for it.
        others: the other models, whose names can't be aliases of this one.
        estimate: returns the estimated memory use of settings.
    """

    name: str
    general: Settings = msgspec.field(default_factory=Settings)
    preset_names: tuple[str, ...] = ()
    sampling: SamplingDefaults = msgspec.field(default_factory=SamplingDefaults)
    embeds_only: bool = False
    is_in_use: bool = False
    has_experts: bool = False
    card_count: int = 0
    projectors: tuple[OfferedFile, ...] = ()
    automatic_projector: str = ""
    drafts: tuple[OfferedFile, ...] = ()
    others: tuple[NamedModel, ...] = ()
    estimate: Callable[[ModelSettings], FitEstimate] = lambda _settings: FitEstimate()


def _prompt(text: str) -> str | None:
    return text.strip() or None


def _aliases(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else ""


def _template(text: str) -> str | None:
    """Return a template with its trailing blanks; None for a blank text."""
    return text if text.strip() else None


class CardSharesRow(FormRow):
    """A share of the model for each graphics card; all 0 leaves the split to llama.cpp."""

    def __init__(self, name: str, card_count: int) -> None:
        editor = QWidget()
        self.boxes = [QSpinBox() for _ in range(card_count)]
        editor.setLayout(FlowLayout(*self.boxes))
        text = (
            self.tr("Split between graphics cards"),
            self.tr(
                "The share of the model for each card, for example 3 and 1. If all are 0, free "
                "memory decides."
            ),
        )
        super().__init__(name, editor, *text, is_wide=True)
        editor.setFocusProxy(self.boxes[0])
        for number, box in enumerate(self.boxes, 1):
            box.setRange(0, _MAX_SHARE)
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
    """Builds the rows; a row without a value shows the general setting."""

    def all(self, settings: ModelSettings, facts: ModelSettingsFacts) -> tuple[FormRow, ...]:
        """Return the rows from top to bottom."""
        general = facts.general
        window = general.context_window
        slots = general.slot_count
        shown = self.tr("automatic") if window is None else format_number(window)
        shown_slots = self.tr("automatic") if slots is None else format_number(slots)
        largest = max(MAX_CONTEXT, settings.context_window or 0)
        named = ((name, name) for name in facts.preset_names)
        cards = min(facts.card_count, MAX_CARDS)
        template = TextRow(
            "chat_template",
            self.tr("Chat template"),
            self.tr("A Jinja template. Replaces the template in the model's file."),
            hint=self.tr("Empty: the template in the file is used."),
            reading=Reading(_template),
        )
        template.box.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        return (
            ChoiceRow(
                "preset_name",
                self.tr("Default preset"),
                self.tr("For chats that select no preset."),
                choices=((None, self.tr("None")), *named),
            ),
            TextRow(
                "system_prompt",
                self.tr("System prompt"),
                self.tr("Sent to this model at the start of every chat."),
                hint=self._general_prompt(general),
                reading=Reading(_prompt),
            ),
            self._longest_text(largest) if facts.embeds_only else self._context(largest, shown),
            NumberRow(
                "slot_count",
                self.tr("Chats answered at once"),
                self.tr("Further chats wait in a queue."),
                scale=Scale(1, max(MAX_SLOTS, settings.slot_count or 0)),
                none_word=self._as_general(shown_slots),
            ),
            ChoiceRow(
                "kv_type",
                self.tr("KV cache type"),
                self.tr("The precision of the chats in memory. Q8_0 takes about half the memory."),
                choices=(
                    (None, self._as_general(general.kv_type.name)),
                    (KvType.F16.name, self.tr("F16 (exact)")),
                    (KvType.Q8_0.name, self.tr("Q8_0 (half)")),
                ),
            ),
            ChoiceRow(
                "rest_minutes",
                self.tr("Unload it when it is idle"),
                self.tr("The next message loads it again."),
                choices=(
                    (None, self._as_general(self._rest(general.unload_minutes))),
                    (0, self._rest(None)),
                    *((count, self._rest(count)) for count in (5, 15, 60)),
                ),
            ),
            ProjectorRow("projector_path", facts.automatic_projector, facts.projectors),
            DraftRow("draft_path", facts.drafts),
            *((self._experts(),) if facts.has_experts else ()),
            *((CardSharesRow("tensor_split", cards),) if cards > 1 else ()),
            LineRow(
                "aliases",
                self.tr("Aliases for other programs"),
                self.tr("Names by which programs can ask for this model, separated by commas."),
                hint=self._alias_hint(facts),
                reading=Reading(partial(aliases_in, others=facts.others), _aliases),
            ),
            template,
        )

    def _alias_hint(self, facts: ModelSettingsFacts) -> str:
        if facts.embeds_only:
            return self.tr("For example: text-embedding-3-small")
        return self.tr("For example: gpt-4o-mini")

    def _context(self, largest: int, general: str) -> FormRow:
        return NumberRow(
            "context_window",
            self.tr("Context length"),
            self.tr("The number of tokens that the model can read of each chat."),
            scale=Scale(CONTEXT_STEP, largest, CONTEXT_STEP),
            none_word=self._as_general(general),
            unit=self.tr(" tokens"),
        )

    def _longest_text(self, largest: int) -> FormRow:
        return NumberRow(
            "context_window",
            self.tr("Longest text"),
            self.tr("Longer texts are refused. More tokens take more memory."),
            scale=Scale(CONTEXT_STEP, largest, CONTEXT_STEP),
            none_word=self.tr("Automatic"),
            unit=self.tr(" tokens"),
        )

    def _rest(self, minutes: int | None) -> str:
        if not minutes:
            return self.tr("Never")
        return fill(self.tr("After {count} minutes"), count=minutes)

    def _experts(self) -> FormRow:
        return ChoiceRow(
            "keeps_experts",
            self.tr("Experts"),
            self.tr(
                "In a mixture of experts, only a few experts compute each token. In main "
                "memory, they leave the graphics card to the rest of the model and to chats."
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


class ModelSettingsPage(EditPage):
    """Emits the settings when they are saved; a changed template is checked first."""

    saved = Signal(object)  # ModelSettings
    section_folded = Signal(str, bool)
    template_check_requested = Signal(str)

    def __init__(
        self, settings: ModelSettings, facts: ModelSettingsFacts, parent: QWidget | None = None
    ) -> None:
        title = fill(self.tr("Settings of {name}"), name=facts.name)
        super().__init__(title, self.tr("Save"), parent)
        self._settings = settings
        self._facts = facts
        self._good_template = settings.chat_template  # the model was loaded with it
        self._is_saving = False
        rows = ModelRowFactory(self).all(settings, facts)
        self.rows: dict[str, FormRow] = {row.name: row for row in rows}
        projector_row, draft_row = self.rows["projector_path"], self.rows["draft_path"]
        assert isinstance(projector_row, ProjectorRow)
        assert isinstance(draft_row, DraftRow)
        self.projector_row, self.draft_row = projector_row, draft_row
        self.sampling = SamplingSection(facts.sampling)
        advanced = (self.rows[name] for name in _ADVANCED if name in self.rows)
        title = translate("SettingsPage", "Advanced")
        self.advanced = FoldSection("model_advanced", title, *advanced, indent=0)
        self.fit_note = FitNote(self)
        self.reset_button = PillButton(self.tr("Reset to defaults"))
        self._build_layout()
        for name, row in self.rows.items():
            row.set_value(getattr(settings, name))
        self.sampling.set_values(settings.sampling or {})
        self.sampling.set_preset(settings.preset_name)
        self.sampling.changed.connect(self._show_effect)
        for section in (self.sampling, self.advanced):
            section.set_folded(is_folded=section.key not in facts.general.unfolded_sections)
            section.folded.connect(partial(self._on_folded, section))
        self.reset_button.clicked.connect(self._on_reset)
        for row in rows:
            row.value_changed.connect(self._on_value_changed)
        self._show_effect()
        self.mark_unchanged()

    def content(self) -> object:
        for row in self.rows.values():
            row.flush()
        self.sampling.flush()
        return [*(row.value() for row in self.rows.values()), dict(self.sampling.values)]

    def settings(self) -> ModelSettings:
        """Return the values of the rows."""
        values: dict[str, object] = {name: row.value() for name, row in self.rows.items()}
        values["sampling"] = dict(self.sampling.values) or None
        return replace(self._settings, **values)  # rows have the names of fields

    def show_template_checked(self, text: str, problem: str) -> None:
        """Show the error of a template, or continue saving if it has none."""
        row = self.rows["chat_template"]
        if text != row.value():
            return  # the text has changed, and is checked again
        row.show_error(problem)
        self._unfold_errors()
        is_saving, self._is_saving = self._is_saving, False
        if not problem:
            self._good_template = text
            if is_saving:
                self.accept()

    def show_file_checked(self, row: FileRow, path: str, problem: str) -> None:
        """Show the error of a chosen file, and update the memory use."""
        if path == row.value():
            row.show_error(problem)
            self._show_effect()

    def accept(self) -> None:
        for row in self.rows.values():
            row.flush()
        self.sampling.flush()
        for checked in (self.projector_row, self.draft_row, self.rows["aliases"]):
            if checked.error_text():
                self._unfold_errors()
                checked.editor.setFocus()
                return
        template = written_value(self.rows["chat_template"].value())
        if len(template) > MAX_TEMPLATE_CHARS:
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
        column = vertical_layout(inside, margins=(0, 0, 0, 0), spacing=4)
        intro = self.tr(
            "These settings apply only to this model, even if its file is renamed or moved."
        )
        column.addWidget(MutedLabel(intro, wraps=True))
        for name, row in self.rows.items():
            if name not in _ADVANCED:
                column.addWidget(row)
            row.setVisible(not self._facts.embeds_only or name in _OF_EMBEDDING)
            if name == "system_prompt":
                column.addWidget(self.sampling)
                self.sampling.setVisible(not self._facts.embeds_only)
        column.addWidget(self.advanced)
        first = self.rows["context_window" if self._facts.embeds_only else "preset_name"]
        column.addWidget(self.reset_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.reset_button.setAutoDefault(False)
        self.set_form(inside, self.fit_note, first=first.editor)

    def _on_folded(self, section: FoldSection) -> None:
        self.section_folded.emit(section.key, section.is_folded)

    def _on_reset(self) -> None:
        for row in self.rows.values():
            row.reset()
        self.sampling.set_values({})
        self.sampling.set_preset(None)
        self._show_effect()

    def _on_value_changed(self, name: str, value: object) -> None:
        if name == "preset_name":
            self.sampling.set_preset(value)
        if name == "chat_template":
            self._is_saving = False  # requested with another text
            if len(str(value)) > MAX_TEMPLATE_CHARS:
                self._show_too_long()
            elif value:
                self.template_check_requested.emit(str(value))
        self._show_effect()

    def _show_too_long(self) -> None:
        text = self.tr("A template can have at most {count} characters.")
        text = fill(text, count=format_number(MAX_TEMPLATE_CHARS))
        self.rows["chat_template"].show_error(text)
        self._unfold_errors()

    def _unfold_errors(self) -> None:
        if any(self.rows[name].error_text() for name in _ADVANCED if name in self.rows):
            self.advanced.set_folded(is_folded=False)

    def _show_effect(self) -> None:
        """Show the estimated memory use, and whether saving reloads the model."""
        own = self.settings() if self._is_short() else self._settings
        estimate = self._facts.estimate(own)
        parts = [estimate.text]
        changed = any(getattr(own, name) != getattr(self._settings, name) for name in _RELOADING)
        if changed and self._facts.is_in_use:
            parts.append(self.tr("Saving reloads the model, which stops running answers."))
        self.fit_note.show_fit(" ".join(part for part in parts if part), estimate.fit)
        rows = (self.rows[name] for name in _ADVANCED if name in self.rows)
        self.advanced.show_changed(sum(not row.is_default for row in rows))
        is_default = all(row.is_default for row in self.rows.values()) and not self.sampling.values
        self.reset_button.setEnabled(not is_default)

    def _is_short(self) -> bool:
        return len(str(self.rows["chat_template"].value())) <= MAX_TEMPLATE_CHARS
