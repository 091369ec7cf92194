"""The window, its controllers and the histories that comparisons need."""

from tests.app.controllers.conftest import (
    client,
    pictures,
    replies,
    scripted_engine,
    services,
    tabs,
    turns,
)
from tests.app.controllers.conversations.conftest import conversations, deletion, undo
from tests.app.storage.conftest import history, path

__all__ = (
    "client",
    "conversations",
    "deletion",
    "history",
    "path",
    "pictures",
    "replies",
    "scripted_engine",
    "services",
    "tabs",
    "turns",
    "undo",
)
