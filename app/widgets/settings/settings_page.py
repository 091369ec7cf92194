"""The page with all settings, in parts; changes apply at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QSizePolicy,
    QWidget,
)

from app.errors import InvalidSettings
from app.machines.view.machines_view import MachinesView
from app.models.model import FitEstimate
from app.models.view.fit_note import FitNote
from app.models.view.token_view import TokenView
from app.programs.view import ProgramsView
from app.settings import AUTOMATIC_SLOTS, Settings, with_section
from app.tools.view.tools_view import ToolsView
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.explanation import Explanation
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.fold import FoldSection
from app.widgets.kit.form_rows import ChoiceRow, FileRow, FormRow, NumberRow
from app.widgets.kit.geometry import (
    FoldingLayout,
    horizontal_layout,
    resize_on_screen,
    vertical_layout,
)
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translated
from app.widgets.settings.paged_form import PagedForm, SettingGroup
from app.widgets.settings.setting_rows import ADVANCED, RELOADING, RpcRow, SettingRowFactory
from app.widgets.settings.storage_views import BackupsView, CacheView

WIDTH, HEIGHT = 860, 640
WIDE_CHARS, HIGH_CHARS = 116, 86  # in characters, for larger text
_DISCARD = 2  # an answer, besides those of QDialog.DialogCode


class RestartStrip(QWidget):
    """Offers a restart while the selected language differs from the one that is shown."""

    restart_requested = Signal()

    def __init__(self, shown_language: str) -> None:
        super().__init__()
        self._shown = shown_language
        text = self.tr(
            "Tabs and drafts are restored. Running answers are stopped; their partial text is kept."
        )
        self.button = PillButton(self.tr("Restart now"), is_main=True)
        self.button.clicked.connect(lambda: self.restart_requested.emit())
        self._inside = QWidget()  # the search shows and hides the strip itself
        _lay_out_strip(self._inside, MutedLabel(text, wraps=True), self.button)
        vertical_layout(self, self._inside, margins=(0, 0, 0, 0))
        self._inside.hide()

    def set_language(self, language: str) -> None:
        """Set the selected language."""
        self._inside.setVisible(language != self._shown)


class MemoryNote(FitNote):
    """Shows the memory that settings reserve.

    ``effective`` returns settings with the overrides of the model in use; ``estimate`` returns
    their estimated memory use.
    """

    def __init__(self) -> None:
        super().__init__()
        self.effective: Callable[[Settings], Settings] = lambda settings: settings
        self.estimate: Callable[[Settings], FitEstimate] = lambda _settings: FitEstimate()
        self.setContentsMargins(0, 6, 0, 6)

    def show_settings(self, settings: Settings) -> None:
        """Show the memory for these settings."""
        settings = self.effective(settings)
        slots, each = settings.slot_count or AUTOMATIC_SLOTS, settings.context_window
        if each is None:
            text = self.tr("{slots} chats at once, each with the automatic context length.")
            text = fill(text, slots=slots)
        else:
            text = self.tr("Reserves memory for {slots} chats of {each:,} tokens.")
            text = fill(text, slots=slots, each=each)
        found = self.estimate(settings)
        self.show_fit(found.text or text, found.fit)


class ReloadStrip(QWidget):
    """Names the settings that wait for a reload of the model, with buttons to apply or discard.

    It stands below the pages: neither a search nor scrolling hides it.
    """

    reload_requested = Signal()
    discard_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.label = MutedLabel(wraps=True)
        self.button = PillButton(self.tr("Reload now"), is_main=True)
        self.discard_button = PillButton(self.tr("Discard"))
        self.button.clicked.connect(lambda: self.reload_requested.emit())
        self.discard_button.clicked.connect(lambda: self.discard_requested.emit())
        _lay_out_strip(self, self.label, self.discard_button, self.button, spacing=8)
        self.hide()

    def show_waiting(self, titles: Sequence[str]) -> None:
        """Show the titles of the waiting settings; without any, the strip is hidden."""
        text = self.tr(
            "{settings}: applied when the model is reloaded. This stops running answers."
        )
        self.label.setText(fill(text, settings=", ".join(titles)))
        self.setVisible(bool(titles))


class GpuBackendsView(QWidget):
    """Shows the folder of GPU packs, and the result of adding one."""

    add_requested = Signal()
    folder_requested = Signal()
    restart_requested = Signal()

    def __init__(self, folder: str) -> None:
        super().__init__()
        text = self.tr(
            "With a GPU pack, the model runs on a graphics card. Hubbub looks for packs in "
            "{folder}."
        )
        self._label = Explanation(self.tr("GPU packs"), fill(text, folder=folder))
        self.outcome_label = MutedLabel(wraps=True)
        self.add_button = PillButton(self.tr("Add GPU pack…"))
        self.folder_button = PillButton(self.tr("Open the folder"))
        self.restart_button = PillButton(self.tr("Restart the engine"), is_main=True)
        self.add_button.clicked.connect(lambda: self.add_requested.emit())
        self.folder_button.clicked.connect(lambda: self.folder_requested.emit())
        self.restart_button.clicked.connect(self._on_restart)
        self._build_layout()
        self.show_outcome("")

    def show_probe(self) -> None:
        """Show that a pack is being tested."""
        self.show_outcome(self.tr("The pack is being tested…"))
        self.add_button.setEnabled(False)

    def show_added(self, name: str) -> None:
        """Show that a pack was added, with a button that restarts the engine."""
        text = self.tr(
            "{name} was added. It is used after the engine restarts, which stops running answers."
        )
        self.show_outcome(fill(text, name=name))
        self.restart_button.show()

    def show_outcome(self, text: str) -> None:
        """Show the result of adding a pack; an empty text hides it."""
        self.outcome_label.setText(text)
        self.outcome_label.setVisible(bool(text))
        self.restart_button.hide()
        self.add_button.setEnabled(True)

    def _on_restart(self) -> None:
        self.show_outcome("")
        self.restart_requested.emit()

    def _build_layout(self) -> None:
        column = vertical_layout(self, self._label, margins=(0, 6, 0, 6), spacing=8)
        buttons = horizontal_layout(None, self.add_button, self.folder_button)
        buttons.addStretch(1)
        column.addLayout(buttons)
        column.addWidget(self.outcome_label)
        column.addWidget(self.restart_button, 0, Qt.AlignmentFlag.AlignLeft)


class SettingsFacts(msgspec.Struct, frozen=True):
    """The content of the page besides the settings.

    Attributes:
        model: a sentence about the loaded model.
        folders: the folders of conversations, settings and the log.
        gpu_backends_folder: the folder of GPU packs.
        about: version and parts, one line each.
        language: the language of the window, as in the settings.
        core_count: the number of available CPU cores.
    """

    model: str = ""
    folders: tuple[str, str, str] = ("", "", "")
    gpu_backends_folder: str = ""
    about: str = ""
    language: str = ""
    core_count: int = 1


class SettingsPage(QDialog):
    """Shows settings and emits every change; those that reload the model wait for a button."""

    settings_changed = Signal(object)
    keys_requested = Signal()
    open_model_requested = Signal()
    builtin_model_requested = Signal()
    tour_requested = Signal()

    def __init__(
        self,
        settings: Settings,
        parent: QWidget | None = None,
        *,
        facts: SettingsFacts | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.settings = settings  # as applied, without values that wait for the button
        self._facts = facts or SettingsFacts()
        self.cache = CacheView()
        self.backups = BackupsView()
        self.token = TokenView()
        self.machines = MachinesView()
        self.programs = ProgramsView()
        self.memory = MemoryNote()
        self.tools = ToolsView()
        self.reload_strip = ReloadStrip()
        self.restart_strip = RestartStrip(self._facts.language)
        self.gpu_backends = GpuBackendsView(self._facts.gpu_backends_folder)
        self.form = PagedForm(self._build_pages())
        self.rows = self.form.rows
        rpc_row = self.rows["rpc_servers"]
        assert isinstance(rpc_row, RpcRow)
        self.rpc_row = rpc_row
        self.file_rows = tuple(row for row in self.rows.values() if isinstance(row, FileRow))
        defaults = Settings()
        for name, row in self.rows.items():
            row.default = getattr(defaults, name)
            row.set_value(getattr(settings, name))
        self.form.set_unfolded(settings.unfolded_sections)
        self._build_layout()
        self._connect_parts()
        self.set_settings(settings)

    def set_settings(self, settings: Settings) -> None:
        """Show settings after any change; values that are not applied yet are kept."""
        waiting = {row.name for row in self._waiting_rows()}
        self.settings = settings
        for name, row in self.rows.items():
            # Values that wait for the button or are being typed are not in the settings yet.
            if name not in waiting and not row.is_pending and not row.error_text():
                row.set_value(getattr(settings, name))
        self.restart_strip.set_language(settings.language)
        self.rpc_row.show_offline(is_offline=settings.is_offline)
        self._show_reload()
        self._show_resets()

    def set_automatic(self, name: str, count: int | None) -> None:
        """Show the current value of an automatic number; None if unknown or set by the user."""
        row = self.rows[name]
        assert isinstance(row, NumberRow)
        row.set_none_word(
            self.tr("Automatic")
            if count is None
            else fill(self.tr("Automatic: {count:,}"), count=count)
        )

    def set_automatic_size(self, name: str, byte_count: int) -> None:
        """Show the size that an automatic limit has now."""
        row = self.rows[name]
        assert isinstance(row, ChoiceRow)
        text = fill(self.tr("Automatic: {size}"), size=format_bytes(byte_count))
        row.set_label(None, text)

    def show_own(self, texts: Mapping[str, str]) -> None:
        """Show the overrides of the model in use, by setting name, below their rows."""
        for name, row in self.rows.items():
            text = texts.get(name, "")
            row.show_note(fill(self.tr("This model: {value}"), value=text) if text else "")
        self._show_reload()

    def waiting_values(self) -> dict[str, object]:
        """Return the values that wait for a reload of the model, by the names of the settings."""
        for row in self.rows.values():
            row.flush()
        return {row.name: row.value() for row in self._waiting_rows()}

    def done(self, result: int) -> None:
        if self.waiting_values():
            self._ask_about_waiting()
        else:
            super().done(result)

    def _build_pages(self) -> tuple[SettingGroup, ...]:
        text = SettingRowFactory(self)
        tour = self._button(self.tr("Show the welcome tips again"), self.tour_requested.emit)
        keys = self._button(self.tr("Show and change all shortcuts…"), self.keys_requested.emit)
        places = self.tr(
            "Chats are stored in {conversations}, settings in {settings}, the log in {log}."
        )
        data, config, log = self._facts.folders
        places = fill(places, conversations=data, settings=config, log=log)
        stored = Explanation(self.tr("Where things are stored"), places)
        offline = self.tr(
            "Nothing you write leaves this computer unless you choose another machine "
            "for a chat, or allow a tool that sends something. The window and the engine open "
            "no connections; a separate process checks for updates, and finds and downloads "
            "models, if you turn that on. Links open in your browser, and only when you click "
            "them."
        )
        unencrypted = self.tr(
            "If other computers' memory is used (Engine, RPC), the engine connects to them and "
            "sends parts of chats unencrypted."
        )
        leaving = Explanation(self.tr("What leaves this computer"), f"{offline} {unencrypted}")
        stored.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        pages = text.all(self.settings, self._facts.core_count)
        details = (row for _title, rows in pages for row in rows if row.name in ADVANCED)
        # Each follows the rows that it is about: after turning on the server, the user needs its
        # address and token first.
        after = {"slot_count": self.memory, "server_is_on": self.programs}
        after["tool_call_limit"] = self.tools
        last: tuple[tuple[QWidget, ...], ...] = (
            (self.restart_strip, keys, tour, _text(self._facts.about)),
            (),
            (self.gpu_backends, FoldSection("engine", self.tr("Advanced"), *details, indent=0)),
            (self._build_model(),),
            (self.token, leaving),
            (self.machines,),
            (),
            (self.tools.key,),
            (self.cache, stored),
            (self.backups,),
        )
        return tuple(
            SettingGroup(title, *_with_parts(rows, after), *widgets)
            for (title, rows), widgets in zip(pages, last, strict=True)
        )

    def _build_model(self) -> QWidget:
        host = QWidget()
        self.model_label = _text(self._facts.model)
        opening = self._button(self.tr("Open model…"), self.open_model_requested.emit)
        starter = self._button(self.tr("Starter model"), self.builtin_model_requested.emit)
        column = vertical_layout(host, self.model_label, margins=(0, 6, 0, 6), spacing=8)
        column.addLayout(FlowLayout(opening, starter))
        return host

    def _button(self, text: str, request: Callable[[], object]) -> QWidget:
        button = PillButton(text)
        button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: request())
        return button

    def _build_layout(self) -> None:
        outside = vertical_layout(self)
        outside.addWidget(self.form, 1)
        outside.addWidget(self.reload_strip)
        self._size_to_text()

    def _size_to_text(self) -> None:
        character = self.fontMetrics().averageCharWidth()
        wanted = QSize(character * WIDE_CHARS, character * HIGH_CHARS)
        resize_on_screen(self, wanted.expandedTo(QSize(WIDTH, HEIGHT)))

    def _connect_parts(self) -> None:
        self.reload_strip.reload_requested.connect(self._on_reload_requested)
        self.reload_strip.discard_requested.connect(self._on_discard_requested)
        for page in self.form.pages:
            page.value_changed.connect(self._on_value_changed)
            page.rows_reset.connect(self._on_rows_reset)
        self.form.section_folded.connect(self._on_section_folded)

    def _on_value_changed(self, name: str, value: object) -> None:
        # These settings reload the model, which takes seconds and stops answers, so they wait
        # for the button. All others apply at once.
        if name in RELOADING:
            self._show_reload()
            return
        self._change({name: value}, self.rows[name])

    def _on_section_folded(self, key: str, is_folded: bool) -> None:
        self.settings = with_section(self.settings, key, is_folded=is_folded)
        self.settings_changed.emit(self.settings)

    def _change(self, values: dict[str, object], row: FormRow) -> None:
        try:
            changed = msgspec.structs.replace(self.settings, **values)
        except InvalidSettings as error:
            row.show_error(translated(str(error)))
            return
        if changed != self.settings:
            self.settings = changed
            self.restart_strip.set_language(changed.language)
            self._show_resets()
            self.settings_changed.emit(changed)

    def _waiting_rows(self) -> list[FormRow]:
        return [
            row
            for name, row in self.rows.items()
            if name in RELOADING
            and not row.error_text()
            and row.value() != getattr(self.settings, name)
        ]

    def _show_reload(self) -> None:
        rows = self._waiting_rows()
        waiting = {row.name: row.value() for row in rows}
        self.memory.show_settings(msgspec.structs.replace(self.settings, **waiting))
        self.reload_strip.show_waiting([row.title for row in rows])

    def _on_reload_requested(self) -> None:
        rows = self._waiting_rows()
        if rows:
            self._change({row.name: row.value() for row in rows}, rows[0])
        self._show_reload()

    def _on_discard_requested(self) -> None:
        for row in self._waiting_rows():
            row.set_value(getattr(self.settings, row.name))
        self._show_reload()
        self._show_resets()

    def _ask_about_waiting(self) -> None:
        """Ask whether to apply or discard the waiting settings before the page closes."""
        strip = self.reload_strip
        box = QuestionBox(strip.label.text(), strip.button.text(), self)
        discard = PillButton(strip.discard_button.text())
        discard.setAutoDefault(False)
        box.buttons.addButton(discard, QDialogButtonBox.ButtonRole.DestructiveRole)
        discard.clicked.connect(lambda: box.done(_DISCARD))
        box.finished.connect(self._on_answered)
        box.open()

    def _on_answered(self, answer: int) -> None:
        if answer == QDialog.DialogCode.Rejected:
            return
        if answer == _DISCARD:
            self._on_discard_requested()
        else:
            self._on_reload_requested()
        self.reject()

    def _on_rows_reset(self, names: tuple[str, ...]) -> None:
        at_once = {name: self.rows[name].default for name in names if name not in RELOADING}
        if at_once:
            self._change(at_once, self.rows[names[0]])
        self._show_reload()
        self._show_resets()

    def _show_resets(self) -> None:
        for page in self.form.pages:
            page.update_reset()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Find):
            self.form.focus_search()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange and self.isWindow():
            self._size_to_text()


def _with_parts(rows: Iterable[FormRow], after: Mapping[str, QWidget]) -> Iterator[QWidget]:
    """Yield rows except advanced ones, each with the part that follows the row of its name."""
    for row in rows:
        if row.name in ADVANCED:
            continue
        yield row
        if row.name in after:
            yield after[row.name]


def _lay_out_strip(host: QWidget, label: QLabel, *buttons: QWidget, spacing: int = 16) -> None:
    row = FoldingLayout(host, spacing=spacing, folded_spacing=spacing)
    row.setContentsMargins(0, 6, 0, 6)
    row.addWidget(label, 1)
    for button in buttons:
        row.addWidget(button)


def _text(text: str) -> QLabel:
    label = QLabel(textFormat=Qt.TextFormat.PlainText, text=text, wordWrap=True)
    label.setContentsMargins(0, 6, 0, 6)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
