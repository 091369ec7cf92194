"""Every widget is tested in the style and the colours that the window has."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.settings import Theme
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.markdown import code_highlight
from app.widgets.markdown import formula_renderer as formula_renderer
from app.widgets.transcript import transcript_renderer


class SharedTheme:
    """One ThemeSwitch for all tests, made again after a test that changed how the window looks."""

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._switch: ThemeSwitch | None = None
        self._look: tuple[object, ...] = ()

    def light_switch(self) -> ThemeSwitch:
        """Return the switch: light, at 100 %, in the window's own style."""
        if self._switch is None or self._look != self._current_look():
            self.close()
            self._switch = ThemeSwitch(self._application)
            self._switch.set_theme(Theme.LIGHT)
            self._look = self._current_look()
        return self._switch

    def close(self) -> None:
        """Take the switch from the application."""
        if self._switch is not None:
            self._switch.setParent(None)
            self._switch = None

    def _current_look(self) -> tuple[object, ...]:
        application = self._application
        return application.style(), application.palette(), application.font()


@pytest.fixture(scope="session")
def shared_theme(qapp: QApplication) -> Iterator[SharedTheme]:
    theme = SharedTheme(qapp)
    yield theme
    theme.close()


@pytest.fixture(autouse=True)
def theme_switch(shared_theme: SharedTheme) -> ThemeSwitch:
    """The application in its own style, light unless a test says otherwise."""
    return shared_theme.light_switch()


@pytest.fixture(autouse=True)
def _empty_clipboard(qapp: QApplication) -> Iterator[None]:
    """Leaves nothing made in Python on the clipboard, which Qt would free after Python's end."""
    yield
    qapp.clipboard().clear()


@pytest.fixture
def nothing_moves(theme_switch: ThemeSwitch) -> Iterator[None]:
    """Nothing moves between two pictures that are compared."""
    theme_switch.set_still(True)
    yield
    theme_switch.set_still(False)


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


@pytest.fixture(scope="module")
def measured_at_once() -> Iterator[None]:
    """Heights of rows are measured without the pauses that leave the processor to the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transcript_renderer, "IDLE_MS", 1)
        patch.setattr(transcript_renderer, "MEASURING_PAUSE_MS", 0)
        yield


@pytest.fixture(autouse=True)
def _no_window_left_open(qapp: QApplication) -> Iterator[None]:
    """Hides the windows that a test left open: they would take the mouse of the next one."""
    yield
    for each in qapp.topLevelWidgets():
        each.hide()
