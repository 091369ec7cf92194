"""Checks of the style, by machine."""
