"""The engine's slots, drawn: who sits in each, and its cells as kept, new and free."""

from html import escape

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.engine_snapshot import SlotActivity, SlotSnapshot
from app.widgets.engine_panel.chart_legend import Ink
from app.widgets.kit.text import format_number
from app.widgets.kit.theme import TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill

KEPT = Ink("accent")
NEW = Ink("success", is_hatched=True)
FREE = Ink("border")
BAR_HEIGHT = 8
ROW_GAP = 9


class SlotChart(QWidget):
    """One row for each slot: a line of words above a bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slots: tuple[SlotSnapshot, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Slots"))

    def set_slots(self, slots: tuple[SlotSnapshot, ...]) -> None:
        """Draw these; nothing is done where nothing changed."""
        if slots == self._slots:
            return
        is_other_size = len(slots) != len(self._slots)
        self._slots = slots
        self.setAccessibleDescription("\n".join(self.text(slot) for slot in slots))
        if is_other_size:
            self.updateGeometry()
        self.update()

    def text(self, slot: SlotSnapshot) -> str:
        """Return what one row shows, as a sentence."""
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
        """Return the tooltip of the row at a height, as HTML; a title is escaped."""
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
