"""The window, its controllers and the histories that sources need."""

from tests.app.controllers.conftest import client, replies, scripted_engine, services, tabs, turns
from tests.app.storage.conftest import history, path

__all__ = (
    "client",
    "history",
    "path",
    "replies",
    "scripted_engine",
    "services",
    "tabs",
    "turns",
)
