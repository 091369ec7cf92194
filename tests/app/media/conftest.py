"""The window and its controllers that pictures and sounds need, with an engine that answers."""

from tests.app.controllers.conftest import (
    client,
    pictures,
    replies,
    scripted_engine,
    services,
    tabs,
    turns,
)
from tests.app.controllers.messages.conftest import _answers, chat

__all__ = (
    "_answers",
    "chat",
    "client",
    "pictures",
    "replies",
    "scripted_engine",
    "services",
    "tabs",
    "turns",
)
