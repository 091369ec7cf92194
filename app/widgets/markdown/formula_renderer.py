"""Draws formulas on a separate thread; the window waits for it for a few milliseconds at most.

The library is pure Python and its input is untrusted: drawing is aborted after a time limit, and
large formulas are not drawn. ``drawn`` reports pictures that were not ready in time, in batches.
"""

import queue
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import FrameType

import msgspec
from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.widgets.markdown.formula_syntax import is_drawable_formula

MAX_PICTURES = 400
MAX_SIDE = 3000.0  # pixels
WORK_SECONDS = 1.0  # CPU time of the thread: a busy machine draws later, not less
PATIENCE_SECONDS = 0.03
LARGER = 1.1  # than the text around it, whose font has a larger x-height
MAX_PAINTED = 20  # per event, to keep the window responsive
_REPORT_MS = 30  # each report lays out a whole text again
PATIENCE_SHARE = 0.1  # of the time passed since it was used up

# Exceptions of the library for unsupported input, besides its own classes.
_TROUBLE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)


class _TooSlow(RuntimeError):
    """Drawing a formula took longer than the time limit."""


class FormulaRequest(msgspec.Struct, frozen=True):
    """A formula and how to draw it."""

    tex: str
    size: float
    colour: str
    is_display: bool = False
    device_ratio: float = 1.0


class FormulaPicture(msgspec.Struct, frozen=True):
    """A drawn formula; sizes are in pixels."""

    image: QImage
    width: float
    ascent: float
    descent: float


class _Drawing(msgspec.Struct, frozen=True):
    """The result of the thread: a picture as SVG text, and its depth below the baseline."""

    svg: bytes
    width: float
    height: float
    descent: float


class FormulaRenderer(QObject):
    """Caches pictures of formulas and draws missing ones; ``drawn`` emits the set of new ones."""

    drawn = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pictures: OrderedDict[FormulaRequest, FormulaPicture | None] = OrderedDict()
        self._waiting: dict[FormulaRequest, threading.Event] = {}
        self._inbox: queue.SimpleQueue[FormulaRequest] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[tuple[FormulaRequest, _Drawing | None]]
        self._outbox = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._unreported: set[FormulaRequest] = set()
        self._report_timer = QTimer(self, singleShot=True, interval=_REPORT_MS)
        self._report_timer.timeout.connect(self._report)
        self._patience = PATIENCE_SECONDS
        self._asked_at = time.monotonic()

    def is_known(self, request: FormulaRequest) -> bool:
        """Return whether a formula was drawn or can't be drawn; otherwise request it."""
        self._take_drawings()
        if request in self._pictures:
            return True
        if not is_drawable_formula(request.tex):
            self._keep(request, None)
            return True
        if request not in self._waiting:
            self._ask(request)
        self._wait(self._waiting[request])
        self._take_drawings()
        return request in self._pictures

    def picture(self, request: FormulaRequest) -> FormulaPicture | None:
        """Return the picture of a known formula, or None if it can't be drawn."""
        picture = self._pictures.get(request)
        if picture is not None:
            self._pictures.move_to_end(request)
        return picture

    def customEvent(self, event: QEvent) -> None:
        """Receive drawn formulas on the thread of the window."""
        self._take_drawings()

    def _ask(self, request: FormulaRequest) -> None:
        self._waiting[request] = threading.Event()
        self._inbox.put(request)
        if self._thread is None:
            # A daemon thread: a slow formula must not keep the process from exiting.
            self._thread = threading.Thread(target=self._work, name="formulas", daemon=True)
            self._thread.start()

    def _wait(self, done: threading.Event) -> None:
        """Wait a little: most formulas are drawn within a frame."""
        now = time.monotonic()
        earned = (now - self._asked_at) * PATIENCE_SHARE
        self._patience = min(PATIENCE_SECONDS, self._patience + earned)
        done.wait(max(0.0, self._patience))
        self._asked_at = time.monotonic()
        self._patience -= self._asked_at - now

    def _take_drawings(self) -> None:
        for _ in range(MAX_PAINTED):  # there is one event for each, so that none is missed
            try:
                request, drawing = self._outbox.get_nowait()
            except queue.Empty:
                return
            self._waiting.pop(request, None)
            self._keep(request, _painted(drawing, request.device_ratio) if drawing else None)
            self._unreported.add(request)
            if not self._report_timer.isActive():
                self._report_timer.start()

    def _report(self) -> None:
        drawn_requests, self._unreported = frozenset(self._unreported), set()
        self.drawn.emit(drawn_requests)

    def _keep(self, request: FormulaRequest, picture: FormulaPicture | None) -> None:
        self._pictures[request] = picture
        while len(self._pictures) > MAX_PICTURES:
            self._pictures.popitem(last=False)

    def _work(self) -> None:
        while True:
            request = self._inbox.get()
            done = self._waiting.get(request)
            self._outbox.put((request, _draw(request)))
            if done is not None:
                done.set()
            if QCoreApplication.instance() is None:
                return
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))


