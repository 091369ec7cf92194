"""Tests of sources in the engine."""
