"""The list of conversations at the side of the window."""
