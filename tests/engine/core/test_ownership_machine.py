"""Random orders of asking, stopping, deleting and late files: each conversation is in one place.

The disk is a real folder; reads can be held back, so that files come late. What is forgotten
leaves nothing behind, neither now nor when all that was on its way has arrived.
"""

import tempfile
from contextlib import ExitStack
from pathlib import Path

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.messages.commands import ChatMessage, Prewarm, Role, Submit
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slots import SlotState
from tests.engine.kv.driving import driven, files, held_reads, slow_reader
from tests.engine.machine_settings import machine_case

NAMES = st.sampled_from("abc")
SYSTEM = "You answer in rhymes, briefly, and never twice the same. " * 2
EDITED = "something else altogether " * 5  # shares no beginning with the others
TEXTS = st.sampled_from(["hello " * 20, "what about it? " * 8, EDITED])


class Ownership(RuleBasedStateMachine):
    """Three conversations with one system prompt on two slots, and a folder."""

    @initialize(ram_bytes=st.sampled_from([0, 1 << 20]))
    def begin(self, ram_bytes: int) -> None:
        """Start on an empty folder."""
        self._ram_bytes = ram_bytes
        self._life = ExitStack()
        self._folder = Path(self._life.enter_context(tempfile.TemporaryDirectory()))
        self._process, self._reads = ExitStack(), ExitStack()
        self._request_id = 0
        self._alive: dict[str, str] = {}
        self._start()

    def _start(self) -> None:
        life = driven(slow_reader(), self._folder, ram_bytes=self._ram_bytes)
        self._driver = self._process.enter_context(life)
        self._scheduler = self._driver.scheduler

    def _messages(self, text: str) -> tuple[ChatMessage, ...]:
        """Return a talk that begins in the system prompt, but for edited ones."""
        system = (ChatMessage(Role.SYSTEM, SYSTEM),) if text != EDITED else ()
        return (*system, ChatMessage(Role.USER, text))

    @rule(name=NAMES, text=TEXTS, is_background=st.booleans())
    def ask(self, name: str, text: str, is_background: bool) -> None:
        """Ask something, which may edit what was asked before."""
        self._alive[name] = text
        self._request_id += 1
        options = RequestOptions(rank=Rank.BACKGROUND if is_background else Rank.TAB)
        limit = SamplingParams(temperature=0.0, max_tokens=6)
        command = Submit(self._request_id, name, self._messages(text), limit, options)
        self._scheduler.submit(command)

    @rule(steps=st.integers(1, 8))
    def work(self, steps: int) -> None:
        """Let the engine go on."""
        self._driver.listener.step(steps)

    @rule(back=st.integers(0, 3))
    def cancel(self, back: int) -> None:
        """Stop one of the last requests."""
        self._scheduler.cancel(self._request_id - back)

    @rule(name=NAMES)
    def focus(self, name: str) -> None:
        """Bring a tab to the front."""
        self._scheduler.focus(name)

    @rule(name=NAMES)
    def type(self, name: str) -> None:
        """Begin to type into a conversation."""
        if name in self._alive:
            self._scheduler.focus(name)
            self._scheduler.prewarm(Prewarm(name, self._messages(self._alive[name])))

    @rule(name=NAMES)
    def discard(self, name: str) -> None:
        """Delete a conversation."""
        self._alive.pop(name, None)
        self._scheduler.discard(name)
        assert self._driver.slots_of(name) == []
        assert self._scheduler.cache_manager.states.get(name) is None

    @rule()
    def hold_reads(self) -> None:
        """Let no file come from now on."""
        self._reads.close()
        self._reads.enter_context(held_reads())

    @rule(name=NAMES, is_asked=st.booleans(), is_forgotten=st.booleans(), comes=st.booleans())
    def come_back_late(self, name: str, is_asked: bool, is_forgotten: bool, comes: bool) -> None:
        """Start again in a tab whose file takes long; it may be edited or deleted meanwhile."""
        if name not in self._alive:
            self.ask(name, "hello " * 20, is_background=False)
            self.rest()
        self.restart()
        self.hold_reads()
        self.focus(name)
        if is_asked:
            self.ask(name, EDITED, is_background=False)
            self.work(12)
        if is_forgotten:
            self.discard(name)
        if comes:
            self.rest()

    @rule()
    def rest(self) -> None:
        """Let all files come, all replies end, and all be written."""
        self._reads.close()
        self._driver.run()
        self._driver.write_back()
        assert self._known() <= self._alive.keys()

    @rule()
    def restart(self) -> None:
        """End the process and start another one."""
        self._reads.close()
        self._process.close()
        names = {path.stem for path in files(self._folder)}
        shared = {name for name in names if name.startswith("prefix=")}
        sources = {name for name in names if name.startswith("source=")}
        assert names - shared - sources <= self._alive.keys()
        assert self._alive or not shared, "a system prompt goes with its last conversation"
        self._start()
        assert self._known() <= names

    def _known(self) -> set[str]:
        """Return the conversations that are cached."""
        entries = self._scheduler.cache_manager.report().entries
        return {entry.conversation_id for entry in entries} - {""}

    @invariant()
    def each_is_in_one_place(self) -> None:
        """Nobody has two slots, or a slot and an older copy."""
        if not hasattr(self, "_scheduler"):
            return
        cache_manager = self._scheduler.cache_manager
        slots = self._scheduler._pool.slots  # noqa: SLF001 (the ledger has no public door)
        names = [slot.conversation_id for slot in slots if slot.state is not SlotState.FREE]
        assert len(names) == len(set(names))
        for state in cache_manager.states:
            holder = [slot.index for slot in slots if slot.owner is state]
            assert holder == ([] if state.slot is None else [state.slot])
            assert state.slot is None or state.copy is None

    def teardown(self) -> None:
        """Delete everything: nothing stays."""
        if not hasattr(self, "_scheduler"):
            return
        for name in tuple(self._alive):
            self.discard(name)
        self.rest()
        self.restart()
        self._process.close()
        self._life.close()


TestOwnership = machine_case(Ownership, 25, 30)
