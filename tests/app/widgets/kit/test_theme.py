"""The colours: readable in both themes, and in step with the choice."""

import itertools

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QFontMetricsF,
    QPalette,
    QRawFont,
    QTextLayout,
)
from PySide6.QtWidgets import QApplication, QLineEdit

from app.settings import Theme
from app.widgets.kit.faces import load_faces, with_text_face
from app.widgets.kit.theme import (
    DARK,
    LIGHT,
    STRONG_DARK,
    STRONG_LIGHT,
    Colours,
    TypeSize,
    code_font,
    colours_of,
    sized_font,
)
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.transcript.message import SHARE_LEFT
from tests.conftest import ExpectedLog

MIN_TEXT_CONTRAST = 4.5
MIN_MARK_CONTRAST = 3.0


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


@pytest.mark.parametrize("colours", [LIGHT, DARK, STRONG_LIGHT, STRONG_DARK])
def test_all_text_has_enough_contrast(colours: Colours) -> None:
    inks = ("text", "muted", "accent", "success", "warning", "danger", "writing")
    grounds = ("window", "page", "raised", "bubble", "code", "hover")
    pairs = list(itertools.product(inks, grounds))
    pairs += [(name, "code") for name in Colours.__struct_fields__ if name.startswith("code_")]
    pairs += [("on_accent", "accent"), ("page", "text")]
    pairs += [("text", "fill"), ("text", "fill_hover"), ("muted", "fill")]
    for ink, ground in pairs:
        ratio = contrast(getattr(colours, ink), getattr(colours, ground))
        assert ratio >= MIN_TEXT_CONTRAST, (ink, ground, round(ratio, 2))


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_said_can_be_read_under_the_veil(colours: Colours) -> None:
    """What the model does not see any more is paler, and still no riddle."""
    for ground in ("page", "bubble", "code"):
        ratio = contrast(veiled(colours, colours.text), veiled(colours, getattr(colours, ground)))
        assert ratio >= MIN_TEXT_CONTRAST, (ground, round(ratio, 2))
    inks = [name for name in Colours.__struct_fields__ if name.startswith("code_")]
    for ink in (*inks, "accent"):
        ground = "page" if ink == "accent" else "code"
        ratio = contrast(
            veiled(colours, getattr(colours, ink)), veiled(colours, getattr(colours, ground))
        )
        assert ratio >= 2.5, (ink, round(ratio, 2))


def veiled(colours: Colours, colour: str) -> str:
    """Return a colour as it looks under the veil."""
    ink, page = QColor(colour), QColor(colours.page)
    return QColor.fromRgbF(
        *(
            part * SHARE_LEFT + below * (1 - SHARE_LEFT)
            for part, below in (
                (ink.redF(), page.redF()),
                (ink.greenF(), page.greenF()),
                (ink.blueF(), page.blueF()),
            )
        )
    ).name()


@pytest.mark.parametrize(
    ("theme", "usual", "strong"),
    [(Theme.LIGHT, LIGHT, STRONG_LIGHT), (Theme.DARK, DARK, STRONG_DARK)],
)
def test_who_asks_for_contrast_gets_no_pale_line_or_word(
    theme_switch: ThemeSwitch,
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    theme: Theme,
    usual: Colours,
    strong: Colours,
) -> None:
    theme_switch.set_theme(theme)
    assert colours_of(qapp.palette()) is usual
    monkeypatch.setattr("app.widgets.kit.theme_switch.wants_contrast", lambda _hints: True)
    theme_switch.set_theme(theme)
    assert colours_of(qapp.palette()) is colours_of(QLineEdit().palette()) is strong
    for ground in ("window", "page", "raised"):
        assert contrast(strong.border, getattr(strong, ground)) >= MIN_MARK_CONTRAST
        assert contrast(strong.muted, getattr(strong, ground)) >= 7
        assert contrast(strong.outline, getattr(strong, ground)) >= 7


