"""What a reply cost, and where what it reused lay: the engine's own value, stored and shown."""

from engine.messages.usage import ReplyUsage as ReplyUsage
from engine.messages.usage import ReuseOrigin as ReuseOrigin
