"""Clients of engines on other machines; their events are those of the local engine."""
