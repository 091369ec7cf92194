"""The window's questions to the engine other than replies: token counts and cached states."""

import itertools
from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from engine.ipc.calls import Calls
from engine.messages.commands import (
    ChatMessage,
    CheckGrammar,
    CheckTemplate,
    ClearCache,
    Command,
    CountTokens,
    ReportCache,
    ReportState,
    WeighPrompt,
)
from engine.messages.events import (
    Answer,
    CacheReport,
    GrammarChecked,
    PromptWeighed,
    Snapshot,
    TemplateChecked,
    TokensCounted,
)
from engine.messages.media import Media
from engine.messages.request_options import RequestOptions
from engine.text.counting import MAX_COUNTED, scaled

A = TypeVar(
    "A", TokensCounted, GrammarChecked, TemplateChecked, PromptWeighed, CacheReport, Snapshot
)


class Lost(Exception):
    """The process has ended, so there will be no answer."""


class Queries:
    """Sends questions to the engine process and waits for the answers; lives on the client's loop.

    ``send`` sends a command to the process and returns whether there is one.
    """

    def __init__(self, send: Callable[[Command], bool]) -> None:
        self._send = send
        self._ids = itertools.count(1)
        self._calls = Calls[Answer | CacheReport | Snapshot]()

    async def count_tokens(
        self, conversation_id: str, text: str, media: tuple[Media, ...] = ()
    ) -> TokensCounted | None:
        """Return the tokens of a text and of a conversation; None without engine or model.

        ``media`` are included.

        Exact up to some ten thousand characters; the rest is extrapolated.
        """
        command = CountTokens(next(self._ids), conversation_id, text[:MAX_COUNTED], media)
        counted = await self._answer(command, TokensCounted)
        if counted is None or not counted.is_known:
            return None
        return msgspec.structs.replace(counted, token_count=scaled(counted.token_count, text))

    async def check_grammar(self, text: str, *, is_schema: bool) -> GrammarChecked | None:
        """Return the error in a grammar or a JSON schema; None without an engine."""
        return await self._answer(CheckGrammar(next(self._ids), text, is_schema), GrammarChecked)

    async def check_template(self, text: str) -> TemplateChecked | None:
        """Return the error in a chat template; None without an engine."""
        return await self._answer(CheckTemplate(next(self._ids), text), TemplateChecked)

    async def weigh_prompt(
        self, conversation_id: str, messages: Iterable[ChatMessage], options: RequestOptions
    ) -> PromptWeighed | None:
        """Return the tokens of a conversation that would be read again with these options.

        None without engine or model, or if the template does not show it.
        """
        command = WeighPrompt(next(self._ids), conversation_id, tuple(messages), options)
        weighed = await self._answer(command, PromptWeighed)
        return weighed if weighed is not None and weighed.is_known else None

    async def state(self) -> Snapshot | None:
        """Return the engine's state now, without steps; None without engine or model."""
        return await self._answer(ReportState(next(self._ids)), Snapshot)

    async def cache_report(self) -> CacheReport:
        """Return the cached states; empty while there is no engine or no model."""
        report = await self._answer(ReportCache(next(self._ids)), CacheReport)
        return report or CacheReport()

    def clear_cache(self) -> None:
        """Remove the cached states of all conversations outside the slots."""
        self._send(ClearCache())

    def answer(self, event: Answer | CacheReport | Snapshot) -> None:
        """Complete the question that an event answers; it may have been cancelled."""
        self._calls.answer(event.request_id, event)

    def give_up(self) -> None:
        """Complete all questions without an answer: the process has ended."""
        self._calls.fail_all(lambda _number: Lost())

    async def _answer(
        self,
        command: CountTokens
        | CheckGrammar
        | CheckTemplate
        | WeighPrompt
        | ReportCache
        | ReportState,
        kind: type[A],
    ) -> A | None:
        """Return the answer to a question; None if there is none."""

        def send() -> None:
            if not self._send(command):
                raise Lost

        try:
            found = await self._calls.ask(command.request_id, send)
        except Lost:
            return None
        return found if isinstance(found, kind) else None
