"""Decides which requests run next, and in which slots; pure Python."""
