"""Reads GGUF files: describes the model and checks that the file is complete. Pure Python."""
