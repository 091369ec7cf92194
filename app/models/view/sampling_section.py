"""The sampling of one model: its own values, and what applies where it has none."""

from collections.abc import Mapping

import msgspec
from PySide6.QtCore import Signal

from app.widgets.chat_panel.sampling_rows import SamplingRowFactory
from app.widgets.kit.fold import FoldSection
from app.widgets.kit.form_rows import FormRow, NumberRow
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, translate

_NOTHING: Mapping[str, object] = {}


class SamplingDefaults(msgspec.Struct, frozen=True):
    """The values that apply if the settings of a model have none.

    Attributes:
        values: those of all samplers without a preset.
        advice: those that are recommended for the model, also if the user has set others.
        advised: the names of those that are recommended and in ``values``.
        is_in_file: the model's file recommends them.
        presets: the values of the presets, by their names.
    """

    values: Mapping[str, object] = msgspec.field(default_factory=dict)
    advice: Mapping[str, object] = msgspec.field(default_factory=dict)
    advised: frozenset[str] = frozenset()
    is_in_file: bool = True
    presets: Mapping[str, Mapping[str, object]] = msgspec.field(default_factory=dict)


class SamplingSection(FoldSection):
    """Rows of the common samplers; a note below a row tells where its value comes from.

    ``changed`` is emitted after the user has set a value, or returned to the default.

    Attributes:
        values: the values that are set for the model.
    """

    changed = Signal()

    def __init__(self, defaults: SamplingDefaults) -> None:
        factory = SamplingRowFactory()
        rows = (*factory.everyday(), *factory.penalties())
        title = translate("ChatPanel", "Sampling")
        super().__init__("model_sampling", title, *rows, indent=0)
        self.rows: dict[str, FormRow] = {row.name: row for row in rows}
        self.values: dict[str, object] = {}
        self._defaults = defaults
        self._preset = _NOTHING
        for row in rows:
            row.mark_default(self.tr("Set for this model."))
            if isinstance(row, NumberRow) and row.slider is not None:
                row.slider.hide()  # as for other numbers of this page
            row.value_changed.connect(self._on_value_changed)
            row.default_requested.connect(self._on_default_requested)

    def set_values(self, values: Mapping[str, object]) -> None:
        """Show the values that are set for the model."""
        self.values = dict(values)
        self._show_values()

    def set_preset(self, name: object) -> None:
        """Show the defaults with a preset of this name, or without one."""
        self._preset = self._defaults.presets.get(str(name), _NOTHING)
        self._show_values()

    def flush(self) -> None:
        """Take pending input now."""
        for row in self.rows.values():
            row.flush()

    def _show_values(self) -> None:
        for name, row in self.rows.items():
            is_own = name in self.values
            default = self._preset.get(name, self._defaults.values.get(name))
            row.show_value(self.values[name] if is_own else default, is_own=is_own)
            row.show_note(self._source(name))
        self.show_changed(len(self.values))

    def _source(self, name: str) -> str:
        """Return where a default comes from, or what is recommended in place of a set value."""
        advised = self._defaults.advice.get(name)
        if name not in self.values:
            if name in self._preset:
                return self.tr("From the preset.")
            if name not in self._defaults.advised:
                return ""
            if self._defaults.is_in_file:
                return self.tr("Recommended in the model's file.")
            return self.tr("Recommended for this model.")
        if not isinstance(advised, int | float):
            return ""
        text = self.tr("Recommended: {value}")
        return fill(text, value=format_number(advised, 0 if isinstance(advised, int) else 2))

    def _on_value_changed(self, name: str, value: object) -> None:
        self.values[name] = value
        self._show_values()
        self.changed.emit()

    def _on_default_requested(self, name: str) -> None:
        self.values.pop(name, None)
        self._show_values()
        self.changed.emit()
