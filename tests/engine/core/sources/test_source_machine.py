"""Random orders of reading, pausing and forgetting sources, of chats in them, and of restarts.

Chats go on, are edited and branched, and lose their slots to each other.

Each reading has one end, each chat says what it would have said alone, and each state is in one
place; the auditor looks after each step.
"""

import hypothesis.strategies as st
from hypothesis.stateful import initialize, rule

from engine.backend import Capabilities
from engine.messages.commands import Submit
from engine.messages.events import FinishReason
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.sources import ReadSource, SourceEnded, SourceRead
from tests.engine.core.sources.reading import BOOK, OWN, rendered_talk, talk_of
from tests.engine.core.test_memory_kinds import KINDS
from tests.engine.core.test_ownership_machine import NAMES, Ownership
from tests.engine.kv.driving import driven, slow_reader
from tests.engine.machine_settings import machine_case
from tests.fakes.backend import LENDING
from tests.fakes.conversations import solo_reply

EDITED = BOOK[:300] + "And so on. " * 12
SOURCES = {"book": BOOK, "edited": EDITED}
KEYS = st.sampled_from(sorted(SOURCES))
QUESTIONS = st.sampled_from(["and then?", "what do they say of the slots? " * 3])
TOKENS = 6


class SourceMachine(Ownership):
    """Three conversations, two sources that begin alike, two slots and a folder."""

    @initialize(
        ram_bytes=st.sampled_from([0, 1 << 20]),
        kind=st.sampled_from([*KINDS.values(), LENDING]),
        overdue_seconds=st.sampled_from([0.0, 86_400.0]),
    )
    def begin(self, ram_bytes: int, kind: Capabilities, overdue_seconds: float) -> None:
        """Start on an empty folder, with any kind of memory, and readings that are saved or not."""
        self._kind, self._overdue_seconds = kind, overdue_seconds
        self._readings: set[int] = set()
        self._expected: dict[int, tuple[str, tuple[str, ...]]] = {}
        self._talks: dict[str, tuple[str, ...]] = {}
        super().begin(ram_bytes)

    def _start(self) -> None:
        self._backend = slow_reader(self._kind)
        life = driven(
            self._backend,
            self._folder,
            ram_bytes=self._ram_bytes,
            overdue_seconds=self._overdue_seconds,
        )
        self._driver = self._process.enter_context(life)
        self._scheduler = self._driver.scheduler

    @rule(key=KEYS, version=KEYS)
    def read(self, key: str, version: str) -> None:
        """Read a source, which may have another text than before."""
        self._request_id += 1
        self._readings.add(self._request_id)
        command = ReadSource(self._request_id, key, SOURCES[version])
        self._scheduler.read_source(command)

    @rule(key=KEYS)
    def drop(self, key: str) -> None:
        """Delete a source."""
        self._scheduler.discard(f"\0source {key}")
        self._collect()  # as the engine reports behind each command

    @rule(back=st.integers(0, 3))
    def cancel(self, back: int) -> None:
        """Stop one of the last requests."""
        super().cancel(back)
        self._collect()

    @rule()
    def clear(self) -> None:
        """Remove all that is cached."""
        self._scheduler.clear_cache()

    @rule(name=NAMES, key=KEYS, has_own=st.booleans(), rank=st.sampled_from(Rank))
    def begin_chat(self, name: str, key: str, has_own: bool, rank: Rank) -> None:
        """Ask in a chat that begins in a source, read or not."""
        system = f"{SOURCES[key]}\n\n{OWN}" if has_own else SOURCES[key]
        self._ask(name, (system, name), rank)

    @rule(name=NAMES, other=NAMES, turns=st.integers(0, 3), question=QUESTIONS)
    def ask_behind(self, name: str, other: str, turns: int, question: str) -> None:
        """Ask behind one of the turns of a chat: in itself, which edits it, or in a branch."""
        talk = self._talks.get(name)
        if talk is not None:
            self._ask(other, (*talk[: 1 + 2 * turns], question), Rank.TAB)

    def _ask(self, name: str, texts: tuple[str, ...], rank: Rank) -> None:
        self._request_id += 1
        self._alive[name] = "in a source"
        limit = SamplingParams(temperature=0.0, max_tokens=TOKENS)
        options = RequestOptions(rank=rank)
        self._expected[self._request_id] = (name, texts)
        self._scheduler.submit(Submit(self._request_id, name, talk_of(texts), limit, options))

    @rule()
    def rest(self) -> None:
        """Let all come to its end."""
        super().rest()
        self._check_readings()
        self._check_replies()

    @rule()
    def restart(self) -> None:
        """End the process, which ends all readings."""
        self._reads.close()
        self._scheduler.cancel_all()
        self._collect()
        self._check_readings()
        self._check_replies()
        super().restart()

    def _collect(self) -> None:
        listener = self._driver.listener
        listener.events += self._scheduler.pop_events()
        listener.sources += self._scheduler.sources.pop_events()

    def _check_readings(self) -> None:
        """Each has had one end."""
        self._collect()
        ends = [
            each.request_id
            for each in self._driver.listener.sources
            if isinstance(each, SourceRead | SourceEnded)
        ]
        assert sorted(ends) == sorted(self._readings)
        self._driver.listener.sources.clear()
        self._readings.clear()

    def _check_replies(self) -> None:
        """Each that came to its end is what it would have been alone."""
        listener = self._driver.listener
        for request_id, (name, texts) in self._expected.items():
            if listener.reason(request_id) in (FinishReason.LENGTH, FinishReason.STOP):
                tokens = rendered_talk(self._backend, texts)
                reply = listener.text(request_id)
                assert reply == solo_reply(tokens, self._backend, TOKENS)
                self._talks[name] = (*texts, reply)
        self._expected.clear()


TestSourceMachine = machine_case(SourceMachine, 25, 30)
