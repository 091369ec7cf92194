"""Every widget is tested in the style and the colours that the window has."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.settings import Theme
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.markdown import code_highlight
from app.widgets.markdown import formula_renderer as formula_renderer


@pytest.fixture(autouse=True)
def theme_switch(qapp: QApplication) -> Iterator[ThemeSwitch]:
    """The application in its own style, light unless a test says otherwise."""
    switch = ThemeSwitch(qapp)
    switch.set_theme(Theme.LIGHT)
    yield switch
    switch.set_zoom(100)
    switch.set_theme(Theme.LIGHT)
    switch.setParent(None)


@pytest.fixture(autouse=True)
def _empty_clipboard(qapp: QApplication) -> Iterator[None]:
    """Leaves nothing made in Python on the clipboard, which Qt would free after Python's end."""
    yield
    qapp.clipboard().clear()


@pytest.fixture(scope="module")
def colours_at_once() -> Iterator[None]:
    """Code gets all its colours in one slice, however busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(code_highlight, "SLICE_SECONDS", 60.0)
        yield


@pytest.fixture(scope="module")
def formulas_at_once() -> Iterator[None]:
    """Formulas are waited for, however busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formula_renderer, "PATIENCE_SECONDS", 60.0)
        patch.setattr(formula_renderer, "PATIENCE_SHARE", 1e9)
        yield
