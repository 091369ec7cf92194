"""The engine panel: models, requests, speed and memory at a glance, and the details of slots."""

from collections.abc import Collection
from html import escape

import msgspec
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QGridLayout,
    QLabel,
    QMainWindow,
    QStyle,
    QWidget,
)

from app.engine_snapshot import AnsweringCounts, EngineSnapshot, Gaps, SpaceKind, ThreadUse
from app.widgets.engine_panel.charts import (
    DECODE,
    KEPT,
    LONGEST,
    NEW,
    PREFILL,
    REST,
    SAMPLING,
    TARGET,
    SlotChart,
    StepChart,
)
from app.widgets.engine_panel.loaded_models import LoadedModels
from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.fold import FoldSection
from app.widgets.kit.forms import FieldError, FocusScrollArea
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.shares import FREE, Legend
from app.widgets.kit.text import format_bytes, format_number
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill, translate

MAX_WAITING = 8
UNKNOWN = "-"
FIRST_WIDTH = 290
_PROCESSES = frozenset({SpaceKind.ENGINE_PROCESS, SpaceKind.WINDOW_PROCESS})


class ValueLine(msgspec.Struct, frozen=True):
    """A name and its value; ``hint`` explains it in the tooltip."""

    name: str
    value: str
    hint: str = ""


