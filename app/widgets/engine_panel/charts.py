"""Charts of the engine: the cells of the slots, and the step times."""

from html import escape

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.engine_snapshot import SlotActivity, SlotSnapshot, StepTimes
from app.widgets.kit.shares import FREE, Ink
from app.widgets.kit.text import format_number
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill

KEPT = Ink("accent")
NEW = Ink("success", is_hatched=True)
BAR_HEIGHT = 8
ROW_GAP = 9
DECODE = Ink("accent")
PREFILL = Ink("success", is_hatched=True)
SAMPLING = Ink("warning")
REST = Ink("muted")
LONGEST = Ink("text")
TARGET = Ink("danger")
SECONDS = 60.0
BAR_SECONDS = 0.5
HEIGHT = 110
NORMAL_SHARE = 0.9
NICE_TOPS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0)


class SlotChart(QWidget):
    """One row for each slot: a line of text above a bar."""

    def __init__(self) -> None:
        super().__init__()
        self._slots: tuple[SlotSnapshot, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Slots"))

    def set_slots(self, slots: tuple[SlotSnapshot, ...]) -> None:
        """Show these slots; does nothing if they are unchanged."""
        if slots == self._slots:
            return
        is_other_size = len(slots) != len(self._slots)
        self._slots = slots
        self.setAccessibleDescription("\n".join(self.text(slot) for slot in slots))
        if is_other_size:
            self.updateGeometry()
        self.update()

    def text(self, slot: SlotSnapshot) -> str:
        """Return the content of a row as a sentence."""
        if slot.activity is SlotActivity.FREE:
            text = self.tr("Slot {number} is free: {free:,} tokens.")
            return fill(text, number=slot.number, free=slot.free_cells)
        if slot.activity is SlotActivity.RUNNING:
            text = self.tr(
                "Slot {number} is answering “{occupant}”: {kept:,} tokens kept, {new:,} new, "
                "{free:,} free."
            )
        else:
            text = self.tr(
                "Slot {number} caches “{occupant}”: {kept:,} tokens cached, {new:,} new, "
                "{free:,} free."
            )
        return fill(
            text,
            number=slot.number,
            occupant=slot.occupant,
            kept=slot.kept_cells,
            new=slot.new_cells,
            free=slot.free_cells,
        )

    def tool_tip_at(self, y: int) -> str:
        """Return the tooltip of the row at ``y`` as HTML, with escaped titles."""
        row = y // self._row_height()
        is_slot = 0 <= row < len(self._slots)
        return f"<p>{escape(self.text(self._slots[row]))}</p>" if is_slot else ""

    def sizeHint(self) -> QSize:
        return QSize(240, max(1, len(self._slots)) * self._row_height() - ROW_GAP)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tool_tip_at(event.pos().y()), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for row, slot in enumerate(self._slots):
            area = QRect(0, row * self._row_height(), self.width(), self._row_height() - ROW_GAP)
            if area.intersects(event.rect()):
                self._paint_text(painter, slot, area)
                self._paint_bar(painter, slot, area)

    def _paint_text(self, painter: QPainter, slot: SlotSnapshot, area: QRect) -> None:
        colours = colours_of(self.palette())
        painter.setFont(sized_font(self.font(), TypeSize.SMALL))
        metrics = painter.fontMetrics()
        line = QRect(area.left(), area.top(), area.width(), metrics.height())
        used = slot.kept_cells + slot.new_cells
        count = f"{format_number(used)} / {format_number(used + slot.free_cells)}"
        painter.setPen(QColor(colours.muted))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, count)
        line.setWidth(line.width() - metrics.horizontalAdvance(count) - 10)
        is_running = slot.activity is SlotActivity.RUNNING
        painter.setPen(QColor(colours.text if is_running else colours.muted))
        occupant = slot.occupant or self.tr("free")
        text = metrics.elidedText(
            f"{slot.number}  {occupant}", Qt.TextElideMode.ElideRight, line.width()
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, text)

    def _paint_bar(self, painter: QPainter, slot: SlotSnapshot, area: QRect) -> None:
        colours = colours_of(self.palette())
        bar = QRect(area.left(), area.bottom() - BAR_HEIGHT + 1, area.width(), BAR_HEIGHT)
        FREE.paint(painter, bar, colours)
        cells = slot.kept_cells + slot.new_cells + slot.free_cells
        if not cells:
            return
        kept = round(bar.width() * slot.kept_cells / cells)
        held = round(bar.width() * (slot.kept_cells + slot.new_cells) / cells)
        if slot.kept_cells:
            KEPT.paint(painter, QRect(bar.left(), bar.top(), max(1, kept), BAR_HEIGHT), colours)
        if slot.new_cells:
            width = max(1, held - kept)
            NEW.paint(painter, QRect(bar.left() + kept, bar.top(), width, BAR_HEIGHT), colours)

    def _row_height(self) -> int:
        text = QFontMetrics(sized_font(self.font(), TypeSize.SMALL))
        return text.height() + 3 + BAR_HEIGHT + ROW_GAP


