"""Turns and replies: asyncio, no Qt, no SQL."""
