"""Tests of the histories, on real files."""
