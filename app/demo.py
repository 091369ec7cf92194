"""The demo without a display: four tabs answer one question each, shown in the terminal.

The window is rendered off-screen, with the four tabs as a grid.
"""

import asyncio
import os
import shutil
import sys
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.application import Application
from app.chat.turn_events import ReplyEnded, TurnEvent, TurnStarted
from app.controllers.engine.status_text import state_text
from app.domain.messages import MessageStatus, OutgoingMessage
from app.domain.reply_text import ReplyText
from app.domain.usage import ReplyUsage
from app.widgets.kit.translation import translated
from app.widgets.transcript.usage_text import usage_texts
from engine.client.client import EnginePhase
from engine.messages.metrics import StepRecord

QUESTIONS = (
    "Explain how a rainbow forms",
    "Write a poem about the sea",
    "Plan a weekend in Rome",
    "Suggest five quick dinners",
)
_LOAD_SECONDS = 120.0
_LOOK_SECONDS = 0.1
_ANSWER_SECONDS = 300.0
_FRAME_SECONDS = 0.04  # the window draws the last text with its next frame
_GAP = " │ "
_SHOWN_COLUMN = 0  # the active tab, which is still being answered
_SHOWN_LENGTH = 300  # characters that the screenshot waits for


class SideBySide:
    """Prints growing texts in columns; each line once every column has it or has ended."""

    def __init__(self, column_count: int, width: int, say: Callable[[str], None]) -> None:
        self._say = say
        self._width = max(12, (width - len(_GAP) * (column_count - 1)) // column_count)
        self._texts = [""] * column_count
        self._has_ended = [False] * column_count
        self._printed = 0

    def head(self, titles: tuple[str, ...]) -> None:
        """Print the titles above a rule."""
        cells = [textwrap.shorten(title, self._width, placeholder="…") for title in titles]
        self._print(cells)
        self._say("─┼─".join("─" * self._width for _ in cells))

    def grow(self, column: int, text: str) -> None:
        """Set the text of a column so far."""
        self._texts[column] = text
        self._print_lines()

    def end(self, column: int, text: str) -> None:
        """Set the final text of a column."""
        self._texts[column] = text
        self._has_ended[column] = True
        self._print_lines()

    def _print_lines(self) -> None:
        lines = [self._complete_lines(column) for column in range(len(self._texts))]
        while all(
            self._printed < len(own) or ended
            for own, ended in zip(lines, self._has_ended, strict=True)
        ):
            row = [own[self._printed] if self._printed < len(own) else "" for own in lines]
            if not any(row) and self._printed >= max(len(own) for own in lines):
                return
            self._print(row)
            self._printed += 1

    def _complete_lines(self, column: int) -> list[str]:
        lines = [
            piece
            for line in self._texts[column].split("\n")
            for piece in (textwrap.wrap(line, self._width) or [""])
        ]
        return lines if self._has_ended[column] else lines[:-1]

    def _print(self, cells: list[str]) -> None:
        self._say(_GAP.join(cell.ljust(self._width) for cell in cells).rstrip())


class Demo:
    """Runs the real application with four questions."""

    def __init__(self, rooms: Application) -> None:
        self._rooms = rooms
        self._columns: dict[str, int] = {}
        width = shutil.get_terminal_size((120, 40)).columns
        self._screen = SideBySide(len(QUESTIONS), width, self._say)
        self._ended: dict[str, MessageStatus] = {}
        self._usages: dict[str, ReplyUsage] = {}
        self._notes: list[str] = []
        self._all_ended = asyncio.Event()
        self._is_worth_showing = asyncio.Event()
        self._steps: list[StepRecord] = []

    async def run(self) -> int:
        """Ask, print, and save a screenshot; return 0 if all four answers are complete.

        Ends at Ctrl+C, or when the reader of the output ends (``| head``).
        """
        work = asyncio.ensure_future(self._ask_all())
        stop = asyncio.ensure_future(self._rooms.wait_for_quit())
        await asyncio.wait((work, stop), return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            stop.cancel()
            return work.result()
        work.cancel()
        await asyncio.wait((work,))
        self._say("Stopped.")
        return 1

    async def _ask_all(self) -> int:
        self._say("Loading the model…")
        if not await self._is_ready():
            # A file that is not a model never reaches the engine, so its state does not show it.
            refusal = translated(self._rooms.model.refusal)
            self._say(refusal or state_text(self._rooms.client.state))
            return 1
        self._rooms.client.steps.add(self._steps.append)
        self._rooms.replies.events.add(self._on_turn_event)
        self._screen.head(QUESTIONS)
        asked = await self._rooms.tabs.open_empty_tabs(len(QUESTIONS))
        self._columns = {name: column for column, name in enumerate(asked)}
        self._rooms.window.panes.activate(asked[_SHOWN_COLUMN])
        self._rooms.window.grids.show_grid()
        for name, question in zip(asked, QUESTIONS, strict=True):
            self._rooms.replies.send(name, OutgoingMessage(question))
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await self._is_worth_showing.wait()
                await asyncio.sleep(_FRAME_SECONDS)
                screenshot = self._screenshot()
                await self._all_ended.wait()
        except TimeoutError:
            self._say("The answers did not end in time.")
            return 1
        self._summarize(screenshot)
        if set(self._ended.values()) == {MessageStatus.COMPLETE}:
            return 0
        for sentence in dict.fromkeys([*self._rooms.toasts.shown, *self._notes]):
            self._say(sentence)
        return 1

    async def _is_ready(self) -> bool:
        client, model = self._rooms.client, self._rooms.model
        waiting = (EnginePhase.STARTING, EnginePhase.LOADING, EnginePhase.RESTARTING)
        try:
            async with asyncio.timeout(_LOAD_SECONDS):
                while client.state.phase is not EnginePhase.READY:
                    if client.state.failed_path is not None or model.refusal:
                        return False
                    await asyncio.sleep(_LOOK_SECONDS)
        except TimeoutError:
            return client.state.phase not in waiting
        return True

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        column = self._columns.get(conversation_id)
        if column is None:
            return
        if isinstance(event, TurnStarted):
            for text in event.texts:
                text.on_changed(partial(self._on_reply_grew, column))
        if isinstance(event, ReplyEnded):
            self._screen.end(column, event.message.text)
            self._ended[conversation_id] = event.message.status
            self._usages[conversation_id] = event.message.usage or ReplyUsage()
            if event.message.note:
                self._notes.append(event.message.note)
            if column == _SHOWN_COLUMN:
                self._is_worth_showing.set()
            if len(self._ended) == len(self._columns):
                self._all_ended.set()

    def _on_reply_grew(self, column: int, text: ReplyText) -> None:
        self._screen.grow(column, text.answer.text)
        if column == _SHOWN_COLUMN and len(text.answer) >= _SHOWN_LENGTH:
            self._is_worth_showing.set()

    def _say(self, line: str) -> None:
        try:
            print(line, flush=True)
        except OSError as error:
            _discard_output()
            if not isinstance(error, BrokenPipeError):
                print(f"The output cannot be written: {error.strerror}.", file=sys.stderr)
            self._rooms.quit()

    def _screenshot(self) -> Path:
        path = self._rooms.paths.cache_dir / "demo.png"
        self._rooms.window.grab().save(str(path))
        return path

    def _summarize(self, screenshot: Path) -> None:
        shared = sum(len(step.decode_slots) == len(self._columns) for step in self._steps)
        tokens = sum(step.reply_tokens for step in self._steps)
        self._say("")
        for name, column in self._columns.items():
            self._say(f"{QUESTIONS[column]}: {', '.join(usage_texts(self._usages[name]))}")
        self._say(
            f"{tokens} tokens in {len(self._steps)} steps; {shared} single steps carried "
            f"tokens of all {len(self._columns)} conversations."
        )
        self._say(f"Screenshot: {screenshot}")


def _discard_output() -> None:
    """Discard standard output: otherwise Python fails to flush it at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
