"""Saved prompts, which the composer offers by name."""
