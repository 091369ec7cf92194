"""The bundled typefaces: Inter for text and JetBrains Mono for code."""

import logging
from functools import cache
from importlib import resources

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase

TEXT_FAMILY, CODE_FAMILY = "Inter", "JetBrains Mono"
_FILES = (
    "Inter-Regular.ttf",
    "Inter-Italic.ttf",
    "Inter-SemiBold.ttf",
    "Inter-SemiBoldItalic.ttf",
    "JetBrainsMono-Regular.ttf",
    "JetBrainsMono-Bold.ttf",
)
_LIGATURES = QFont.Tag("calt")  # the feature of contextual alternates
_log = logging.getLogger(__name__)


@cache
def load_faces() -> None:
    """Add the bundled faces to those of the system, once per process.

    A file that cannot be read is logged and skipped: the system's faces replace it.
    """
    folder = resources.files("resources") / "fonts"
    for name in _FILES:
        try:
            face = (folder / name).read_bytes()
        except OSError as error:
            _log.error("the typeface %s can't be read: %s", name, error)
            continue
        if QFontDatabase.addApplicationFontFromData(QByteArray(face)) < 0:
            _log.error("the typeface %s can't be loaded", name)


def with_text_face(font: QFont) -> QFont:
    """Return a font in the face for text; that of ``font`` draws the scripts it lacks.

    Ligatures are off, as in code: Inter would draw ``->`` as an arrow. Shaping is a fifth faster.
    """
    faced = QFont(font)
    faced.setFeature(_LIGATURES, 0)
    faced.setFamilies([TEXT_FAMILY, *(each for each in font.families() if each != TEXT_FAMILY)])
    return faced


def fixed_width_font() -> QFont:
    """Return the face for code; the system's fixed-width face draws the scripts it lacks.

    Ligatures are off, because code is shown as it is typed: ``!=`` stays two characters.
    """
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    fixed.setStyleHint(QFont.StyleHint.Monospace)
    fixed.setFamilies([CODE_FAMILY, *fixed.families()])
    fixed.setFeature(_LIGATURES, 0)
    return fixed
