"""Colours, palettes and type sizes of the window, and the switch between light and dark."""

import enum
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette, QStyleHints
from PySide6.QtWidgets import QApplication, QStyleFactory

from app.settings import Theme


@dataclass(frozen=True, slots=True)
class Colours:
    """Every colour of one theme, as ``#rrggbb``; a test checks the contrast of each pair.

    Attributes:
        window: behind tabs, sidebar and footer.
        page: behind the text that is read.
        raised: message box, buttons, banners.
        bubble: behind what the user said.
        code: behind code.
    """

    window: str
    page: str
    raised: str
    bubble: str
    code: str
    hover: str
    border: str
    text: str
    muted: str
    disabled: str
    accent: str
    on_accent: str
    success: str
    warning: str
    danger: str
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
    border="#d6d6d2",
    text="#20211f",
    muted="#5f615d",
    disabled="#8d8f8a",
    accent="#4255d0",
    on_accent="#ffffff",
    success="#1d6f42",
    warning="#8a5300",
    danger="#b3261e",
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
    border="#42444b",
    text="#e7e7e9",
    muted="#abadb5",
    disabled="#74767e",
    accent="#a9b6ff",
    on_accent="#14172b",
    success="#7fd6a2",
    warning="#f0bf6c",
    danger="#ffa198",
    code_keyword="#d3a6f2",
    code_string="#a5d6a0",
    code_number="#f0b088",
    code_name="#9dbcff",
    code_comment="#9b9da4",
)


class TypeSize(enum.Enum):
    """The steps of the one typographic scale, as factors of the application's font."""

    SMALL = 0.88
    BODY = 1.0
    READING = 1.06
    SUBHEADING = 1.16
    HEADING = 1.32
    TITLE = 1.6


# Qt hands these to every widget of a class, also when theme or zoom change while it lives.
CLASS_SIZES = {
    "MutedLabel": TypeSize.SMALL,
    "FieldError": TypeSize.SMALL,
    "FoldButton": TypeSize.SMALL,
    "ComposerEdit": TypeSize.READING,
    "EditorField": TypeSize.READING,
}
CLASS_COLOURS = {
    "MutedLabel": {QPalette.ColorRole.WindowText: "muted", QPalette.ColorRole.Text: "muted"},
    "FieldError": {QPalette.ColorRole.WindowText: "danger"},
    "ComposerEdit": {QPalette.ColorRole.Base: "raised"},
    "EditorField": {QPalette.ColorRole.Base: "raised"},
    "CodeText": {QPalette.ColorRole.Base: "code"},
}
FUSION_SHADE = 140
MOVING_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)
FIELD_CLASSES = (
    "QLineEdit",
    "QAbstractSpinBox",
    "QComboBox",
    "QCheckBox",
    "QRadioButton",
    "PromptBox",
)


def sized_font(font: QFont, size: TypeSize, *, is_bold: bool = False) -> QFont:
    """Return a copy of a font in one step of the scale."""
    sized = QFont(font)
    if font.pointSizeF() > 0:
        sized.setPointSizeF(font.pointSizeF() * size.value)
    else:
        sized.setPixelSize(max(1, round(font.pixelSize() * size.value)))
    if is_bold:
        sized.setWeight(QFont.Weight.DemiBold)
    return sized


def code_font(font: QFont) -> QFont:
    """Return the system's font of fixed width in the size that goes with ``font``."""
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    fixed.setStyleHint(QFont.StyleHint.Monospace)
    if font.pointSizeF() > 0:
        fixed.setPointSizeF(font.pointSizeF() * 0.94)
    else:
        fixed.setPixelSize(max(1, round(font.pixelSize() * 0.94)))
    return fixed


def is_dark(palette: QPalette) -> bool:
    """Return whether a palette is the dark one."""
    return palette.color(QPalette.ColorRole.Window).lightness() < 128


def wants_stillness(hints: QStyleHints) -> bool:
    """Return whether the system asks for less motion; older versions of Qt don't know."""
    preference = getattr(hints.accessibility(), "motionPreference", lambda: None)()
    return preference is not None and preference.name == "ReducedMotion"


def colours_of(palette: QPalette) -> Colours:
    """Return the colours that belong to a widget's palette."""
    return DARK if is_dark(palette) else LIGHT


def build_palette(colours: Colours) -> QPalette:
    """Return the palette that Fusion draws a theme with."""
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
    """Return the palette of fields in forms, whose edges can be seen in both themes.

    Fusion outlines in a darker shade of the window's colour, which on a dark one is not seen: so
    it gets a lighter colour, of which that shade is the theme's border.
    """
    palette = build_palette(colours)
    palette.setColor(QPalette.ColorRole.Base, QColor(colours.raised))
    palette.setColor(QPalette.ColorRole.Window, QColor(colours.border).lighter(FUSION_SHADE))
    return palette


class ThemeSwitch(QObject):
    """Keeps the application in one theme, or in step with the system, and at one zoom."""

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._theme = Theme.SYSTEM
        self._font = QFont(application.font())
        self._flash_milliseconds = application.cursorFlashTime()
        application.setStyle(QStyleFactory.create("Fusion"))
        application.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()
        self.set_zoom(100)

    def set_theme(self, theme: Theme) -> None:
        """Show one theme, or follow the system; title bars follow where the system lets them."""
        self._theme = theme
        scheme = {
            Theme.SYSTEM: Qt.ColorScheme.Unknown,
            Theme.LIGHT: Qt.ColorScheme.Light,
            Theme.DARK: Qt.ColorScheme.Dark,
        }[theme]
        self._application.styleHints().setColorScheme(scheme)
        self._apply()

    def set_zoom(self, percent: int) -> None:
        """Scale all text of the window."""
        font = QFont(self._font)
        if self._font.pointSizeF() > 0:
            font.setPointSizeF(self._font.pointSizeF() * percent / 100)
        else:
            font.setPixelSize(max(1, round(self._font.pixelSize() * percent / 100)))
        self._application.setFont(font)
        for class_name, size in CLASS_SIZES.items():
            # Here and below PySide's stub asks for bytes where its code takes only str.
            self._application.setFont(sized_font(font, size), class_name)  # type: ignore[arg-type]

    def set_still(self, is_still: bool) -> None:
        """Switch motion off: no blinking cursor, no menus that fade or glide.

        Where the system asks for that, it is so in any case.
        """
        is_still = is_still or wants_stillness(self._application.styleHints())
        blinking = 0 if is_still else self._flash_milliseconds
        self._application.setCursorFlashTime(blinking)
        for effect in MOVING_EFFECTS:
            self._application.setEffectEnabled(effect, not is_still)

    def is_dark(self) -> bool:
        """Return whether the window is dark now."""
        if self._theme is Theme.SYSTEM:
            return self._application.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return self._theme is Theme.DARK

    def _apply(self) -> None:
        colours = DARK if self.is_dark() else LIGHT
        self._application.setPalette(build_palette(colours))
        for class_name, roles in CLASS_COLOURS.items():
            palette = build_palette(colours)
            for role, colour_name in roles.items():
                palette.setColor(role, QColor(getattr(colours, colour_name)))
            self._application.setPalette(palette, class_name)  # type: ignore[arg-type]
        for class_name in FIELD_CLASSES:
            self._application.setPalette(field_palette(colours), class_name)  # type: ignore[arg-type]
        self.changed.emit()
