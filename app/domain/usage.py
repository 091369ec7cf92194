"""What a reply cost, and where what it reused lay: the engine's own value, stored and shown."""

from engine.wire.usage import ReplyUsage as ReplyUsage
from engine.wire.usage import ReuseOrigin as ReuseOrigin
