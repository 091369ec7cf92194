"""Tests of the facade on the real library and tiny models."""
