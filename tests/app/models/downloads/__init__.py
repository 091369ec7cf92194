"""Tests of downloads, against a real server and real files."""
