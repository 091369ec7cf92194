"""Builders of small GGUF files that the real library runs."""
