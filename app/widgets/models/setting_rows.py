"""The rows with the settings of one model."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPlainTextEdit

from app.domain import ModelSettings
from app.settings import KvType, Settings
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill
from app.widgets.settings.row_factory import CONTEXT_STEP, LARGEST_CONTEXT, MAX_SLOTS
from app.widgets.settings.rows import ChoiceRow, NumberRow, RowText, SettingRow, TextRow

_SHOWN_LETTERS = 120


class TemplateRow(TextRow):
    """A template, in which blanks at the end count as well."""

    def __init__(self, name: str, text: RowText, hint: str) -> None:
        super().__init__(name, text, hint)
        self.box.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)

    def value(self) -> str:
        text = self.box.toPlainText()
        return text if text.strip() else ""


class ModelRowFactory(QObject):
    """Builds the rows; where nothing is set, a row says what holds instead."""

    def all(
        self, general: Settings, preset_names: tuple[str, ...], settings: ModelSettings
    ) -> tuple[SettingRow, ...]:
        """Return the rows in their order."""
        return (
            self._presets(preset_names),
            TextRow(
                "system_prompt",
                RowText(
                    self.tr("System prompt"),
                    self.tr("Sent to this model before every conversation."),
                ),
                self._general_prompt(general),
            ),
            *self._numbers(general, settings),
            self._kv_types(general),
            TemplateRow(
                "chat_template",
                RowText(
                    self.tr("Chat template"),
                    self.tr("In Jinja. Takes the place of the template in the model's file."),
                ),
                self.tr("Empty: the template in the file is used."),
            ),
        )

    def _presets(self, names: tuple[str, ...]) -> SettingRow:
        text = RowText(
            self.tr("Default preset"), self.tr("For chats without a preset of their own.")
        )
        named = ((name, name) for name in names)
        return ChoiceRow("preset_name", text, ((None, self.tr("None")), *named))

    def _numbers(self, general: Settings, settings: ModelSettings) -> tuple[SettingRow, ...]:
        window = general.context_window
        shown = self.tr("automatic") if window is None else format_number(window)
        return (
            NumberRow(
                "context_window",
                RowText(
                    self.tr("Context length"),
                    self.tr("How many tokens the model remembers of each chat."),
                ),
                low=CONTEXT_STEP,
                high=max(LARGEST_CONTEXT, settings.context_window or 0),
                step=CONTEXT_STEP,
                none_word=self._as_general(shown),
                unit=self.tr(" tokens"),
            ),
            NumberRow(
                "slot_count",
                RowText(
                    self.tr("Chats answered at once"),
                    self.tr("Further chats wait for their turn."),
                ),
                low=1,
                high=max(MAX_SLOTS, settings.slot_count or 0),
                none_word=self._as_general(format_number(general.slot_count)),
            ),
        )

    def _kv_types(self, general: Settings) -> SettingRow:
        labels = {KvType.F16: self.tr("F16 (exact)"), KvType.Q8_0: self.tr("Q8_0 (half)")}
        text = RowText(
            self.tr("KV cache type"),
            self.tr("How exactly the model remembers chats. Q8_0 takes about half the memory."),
        )
        offered = ((kind.name, label) for kind, label in labels.items())
        return ChoiceRow(
            "kv_type", text, ((None, self._as_general(general.kv_type.name)), *offered)
        )

    def experts(self) -> SettingRow:
        """Return the row for where the experts of a model are."""
        text = RowText(
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
        return ChoiceRow("keeps_experts", text, choices)

    def _as_general(self, value: str) -> str:
        return fill(self.tr("General: {value}"), value=value)

    def _general_prompt(self, general: Settings) -> str:
        prompt = " ".join(general.system_prompt.split())
        if not prompt:
            return self.tr("For example: Answer briefly.")
        if len(prompt) > _SHOWN_LETTERS:
            prompt = prompt[:_SHOWN_LETTERS] + " …"
        return self._as_general(prompt)
