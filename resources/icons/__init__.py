"""The window's own icons: SVG drawn in ``currentColor``, tinted when they are loaded."""