def test_an_unknown_system_scheme_counts_as_light(theme_switch: ThemeSwitch) -> None:
    theme_switch.set_theme(Theme.DARK)
    theme_switch.set_theme(Theme.SYSTEM)

    assert not theme_switch.is_dark()


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


def test_a_window_that_is_built_again_does_not_scale_its_text_twice(
    qapp: QApplication, theme_switch: ThemeSwitch
) -> None:
    """As after a change of the language, or the restore of a backup."""
    theme_switch.set_zoom(150)
    size = qapp.font().pointSizeF()
    again = ThemeSwitch(qapp)
    again.set_zoom(150)
    assert qapp.font().pointSizeF() == size
    again.setParent(None)


@pytest.mark.parametrize("zoom", [100, 200])
def test_the_interface_and_the_text_have_their_sizes_in_the_bundled_face(
    qapp: QApplication, theme_switch: ThemeSwitch, zoom: int
) -> None:
    theme_switch.set_zoom(zoom)
    sizes = [
        QFontInfo(sized_font(qapp.font(), size)).pixelSize() * 100 / zoom
        for size in (TypeSize.BODY, TypeSize.READING, TypeSize.SMALL, TypeSize.TITLE)
    ]
    assert sizes == [13, 15, 12, 20]
    heading = QFontInfo(sized_font(qapp.font(), TypeSize.HEADING, is_bold=True))
    assert (heading.family(), heading.weight(), heading.pixelSize()) == (
        "Inter",
        QFont.Weight.DemiBold,
        round(17 * zoom / 100),
    )
    theme_switch.set_zoom(100)


@pytest.mark.parametrize("typed", ["!=", "->", "=>"])
def test_text_and_code_are_shown_as_they_were_typed(
    qapp: QApplication, theme_switch: ThemeSwitch, typed: str
) -> None:
    """Without ligatures, which would show two characters as another one."""
    for font in (qapp.font(), code_font(qapp.font())):
        layout = QTextLayout(typed, font)
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        (run,) = layout.glyphRuns()
        assert run.glyphIndexes() == QRawFont.fromFont(font).glyphIndexesForString(typed)


def test_all_characters_of_code_have_one_width(
    qapp: QApplication, theme_switch: ThemeSwitch
) -> None:
    font = code_font(qapp.font())
    assert QFontInfo(font).family() == "JetBrains Mono"
    metrics = QFontMetricsF(font)
    assert len({metrics.horizontalAdvance(each) for each in ("!=", "il", "MW", "->")}) == 1


def test_a_script_that_the_face_lacks_is_drawn_by_the_system(
    qapp: QApplication, theme_switch: ThemeSwitch
) -> None:
    if not QFontDatabase.families(QFontDatabase.WritingSystem.Hebrew):
        pytest.skip("this system has no Hebrew typeface")
    layout = QTextLayout("\u05e9\u05dc\u05d5\u05dd", qapp.font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    (run,) = layout.glyphRuns()
    assert run.rawFont().familyName() != "Inter"
    assert 0 not in run.glyphIndexes()


def test_widths_in_characters_are_those_of_text(
    qapp: QApplication, theme_switch: ThemeSwitch
) -> None:
    text = "The settings of this chat apply to its next answer, and to all that follow."
    metrics = QFontMetricsF(qapp.font())
    assert metrics.averageCharWidth() == pytest.approx(
        metrics.horizontalAdvance(text) / len(text), rel=0.1
    )


def test_a_face_that_cannot_be_read_is_replaced_by_the_system(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectedLog
) -> None:
    expect_log("the typeface missing.ttf can't be read")
    monkeypatch.setattr("app.widgets.kit.faces._FILES", ("missing.ttf",))
    load_faces.__wrapped__()
    assert QFontMetricsF(with_text_face(QFont())).height() > 0


def test_the_colours_of_a_palette_are_looked_up_once(
    theme_switch: ThemeSwitch, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[QPalette] = []
    colours = colours_of(QApplication.palette())
    monkeypatch.setattr("app.widgets.kit.theme.is_dark", asked.append)
    assert colours_of(QApplication.palette()) is colours
    assert not asked
