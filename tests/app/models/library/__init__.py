"""Tests of the model files."""
