"""The window and its controllers that saved prompts need, with an engine that answers."""

from tests.app.controllers.conftest import client, replies, scripted_engine, services, tabs, turns
from tests.app.controllers.messages.conftest import _answers, chat

__all__ = (
    "_answers",
    "chat",
    "client",
    "replies",
    "scripted_engine",
    "services",
    "tabs",
    "turns",
)
