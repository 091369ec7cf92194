"""Tests of what decodes pictures."""
