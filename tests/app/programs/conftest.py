"""The window and its controllers that the local server needs."""

from tests.app.controllers.conftest import client, replies, scripted_engine, services, turns

__all__ = (
    "client",
    "replies",
    "scripted_engine",
    "services",
    "turns",
)
