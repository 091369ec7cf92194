"""Invariants 29 to 32: what was saved comes back as it was, or not at all."""

import shutil
import signal
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.backend import Checkpoint
from engine.kv.cache_folder import CacheFolder
from engine.kv.container import Miss, ModelIdentity
from engine.kv.disk_worker import WeightDigests
from engine.kv.fault_points import FaultPoint
from engine.kv.slot_copy import MIN_CACHED_TOKENS, SlotCopy
from engine.messages.events import FinishReason
from tests.engine.invariants.recorder import Recorder
from tests.engine.kv.driving import driven, files, slow_reader
from tests.engine.kv.killed_writer import IDENTITY, NEW, OLD, killed_while_writing
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import logits_after, prefill
from tests.fakes.conversations import limit, rendered, solo_reply, strict, submit
from tests.models.tiny import (
    write_hybrid,
    write_mrope,
    write_plain,
    write_recurrent,
    write_sliding_window,
    write_yarn,
)

FOUR_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]
NEXT = [33, 44, 55]
NAME = "a conversation"
TOKENS = [20 + i * 7 % 200 for i in range(140)]
POINT = 100  # where the checkpoint is taken


@pytest.mark.parametrize("write", [*FOUR_KINDS, write_yarn, write_mrope])
def test_invariant_29_round_trip(load_tiny: Loader, write: Writer) -> None:
    """Saved, evicted and restored, a slot and its checkpoint lead to the same bits."""
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS[:POINT])
    point = backend.checkpoint(0)
    prefill(backend, 0, TOKENS[POINT:])
    state = backend.state(0)
    ahead = logits_after(backend, 0, NEXT)
    assert backend.restore_checkpoint(0, point)
    back = logits_after(backend, 0, NEXT)
    backend.clear(0)
    prefill(backend, 0, [99] * 200)  # somebody else
    assert backend.set_state(2, state, len(TOKENS))
    assert np.array_equal(logits_after(backend, 2, NEXT), ahead)
    assert backend.restore_checkpoint(2, point)
    assert np.array_equal(logits_after(backend, 2, NEXT), back)


