"""Several models with real engine processes: warm returns, shared cores, and 200 random steps.

The steps use the starter model, Gemma 3 270M and models of random weights.
"""

import asyncio
import itertools
import logging
import os
import random
import shutil
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from app.errors import ModelUnavailable
from app.models.host.engines import ModelEntry
from app.models.host.host import ModelHost, ModelSpec
from app.models.host.table import MAIN, Phase
from engine.client.client import EngineClient
from engine.client.request import Request
from engine.ipc.supervisor import RestartPolicy
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, Started
from engine.messages.metrics import ReuseOrigin
from engine.messages.sampling_params import SamplingParams
from tests.fakes.card_engine import CARD_ENGINE, OTHERS, ScriptedCards
from tests.fakes.engine_client import PATIENCE_SECONDS, end_of, events_of, text_of
from tests.models.cache import cached_model
from tests.models.card_lists import devices
from tests.models.real import gemma, starter
from tests.models.synthesized import write_synthesized
from tests.models.tiny import write_hybrid, write_plain, write_sliding_window

STEPS = 200
CARDS, CARD_MEBIBYTE = "two makers", 300  # bytes for a MiB of a card
_log = logging.getLogger(__name__)
CONFIG = EngineConfig(context_window=1024, slot_count=2, ram_bytes=8 << 20)
LIMIT = 700 << 20  # Gemma takes 589 MB, the starter model and the synthesized one 276 MB each
MANY_RESTARTS = RestartPolicy(back_off_seconds=(0.01,) * STEPS)


