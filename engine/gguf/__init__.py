"""Reads GGUF files: what a model is and whether its file is whole. Plain Python, no library."""
