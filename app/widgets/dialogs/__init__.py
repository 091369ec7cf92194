"""Dialogs that are opened from the window."""
