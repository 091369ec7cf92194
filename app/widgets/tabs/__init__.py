"""Tabs, in one or several panes and windows."""
