"""Tests of tools in chats."""
