"""On real memory of each kind: a chat begun in a source says what it would have read cold."""

from pathlib import Path

import pytest

from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.metrics import ReuseOrigin
from tests.engine.core.sources.reading import OWN, begin_chat, prefilled, read_source, read_whole
from tests.engine.core.sources.source_lives import compared
from tests.engine.invariants.recorder import Recorder
from tests.engine.invariants.single_sequence import answer_cold
from tests.engine.invariants.test_persistence import FOUR_KINDS
from tests.engine.kv.driving import driven
from tests.engine.kv.test_real_models import Slow
from tests.engine.llama.conftest import Writer
from tests.models.cache import cached_model

TEXT = "the fox and the tabs and a quick brown dog. " * 24
CONFIG = EngineConfig(context_window=2048, slot_count=4, guesses_ahead=False)


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_a_chat_in_a_source_says_what_it_would_have_said_cold(
    write: Writer, tmp_path: Path
) -> None:
    model = str(cached_model(write))
    recorder = Recorder(load(model, CONFIG, lambda _: None))
    with driven(Slow(recorder), tmp_path) as driver:
        source = read_whole(driver, TEXT)
        for number, system in enumerate((TEXT, f"{TEXT}\n\n{OWN}", f"{TEXT}\n\n# 2", TEXT)):
            request = begin_chat(driver, f"c{number}", f"and {number}?", system)
            driver.run()
            assert driver.listener.finished(request).usage.reused_tokens >= source.tokens - 32
        read = prefilled(driver)
        replies = list(recorder.replies)
    assert read < source.tokens * 2
    alone = load(model, EngineConfig(context_window=2048, slot_count=1), lambda _: None)
    tally = answer_cold(replies, alone)
    alone.close()
    assert tally.compared >= 40
    assert tally.is_convincing


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_a_source_from_the_disk_says_the_same(write: Writer, tmp_path: Path) -> None:
    model = str(cached_model(write))
    texts: list[str] = []
    for _ in range(2):
        with driven(Slow(load(model, CONFIG, lambda _: None)), tmp_path) as driver:
            assert read_whole(driver, TEXT).was_warm is bool(texts)
            request = begin_chat(driver, f"d{len(texts)}", "and then?", TEXT)
            driver.run()
            assert driver.usage.reused_from is ReuseOrigin.SHARED_PROMPT
            texts.append(driver.listener.text(request))
    assert texts[0] == texts[1]


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_ten_chats_at_once_cost_one_reading(write: Writer, tmp_path: Path) -> None:
    model = str(cached_model(write))
    recorder = Recorder(load(model, CONFIG, lambda _: None))
    with driven(Slow(recorder), tmp_path) as driver:
        read_source(driver, TEXT)
        driver.listener.step()
        requests = [begin_chat(driver, f"c{each}", f"and {each}?", TEXT) for each in range(10)]
        driver.run()
        usages = [driver.listener.finished(each).usage for each in requests]
        length = min(each.reused_tokens for each in usages)
        own = sum(each.prompt_tokens - each.reused_tokens for each in usages)
        assert length > len(TEXT) // 10
        assert prefilled(driver) <= max(each.reused_tokens for each in usages) + own
        replies = list(recorder.replies)
    alone = load(model, EngineConfig(context_window=2048, slot_count=1), lambda _: None)
    assert answer_cold(replies, alone).is_convincing
    alone.close()


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_whatever_happens_to_sources_chats_say_what_they_would_have_said_cold(
    write: Writer,
) -> None:
    tallies = [compared(write, seed) for seed in (1, 2)]
    assert sum(each.compared for each in tallies) > 0
    assert sum(each.near_ties for each in tallies) <= 1 + sum(e.compared for e in tallies) // 50
