"""Tests of the window process."""
