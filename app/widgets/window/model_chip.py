"""The engine in the bar of the window: the chip of its model, its loading, and downloads."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QStyle, QWidget

from app.domain.tabs import EngineStatus, TabActivity
from app.models.hub_model import Transfer, TransferState
from app.models.view.hub_words import duration_text, transfer_text
from app.widgets.kit.controls import SEPARATOR, IconButton, QuietButton, is_under_mouse
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.shares import Ink, paint_shares
from app.widgets.kit.text import format_bytes, format_number
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill
from app.widgets.tabs.items import TabItems

_DOT, _CROSS, _SPACING = 8, 12, 2
_LEFT, _GAP, _RIGHT = 10, 7, 10  # pixels in the chip
_PADDING = 12  # added to the height of the text
_RADIUS, _BAR = 8, 2
_NAME_CHARS, _MIN_NAME_CHARS = 30, 16  # of the name; with less room there is the dot alone
_SPEED_MILLISECONDS = 500  # between two changes of the speed
_SLOW = 10  # tokens per second; below it the speed has a decimal
_MUCH_MEMORY = 0.85  # of the memory of this computer


class DownloadButton(QuietButton):
    """Shows the progress of downloads; hidden without downloads."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("arrow-down", "", parent)
        self._is_compact = False
        self.hide()

    def set_compact(self, *, is_compact: bool) -> None:
        """Show the icon alone."""
        if is_compact is not self._is_compact:
            self._is_compact = is_compact
            self.updateGeometry()

    def width_if(self, *, is_compact: bool) -> int:
        """Return the width of the icon alone, or with the text."""
        size = super().sizeHint()
        return size.height() if is_compact else size.width()

    def set_transfers(self, transfers: Sequence[Transfer]) -> None:
        """Show the common progress of these downloads."""
        open_ones = [each for each in transfers if each.state is not TransferState.DONE]
        self.setVisible(bool(open_ones))
        if not open_ones:
            return
        text = self._text(open_ones)
        lines = (f"{each.name}: {transfer_text(each)}" for each in open_ones)
        self.setText(text)
        self.setToolTip("".join(f"<p>{escape(line)}</p>" for line in lines))
        self.setAccessibleName(fill(self.tr("Downloads: {text}"), text=text))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self.width_if(is_compact=self._is_compact), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _text(self, transfers: Sequence[Transfer]) -> str:
        running = [each for each in transfers if each.is_running]
        total = sum(each.total_bytes for each in transfers)
        share = sum(each.done_bytes for each in transfers) / total if total else 0.0
        percent = fill(self.tr("{count}%"), count=format_number(share * 100))
        if not running:
            is_failed = any(each.state is TransferState.FAILED for each in transfers)
            label = self.tr("Download failed") if is_failed else self.tr("Paused")
            return f"{percent} · {label}"
        if all(each.state is TransferState.WAITING for each in running):
            waiting = self.tr("Waiting")
            return f"{percent} · {waiting}"
        # They share the connection: the longest remaining time is that of all.
        times = [each.seconds_left for each in running if each.seconds_left is not None]
        left = fill(self.tr("{time} left"), time=duration_text(max(times))) if times else ""
        return " · ".join(part for part in (percent, left) if part)


