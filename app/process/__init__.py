"""The window's process itself: its version, its display, its log, its garbage collector."""
