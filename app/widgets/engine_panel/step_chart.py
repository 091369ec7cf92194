"""The last minute of the engine's steps as stacked bars: how long each phase took."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine_snapshot import StepTimes
from app.widgets.engine_panel.chart_legend import Ink
from app.widgets.kit.text import format_number
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill

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


class StepChart(QWidget):
    """Now is at the right edge; a dot is the longest step of a bar, a dashed line the target."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[StepTimes, ...] = ()
        self._target = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Step times of the last minute"))

    def set_steps(self, steps: tuple[StepTimes, ...], target_seconds: float) -> None:
        """Draw these, oldest first; nothing is done where nothing changed."""
        if (steps, target_seconds) == (self._steps, self._target):
            return
        self._steps, self._target = steps, target_seconds
        self.setAccessibleDescription(self.text())
        self.update()

    def text(self) -> str:
        """Return what the picture shows, as a sentence."""
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
        """Return the height of the chart in seconds; longer steps are cut off at its edge."""
        if not self._steps:
            return NICE_TOPS[0]
        longest = sorted(step.longest for step in self._steps)
        # One long step would flatten all others, so the scale follows the steps below it.
        normal = longest[round(NORMAL_SHARE * (len(longest) - 1))]
        highest = max(normal, *(_whole(step) for step in self._steps), 0.0)
        return next((top for top in NICE_TOPS if top >= highest), NICE_TOPS[-1])

    def _y(self, area: QRect, seconds: float, top: float) -> int:
        return area.bottom() + 1 - round(area.height() * min(1.0, seconds / top))


def _whole(step: StepTimes) -> float:
    return step.decode + step.prefill + step.sampling + step.rest