class StepChart(QWidget):
    """Step times of the last minute; a dot marks the longest step of a bar, a line the target."""

    def __init__(self) -> None:
        super().__init__()
        self._steps: tuple[StepTimes, ...] = ()
        self._target = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Step times of the last minute"))

    def set_steps(self, steps: tuple[StepTimes, ...], target_seconds: float) -> None:
        """Show these steps, given oldest first; does nothing if they are unchanged."""
        if (steps, target_seconds) == (self._steps, self._target):
            return
        self._steps, self._target = steps, target_seconds
        self.setAccessibleDescription(self.text())
        self.update()

    def text(self) -> str:
        """Return the content of the chart as a sentence."""
        if not self._steps:
            return self.tr("No steps in the last minute.")
        text = self.tr("The longest step of the last minute took {time:,} ms.")
        longest = max(step.longest for step in self._steps)
        return fill(text, time=round(longest * 1000))

    def sizeHint(self) -> QSize:
        return QSize(240, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setFont(sized_font(self.font(), TypeSize.SMALL))
        label_height = painter.fontMetrics().height()
        area = QRect(0, 4, self.width(), self.height() - label_height - 6)
        painter.fillRect(area, QColor(colours.page))
        top = self._top()
        self._paint_bars(painter, area, top, colours)
        self._paint_scale(painter, area, top, colours)

    def _paint_bars(self, painter: QPainter, area: QRect, top: float, colours: Colours) -> None:
        width = max(1, round(area.width() * BAR_SECONDS / SECONDS))
        for step in self._steps:
            right = area.right() - round(area.width() * step.age_seconds / SECONDS)
            bottom = 0.0
            for ink, seconds in (
                (DECODE, step.decode),
                (PREFILL, step.prefill),
                (SAMPLING, step.sampling),
                (REST, step.rest),
            ):
                low, high = self._y(area, bottom, top), self._y(area, bottom + seconds, top)
                bottom += seconds
                bar = QRect(right - width + 1, high, width, low - high)
                ink.paint(painter, bar.intersected(area), colours)
            height = max(area.top() + 1, self._y(area, step.longest, top))
            dot = QRect(right - width + 1, height - 1, width, 2)
            LONGEST.paint(painter, dot.intersected(area), colours)

    def _paint_scale(self, painter: QPainter, area: QRect, top: float, colours: Colours) -> None:
        if self._target and self._target < top:
            painter.setPen(
                QPen(QColor(getattr(colours, TARGET.colour_name)), 1, Qt.PenStyle.DashLine)
            )
            y = self._y(area, self._target, top)
            painter.drawLine(area.left(), y, area.right(), y)
        painter.setPen(QColor(colours.muted))
        height = fill(self.tr("{time} ms"), time=format_number(top * 1000))
        painter.drawText(area.adjusted(4, 2, 0, 0), Qt.AlignmentFlag.AlignLeft, height)
        bottom = QRect(0, area.bottom() + 2, area.width(), self.height() - area.bottom())
        painter.drawText(bottom, Qt.AlignmentFlag.AlignLeft, self.tr("a minute ago"))
        painter.drawText(bottom, Qt.AlignmentFlag.AlignRight, self.tr("now"))

    def _top(self) -> float:
        """Return the upper end of the scale in seconds; longer steps are cut off."""
        if not self._steps:
            return NICE_TOPS[0]
        longest = sorted(step.longest for step in self._steps)
        # One long step would flatten all others, so the scale follows a percentile.
        normal = longest[round(NORMAL_SHARE * (len(longest) - 1))]
        highest = max(normal, *(_whole(step) for step in self._steps), 0.0)
        return next((top for top in NICE_TOPS if top >= highest), NICE_TOPS[-1])

    def _y(self, area: QRect, seconds: float, top: float) -> int:
        return area.bottom() + 1 - round(area.height() * min(1.0, seconds / top))


def _whole(step: StepTimes) -> float:
    return step.decode + step.prefill + step.sampling + step.rest
