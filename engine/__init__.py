"""Hubbub's engine: one model, one context, many conversations; no Qt, no SQL."""
