"""The panel with the settings of the active chat."""
