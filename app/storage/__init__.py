"""Histories in SQLite; the only room that knows SQL."""