@dataclass
class Life:
    """Random uses of models; each is checked when it ends.

    ``killed`` are the clients of which a process was killed: only their replies may fail, also
    those that were asked for before the client has noticed it.
    """

    host: ModelHost
    specs: list[ModelSpec]
    chance: random.Random
    cards: ScriptedCards | None = None
    uses: set[asyncio.Task[None]] = field(default_factory=set)
    killed: set[EngineClient] = field(default_factory=set)
    kill_count: int = 0
    replies: int = 0
    failures: int = 0
    cancelled: int = 0

    async def use(self, spec: ModelSpec, number: int) -> None:
        """Ask a chat's next question; the reply has its tokens, or the process was killed."""
        async with self.host.use(spec, f"use {number}", is_background=number % 5 == 0) as client:
            (entry,) = (each for each in self.host.entries if each.client is client)
            assert entry.phase is Phase.READY or client in self.killed
            chat = f"{Path(spec.path).stem}-{number % 4}"
            sampling = SamplingParams(max_tokens=self.chance.randint(1, 12), temperature=0.0)
            question = " ".join(["one two three four"] * self.chance.randint(1, 8))
            request = client.submit(chat, [ChatMessage(Role.USER, question)], sampling)
            end = end_of(await events_of(request))
        if end.reason is FinishReason.FAILED:
            assert client in self.killed, end.error
            self.failures += 1
        else:
            assert end.reason in (FinishReason.LENGTH, FinishReason.STOP)
            self.replies += 1

    async def step(self, number: int) -> None:
        """Do one random thing."""
        kinds = ("use", "cancel", "unload", "kill", "pin", "wait", "card")
        weights = (50, 5, 8, 6, 4, 27, 0 if self.cards is None else 8)
        match self.chance.choices(kinds, weights)[0]:
            case "use":
                use = asyncio.create_task(self.use(self.chance.choice(self.specs), number))
                self.uses.add(use)
            case "cancel" if self.uses:
                running = sorted((each for each in self.uses if not each.done()), key=id)
                if running:
                    self.chance.choice(running).cancel()
                    self.cancelled += 1
            case "unload" if self.host.entries:
                self.host.unload(self.chance.choice(self.host.entries).key)
            case "kill" if self.host.entries:
                client = self.chance.choice(self.host.entries).client
                if (process_id := client.process_id) is not None:
                    self.kill_count += 1
                    self.killed.add(client)
                    with suppress(ProcessLookupError):
                        os.kill(process_id, signal.SIGKILL)
            case "pin":
                key = await self.host.key_of(self.specs[-1])
                self.host.pin(key, is_pinned=self.chance.random() < 0.5)
            case "card" if self.cards is not None:
                self._change_cards(self.cards)
            case _:
                await asyncio.sleep(self.chance.choice((0.05, 0.2, 0.6)))

    def _change_cards(self, cards: ScriptedCards) -> None:
        """Let a card disappear or come back, or other programs take a part of one."""
        found = devices(CARDS, mebibyte=CARD_MEBIBYTE)
        if self.chance.random() < 0.5:
            cards.write(self.chance.choice((found, found[:1], found[1:])))
        else:
            card = self.chance.choice(found)
            taken = self.chance.choice((0, card.total_bytes // 4, card.total_bytes // 2))
            cards.take(OTHERS, {card.bus_id: taken})


def _promised(entry: ModelEntry, card: str) -> int:
    return (entry.held if entry.phase is Phase.UNLOADING else entry.needs).get(card, 0)


def _checker(host: ModelHost) -> Callable[[], None]:
    """Return a listener that checks the promises after each change."""

    def check() -> None:
        assert sum(each.needs[MAIN] for each in host.entries) <= LIMIT
        totals = {each.name: each.total_bytes for each in devices(CARDS, mebibyte=CARD_MEBIBYTE)}
        for card, total in totals.items():
            # One that is being unloaded was promised its part of what there was before.
            assert sum(_promised(each, card) for each in host.entries) <= total
        for each in host.entries:
            assert not (each.users and each.phase is Phase.UNLOADING)

    return check


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[ModelHost]:
    """Return a host with room for all tiny models."""
    host = ModelHost(EngineClient, tmp_path / "cache")
    yield host
    await host.close()


@pytest.mark.parametrize("write", [write_plain, write_sliding_window, write_hybrid])
async def test_a_model_that_was_unloaded_comes_back_with_warm_chats(
    host: ModelHost, write: Callable[[Path], None]
) -> None:
    spec = ModelSpec(str(cached_model(write)), CONFIG)
    texts = ["one two three four five six seven eight nine ten " * 4]
    for origin in (ReuseOrigin.NOWHERE, ReuseOrigin.DISK):
        async with host.use(spec, "chat") as client:
            events = await events_of(_ask(client, texts, 8))
            started = next(each for each in events if isinstance(each, Started))
            texts += [text_of(events), "and then?"]
        assert started.usage.reused_from is origin
        assert origin is ReuseOrigin.NOWHERE or started.usage.reused_tokens > 40
        host.unload(await host.key_of(spec))
        await _until_empty(host)


@pytest.mark.nightly
async def test_a_model_gets_its_cores_back_when_another_one_ends(
    host: ModelHost, tmp_path: Path
) -> None:
    config = EngineConfig(context_window=1024, slot_count=2, thread_count=2)
    paths = [shutil.copy(cached_model(write_plain), tmp_path / f"{n}.gguf") for n in "ab"]
    first, second = (ModelSpec(str(each), config) for each in paths)
    async with host.use(first, "a chat") as a:
        async with host.use(second, "another") as b:
            both = await asyncio.gather(_thread_counts(a, 1), _thread_counts(b, 1))
        alone = await _thread_counts(a, 2)
    assert [each[-1] for each in (*both, alone)] == [1, 1, 2]


def _ask(client: EngineClient, texts: Sequence[str], token_count: int | None) -> Request:
    roles = itertools.cycle((Role.USER, Role.ASSISTANT))
    messages = [ChatMessage(role, text) for role, text in zip(roles, texts, strict=False)]
    return client.submit("a", messages, SamplingParams(max_tokens=token_count, temperature=0.0))


async def _until_empty(host: ModelHost) -> None:
    empty = asyncio.Event()
    remove = host.changes.add(lambda: None if host.entries else empty.set())
    await asyncio.wait_for(empty.wait(), PATIENCE_SECONDS)
    remove()


async def _thread_counts(client: EngineClient, last: int) -> list[int]:
    """Ask again and again until an engine reports this number of threads; return all reports.

    A single reply may have ended before the other engine begins.
    """
    counts: list[int] = []
    remove = client.snapshots.add(lambda snapshot: counts.append(snapshot.thread_count))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while last not in counts:
            await events_of(_ask(client, ["go"], 32))
    remove()
    return counts[: counts.index(last) + 1]


@pytest.mark.nightly
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("seed", [1])
async def test_two_hundred_random_steps_serve_every_use(tmp_path: Path, seed: int) -> None:
    specs = [ModelSpec(str(each), CONFIG) for each in (starter(), gemma())]
    for write in (write_synthesized, write_plain, write_sliding_window, write_hybrid):
        path = shutil.copy(cached_model(write), tmp_path / f"{write.__name__}.gguf")
        specs.append(
            ModelSpec(str(path), CONFIG, rest_seconds=random.Random(seed).choice((1.0, 5.0)))
        )
    host = ModelHost(
        lambda: EngineClient(policy=MANY_RESTARTS),
        tmp_path / "cache",
        stay_seconds=2.0,
        limit={MAIN: LIMIT},
    )
    host.changes.add(_checker(host))
    life = Life(host, specs, random.Random(seed))
    children: set[int] = set()
    try:
        for number in range(STEPS):
            await life.step(number)
            children |= {each.client.process_id or 0 for each in host.entries}
        host.pin(await host.key_of(specs[-1]), is_pinned=False)
        ends = await asyncio.wait_for(
            asyncio.gather(*life.uses, return_exceptions=True), timeout=600
        )
    finally:
        await host.close()
    bad = [
        each
        for each in ends
        if isinstance(each, BaseException)
        and not isinstance(each, asyncio.CancelledError | ModelUnavailable)
    ]
    assert bad == []
    unavailable = [each for each in ends if isinstance(each, ModelUnavailable)]
    assert all("crashed 2 times" in str(each) or "keep loaded" in str(each) for each in unavailable)
    figures = (life.replies, life.failures, life.kill_count, len(unavailable), len(children))
    _log.info("%d replies, %d ended by %d kills, %d refused, %d processes", *figures)
    cancelled = [each for each in ends if isinstance(each, asyncio.CancelledError)]
    assert life.replies + life.failures + len(unavailable) + len(cancelled) == len(ends)
    assert life.replies
    assert not any(each and psutil.pid_exists(each) for each in children)


@pytest.mark.nightly
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("seed", [1])
async def test_two_hundred_random_steps_on_cards_that_change_serve_every_use(
    tmp_path: Path, seed: int
) -> None:
    specs = []
    for write in (write_synthesized, write_plain, write_sliding_window, write_hybrid):
        path = shutil.copy(cached_model(write), tmp_path / f"{write.__name__}.gguf")
        specs.append(ModelSpec(str(path), CONFIG))
    cards = ScriptedCards(tmp_path / "cards")
    cards.write(devices(CARDS, mebibyte=CARD_MEBIBYTE))
    host = ModelHost(
        lambda: EngineClient(CARD_ENGINE, policy=MANY_RESTARTS),
        tmp_path / "cache",
        stay_seconds=2.0,
        limit={MAIN: LIMIT},
    )
    host.changes.add(_checker(host))
    life = Life(host, specs, random.Random(seed), cards)
    try:
        for number in range(STEPS):
            await life.step(number)
        cards.write(devices(CARDS, mebibyte=CARD_MEBIBYTE))
        cards.take(OTHERS, {})
        host.pin(await host.key_of(specs[-1]), is_pinned=False)
        ends = await asyncio.wait_for(
            asyncio.gather(*life.uses, return_exceptions=True), timeout=600
        )
    finally:
        await host.close()
    allowed = (asyncio.CancelledError, ModelUnavailable)
    assert [each for each in ends if each is not None and not isinstance(each, allowed)] == []
    texts = [str(each) for each in ends if isinstance(each, ModelUnavailable)]
    words = ("crashed 2 times", "keep loaded")
    assert [each for each in texts if not any(word in each for word in words)] == []
    _log.info("%d replies, %d kills, %d refused", life.replies, life.kill_count, len(texts))
    cancelled = [each for each in ends if isinstance(each, asyncio.CancelledError)]
    assert life.replies + life.failures + len(texts) + len(cancelled) == len(ends)
    assert life.replies > len(ends) / 3, "killed processes end some, and how many is chance"
