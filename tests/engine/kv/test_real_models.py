"""The whole engine on real models: what was kept leads to the words that reading would have."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.metrics import ReplyUsage, ReuseOrigin
from engine.scheduling.slot_auditor import AuditMode
from tests.benchmarks.harness import EngineHarness
from tests.engine.invariants.recorder import Around
from tests.engine.invariants.test_persistence import FOUR_KINDS
from tests.engine.kv.driving import EngineDriver, driven, files
from tests.engine.llama.conftest import Writer
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

FIRST = "the fox and the tabs " * 16


class Slow(Around):
    """Takes the time over each token that a larger model would."""

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        time.sleep(1e-4 * sum(len(entry.tokens) for entry in entries))
        return self.inner.decode(entries)


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_a_restart_changes_not_a_letter(write: Writer, tmp_path: Path) -> None:
    """Also of an edit, which goes back to a checkpoint where the memory cannot be cut."""
    config = EngineConfig(context_window=1024, slot_count=2)

    @contextmanager
    def life(folder: str) -> Iterator[EngineDriver]:
        backend = load(str(cached_model(write)), config, lambda _: None)
        with driven(Slow(backend), tmp_path / folder) as driver:
            yield driver

    def continued(driver: EngineDriver, reply: str) -> tuple[str, str, ReplyUsage]:
        on = driver.ask("a", FIRST, reply, "and then?", tokens=24)
        usage = driver.usage
        return on, driver.ask("a", FIRST, reply, "or else?", tokens=24), usage

    with life("one") as driver:
        reply = driver.ask("a", FIRST, tokens=24)
        on, edited, usage = continued(driver, reply)
        assert usage.reused_from is ReuseOrigin.READY
    with life("two") as driver:
        assert driver.ask("a", FIRST, tokens=24) == reply
    with life("two") as driver:
        on_again, edited_again, usage_again = continued(driver, reply)
    assert usage_again.reused_from is ReuseOrigin.DISK
    assert usage_again.reused_tokens == usage.reused_tokens
    assert (on_again, edited_again) == (on, edited)


def test_an_idle_engine_writes_by_itself_and_a_new_one_reads(tmp_path: Path) -> None:
    config = EngineConfig(slot_count=2, cache_dir=str(tmp_path), write_back_seconds=0.01)
    model = str(cached_model(write_plain))
    harness = EngineHarness(model, config, AuditMode.ASSERT)
    heard = harness.ask("a", [FIRST], max_tokens=8)
    harness.wait(heard)
    harness.wait_until(lambda: harness.snapshot is not None and harness.snapshot.disk_bytes > 0)
    assert len(files(tmp_path)) == 1
    harness.close()
