"""Slots with pictures: what is matched, what is cut, what the books say of half a picture."""

import pytest

from engine.core.runner import Runner
from engine.kv.ram_tier import RamTier
from engine.kv.slot_copy import SlotCopy
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from engine.messages.media import Media, MediaKind
from engine.scheduling.matching import Matcher
from engine.scheduling.slots import Slot, SlotPool
from engine.text.media_spans import MediaSpan
from engine.text.prompt import Prompt, TokenizedPrompt
from tests.engine.core.test_media_steps import Chatter
from tests.fakes.backend import HYBRID, LENDING, PLAIN, FakeBackend
from tests.fakes.copy_thread import HeldCopies, as_if_written, held_copies
from tests.fakes.media import HeldMedium, causal, mrope

MEDIA = Media("0", MediaKind.IMAGE, 16, 16)
SPAN = MediaSpan(4, 16, 4, True, True, MEDIA)
ROWS = tuple(range(-17, -1))
TOKENS = (1, 2, 3, 4, *ROWS, 5, 6, 7, 8)


def _prompt(tokens: tuple[int, ...]) -> Prompt:
    return Prompt(tokens, 0, TokenizedPrompt(), (SPAN,))


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (TOKENS, 23),
        (TOKENS[:22], 22),
        (TOKENS[:20], 20),
        (TOKENS[:12], 4),
        ((*TOKENS[:10], -99, *TOKENS[11:]), 4),
        (TOKENS[:4], 4),
    ],
)
def test_no_match_ends_inside_a_picture(held: tuple[int, ...], expected: int) -> None:
    slot = Slot(0, cached_tokens=list(held), spans=[SPAN])
    tier = RamTier(1 << 20)
    tier.put(SlotCopy("a", held, (), b"", spans=(SPAN,)))
    matcher = Matcher(PLAIN, lambda _slot, _position: True, tier)
    prompt = _prompt(TOKENS)
    assert matcher.match(slot, prompt).token_count == expected
    assert matcher.match_fork(slot, prompt).token_count == expected
    assert matcher.match_stored("a", prompt).token_count == expected


def test_the_library_is_asked_for_positions() -> None:
    asked: list[int] = []

    def can_truncate(_slot: int, position: int) -> bool:
        asked.append(position)
        return True

    slot = Slot(0, cached_tokens=[*TOKENS, 9], spans=[SPAN])
    Matcher(PLAIN, can_truncate).match(slot, _prompt((*TOKENS[:22], 77, 78)))
    assert asked == [10]


def _hold_all(backend: FakeBackend) -> Slot:
    """Return a slot that holds all tokens, as the fake does."""
    backend.cells[0] = list(TOKENS)
    backend.pictures[0] = [HeldMedium(4, 16, 4, True)]
    backend.longest[0] = len(TOKENS)
    return Slot(0, cached_tokens=list(TOKENS), spans=[SPAN])


@pytest.mark.parametrize(
    ("count", "left"), [(23, 23), (20, 20), (19, 4), (5, 4), (4, 4), (2, 2), (0, 0)]
)
def test_all_rows_of_a_picture_go_together(count: int, left: int) -> None:
    backend = FakeBackend(slot_count=1, media=mrope())
    slot, runner = _hold_all(backend), Runner(backend, SlotPool(1))
    runner.truncate(slot, count)
    assert len(slot.cached_tokens) == len(backend.cells[0]) == left
    assert slot.spans == ([SPAN] if left > 4 else [])


def test_what_cannot_be_cut_goes_back_to_a_checkpoint_before_the_picture() -> None:
    backend = FakeBackend(slot_count=1, media=mrope(), capabilities=HYBRID)
    runner = Runner(backend, SlotPool(1))
    slot = Slot(0, cached_tokens=[1, 2, 3])
    backend.cells[0] = [1, 2, 3]
    runner.save_checkpoint(slot)
    whole = _hold_all(backend)
    whole.checkpoints = slot.checkpoints
    runner.save_checkpoint(whole)
    assert [point.token_count for point in whole.checkpoints] == [3, 24]
    runner.truncate(whole, 12)
    assert whole.cached_tokens == backend.cells[0] == [1, 2, 3]


@pytest.mark.parametrize("make", [mrope, causal])
def test_half_a_picture_is_not_promised(make: type) -> None:
    backend = FakeBackend(reply_share=0, context_window=512, token_seconds=0.0005)
    chatter = Chatter(make(), backend, EngineConfig(step_target_seconds=0.004))
    chatter.ask(1, ("hello", ()), name="writer", tokens=400)
    chatter.listener.step(30)
    dog = chatter.source.picture(1, 64, 32)
    chatter.ask(2, ("what is it?", (dog,)))
    while not backend.media_calls:
        chatter.listener.step()
    assert sum(count for _, _, count in backend.media_calls) < 128
    chatter.scheduler.cancel(2)
    chatter.answer(3, ("what is it?", (dog,)))
    usage = chatter.listener.finished(3).usage
    assert usage.reused_tokens == chatter.listener.promised_tokens(3) < 40
    assert chatter.listener.finished(2).reason is FinishReason.CANCELLED


def test_no_picture_is_asked_for_while_its_slot_is_being_filled() -> None:
    with held_copies(), as_if_written():
        backend = FakeBackend(slot_count=1, reply_share=0, context_window=512, capabilities=LENDING)
        chatter = Chatter(mrope(), backend)
        thread = chatter.scheduler.cache_manager.copies._thread  # noqa: SLF001 (replaced above)
        assert isinstance(thread, HeldCopies)
        dog = chatter.source.picture(1)
        chat = (("what is it? " * 6, (dog,)),)
        chatter.answer(1, *chat)
        chatter.ask(2, ("something else " * 9, ()), name="b")
        while not chatter.listener.has_finished(2):
            thread.end()
            chatter.listener.step()
        chatter.source.asked.clear()
        chatter.ask(3, *chat, (chatter.listener.text(1), ()), ("and?", ()))
        chatter.listener.step(4)
        assert backend.lent
        while not chatter.listener.has_finished(3):
            thread.end()
            chatter.listener.step()
        assert chatter.source.asked == []
        assert chatter.listener.finished(3).usage.reused_tokens > 80
        thread.end()
