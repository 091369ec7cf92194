"""Errors of set-up."""

from __future__ import annotations


class SetupFailed(Exception):
    """Set-up failed; the text states the reason and the remedy, the log has the details."""

    def __init__(self, sentence: str, log_lines: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.log_lines = log_lines


class BuildFailed(SetupFailed):
    """llama.cpp could not be compiled or loaded; other arguments may work."""
