"""Whatever is asked, edited, forgotten, written and restarted: each reply is what reading says.

The fake model's next token is a hash of what its memory holds, so that anything brought back
wrongly is a wrong word.
"""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.backend import Capabilities
from engine.kv.container import Miss
from tests.engine.kv.driving import EngineDriver, driven, files
from tests.engine.machine_settings import machine_case
from tests.fakes.backend import HYBRID, PLAIN, RECURRENT, WINDOWED, FakeBackend
from tests.fakes.conversations import rendered, solo_reply

KINDS = (PLAIN, WINDOWED, HYBRID, RECURRENT)
NAMES = st.sampled_from("abc")
TEXTS = st.sampled_from(["hello " * 12, "what about it? " * 6, "and? " * 20])
REPLY_TOKENS = 6


class Life(RuleBasedStateMachine):
    """Three conversations on two slots, a little main memory, and a folder."""

    @initialize(kind=st.sampled_from(KINDS), ram_bytes=st.sampled_from([0, 4000, 1 << 20]))
    def begin(self, kind: Capabilities, ram_bytes: int) -> None:
        """Start on an empty folder."""
        self._kind, self._ram_bytes = kind, ram_bytes
        self._talks: dict[str, list[str]] = {}
        self._life = ExitStack()
        self._folder = Path(self._life.enter_context(tempfile.TemporaryDirectory()))
        always = patch("engine.core.restoring._OVERHEAD_SECONDS", -1e9)  # it is worth it
        self._life.enter_context(always)
        self._process = ExitStack()
        self._start()

    def _start(self) -> None:
        self._backend = FakeBackend(
            slot_count=2, context_window=1024, capabilities=self._kind, reply_share=0
        )
        life = driven(self._backend, self._folder, ram_bytes=self._ram_bytes)
        self._driver: EngineDriver = self._process.enter_context(life)

    @rule(name=NAMES, text=TEXTS)
    def ask(self, name: str, text: str) -> None:
        """Go on with a conversation."""
        texts = self._talks.get(name, [])
        if len(texts) < 10:
            self._talks[name] = [*texts, text, self._answer(name, [*texts, text])]

    @precondition(lambda self: any(self._talks.values()))
    @rule(name=NAMES, text=TEXTS, turn=st.integers(0, 4))
    def edit(self, name: str, text: str, turn: int) -> None:
        """Say something else earlier on."""
        texts = self._talks.get(name, [])[: 2 * turn]
        self._talks[name] = [*texts, text, self._answer(name, [*texts, text])]

    def _answer(self, name: str, texts: list[str]) -> str:
        reply = self._driver.ask(name, *texts, tokens=REPLY_TOKENS)
        expected = solo_reply(rendered(self._backend, *texts), self._backend, REPLY_TOKENS)
        assert reply == expected, (name, self._driver.usage)
        usage = self._driver.usage
        assert usage.reused_tokens == self._driver.promised_tokens
        return reply

    @rule(name=NAMES)
    def look_at(self, name: str) -> None:
        """Bring a tab to the front."""
        self._driver.scheduler.focus(name)

    @rule()
    def be_idle(self) -> None:
        """Leave the engine alone for long."""
        self._driver.write_back()

    @rule(name=NAMES)
    def discard(self, name: str) -> None:
        """Delete a conversation."""
        self._driver.scheduler.discard(name)
        self._talks.pop(name, None)
        kept = {
            entry.conversation_id for entry in self._driver.scheduler.cache_manager.report().entries
        }
        assert name not in kept

    @rule()
    def restart(self) -> None:
        """End the process and start another one."""
        self._process.close()
        self._start()

    @rule()
    def lose_the_folder(self) -> None:
        """Let the user delete the cache's files."""
        for path in files(self._folder):
            path.unlink(missing_ok=True)  # the writer may be at it

    @invariant()
    def nothing_was_refused_or_damaged(self) -> None:
        """The only misses are of files that the user has deleted."""
        if hasattr(self, "_driver"):
            assert set(self._driver.misses) <= {Miss.ABSENT.value}

    def teardown(self) -> None:
        """End."""
        if hasattr(self, "_process"):
            self._process.close()
            self._life.close()


TestLife = machine_case(Life, 40, 25)
