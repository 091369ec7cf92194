"""Tests of the Models page and what belongs to it."""