@lru_cache(maxsize=1)
def formula_renderer() -> FormulaRenderer:
    """Return the shared renderer of the window."""
    return FormulaRenderer()


def draw_now(request: FormulaRequest) -> FormulaPicture | None:
    """Draw a formula and wait for it; return None if it can't be drawn."""
    drawing = _draw(request) if is_drawable_formula(request.tex) else None
    return _painted(drawing, request.device_ratio) if drawing else None


def formula_trouble() -> tuple[type[Exception], ...]:
    """Return the exceptions that the libraries raise for unsupported formulas."""
    from latex2mathml import exceptions

    known = (each for each in vars(exceptions).values() if isinstance(each, type))
    return (*_TROUBLE, *known)


@contextmanager
def within_time() -> Iterator[None]:
    """Raise an error inside a library that takes too long. Not for the window's thread."""
    end, own_end = time.monotonic() + WORK_SECONDS, time.thread_time() + WORK_SECONDS

    def watch(_frame: FrameType, _event: str, _argument: object) -> None:
        # The cheap clock first, since this runs at every call inside the library.
        if time.monotonic() > end and time.thread_time() > own_end:
            raise _TooSlow

    # Python can't kill a thread, but a profile function can raise inside it.
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(None)


def _draw(request: FormulaRequest) -> _Drawing | None:
    """Draw within the time limit; return None if the library does not support the formula."""
    import ziamath  # late: slow to import, and few conversations have a formula

    ziamath.config.svg2 = False  # QtSvg does not draw the symbols of version 2
    try:
        with within_time():
            return _drawing(ziamath, request)
    except formula_trouble():
        return None


def _drawing(library: "object", request: FormulaRequest) -> _Drawing | None:
    formula = library.Latex(  # type: ignore[attr-defined]  # the library has no types
        request.tex, size=request.size * LARGER, color=request.colour, inline=not request.is_display
    )
    width, height = formula.getsize()
    svg = formula.svg()
    # A reference in the SVG could make QtSvg open a file; a formula needs none.
    is_sound = 0 < width < MAX_SIDE and 0 < height < MAX_SIDE and "href=" not in svg
    if not is_sound:
        return None
    return _Drawing(svg.encode(), width, height, -formula.getyofst())


def _painted(drawing: _Drawing, device_ratio: float) -> FormulaPicture | None:
    renderer = QSvgRenderer(QByteArray(drawing.svg))
    box = renderer.viewBoxF()
    if not renderer.isValid() or box.isEmpty():
        return None
    width, height = box.width(), box.height()
    image = QImage(
        round(width * device_ratio) + 1,
        round(height * device_ratio) + 1,
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, width * device_ratio, height * device_ratio))
    painter.end()
    image.setDevicePixelRatio(device_ratio)
    descent = max(0.0, box.bottom())  # the baseline is at 0
    return FormulaPicture(image, width, height - descent, descent)
