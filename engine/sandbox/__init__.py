"""Limits on a process after it has read content from others."""
