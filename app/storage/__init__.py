"""Histories in SQLite; the only package that uses SQL."""