class ValueTable(QWidget):
    """A table of names and values; unused rows are hidden."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[ValueLine, ...] = ()
        self._labels: list[tuple[MutedLabel, QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(0, 1)

    def lines(self) -> tuple[tuple[str, str], ...]:
        """Return the name and the value of each visible row."""
        return tuple(
            (name.text(), value.text()) for name, value in self._labels if not value.isHidden()
        )

    def hint(self, shown_name: str) -> str:
        """Return the tooltip of a row."""
        return next(name.toolTip() for name, _ in self._labels if name.text() == shown_name)

    def set_lines(self, lines: tuple[ValueLine, ...]) -> None:
        """Show these rows."""
        # Labels are reused and hidden, never removed: the panel is refreshed twice a second.
        while len(self._labels) < len(lines):
            self._add_line()
        for number, (name, value) in enumerate(self._labels):
            is_used = number < len(lines)
            name.setVisible(is_used)
            value.setVisible(is_used)
            if is_used and lines[number] not in self._lines[number : number + 1]:
                _show_line(lines[number], name, value)
        self._lines = lines

    def _add_line(self) -> None:
        row = len(self._labels)
        name, value = MutedLabel(wraps=True), QLabel(textFormat=Qt.TextFormat.PlainText)
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(name, row, 0)
        self._grid.addWidget(value, row, 1)
        self._labels.append((name, value))


def _show_line(line: ValueLine, name: QLabel, value: QLabel) -> None:
    name.setText(line.name)
    value.setText(line.value)
    for label in (name, value):
        label.setToolTip(f"<p>{escape(line.hint)}</p>" if line.hint else "")
        label.setAccessibleDescription(line.hint)


class EnginePanel(FocusScrollArea):
    """Shows one snapshot of the engine; it needs updates between ``shown`` and ``hidden``.

    Attributes:
        details: the section with what only the curious need: slots, steps, gaps and caches.
    """

    shown = Signal()
    hidden = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = EngineSnapshot()
        self._headings: list[QLabel] = []
        self._of_chats: list[QWidget] = []  # hidden for a model that only embeds
        self.models = LoadedModels()
        self._device = QLabel()
        self._reason = MutedLabel()
        self.threads = ValueTable()
        self.settings_button = PillButton(self.tr("Model settings…"))
        self.slot_chart = SlotChart()
        self.waiting_label = MutedLabel()
        self.answering_label = MutedLabel()
        self.step_chart = StepChart()
        self._speeds, self._gaps = ValueTable(), ValueTable()
        self._memory, self._caches = ValueTable(), ValueTable()
        self._error = FieldError()
        self._build_layout()
        self._apply_style()
        self.setAccessibleName(self.tr("Engine"))
        self._show()

    def lines(self) -> tuple[tuple[str, str], ...]:
        """Return the rows of all tables: speeds, gaps, memory and caches."""
        tables = (self._speeds, self._gaps, self._memory, self._caches)
        return tuple(line for table in tables for line in table.lines())

    def set_snapshot(self, snapshot: EngineSnapshot) -> None:
        """Show a snapshot; unchanged charts are not repainted."""
        if snapshot != self._snapshot:
            self._snapshot = snapshot
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.hidden.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._apply_style()

    def _apply_style(self) -> None:
        for heading in self._headings:
            heading.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        self.slot_chart.updateGeometry()

    def _build_layout(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(240)
        self.setViewportMargins(2, 2, 2, 2)  # room for the focus ring
        inside = QWidget()
        self._column = vertical_layout(inside, margins=(14, 4, 14, 14), spacing=6)
        for label in (
            *(self._device, self._reason, self.answering_label),
            *(self.waiting_label, self._error),
        ):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        slots = ((KEPT, self.tr("kept")), (NEW, self.tr("new")), (FREE, self.tr("free")))
        phases = (
            (DECODE, self.tr("writing")),
            (PREFILL, self.tr("reading")),
            (SAMPLING, self.tr("sampling")),
            (REST, self.tr("other")),
            (LONGEST, self.tr("longest step")),
            (TARGET, self.tr("limit")),
        )
        waiting = self._part(self.tr("Waiting"), self.waiting_label)
        speed = self._part(self.tr("Speed"), self._speeds)
        slot_part = self._part(self.tr("Slots"), self.slot_chart, Legend(slots))
        step_part = self._part(self.tr("Steps"), self.step_chart, Legend(phases))
        figures = self._part(self.tr("More figures"), self.threads, self._gaps, self._caches)
        self._of_chats = [waiting, speed, slot_part, step_part, self._gaps]
        self.details = FoldSection(
            "engine_panel",
            self.tr("Details"),
            *(slot_part, step_part, figures),
            indent=0,
        )
        self.details.set_folded(is_folded=True)
        for part in (
            self._part(self.tr("Models in memory"), self.models),
            self._part(self.tr("Device"), self._device, self._reason, self.settings_button),
            self._part(self.tr("Requests"), self.answering_label),
            *(waiting, speed),
            self._part(self.tr("Memory"), self._memory, self._error),
            self.details,
        ):
            self._column.addWidget(part)
        self._column.addStretch(1)
        self.setWidget(inside)

    def _part(self, title: str, *widgets: QWidget) -> QWidget:
        heading = QLabel(title)
        heading.setContentsMargins(0, 10, 0, 0)
        self._headings.append(heading)
        part = QWidget()
        vertical_layout(part, heading, *widgets, margins=(0, 0, 0, 0), spacing=6)
        return part

    def _show(self) -> None:
        snapshot = self._snapshot
        for part in self._of_chats:
            part.setVisible(snapshot.answers_chats)
        self._device.setText(snapshot.device or self.tr("No model is loaded."))
        self.settings_button.setVisible(bool(snapshot.device))
        self._reason.setText(snapshot.device_reason)
        self._reason.setVisible(bool(snapshot.device_reason))
        self._show_threads(snapshot.threads)
        self._error.setText(snapshot.trouble)
        self._error.setVisible(bool(snapshot.trouble))
        self.slot_chart.set_slots(snapshot.slots)
        self.answering_label.setText(answering_text(snapshot.answering))
        self.waiting_label.setText(self._waiting_lines(snapshot.waiting))
        self.step_chart.set_steps(snapshot.steps, snapshot.step_target_seconds)
        self._speeds.set_lines(self._speed_lines(snapshot))
        self._gaps.set_lines(self._gap_lines(snapshot))
        self._memory.set_lines(self._memory_lines(snapshot, _PROCESSES))
        self._caches.set_lines(self._memory_lines(snapshot, frozenset(SpaceKind) - _PROCESSES))

    def _show_threads(self, threads: ThreadUse | None) -> None:
        self.threads.setHidden(threads is None)
        if threads is None:
            return
        is_fixed = threads.is_fixed
        value = self.tr("{count:,}, fixed") if is_fixed else self.tr("{count:,} of {limit:,}")
        value = fill(value, count=threads.count, limit=threads.limit)
        hint = (
            self.tr("The number is fixed in the settings, under Engine.")
            if is_fixed
            else self.tr(
                "The engine keeps measuring which number of threads is fastest. The number "
                "changes with the load by other programs."
            )
        )
        self.threads.set_lines((ValueLine(self.tr("Processor threads now"), value, hint),))

    def _waiting_lines(self, waiting: tuple[str, ...]) -> str:
        if not waiting:
            return self.tr("No chat is waiting.")
        lines = [f"{place}. {title}" for place, title in enumerate(waiting[:MAX_WAITING], 1)]
        if len(waiting) > MAX_WAITING:
            text = self.tr("… and {count:,} more")
            lines.append(fill(text, count=len(waiting) - MAX_WAITING))
        return "\n".join(lines)

    def _speed_lines(self, snapshot: EngineSnapshot) -> tuple[ValueLine, ...]:
        return (
            ValueLine(self.tr("Writing, all chats"), self._rate(snapshot.writing_rate)),
            ValueLine(self.tr("Reading"), self._rate(snapshot.reading_rate)),
            ValueLine(
                self.tr("First token, median"), self._first_word(snapshot.first_word_seconds)
            ),
        )

    def _gap_lines(self, snapshot: EngineSnapshot) -> tuple[ValueLine, ...]:
        gaps = snapshot.gaps
        wait = self.tr("{share} of all gaps between two tokens were at most this long.")
        half, most, nearly_all = (
            fill(wait, share=fill(self.tr("{percent}%"), percent=each)) for each in (50, 95, 99)
        )
        reused = self.tr("Prompt tokens that were in the cache and did not have to be read again.")
        guessed = self.tr("Accepted tokens of all tokens that were guessed from the chat.")
        return (
            ValueLine(self.tr("Chats at once, average"), _number(snapshot.average_sequences)),
            ValueLine(self.tr("Token gap, median"), self._gap(gaps, "p50"), half),
            ValueLine(self.tr("Token gap, 95th percentile"), self._gap(gaps, "p95"), most),
            ValueLine(self.tr("Token gap, 99th percentile"), self._gap(gaps, "p99"), nearly_all),
            ValueLine(self.tr("Reused tokens"), format_number(snapshot.reused_tokens), reused),
            ValueLine(self.tr("Tokens guessed right"), self._guesses(snapshot), guessed),
        )

    def _rate(self, rate: float | None) -> str:
        if rate is None:
            return UNKNOWN
        return fill(self.tr("{rate} tokens/s"), rate=format_number(rate, 1 if rate < 10 else 0))

    def _first_word(self, seconds: float | None) -> str:
        if seconds is None:
            return UNKNOWN
        return fill(self.tr("{time} s"), time=format_number(seconds, 2 if seconds < 1 else 1))

    def _guesses(self, snapshot: EngineSnapshot) -> str:
        if not snapshot.drafted_tokens:
            return UNKNOWN
        text = self.tr("{right:,} of {all:,}")
        return fill(text, right=snapshot.accepted_tokens, all=snapshot.drafted_tokens)

    def _gap(self, gaps: Gaps | None, name: str) -> str:
        if gaps is None:
            return UNKNOWN
        milliseconds = float(getattr(gaps, name)) * 1000
        shown = format_number(milliseconds, 1 if milliseconds < 10 else 0)
        return fill(self.tr("{time} ms"), time=shown)

    def _memory_lines(
        self, snapshot: EngineSnapshot, kinds: Collection[SpaceKind]
    ) -> tuple[ValueLine, ...]:
        return tuple(
            self._memory_line(part.kind, format_bytes(part.byte_count))
            for part in snapshot.space
            if part.kind in kinds
        )

    def _memory_line(self, kind: SpaceKind, value: str) -> ValueLine:
        checkpoints = self.tr("Saved states of chats, for models whose memory can't be shortened.")
        name, hint = {
            SpaceKind.ENGINE_PROCESS: (self.tr("Engine, with the model"), ""),
            SpaceKind.WINDOW_PROCESS: (self.tr("Window"), ""),
            SpaceKind.CHECKPOINTS: (self.tr("Checkpoints"), checkpoints),
            SpaceKind.RAM_TIER: (self.tr("Chats kept in memory"), ""),
            SpaceKind.DISK_TIER: (self.tr("Chats kept on disk"), ""),
        }[kind]
        return ValueLine(name, value, hint)


def _number(value: float | None) -> str:
    return UNKNOWN if value is None else format_number(value, 1)


def answering_text(counts: AnsweringCounts) -> str:
    """Return the active requests as a text, such as "3 tabs here, 2 on rack, 1 program"."""
    here = translate("EnginePanel", "{count:,} tabs here")
    if counts.here == 1:
        here = translate("EnginePanel", "1 tab here")
    elsewhere = translate("EnginePanel", "{count:,} on {machine}")
    programs = translate("EnginePanel", "{count:,} programs")
    if counts.programs == 1:
        programs = translate("EnginePanel", "1 program")
    comparisons = translate("EnginePanel", "{count:,} comparisons or lists")
    if counts.comparisons == 1:
        comparisons = translate("EnginePanel", "1 comparison or list")
    waiting = translate("EnginePanel", "{count:,} more waiting")
    parts = [
        fill(here, count=counts.here) if counts.here else "",
        *(fill(elsewhere, count=each.count, machine=each.name) for each in counts.machines),
        fill(programs, count=counts.programs) if counts.programs else "",
        fill(comparisons, count=counts.comparisons) if counts.comparisons else "",
        fill(waiting, count=counts.waiting_programs) if counts.waiting_programs else "",
    ]
    shown = ", ".join(part for part in parts if part)
    return shown or translate("EnginePanel", "No active requests.")


class DockTitle(QWidget):
    """The title bar of the dock, with a close button."""

    def __init__(self, dock: "EngineDock") -> None:
        super().__init__(dock)
        self._label = label = QLabel(dock.windowTitle())
        self.close_button = IconButton("close", self.tr("Close the panel"), size=14)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.clicked.connect(lambda: dock.close_requested.emit())
        row = horizontal_layout(self, margins=(14, 8, 8, 0))
        row.addWidget(label, 1)
        row.addWidget(self.close_button)
        self._apply_style()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._apply_style()

    def _apply_style(self) -> None:
        self._label.setFont(sized_font(self.font(), TypeSize.READING, is_bold=True))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.ignore()  # so that the dock can be dragged


class EngineDock(QDockWidget):
    """The dock with the panel, initially hidden; in a narrow window it takes the page's place."""

    close_requested = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._page = window.centralWidget()
        self.setWindowTitle(self.tr("Engine"))
        self.setObjectName("engine")  # key of its place in the window's stored state
        self.setAllowedAreas(
            Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea
        )
        self.panel = EnginePanel(self)
        self.setWidget(self.panel)
        self.setTitleBarWidget(DockTitle(self))
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self)
        window.resizeDocks([self], [FIRST_WIDTH], Qt.Orientation.Horizontal)
        self.hide()
        window.installEventFilter(self)

    @property
    def is_over_page(self) -> bool:
        """Return whether the page is hidden, since the window is too narrow for both."""
        return self._page is not None and self._page.isHidden()

    def event(self, event: QEvent) -> bool:
        is_handled = super().event(event)
        # Sent for a window that is not shown, too.
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._make_room()
        return is_handled

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() in (
            QEvent.Type.Resize,
            QEvent.Type.LayoutRequest,
        ):
            self._make_room()
        return super().eventFilter(watched, event)

    def _make_room(self) -> None:
        page = self._page
        if page is None:
            return
        needed = page.minimumSizeHint().width() + self.minimumSizeHint().width()
        needed += self.style().pixelMetric(QStyle.PixelMetric.PM_DockWidgetSeparatorExtent)
        is_docked = not self.isHidden() and not self.isFloating()
        page.setHidden(is_docked and needed > self._window.width())