class ModelChip(QAbstractButton):
    """The model of the window: name, memory or speed, and a thin bar of the memory it takes.

    A filled dot means that it can answer, a ring that it starts, a square that it failed. While a
    model loads, the bar shows the progress. A narrow bar of the window has room for the dot alone.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status = EngineStatus()
        self._speed: float | None = None
        self._is_compact = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.set_status(self._status)

    def set_status(self, status: EngineStatus) -> None:
        """Show this status."""
        self._status = status
        name = fill(self.tr("Model: {name}"), name=self.name())
        lines = [self.name(), status.text if status.model_name else "", status.detail]
        lines.append(self._memory_line())
        shown = [each for each in dict.fromkeys(lines) if each]
        self.setAccessibleName(name)
        self.setAccessibleDescription(" ".join(shown[1:]))
        self.setToolTip("".join(f"<p>{escape(each)}</p>" for each in shown))
        self._resize()

    @property
    def model_name(self) -> str:
        """The name of the model; empty without one."""
        return self._status.model_name

    def set_speed(self, tokens_per_second: float | None) -> None:
        """Show the tokens per second of the answers it writes; None shows the memory."""
        if tokens_per_second != self._speed:
            self._speed = tokens_per_second
            self.update()

    def set_compact(self, *, is_compact: bool) -> None:
        """Show the dot and the bar alone."""
        if is_compact is not self._is_compact:
            self._is_compact = is_compact
            self._resize()

    def name(self) -> str:
        """Return the name of the model, or what the engine does without one."""
        status = self._status
        if status.progress is not None:
            return self._progress_text(status.progress)
        return status.model_name or status.text

    def _progress_text(self, progress: float) -> str:
        return fill(self.tr("Loading… {percent}%"), percent=format_number(progress * 100))

    def figure(self) -> str:
        """Return the speed while answers are written, else the memory that the model takes."""
        if self._speed is not None:
            text = self.tr("{speed} tokens/s")
            return fill(text, speed=format_number(self._speed, 1 if self._speed < _SLOW else 0))
        return format_bytes(self._status.memory_bytes) if self._status.memory_bytes else ""

    def sizeHint(self) -> QSize:
        width = self.compact_width() if self._is_compact else self.named_width()
        return QSize(width, self._height())

    def compact_width(self) -> int:
        """Return the width of the dot alone."""
        return self._height()

    def named_width(self) -> int:
        """Return the width of the name and the figure."""
        return self._name_width(_NAME_CHARS) + self._figure_width()

    def min_named_width(self) -> int:
        """Return the width of the name alone, with as much of it as can still be read."""
        return self._name_width(_MIN_NAME_CHARS)

    def minimumSizeHint(self) -> QSize:
        width = self.compact_width() if self._is_compact else self.min_named_width()
        return QSize(width, self._height())

    def _name_width(self, max_chars: int) -> int:
        """Return the width without the figure, with at most this many average characters.

        Only names are elided: what the engine does is short, and its end is what changes.
        """
        metrics, status = self._metrics(), self._status
        most = max_chars * metrics.averageCharWidth()
        if status.progress is not None:  # the same width for each percentage
            name = metrics.horizontalAdvance(self._progress_text(1.0)) + 1
        else:
            name = metrics.horizontalAdvance(self.name()) + 1
            name = min(name, most) if status.model_name else name
        return _LEFT + _DOT + _GAP + name + _RIGHT

    def _figure_width(self) -> int:
        """Return the width of the figure with the gap before it."""
        if not self._status.memory_bytes:
            return 0
        # The speed takes the place of the memory: no tab moves when an answer begins.
        text = self.tr("{speed} tokens/s").format(speed="888")
        return _GAP + self._metrics().horizontalAdvance(text) + 1

    def has_room_for_figure(self) -> bool:
        """Return whether the name can be read next to the figure."""
        return self.width() >= self.min_named_width() + self._figure_width()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_touched = is_under_mouse(self) or self.isDown()
        painter.setPen(QPen(QColor(colours.accent), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.hover if is_touched else colours.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), _RADIUS, _RADIUS)
        self._paint_state(painter, colours)
        if not self._is_compact:
            self._paint_texts(painter, colours)
        self._paint_bar(painter, colours)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._resize()

    def _paint_state(self, painter: QPainter, colours: Colours) -> None:
        left = (self.width() - _DOT) // 2 if self._is_compact else _LEFT
        area = self._mirrored(QRect(left, (self.height() - _DOT) // 2, _DOT, _DOT))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._status.is_trouble:
            painter.fillRect(area, QColor(colours.danger))
        elif self._status.is_ready:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.success))
            painter.drawEllipse(area)
        else:
            painter.setPen(QColor(colours.muted))
            painter.drawEllipse(area)

    def _paint_texts(self, painter: QPainter, colours: Colours) -> None:
        painter.setFont(sized_font(self.font(), TypeSize.SMALL))
        metrics = painter.fontMetrics()
        figure = self.figure() if self.has_room_for_figure() else ""
        left = _LEFT + _DOT + _GAP
        room = self.width() - left - _RIGHT
        taken = metrics.horizontalAdvance(figure) + _GAP if figure else 0
        name = self._shown_name(metrics, room - taken)
        leading, trailing = (
            QStyle.visualAlignment(self.layoutDirection(), side | Qt.AlignmentFlag.AlignVCenter)
            for side in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
        )
        area = self._mirrored(QRect(left, 0, room, self.height()))
        painter.setPen(QColor(colours.danger if self._status.is_trouble else colours.text))
        painter.drawText(area, leading, name)
        painter.setPen(QColor(colours.muted))
        painter.drawText(area, trailing, figure)

    def _paint_bar(self, painter: QPainter, colours: Colours) -> None:
        """Draw the progress of loading, or the share of the memory that the model takes."""
        status = self._status
        share = status.progress
        colour = "accent"
        if share is None and status.memory_total_bytes:
            share = min(1.0, status.memory_bytes / status.memory_total_bytes)
            colour = "warning" if share >= _MUCH_MEMORY else "muted"
        if share is None:
            return
        inset = _RADIUS - 1
        line = QRect(inset, self.height() - _BAR - 3, self.width() - 2 * inset, _BAR)
        paint_shares(painter, line, [(Ink(colour), share)], colours, self.layoutDirection())

    def _shown_name(self, metrics: QFontMetrics, room: int) -> str:
        """Return the name, elided before its quantization."""
        start, separator, end = self.name().rpartition(SEPARATOR)
        end = separator + end
        if not start or metrics.horizontalAdvance(end) > room // 2:
            start, end = self.name(), ""
        room -= metrics.horizontalAdvance(end)
        return metrics.elidedText(start, Qt.TextElideMode.ElideRight, room) + end

    def _memory_line(self) -> str:
        status = self._status
        if not status.memory_total_bytes:
            return ""
        return fill(
            self.tr("Memory: {used} of {total}"),
            used=format_bytes(status.memory_bytes),
            total=format_bytes(status.memory_total_bytes),
        )

    def _height(self) -> int:
        return self.fontMetrics().height() + _PADDING

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(sized_font(self.font(), TypeSize.SMALL))

    def _mirrored(self, area: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), self.rect(), area)

    def _resize(self) -> None:
        self.updateGeometry()
        self.update()


class EngineCorner(QWidget):
    """The model chip, with the downloads and the button that cancels loading, if there are any."""

    def __init__(self, items: TabItems, parent: QWidget | None = None) -> None:
        """``items`` are the tabs whose speed the chip shows."""
        super().__init__(parent)
        self._items = items
        self._rest = QTimer(self, singleShot=True, interval=_SPEED_MILLISECONDS)
        self._rest.timeout.connect(self._show_speed)
        items.state_changed.connect(self._on_state_changed)
        self.downloads = DownloadButton(self)
        self.cancel_button = IconButton("close", self.tr("Cancel loading"), self, size=_CROSS)
        self.cancel_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.chip = ModelChip(self)
        row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=_SPACING)
        for part in (self.downloads, self.chip, self.cancel_button):
            row.addWidget(part)
        self.set_status(EngineStatus())

    def set_status(self, status: EngineStatus) -> None:
        """Show the state of the engine."""
        self.cancel_button.setVisible(status.progress is not None)
        self.chip.set_status(status)

    def _on_state_changed(self, _conversation_id: str) -> None:
        # Progress comes many times a second from each answer.
        if not self._rest.isActive():
            self._rest.start()

    def _show_speed(self) -> None:
        states = self._items.states()
        writing = [each for each in states if each.activity is TabActivity.WRITING]
        own = ("", self.chip.model_name)
        here = [each for each in writing if not each.machine and each.usage.model_name in own]
        speeds = [each.usage.tokens_per_second or 0.0 for each in here]
        self.chip.set_speed(sum(speeds) if any(speeds) else None)

    def set_compact(self, *, is_compact: bool) -> None:
        """Show the chip as a dot, and the downloads as an icon."""
        self.chip.set_compact(is_compact=is_compact)
        self.downloads.set_compact(is_compact=is_compact)

    def compact_width(self) -> int:
        """Return the width of the dot and the icons."""
        return self.chip.compact_width() + self._others_width(is_compact=True)

    def named_widths(self) -> tuple[int, int]:
        """Return the least width in which the name can be read, and that of the whole name."""
        others = self._others_width(is_compact=False)
        chip = self.chip
        return chip.min_named_width() + others, chip.named_width() + others

    def _others_width(self, *, is_compact: bool) -> int:
        width = 0
        if not self.downloads.isHidden():
            width += self.downloads.width_if(is_compact=is_compact) + _SPACING
        if not self.cancel_button.isHidden():
            width += self.cancel_button.sizeHint().width() + _SPACING
        return width
