"""Tests of the panel with the settings of the chat in front."""
