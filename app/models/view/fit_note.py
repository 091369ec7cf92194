"""Whether a model fits, as a sentence, with a bar of the memory of this computer."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.models.model import ModelFit
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.shares import FREE, Ink, Legend, paint_shares
from app.widgets.kit.text import format_bytes
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

OTHERS, MODEL, CHATS = Ink("muted"), Ink("accent"), Ink("success", is_hatched=True)
MISSING = Ink("danger", is_hatched=True)
_HEIGHT = 6


class MemoryBar(QWidget):
    """The memory that other programs, a model and its chats take, and what stays free.

    For a model that does not fit, the bar is as long as the memory that would be needed, and its
    end is what is missing.
    """

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[tuple[Ink, float], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_fit(self, fit: ModelFit) -> None:
        """Show the memory of a model."""
        used = fit.total_bytes - fit.free_bytes
        missing = max(0, fit.needed_bytes - fit.free_bytes)
        whole = max(1, fit.total_bytes + missing)
        chats = max(0, fit.chats_bytes - missing)
        model = fit.needed_bytes - missing - chats
        parts = ((OTHERS, used), (MODEL, model), (CHATS, chats), (MISSING, missing))
        self._parts = tuple((ink, size / whole) for ink, size in parts)
        taken = format_bytes(used + fit.needed_bytes)
        name = self.tr("Memory: {used} of {total}")
        self.setAccessibleName(fill(name, used=taken, total=format_bytes(fit.total_bytes)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, _HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        direction = self.layoutDirection()
        paint_shares(QPainter(self), self.rect(), self._parts, colours, direction)


class FitNote(QWidget):
    """A sentence, and the bar with its legend if the memory is known."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = MutedLabel(parent=self, wraps=True)
        self.bar, self.legend = MemoryBar(), Legend()
        parts = (self.label, self.bar, self.legend)
        vertical_layout(self, *parts, margins=(0, 0, 0, 0), spacing=4)
        self.show_fit("")

    def text(self) -> str:
        """Return the sentence."""
        return self.label.text()

    def show_fit(self, text: str, fit: ModelFit | None = None) -> None:
        """Show a sentence, and the figures of a model if they are known."""
        self.label.setText(text)
        is_known = fit is not None and fit.needed_bytes > 0 and fit.total_bytes > 0
        if fit is not None and is_known:
            self.bar.set_fit(fit)
            self.legend.set_entries(self._entries(fit))
        self.bar.setVisible(is_known)
        self.legend.setVisible(is_known)

    def _entries(self, fit: ModelFit) -> list[tuple[Ink, str]]:
        rest = fit.free_bytes - fit.needed_bytes
        sizes = {
            OTHERS: fit.total_bytes - fit.free_bytes,
            MODEL: fit.needed_bytes - fit.chats_bytes,
            CHATS: fit.chats_bytes,
            FREE: max(0, rest),
            MISSING: max(0, -rest),
        }
        texts = {
            OTHERS: self.tr("other programs {size}"),
            MODEL: self.tr("model {size}"),
            CHATS: self.tr("chats {size}"),
            FREE: self.tr("still free {size}"),
            MISSING: self.tr("missing {size}"),
        }
        return [
            (ink, fill(texts[ink], size=format_bytes(size))) for ink, size in sizes.items() if size
        ]
