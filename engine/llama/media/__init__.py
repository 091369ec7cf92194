"""Projectors: from pixels to rows of floats, and from these rows into the KV cache."""