def _damaged(state: bytes, flips: Sequence[int]) -> list[bytes]:
    """Return a state cut at every class of length, with a bit flipped at places, and too long."""
    size = len(state)
    cuts = [0, 1, 4, 8, 24, 35, 39, 40, 41, 44, 100, size // 2, size - 1]
    flipped = [state[:at] + bytes([state[at] ^ 4]) + state[at + 1 :] for at in flips]
    return [*(state[:at] for at in cuts), *flipped, state + b"\0", state * 2]


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_invariant_30_bad_states_are_refused(
    load_tiny: Loader, write: Writer, tmp_path: Path
) -> None:
    """The slot is empty afterwards, and the conversation is read afresh, to the same effect."""
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS)
    state = backend.state(0)
    expected = logits_after(backend, 0, NEXT)
    for bad in _damaged(state, flips=[0, 3, 4, 9, 20, 23, 24, 31, 32, 39]):
        assert not backend.set_state(1, bad, len(TOKENS))
        assert backend.token_count(1) == 0
    folder = CacheFolder(tmp_path)
    folder.open()
    weights = WeightDigests(tmp_path).of(backend.state_identity.files)
    identity = ModelIdentity(weights=weights, form=backend.state_identity.form)
    copy = SlotCopy(NAME, tuple(TOKENS), (), state)
    file = tmp_path / folder.write(copy, identity, lambda: True, used=1).name
    whole = file.read_bytes()
    size = len(whole)
    for bad in _damaged(whole, flips=[0, 8, 12, 40, 60, size - len(state), size // 2, size - 1]):
        file.write_bytes(bad)
        assert isinstance(folder.read(NAME, identity), Miss)
    prefill(backend, 1, TOKENS)
    point = backend.checkpoint(1)
    for bad in _damaged(point.state, flips=[0, 4, 9, 24, 39]) if point.state else ():
        assert not backend.restore_checkpoint(1, Checkpoint(len(TOKENS), bad))
        assert backend.token_count(1) == 0
        prefill(backend, 1, TOKENS)
    assert np.array_equal(logits_after(backend, 1, NEXT), expected)


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_invariant_30_foreign_states_are_refused(load_tiny: Loader, write: Writer) -> None:
    """Nothing of another model, another number of slots or other tokens is let in."""
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS)
    state = backend.state(0)
    other = load_tiny(write_yarn if write is write_plain else write_plain)
    fewer = load_tiny(write, slot_count=2)
    # A recurrent state is the same wherever it is; the cells of attention are written with all.
    for foreign in (other,) if write is write_recurrent else (other, fewer):
        assert not foreign.set_state(0, state, len(TOKENS))
        assert foreign.token_count(0) == 0
    for count in (0, len(TOKENS) - 1, len(TOKENS) + 1):
        assert not backend.set_state(1, state, count)
        assert backend.token_count(1) == 0


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_invariant_30_a_lost_memory_costs_nothing_but_time(
    load_tiny: Loader, write: Writer
) -> None:
    """A conversation whose slot was emptied by others says what it would have said warm."""
    said = []
    for is_lost in (False, True):
        recorder = Recorder(load_tiny(write, slot_count=1))
        scheduler, listener = strict(recorder)
        submit(scheduler, 1, "the fox", conversation="a", sampling=limit(8))
        listener.run()
        if is_lost:
            submit(scheduler, 2, "somebody else " * 9, conversation="b", sampling=limit(8))
            listener.run()
        texts = ("the fox", listener.text(1), "and then")
        submit(scheduler, 3, *texts, conversation="a", sampling=limit(8))
        listener.run()
        assert listener.reason(3) is FinishReason.LENGTH
        said.append((recorder.replies[-1].prompt, listener.text(3)))
    assert said[0] == said[1]


@pytest.mark.parametrize("has_old", [False, True], ids=["first", "again"])
@pytest.mark.parametrize("point", list(FaultPoint), ids=lambda point: point.name.lower())
def test_invariant_31_atomicity(point: FaultPoint, has_old: bool, tmp_path: Path) -> None:
    """Killed while it saves, a process leaves the file before; nothing half-done stays behind."""
    killed = killed_while_writing(tmp_path, point, has_old=has_old)
    assert killed == -signal.SIGKILL
    folder = CacheFolder(tmp_path)
    folder.open()
    named = point in (FaultPoint.NAMED, FaultPoint.FOLDER_SYNCED)
    assert [file.header.token_count for file in folder.sweep()] == (
        [len(NEW.tokens)] if named else [len(OLD.tokens)] if has_old else []
    )
    found = folder.read(NEW.key, IDENTITY)
    if named or has_old:
        assert isinstance(found, SlotCopy)
        assert (found.tokens, found.state) == (
            (NEW.tokens, NEW.state) if named else (OLD.tokens, OLD.state)
        )
    else:
        assert found is Miss.ABSENT
    assert {path.suffix for path in tmp_path.iterdir()} <= {".kv", ""}


def test_invariant_32_key_isolation(tmp_path: Path) -> None:
    """No conversation is ever restored from another one's file."""
    texts = {name: f"the secret of {name} " * 20 for name in "ab"}
    found: dict[str, Path] = {}
    with driven(slow_reader(), tmp_path) as driver:
        for name, text in texts.items():
            driver.ask(name, text)
            driver.write_back()
            (found[name],) = set(files(tmp_path)) - set(found.values())
    backend = slow_reader()
    with driven(backend, tmp_path) as driver:
        shutil.copy(found["a"], found["b"])  # after the look into the folder
        reply = driver.ask("b", texts["b"])
        assert driver.misses == {"other conversation": 1}
        assert driver.usage.reused_tokens < MIN_CACHED_TOKENS
        assert reply == solo_reply(rendered(backend, texts["b"]), backend, 10)
        driver.scheduler.discard("b")
    shutil.copy(found["a"], found["b"])
    with driven(slow_reader(), tmp_path) as driver:  # and before it
        kept = [entry.conversation_id for entry in driver.scheduler.cache_manager.report().entries]
        assert kept == ["a"]
        assert not found["b"].exists()
