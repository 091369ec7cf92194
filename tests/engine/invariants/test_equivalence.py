"""Invariants 23 to 28: a conversation among others says what it would have said alone."""

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine.core.scheduler import Scheduler
from engine.llama.backend import LlamaBackend
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, Slid
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.costs import Costs
from tests.engine.invariants.recorder import Recorder, Reply, SlotAction
from tests.engine.invariants.single_sequence import answer_cold, lead_again
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import logits_after, prefill
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, limit, messages_of, strict, submit
from tests.models.tiny import (
    write_hybrid,
    write_long_keys,
    write_mrope,
    write_plain,
    write_recurrent,
    write_sliding_window,
    write_yarn,
)

FOUR_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]
UNMOVABLE = [
    write_yarn,
    write_mrope,
    write_sliding_window,
    write_recurrent,
    write_hybrid,
    write_long_keys,
]
WORDS = ("the", "quick", "brown", "fox", "jumps", "over", "lazy", "dog", "weather", "assistant")


def _live(scheduler: Scheduler, listener: Listener, chance: random.Random) -> None:
    """Lead five conversations through sends, branches, cancels and steps."""
    histories: list[list[str]] = [[] for _ in range(5)]
    for request in range(1, 25):
        number = chance.randrange(5)
        history = histories[number]
        if chance.random() < 0.25:
            history[:] = histories[chance.randrange(5)]
        del history[5:]
        history.append(" ".join(chance.choices(WORDS, k=chance.randrange(2, 40))))
        submit(
            scheduler,
            request,
            *history,
            conversation=f"c{number}",
            sampling=limit(chance.randrange(1, 25)),
        )
        listener.step(chance.randrange(20))
        if chance.random() < 0.2:
            scheduler.cancel(request)
        if chance.random() < 0.7:
            listener.run()
        ended = not scheduler.has_work
        history.append(listener.text(request) if ended else "never mind")
    listener.run()


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("write", FOUR_KINDS)
def test_invariant_23_batched_is_solo(load_tiny: Loader, write: Writer, seed: int) -> None:
    """Each slot's life, led again by one slot alone in the same pieces, says the same."""
    recorder = Recorder(load_tiny(write, context_window=1024, slot_count=3))
    _live(*strict(recorder), random.Random(seed))
    tally = lead_again(recorder.all_lives, load_tiny(write, context_window=1024, slot_count=1))
    assert tally.compared > 100
    assert tally.is_convincing


