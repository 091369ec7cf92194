"""Sources: their text is gathered from files, cut into parts, and read by the engine."""
