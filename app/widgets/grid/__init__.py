"""The tabs of a window side by side, each with its live page."""
