"""Downloads in the window's status bar: how far they are; a click shows them."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.domain import Transfer, TransferState
from app.widgets.kit.quiet_button import QuietButton
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill
from app.widgets.models.hub_words import duration_text, transfer_text

_HEIGHT = 20  # the status bar's own does not change


class DownloadButton(QuietButton):
    """Hidden while there is nothing to fetch."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("arrow-down", "", parent)
        self.setFixedHeight(_HEIGHT)
        self.hide()

    def set_transfers(self, transfers: Sequence[Transfer]) -> None:
        """Show how far these are together."""
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
        return QSize(super().sizeHint().width(), _HEIGHT)

    def _text(self, transfers: Sequence[Transfer]) -> str:
        running = [each for each in transfers if each.is_running]
        total = sum(each.total_bytes for each in transfers)
        share = sum(each.done_bytes for each in transfers) / total if total else 0.0
        percent = fill(self.tr("{count} %"), count=format_number(share * 100))
        if not running:
            is_failed = any(each.state is TransferState.FAILED for each in transfers)
            label = self.tr("Download failed") if is_failed else self.tr("Paused")
            return f"{percent} · {label}"
        if all(each.state is TransferState.WAITING for each in running):
            waiting = self.tr("Waiting")
            return f"{percent} · {waiting}"
        # They share the line: the one that takes longest is the end of all.
        times = [each.seconds_left for each in running if each.seconds_left is not None]
        left = fill(self.tr("{time} left"), time=duration_text(max(times))) if times else ""
        return " · ".join(part for part in (percent, left) if part)
