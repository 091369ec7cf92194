"""Applies theme, zoom and reduced motion to the application."""

import sys

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QStyleHints
from PySide6.QtWidgets import QApplication

from app.settings import Theme
from app.widgets.kit.faces import load_faces, with_text_face
from app.widgets.kit.style.proxy import WindowStyle
from app.widgets.kit.theme import (
    CLASS_COLOURS,
    CLASS_SIZES,
    DARK,
    FIELD_CLASSES,
    INTERFACE_PIXELS,
    LIGHT,
    STRONG_DARK,
    STRONG_LIGHT,
    build_palette,
    field_palette,
    scaled_font,
    sized_font,
)

MOVING_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)

_FONT_PROPERTY = "hubbubUnscaledFont"
# Points, not pixels, so that text also grows with the resolution that the system reports.
_POINTS_PER_PIXEL = 1.0 if sys.platform == "darwin" else 72 / 96


class ThemeSwitch(QObject):
    """Applies a fixed theme or the system's, and a zoom, to the application."""

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._theme = Theme.SYSTEM
        self._font = _unscaled_font(application)
        self._flash_milliseconds = application.cursorFlashTime()
        application.setStyle(WindowStyle())
        hints = application.styleHints()
        hints.colorSchemeChanged.connect(self._apply)
        contrast_changed = getattr(hints.accessibility(), "contrastPreferenceChanged", None)
        if contrast_changed is not None:  # older versions of Qt have none
            contrast_changed.connect(self._apply)
        self._apply()
        self.set_zoom(100)

    def set_theme(self, theme: Theme) -> None:
        """Apply a theme, or follow the system; also to title bars, if the platform allows."""
        self._theme = theme
        scheme = {
            Theme.SYSTEM: Qt.ColorScheme.Unknown,
            Theme.LIGHT: Qt.ColorScheme.Light,
            Theme.DARK: Qt.ColorScheme.Dark,
        }[theme]
        self._application.styleHints().setColorScheme(scheme)
        self._apply()

    def set_zoom(self, percent: int) -> None:
        """Scale all text by a percentage."""
        font = scaled_font(self._font, percent / 100)
        self._application.setFont(font)
        for class_name, size in CLASS_SIZES.items():
            # Here and below: PySide's stub requires bytes, but its code takes only str.
            self._application.setFont(sized_font(font, size), class_name)  # type: ignore[arg-type]

    def set_still(self, is_still: bool) -> None:
        """Turn off motion: no blinking cursor, no animated menus.

        Motion is also off if the system requests it.
        """
        is_still = is_still or wants_stillness(self._application.styleHints())
        blinking = 0 if is_still else self._flash_milliseconds
        self._application.setCursorFlashTime(blinking)
        for effect in MOVING_EFFECTS:
            self._application.setEffectEnabled(effect, not is_still)

    def is_dark(self) -> bool:
        """Return whether the dark theme is shown."""
        if self._theme is Theme.SYSTEM:
            return self._application.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return self._theme is Theme.DARK

    def _apply(self) -> None:
        colours = DARK if self.is_dark() else LIGHT
        if wants_contrast(self._application.styleHints()):
            colours = STRONG_DARK if self.is_dark() else STRONG_LIGHT
        self._application.setPalette(build_palette(colours))
        for class_name, roles in CLASS_COLOURS.items():
            palette = build_palette(colours)
            for role, colour_name in roles.items():
                palette.setColor(role, QColor(getattr(colours, colour_name)))
            self._application.setPalette(palette, class_name)  # type: ignore[arg-type]
        for class_name in FIELD_CLASSES:
            self._application.setPalette(field_palette(colours), class_name)  # type: ignore[arg-type]
        self.changed.emit()


def is_still() -> bool:
    """Return whether motion is off, by the settings or by the system."""
    return QApplication.cursorFlashTime() <= 0


def wants_contrast(hints: QStyleHints) -> bool:
    """Return whether the system requests more contrast; False in older versions of Qt."""
    preference = getattr(hints.accessibility(), "contrastPreference", lambda: None)()
    return preference is not None and preference.name == "HighContrast"


def _unscaled_font(application: QApplication) -> QFont:
    """Return the font of the interface at 100 %: the face for text in the usual size.

    It is larger if that of the system is. Another switch may have scaled that of the application.
    """
    font = application.property(_FONT_PROPERTY)
    if not isinstance(font, QFont):
        load_faces()
        font = with_text_face(application.font())
        if font.pointSizeF() > 0:
            font.setPointSizeF(max(font.pointSizeF(), INTERFACE_PIXELS * _POINTS_PER_PIXEL))
        else:
            font.setPixelSize(max(font.pixelSize(), INTERFACE_PIXELS))
        application.setProperty(_FONT_PROPERTY, font)
    return QFont(font)


def wants_stillness(hints: QStyleHints) -> bool:
    """Return whether the system requests less motion; False in older versions of Qt."""
    preference = getattr(hints.accessibility(), "motionPreference", lambda: None)()
    return preference is not None and preference.name == "ReducedMotion"
