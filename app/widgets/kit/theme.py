"""Colours, palettes and type sizes of the window."""

import enum

import msgspec
from msgspec.structs import replace
from PySide6.QtGui import QColor, QFont, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from app.widgets.kit.faces import fixed_width_font


class Colours(msgspec.Struct, frozen=True):
    """Every colour of one theme, as ``#rrggbb``; a test checks the contrast of each pair.

    Attributes:
        window: the background of tabs, sidebar and bar.
        page: the background of messages.
        raised: message box, fields, toasts.
        bubble: the background of the user's messages.
        code: the background of code.
        fill: buttons, which are found by their text.
        border: decorative lines; no contrast is required.
        outline: the lower edges of fields, and check boxes, which need contrast.
        writing: the sign of an answer that grows, unlike the accent of an unread one.
    """

    window: str
    page: str
    raised: str
    bubble: str
    code: str
    hover: str
    fill: str
    fill_hover: str
    border: str
    outline: str
    text: str
    muted: str
    disabled: str
    accent: str
    on_accent: str
    success: str
    warning: str
    danger: str
    writing: str
    code_keyword: str
    code_string: str
    code_number: str
    code_name: str
    code_comment: str


LIGHT = Colours(
    window="#f3f3f1",
    page="#fcfcfb",
    raised="#ffffff",
    bubble="#e9ecfb",
    code="#f3f3f1",
    hover="#e6e6e3",
    fill="#e9e9e6",
    fill_hover="#dddcd8",
    border="#d6d6d2",
    outline="#7a7c77",
    text="#20211f",
    muted="#5f615d",
    disabled="#8d8f8a",
    accent="#4255d0",
    on_accent="#ffffff",
    success="#1d6f42",
    warning="#8a5300",
    danger="#b3261e",
    writing="#0b6b63",
    code_keyword="#7a2fa0",
    code_string="#1f6b3a",
    code_number="#a03a12",
    code_name="#2349b8",
    code_comment="#666863",
)

DARK = Colours(
    window="#1a1b1e",
    page="#212226",
    raised="#2a2b30",
    bubble="#31364a",
    code="#191a1d",
    hover="#34353b",
    fill="#35363c",
    fill_hover="#41434a",
    border="#42444b",
    outline="#7b7d86",
    text="#e7e7e9",
    muted="#abadb5",
    disabled="#74767e",
    accent="#a9b6ff",
    on_accent="#14172b",
    success="#7fd6a2",
    warning="#f0bf6c",
    danger="#ffa198",
    writing="#6fd3c4",
    code_keyword="#d3a6f2",
    code_string="#a5d6a0",
    code_number="#f0b088",
    code_name="#9dbcff",
    code_comment="#9b9da4",
)


def _contrasted(colours: Colours) -> Colours:
    """Return the colours for the system's high contrast setting: no line or text is pale."""
    return replace(
        colours,
        border=colours.outline,
        outline=colours.text,
        muted=colours.text,
        disabled=colours.muted,
    )


STRONG_LIGHT, STRONG_DARK = _contrasted(LIGHT), _contrasted(DARK)


INTERFACE_PIXELS = 13  # at 100 %; all type sizes are relative to it
CODE_SHARE = 0.9  # of the size of the text around it: their x-heights are equal


class TypeSize(enum.Enum):
    """The type sizes, as factors of the size of the application's font."""

    SMALL = 12 / INTERFACE_PIXELS
    BODY = 1.0
    READING = 15 / INTERFACE_PIXELS
    HEADING = 17 / INTERFACE_PIXELS
    TITLE = 20 / INTERFACE_PIXELS


# Qt applies these to all widgets of a class, also after the theme or the zoom changes.
CLASS_SIZES = {
    "MutedLabel": TypeSize.SMALL,
    "FieldError": TypeSize.SMALL,
    "FiguresButton": TypeSize.SMALL,
    "FoldButton": TypeSize.SMALL,
    "ComposerEdit": TypeSize.READING,
    "EditorField": TypeSize.READING,
}
CLASS_COLOURS = {
    "MutedLabel": {QPalette.ColorRole.WindowText: "muted", QPalette.ColorRole.Text: "muted"},
    "FieldError": {QPalette.ColorRole.WindowText: "danger", QPalette.ColorRole.Text: "danger"},
    "ComposerEdit": {QPalette.ColorRole.Base: "raised"},
    "EditorField": {QPalette.ColorRole.Base: "raised"},
    "CodeText": {QPalette.ColorRole.Base: "code"},
}
FIELD_CLASSES = (
    "QLineEdit",
    "QAbstractSpinBox",
    "QComboBox",
    "QCheckBox",
    "QSlider",
    "PromptBox",
)


