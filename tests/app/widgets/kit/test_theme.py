"""The colours: readable in both themes, and in step with the choice."""

import dataclasses
import itertools

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from app.settings import Theme
from app.widgets.kit.theme import DARK, LIGHT, Colours, ThemeSwitch, build_palette, colours_of

LEAST_TEXT_CONTRAST = 4.5
LEAST_MARK_CONTRAST = 3.0


def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG 2 defines it."""
    ink = QColor(colour)
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
        for part in (ink.redF(), ink.greenF(), ink.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_all_text_has_enough_contrast(colours: Colours) -> None:
    inks = ("text", "muted", "accent", "success", "warning", "danger")
    grounds = ("window", "page", "raised", "bubble", "code", "hover")
    pairs = list(itertools.product(inks, grounds))
    pairs += [(name, "code") for name in dataclasses.asdict(colours) if name.startswith("code_")]
    pairs += [("on_accent", "accent"), ("page", "text")]
    for ink, ground in pairs:
        ratio = contrast(getattr(colours, ink), getattr(colours, ground))
        assert ratio >= LEAST_TEXT_CONTRAST, (ink, ground, round(ratio, 2))


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_a_palette_knows_its_theme(colours: Colours) -> None:
    assert colours_of(build_palette(colours)) is colours


def test_a_chosen_theme_colours_the_application(
    theme_switch: ThemeSwitch, qapp: QApplication
) -> None:
    theme_switch.set_theme(Theme.DARK)

    assert theme_switch.is_dark()
    assert colours_of(qapp.palette()) is DARK
    assert qapp.palette().color(QPalette.ColorRole.Text).name() == DARK.text


def test_an_unknown_system_scheme_counts_as_light(theme_switch: ThemeSwitch) -> None:
    theme_switch.set_theme(Theme.DARK)
    theme_switch.set_theme(Theme.SYSTEM)

    assert not theme_switch.is_dark()


def test_zoom_scales_the_font_and_comes_back(theme_switch: ThemeSwitch, qapp: QApplication) -> None:
    normal = qapp.font().pointSizeF()

    theme_switch.set_zoom(200)
    doubled = qapp.font().pointSizeF()
    theme_switch.set_zoom(100)

    assert doubled == pytest.approx(2 * normal)
    assert qapp.font().pointSizeF() == pytest.approx(normal)


def test_nothing_moves_where_that_is_requested(
    theme_switch: ThemeSwitch, qapp: QApplication
) -> None:
    blinking = qapp.cursorFlashTime()
    assert blinking > 0

    theme_switch.set_still(True)
    assert qapp.cursorFlashTime() == 0
    assert not qapp.isEffectEnabled(Qt.UIEffect.UI_FadeTooltip)
    theme_switch.set_still(False)
    assert qapp.cursorFlashTime() == blinking
