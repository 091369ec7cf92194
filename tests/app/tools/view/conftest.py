"""Views have the style and the colours of the window."""

from tests.app.widgets.conftest import _empty_clipboard, shared_theme, theme_switch

__all__ = ("_empty_clipboard", "shared_theme", "theme_switch")
