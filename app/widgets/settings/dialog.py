"""All settings, in sections, with a search; changes apply at once."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.errors import InvalidSettings
from app.settings import Settings
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.forms import ScrollableForm, dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.list_rows import LineDelegate
from app.widgets.kit.translation import fill, translated
from app.widgets.settings.backups_view import BackupsView
from app.widgets.settings.cache_view import CacheView
from app.widgets.settings.gpu_backends import GpuBackendsView
from app.widgets.settings.reload_strip import ReloadStrip
from app.widgets.settings.restart_strip import RestartStrip
from app.widgets.settings.row_factory import RELOADING, SettingRowFactory
from app.widgets.settings.rows import NumberRow, SettingRow, fold_direction
from app.widgets.settings.section import SettingSection

NARROW_LETTERS = 90


@dataclass(frozen=True, slots=True)
class SettingsFacts:
    """What the dialog shows in addition to the settings.

    Attributes:
        model: a sentence about the loaded model.
        folders: the folders of conversations, settings and the log.
        gpu_backends_folder: where the files for graphics cards lie.
        about: version and parts, one line each.
        language: which the window was built in, as the settings name it.
        core_count: how many threads can run at the same moment.
    """

    model: str = ""
    folders: tuple[str, str, str] = ("", "", "")
    gpu_backends_folder: str = ""
    about: str = ""
    language: str = ""
    core_count: int = 1


class SettingsDialog(QDialog):
    """Shows settings and emits every change; those of the engine when their button is pressed."""

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
        self.settings = settings  # in force, without values that wait for the button
        self._facts = facts or SettingsFacts()
        self.search = FilterBox(self.tr("Search the settings"))
        self.section_list = QListWidget()
        self.cache = CacheView()
        self.backups = BackupsView()
        self.reload_strip = ReloadStrip()
        self.restart_strip = RestartStrip(self._facts.language)
        self.gpu_backends = GpuBackendsView(self._facts.gpu_backends_folder)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._nothing_found = MutedLabel(self.tr("No setting has these words."))
        self.sections = self._build_sections()
        self.rows = {row.name: row for section in self.sections for row in section.rows}
        for name, row in self.rows.items():
            row.set_value(getattr(settings, name))
        self._build_layout()
        self._connect_parts()
        self.set_settings(settings)

    def set_settings(self, settings: Settings) -> None:
        """Show settings that were changed anywhere; values that wait for the button stay."""
        waiting = {row.name for row in self._waiting_rows()}
        self.settings = settings
        for name, row in self.rows.items():
            # A value that waits for the button is not in the settings yet; it must not be
            # overwritten.
            if name not in waiting:
                row.set_value(getattr(settings, name))
        self.restart_strip.set_language(settings.language)
        self._show_reload()
        self._show_resets()

    def set_automatic_threads(self, count: int | None) -> None:
        """Say how many threads the measurements choose now; None if they choose none."""
        row = self.rows["thread_count"]
        assert isinstance(row, NumberRow)
        row.set_none_word(
            self.tr("Automatic")
            if count is None
            else fill(self.tr("Automatic, now {count:,}"), count=count)
        )

    def found_rows(self) -> tuple[str, ...]:
        """Return the names of the rows that the search has left."""
        return tuple(name for name, row in self.rows.items() if not row.isHidden())

    def done(self, result: int) -> None:
        for row in self.rows.values():
            row.flush()
        super().done(result)

    def _build_sections(self) -> tuple[SettingSection, ...]:
        text = SettingRowFactory(self)
        tour = self._button(self.tr("Show the first hints again"), self.tour_requested.emit)
        keys = self._button(self.tr("Show and change all keys …"), self.keys_requested.emit)
        places = self.tr(
            "Conversations are stored in {conversations}, settings in {settings}, the log in {log}."
        )
        data, config, log = self._facts.folders
        places = fill(places, conversations=data, settings=config, log=log)
        offline = _text(
            self.tr(
                "Hubbub is offline: the window and the engine open no connections, and nothing "
                "that you write leaves this computer. A link is opened by your browser, and only "
                "when you click it. The only exception is the check for updates, if you switch it "
                "on."
            )
        )
        return (
            SettingSection(self.tr("General"), text.general(), self.restart_strip, tour),
            SettingSection(self.tr("Appearance"), text.appearance()),
            SettingSection(
                self.tr("Engine"),
                text.engine(self.settings, self._facts.core_count),
                self.reload_strip,
                self.gpu_backends,
            ),
            SettingSection(self.tr("Models"), text.models(), self._build_model()),
            SettingSection(self.tr("Keys"), (), keys),
            SettingSection(self.tr("Privacy"), text.privacy(), self.cache, offline, _text(places)),
            SettingSection(self.tr("Backups"), text.backups(), self.backups),
            SettingSection(self.tr("About"), (), _text(self._facts.about)),
        )

    def _build_model(self) -> QWidget:
        host = QWidget()
        self._model_row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, host)
        row.setContentsMargins(0, 6, 0, 6)
        self.model_label = _text(self._facts.model)
        row.addWidget(self.model_label, 1)
        row.addWidget(self._button(self.tr("Open model …"), self.open_model_requested.emit))
        row.addWidget(self._button(self.tr("Built-in model"), self.builtin_model_requested.emit))
        return host

    def _button(self, text: str, request: Callable[[], object]) -> QWidget:
        button = PillButton(text)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: request())
        return button

    def _build_layout(self) -> None:
        self.section_list.setAccessibleName(self.tr("Parts of the settings"))
        self.section_list.setFrameShape(QFrame.Shape.NoFrame)
        self.section_list.setItemDelegate(LineDelegate(self.section_list))
        self.section_list.setMouseTracking(True)
        self.section_list.viewport().setAutoFillBackground(False)
        for section in self.sections:
            self.section_list.addItem(QListWidgetItem(section.title))
        self.section_list.setCurrentRow(0)
        inside = QWidget()
        column = vertical_layout(inside, self._nothing_found, margins=(4, 0, 20, 0), spacing=0)
        self._nothing_found.hide()
        for section in self.sections:
            column.addWidget(section)
        column.addStretch(1)
        self.area = ScrollableForm(inside)
        left = vertical_layout(None, self.search, spacing=8)
        left.addWidget(self.section_list, 1)
        self._parts.setSpacing(24)
        self._parts.addLayout(left)
        self._parts.addWidget(self.area, 1)
        outside = QVBoxLayout(self)
        outside.addLayout(self._parts, 1)
        outside.addWidget(dialog_buttons(self, reject=self.tr("Close")))
        self._size_to_text()

    def _size_to_text(self) -> None:
        letter = self.fontMetrics().averageCharWidth()
        self.section_list.setFixedWidth(letter * 30)
        resize_on_screen(self, QSize(letter * 116, letter * 92))

    def _fold(self) -> None:
        """In a narrow dialog, hide the list of sections and put fields below their titles."""
        is_narrow = self.width() < self.fontMetrics().averageCharWidth() * NARROW_LETTERS
        self._parts.setDirection(fold_direction(is_narrow=is_narrow))
        self._model_row.setDirection(fold_direction(is_narrow=is_narrow))
        self.section_list.setVisible(not is_narrow)
        self.reload_strip.set_narrow(is_narrow=is_narrow)
        self.restart_strip.set_narrow(is_narrow=is_narrow)
        for row in self.rows.values():
            row.set_narrow(is_narrow=is_narrow)

    def _connect_parts(self) -> None:
        self.search.textChanged.connect(self._on_searched)
        self.section_list.currentRowChanged.connect(self._on_section_chosen)
        self.reload_strip.reload_requested.connect(self._on_reload_requested)
        for section in self.sections:
            section.value_changed.connect(self._on_value_changed)
            section.reset_requested.connect(self._on_reset_requested)

    def _on_value_changed(self, name: str, value: object) -> None:
        # These settings reload the model, which takes seconds and stops answers: they wait for the
        # button, all others apply at once.
        if name in RELOADING:
            self._show_reload()
            return
        self._change({name: value}, self.rows[name])

    def _change(self, values: dict[str, object], row: SettingRow) -> None:
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

    def _waiting_rows(self) -> list[SettingRow]:
        return [
            row
            for name, row in self.rows.items()
            if name in RELOADING
            and not row.error_text()
            and row.value() != getattr(self.settings, name)
        ]

    def _show_reload(self) -> None:
        waiting = {row.name: row.value() for row in self._waiting_rows()}
        self.reload_strip.set_pending(
            msgspec.structs.replace(self.settings, **waiting), is_waiting=bool(waiting)
        )

    def _on_reload_requested(self) -> None:
        rows = self._waiting_rows()
        if rows:
            self._change({row.name: row.value() for row in rows}, rows[0])
        self._show_reload()

    def _on_reset_requested(self, names: tuple[str, ...]) -> None:
        defaults = Settings()
        for name in names:
            self.rows[name].set_value(getattr(defaults, name))
        at_once = {name: getattr(defaults, name) for name in names if name not in RELOADING}
        if at_once:
            self._change(at_once, self.rows[names[0]])
        self._show_reload()
        self._show_resets()

    def _show_resets(self) -> None:
        defaults = Settings()
        for section in self.sections:
            is_other = any(row.value() != getattr(defaults, row.name) for row in section.rows)
            section.offer_reset(is_possible=is_other)

    def _on_searched(self, text: str) -> None:
        found = [section.show_found(text.strip()) for section in self.sections]
        for number, is_found in enumerate(found):
            self.section_list.item(number).setHidden(not is_found)
        self._nothing_found.setVisible(not any(found))

    def _on_section_chosen(self, number: int) -> None:
        if 0 <= number < len(self.sections):
            self.area.verticalScrollBar().setValue(self.sections[number].y())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._size_to_text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def closeEvent(self, event: QCloseEvent) -> None:
        for row in self.rows.values():
            row.flush()
        super().closeEvent(event)


def _text(text: str) -> QLabel:
    label = QLabel(textFormat=Qt.TextFormat.PlainText, text=text, wordWrap=True)
    label.setContentsMargins(0, 6, 0, 6)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
