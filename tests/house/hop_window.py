"""The whole application without a screen, watched by a tracer while a person sends a message."""

import asyncio
import gc
import importlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import qasync
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from tests.flows.driving import Person, hubbub
from tests.house.hop_trace import Tracer, written_to
from tests.house.hop_values import Carriers

QUIET_SECONDS = 1.0  # until drafts are saved, tokens counted, prompts read ahead


def send(
    root: Path, carriers: Carriers, file: Path, *, engine: tuple[str, ...], question: str
) -> None:
    """Say something, then send the question, and watch until its reply has ended."""
    tracer = Tracer(root, carriers, written_to(file))
    tracer.install()
    application = QApplication(["hops"])
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    rooms = importlib.import_module("app.application")
    rooms.__dict__["EngineClient"] = partial(rooms.EngineClient, engine)
    loop.run_until_complete(_story(application, file.parent / "data", tracer, question))
    tracer.remove()
    loop.close()


async def _story(application: QApplication, folder: Path, tracer: Tracer, question: str) -> None:
    async with hubbub(application, folder) as person:
        await _ask(person, "Good morning")
        await person.type(question)
        await asyncio.sleep(QUIET_SECONDS)
        _listen_to_signals(tracer)
        tracer.is_on = True
        await _ask(person, "")
        tracer.is_on = False


async def _ask(person: Person, text: str) -> None:
    conversation_id = await person.send(text)
    await person.until_idle(conversation_id)
    await asyncio.sleep(QUIET_SECONDS)


def _listen_to_signals(tracer: Tracer) -> None:
    """Have the tracer told of every signal that a class of ours declares."""
    for thing in gc.get_objects():
        if not isinstance(thing, QObject):
            continue
        for kind in type(thing).__mro__:
            for name, declared in vars(kind).items():
                if kind.__module__.startswith("app.") and isinstance(declared, Signal):
                    listener = _listener(tracer, f"{kind.__name__}.{name}")
                    getattr(thing, name).connect(listener)


def _listener(tracer: Tracer, name: str) -> Callable[..., None]:
    def hear(*values: object) -> None:
        tracer.note_signal(name, values)

    return hear
