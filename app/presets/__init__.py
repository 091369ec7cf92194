"""Presets: named sets of chat options."""