def scaled_font(font: QFont, factor: float, *, is_bold: bool = False) -> QFont:
    """Return a copy of a font in another size; a bold one is semibold, the boldest of the face."""
    scaled = QFont(font)
    if font.pointSizeF() > 0:
        scaled.setPointSizeF(font.pointSizeF() * factor)
    else:
        scaled.setPixelSize(max(1, round(font.pixelSize() * factor)))
    if is_bold:
        scaled.setWeight(QFont.Weight.DemiBold)
    return scaled


def sized_font(font: QFont, size: TypeSize, *, is_bold: bool = False) -> QFont:
    """Return a copy of the font of the interface in one of the type sizes."""
    return scaled_font(font, size.value, is_bold=is_bold)


def scaled_pixels(pixels: int) -> int:
    """Return a length that grows with the font of the application, as the side of an icon."""
    return round(pixels * QFontInfo(QApplication.font()).pixelSize() / INTERFACE_PIXELS)


def code_font(font: QFont) -> QFont:
    """Return the face for code in a size that matches ``font``."""
    fixed = fixed_width_font()
    if font.pointSizeF() > 0:
        fixed.setPointSizeF(font.pointSizeF())
    else:
        fixed.setPixelSize(font.pixelSize())
    return scaled_font(fixed, CODE_SHARE)


def is_dark(palette: QPalette) -> bool:
    """Return whether a palette is the dark one."""
    return palette.color(QPalette.ColorRole.Base).lightness() < 128


MAX_PALETTES = 4000  # whose colours are remembered; nearly each widget has one
_known_colours: dict[int, Colours] = {}  # by the key of a palette, which no other ever has


def colours_of(palette: QPalette) -> Colours:
    """Return the colours that belong to a widget's palette."""
    # Each painted widget asks, and palettes are compared by three colours.
    colours = _known_colours.get(palette.cacheKey())
    if colours is None:
        if len(_known_colours) == MAX_PALETTES:
            _known_colours.clear()
        colours = _known_colours[palette.cacheKey()] = _colours_of(palette)
    return colours


def _colours_of(palette: QPalette) -> Colours:
    usual, strong = (DARK, STRONG_DARK) if is_dark(palette) else (LIGHT, STRONG_LIGHT)
    is_strong = palette.color(QPalette.ColorRole.Mid) == QColor(strong.border)
    return strong if is_strong else usual


def build_palette(colours: Colours) -> QPalette:
    """Return the palette of a theme."""
    role = QPalette.ColorRole
    palette = QPalette()
    for target, colour in (
        (role.Window, colours.window),
        (role.WindowText, colours.text),
        (role.Base, colours.page),
        (role.AlternateBase, colours.code),
        (role.Text, colours.text),
        (role.PlaceholderText, colours.muted),
        (role.Button, colours.raised),
        (role.ButtonText, colours.text),
        (role.BrightText, colours.danger),
        (role.ToolTipBase, colours.raised),
        (role.ToolTipText, colours.text),
        (role.Highlight, colours.accent),
        (role.HighlightedText, colours.on_accent),
        (role.Accent, colours.accent),
        (role.Link, colours.accent),
        (role.LinkVisited, colours.accent),
        (role.Light, colours.raised),
        (role.Midlight, colours.hover),
        (role.Mid, colours.border),
        (role.Dark, colours.border),
    ):
        palette.setColor(target, QColor(colour))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, QColor(colours.disabled))
    return palette


def field_palette(colours: Colours) -> QPalette:
    """Return the palette of form fields."""
    palette = build_palette(colours)
    palette.setColor(QPalette.ColorRole.Base, QColor(colours.raised))
    return palette
