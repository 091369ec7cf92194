"""Reads and writes the bodies of other programs' APIs: structs and pure functions, no network."""
