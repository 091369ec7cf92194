"""Tests of what lies in resources."""