def _seeded_text(backend: LlamaBackend, seed: int, *, has_company: bool) -> str:
    scheduler, listener = strict(backend)
    if has_company:
        for number in range(2, 5):
            submit(scheduler, number, "the lazy dog " * number, sampling=limit(10 + seed + number))
        listener.step()
        scheduler.cancel(2)
    wish = SamplingParams(temperature=1.0, seed=seed, max_tokens=25, repeat_penalty=1.2)
    submit(scheduler, 1, "the fox", conversation="me", sampling=wish)
    listener.run()
    for number in range(2, 5):
        scheduler.discard(f"c{number}")
    scheduler.discard("me")
    return listener.text(1)


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_invariant_24_neighbours_do_not_matter(
    load_tiny: Loader, write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a seed draws depends on nobody else.

    The library's own sums differ in the last digit with the number of rows, and in the fourth
    behind keys of 16 bits, so once in a hundred tokens a draw falls on the other side. A clock
    has no part in it: prompts are read in one piece, since other pieces give other digits, too.
    """
    monkeypatch.setattr(Costs, "seconds", lambda _costs, _rows, tokens=0, _held=0: 1e-9 * tokens)
    backend = load_tiny(write)
    alone = [_seeded_text(backend, seed, has_company=False) for seed in range(8)]
    among = [_seeded_text(backend, seed, has_company=True) for seed in range(8)]
    assert len(set(alone)) == 8
    assert sum(one == other for one, other in zip(alone, among, strict=True)) >= 6


def _talk_of(turns: int) -> tuple[ChatMessage, ...]:
    talk = messages_of([f"the fox {index} " * 3 for index in range(2 * turns + 1)])
    return (ChatMessage(Role.SYSTEM, "be brief"), *talk)


def _slid(listener: Listener) -> list[Slid]:
    return [event for event in listener.events if isinstance(event, Slid)]


def test_invariant_25_slide_oracle(load_tiny: Loader, monkeypatch: pytest.MonkeyPatch) -> None:
    """A context that removes and moves the same says the same; head and cap are kept."""
    monkeypatch.setattr(Costs, "seconds", lambda _costs, _rows, tokens=0, _held=0: 1e-9 * tokens)
    recorder = Recorder(load_tiny(write_plain, context_window=1024, slot_count=2))
    # Without guesses each step brings one token, by which its length is reckoned here. Another
    # number of threads than the lone context has adds up in another order.
    scheduler, listener = strict(recorder, EngineConfig(guesses_ahead=False, thread_count=1))
    submit(scheduler, 2, "the neighbour", sampling=limit(100))
    scheduler.submit(Submit(1, "a", _talk_of(12), limit(700)))
    head, length = list[int](), 0
    while scheduler.has_work:
        before = len(recorder.actions("slide"))
        held = len(recorder.cells[1])
        listener.step()
        head = head or recorder.cells[1][:8]
        assert recorder.cells[1][:8] == head
        assert all(len(cells) <= 1024 for cells in recorder.cells)
        slides = recorder.actions("slide")[before:]
        if slides:
            length = held + 1 - slides[0].discarded
            assert recorder.token_count(1) == length
    slides = recorder.actions("slide")
    assert len({action.count for action in slides}) == 1
    assert [action.discarded for action in slides] == [e.discarded_tokens for e in _slid(listener)]
    alone = load_tiny(write_plain, context_window=1024, slot_count=1)
    assert lead_again(recorder.all_lives, alone).is_convincing
    assert length > 0


def test_invariant_25_a_short_rest_is_what_a_fresh_context_reads(load_tiny: Loader) -> None:
    """Fewer than MIN_MOVED_TOKENS are read again: no reply tells that there was a slide."""
    recorder = Recorder(load_tiny(write_plain, context_window=256, slot_count=1))
    scheduler, listener = strict(recorder, EngineConfig(guesses_ahead=False))
    talk = _talk_of(5)
    scheduler.submit(Submit(1, "a", talk, limit(200)))
    listener.run()
    assert len(_slid(listener)) > 0
    assert all(event.is_read_again for event in _slid(listener))
    said = ChatMessage(Role.ASSISTANT, listener.text(1))
    scheduler.submit(Submit(2, "a", (*talk, said, ChatMessage(Role.USER, "and?")), limit(30)))
    listener.run()
    assert listener.started(2).usage.dropped_messages > 0
    assert not recorder.actions("slide")
    alone = load_tiny(write_plain, context_window=256, slot_count=1)
    tally = answer_cold(_between_cuts(recorder.replies[0], recorder.lives[0]), alone)
    assert tally.is_convincing
    assert tally.compared >= 230


def _between_cuts(reply: Reply, life: list[SlotAction]) -> list[Reply]:
    """Return what was said after each cut of a slot, and all that the slot held before that."""
    cells, replies, is_cut = list[int](), list[Reply](), True
    for action in life:
        if action.verb == "keep":
            del cells[action.count :]
            is_cut = True
        cells += action.tokens
        if action.sampled and is_cut:
            replies.append(replace(reply, prompt=tuple(cells), tokens=[]))
            is_cut = False
        if action.sampled:
            replies[-1].tokens += action.sampled
    return replies


def test_invariant_25_the_next_turn_mirrors_the_slide() -> None:
    """It begins where memory begins, though more would fit than a fresh cut would leave."""
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = strict(backend, EngineConfig(discard_tokens=30))
    talk = [f"{index:02d} " * 10 for index in range(9)]
    submit(scheduler, 1, *talk, conversation="a", sampling=limit(150))
    listener.run()
    (slid,) = _slid(listener)
    texts = (*talk, listener.text(1), "and?")
    submit(scheduler, 2, *texts, conversation="a", sampling=limit(5))
    listener.run()
    started = listener.started(2)
    assert started.usage.dropped_messages == slid.first_message == 2
    assert started.usage.prompt_tokens - started.usage.reused_tokens < 60


@pytest.mark.parametrize("write", UNMOVABLE)
def test_invariant_26_slide_refusal(load_tiny: Loader, write: Writer) -> None:
    """Where moving would do harm nothing is moved: what is left is read again, and says so."""
    recorder = Recorder(load_tiny(write, context_window=256, slot_count=2))
    scheduler, listener = strict(recorder)
    submit(scheduler, 2, "the neighbour", sampling=limit(100))
    scheduler.submit(Submit(1, "a", _talk_of(5), limit(220)))
    listener.run()
    assert _slid(listener)
    assert all(event.is_read_again for event in _slid(listener))
    assert not recorder.actions("slide")
    assert listener.reason(1) is FinishReason.LENGTH
    alone = load_tiny(write, context_window=256, slot_count=1)
    assert lead_again(recorder.all_lives, alone).is_convincing


def test_invariant_27_slide_isolation(load_tiny: Loader) -> None:
    """Fifty slides of a neighbour change nobody's next logits, and the fiftieth no more."""
    backend = load_tiny(write_plain)
    tokens, following = [20 + i * 7 % 200 for i in range(120)], [33, 44]
    prefill(backend, 1, tokens)
    before = logits_after(backend, 1, following)
    drifts = []
    for slides in range(1, 51):
        backend.clear(0)
        prefill(backend, 0, tokens)
        backend.slide(0, 10, 50)
        prefill(backend, 0, following)
        if slides in (1, 10, 50):
            assert backend.truncate(1, len(tokens))
            after = logits_after(backend, 1, following)
            drifts.append(float(np.abs(after - before).max()))
    assert max(drifts) <= 2e-3
    assert all(later <= earlier + 1e-3 for earlier, later in pairwise(drifts))


TRUNK = "the quick brown fox jumps over the lazy dog and then the user asks the assistant " * 4


@pytest.mark.parametrize("end", ["slide", "cancel", "forget"])
def test_invariant_28_fork_independence(load_tiny: Loader, end: str) -> None:
    """Two branches and their trunk go on as if alone, whatever one of them comes to."""
    recorder = Recorder(load_tiny(write_plain, context_window=256, slot_count=3))
    scheduler, listener = strict(recorder)
    submit(scheduler, 1, TRUNK, conversation="a", sampling=limit(10))
    listener.run()
    said = listener.text(1)
    for request, name, tokens in ((2, "a", 30), (3, "b", 30), (4, "c", 300)):
        texts = (TRUNK, said, f"{name} is the way")
        submit(scheduler, request, *texts, conversation=name, sampling=limit(tokens))
    listener.step(12)
    if end == "cancel":
        scheduler.cancel(4)
    elif end == "forget":
        scheduler.discard("c")
    listener.run()
    assert len(recorder.forks) == 2
    assert bool(_slid(listener)) is (end == "slide")
    alone = load_tiny(write_plain, context_window=256, slot_count=1)
    assert lead_again(recorder.all_lives, alone).is_convincing
    whole = [reply for reply in recorder.replies if len(reply.tokens) == 30]
    assert len(whole) == 2
    assert answer_cold(whole, alone).is_convincing


@pytest.mark.parametrize("write", [write_sliding_window, write_hybrid, write_recurrent])
def test_invariant_28_fork_independence_of_states(load_tiny: Loader, write: Writer) -> None:
    """The same where a branch begins at a checkpoint of its trunk."""
    recorder = Recorder(load_tiny(write, slot_count=3))
    scheduler, listener = strict(recorder)
    submit(scheduler, 1, TRUNK, conversation="a", sampling=limit(10))
    listener.run()
    for request, name in ((2, "a"), (3, "b"), (4, "c")):
        texts = (TRUNK, listener.text(1), f"{name} is the way")
        submit(scheduler, request, *texts, conversation=name, sampling=limit(20))
    listener.step(8)
    scheduler.discard("a")
    listener.run()
    assert recorder.forks
    alone = load_tiny(write, slot_count=1)
    assert lead_again(recorder.all_lives, alone).is_convincing
    assert answer_cold(recorder.replies[2:], alone).is_convincing
