"""Tests of what is seen and touched."""
