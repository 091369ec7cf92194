"""The views of models are tested as other widgets are."""

from tests.app.widgets import conftest as widgets

shared_theme = widgets.shared_theme
theme_switch = widgets.theme_switch
