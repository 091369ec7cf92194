"""On real memory of each kind: a branch of a chat in no slot says what it would have said cold."""

from pathlib import Path

import pytest

from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.metrics import ReuseOrigin
from tests.engine.core.sources.reading import prefilled
from tests.engine.core.test_branches import points_of
from tests.engine.invariants.recorder import Recorder
from tests.engine.invariants.single_sequence import answer_cold
from tests.engine.invariants.test_persistence import FOUR_KINDS
from tests.engine.kv.driving import EngineDriver, driven
from tests.engine.kv.test_real_models import Slow
from tests.engine.llama.conftest import Writer
from tests.models.cache import cached_model

ASKED = "the fox and the tabs and a quick brown dog. " * 16
MORE = "and then the slots and the fox again. " * 6
CONFIG = EngineConfig(context_window=2048, slot_count=1, guesses_ahead=False)


@pytest.mark.parametrize("ram_bytes", [None, 0], ids=["RAM", "disk"])
@pytest.mark.parametrize("write", FOUR_KINDS)
def test_a_branch_says_what_it_would_have_said_cold(
    write: Writer, ram_bytes: int | None, tmp_path: Path
) -> None:
    model = str(cached_model(write))
    recorder = Recorder(load(model, CONFIG, lambda _: None))
    with driven(Slow(recorder), tmp_path, ram_bytes=ram_bytes) as driver:
        spoken = _spoken_chat(driver)
        driver.write_back()
        driver.ask("x", "a fox. " * 20)
        first, _last = points_of(driver, spoken)
        assert first.kept_tokens >= 64
        for number in range(3):
            before = prefilled(driver)
            driver.ask(f"b{number}", *spoken[:2], f"and {number}?", tokens=24)
            usage = driver.usage
            assert usage.reused_from in (
                (ReuseOrigin.MEMORY, ReuseOrigin.READY)
                if ram_bytes is None
                else (ReuseOrigin.DISK, ReuseOrigin.READY)
            )
            assert usage.reused_tokens >= first.kept_tokens
            assert prefilled(driver) - before == usage.prompt_tokens - usage.reused_tokens
        replies = list(recorder.replies)
    alone = load(model, EngineConfig(context_window=2048, slot_count=1), lambda _: None)
    tally = answer_cold(replies, alone)
    alone.close()
    assert tally.compared >= 60
    assert tally.is_convincing


def _spoken_chat(driver: EngineDriver) -> tuple[str, ...]:
    first = driver.ask("a", ASKED, tokens=24)
    return (ASKED, first, MORE, driver.ask("a", ASKED, first, MORE, tokens=24))
