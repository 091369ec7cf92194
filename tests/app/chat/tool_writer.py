"""A turn with two calls of tools, of which one never ends: ``python -m`` with a database's path.

Prints a line once the other result is stored. The test kills the process then.
"""

import asyncio
import sys
from pathlib import Path

from app.chat.request_builder import ChatSettings
from app.chat.turn_events import ToolChanged, TurnEvent
from app.chat.turns import Turns
from app.domain.messages import MessageStatus, OutgoingMessage
from app.storage.history import History
from app.tools.model import Permission
from app.tools.runner import CallRules
from app.tools.toolbox import Toolbox
from engine.client.client import EnginePhase
from tests.fakes.engine_client import scripted_client, until
from tests.fakes.tools import DIGESTS, KEYS, FakeTools

MESSAGE = 'call add {"a": 1, "b": 2} & slow {"text": "x"}'


async def main(path: Path) -> None:
    """Run the turn, which does not end."""
    history = await History.open(path)
    conversation = await history.conversations.create()
    await history.conversations.set_tools(conversation.id, KEYS)
    settings = ChatSettings(call_rules=CallRules(dict.fromkeys(KEYS, Permission.ALWAYS), DIGESTS))

    def report(event: TurnEvent) -> None:
        if isinstance(event, ToolChanged) and event.message.status is MessageStatus.COMPLETE:
            sys.stdout.write("stored\n")
            sys.stdout.flush()

    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        toolbox = Toolbox([FakeTools()])
        turns = Turns(history, client, settings, lambda _error: None, toolbox=toolbox)
        await turns.send(conversation.id, OutgoingMessage(MESSAGE), report)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
