"""A draft model next to a model: what it changes, and which files are refused."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.core.scheduler import Scheduler
from engine.gguf.draft_file import draft_bytes
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.load_mark import DRAFT_FILE_NAME, set_mark
from engine.messages.config import EngineConfig
from engine.messages.errors import LoadCancelled
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.core.same_replies import MAX_TIES, compared
from tests.engine.llama.conftest import Loader, Writer
from tests.fakes.conversations import Listener, submit
from tests.fakes.eager_planner import EagerPlanner, NoCosts
from tests.models.cache import cached_model
from tests.models.real import starter
from tests.models.talker import TALKER
from tests.models.tiny import write_plain, write_recurrent, write_sliding_window


def _with_draft(load_tiny: Loader, draft: Path, write: Writer = write_plain) -> LlamaBackend:
    return load_tiny(write, draft_path=str(draft), slot_count=2, thread_count=1)


@pytest.mark.parametrize("write", [write_plain, write_sliding_window])
def test_a_model_answers_alike_with_a_draft_model(write: Writer) -> None:
    path = str(cached_model(write))
    found = compared([path], range(2), draft_path=path)
    assert found.tokens > 150
    assert found.most_rows > 8
    assert found.ties <= max(1, MAX_TIES * found.tokens)


def _drafted(path: Path, questions: list[str], temperature: float) -> tuple[float, float]:
    """Return the accepted share of proposals of the model itself, and of the reply's tokens."""
    config = EngineConfig(context_window=1024, slot_count=len(questions), draft_path=str(path))
    backend = load(str(path), config, lambda _share: None)
    scheduler = Scheduler(backend, config, AuditMode.ASSERT)
    lanes = scheduler.steps.drafter.lanes
    assert lanes is not None
    scheduler.steps.drafter.planner, lanes.costs = EagerPlanner(), NoCosts()
    listener = Listener(scheduler)
    sampling = SamplingParams(max_tokens=60, temperature=temperature, seed=3)
    for number, question in enumerate(questions, 1):
        submit(scheduler, number, question, conversation=f"c{number}", sampling=sampling)
    listener.run()
    usages = [listener.finished(number + 1).usage for number in range(len(questions))]
    backend.close()
    accepted = sum(usage.accepted_tokens for usage in usages)
    return lanes.typical.share, accepted / sum(usage.reply_tokens for usage in usages)


def test_a_model_accepts_nearly_all_of_its_own_proposals() -> None:
    questions = ["What is the capital of France?", "Write two sentences about the sea."]
    share, of_reply = _drafted(starter(), questions, temperature=0.0)
    assert share > 0.9
    assert of_reply > 0.4


def test_the_likeliest_tokens_are_those_of_the_model(load_tiny: Loader) -> None:
    backend = _with_draft(load_tiny, cached_model(write_plain))
    assert backend.info.draft == backend.info.name
    assert not backend.info.draft_refusal
    draft = backend.draft
    assert draft is not None
    entries = [BatchEntry(0, (5, 6, 7), 0, 1), BatchEntry(1, (8, 9), 0, 1)]
    assert draft.decode(entries, 1) is DecodeStatus.DONE
    backend.decode(entries)
    assert draft.likeliest() == [int(row.argmax()) for row in backend.logits()]
    assert draft.truncate(0, 2)
    assert draft.decode([BatchEntry(0, (4,), 2, 1)], 1) is DecodeStatus.DONE


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        (lambda: cached_model(write_recurrent), "cannot take rejected tokens back"),
        (lambda: TALKER, "another vocabulary"),
        (lambda: Path("/nowhere/draft.gguf"), "There is no file"),
    ],
)
def test_a_draft_model_that_does_not_fit_is_named_and_the_model_works_without_it(
    load_tiny: Loader, draft: object, words: str
) -> None:
    backend = _with_draft(load_tiny, draft())  # type: ignore[operator]
    assert backend.draft is None
    assert not backend.info.draft
    assert str(backend.info.draft_refusal).startswith("No draft model is used. ")
    assert words in backend.info.draft_refusal
    assert backend.decode([BatchEntry(0, (5,), 0, 1)]) is DecodeStatus.DONE


def test_a_model_that_cannot_take_tokens_back_uses_no_draft_model(load_tiny: Loader) -> None:
    backend = _with_draft(load_tiny, cached_model(write_plain), write_recurrent)
    assert backend.draft is None
    assert "cannot take rejected tokens back" in backend.info.draft_refusal


def test_no_draft_model_is_loaded_if_nothing_is_guessed_ahead(load_tiny: Loader) -> None:
    path = str(cached_model(write_plain))
    backend = load_tiny(write_plain, draft_path=path, guesses_ahead=False)
    assert backend.draft is None
    assert not backend.info.draft_refusal


def test_a_draft_model_that_crashed_the_engine_is_not_loaded_again(
    load_tiny: Loader, tmp_path: Path
) -> None:
    path = cached_model(write_plain)
    set_mark(tmp_path, path, DRAFT_FILE_NAME)
    backend = load_tiny(write_plain, draft_path=str(path), cache_dir=str(tmp_path))
    assert backend.draft is None
    assert "crashed the engine" in backend.info.draft_refusal


def test_the_load_of_a_draft_model_can_be_cancelled() -> None:
    path = str(cached_model(write_plain))
    shares: list[float] = []

    def stop_at_draft(share: float) -> None:
        shares.append(share)
        if 0.9 < share < 1.0:
            raise LoadCancelled

    with pytest.raises(LoadCancelled):
        load(path, EngineConfig(context_window=512, draft_path=path), stop_at_draft)
    assert shares == sorted(shares)
    assert max(shares) < 1.0


def test_progress_runs_to_the_end_of_the_draft_model() -> None:
    path = str(cached_model(write_plain))
    shares: list[float] = []
    load(path, EngineConfig(context_window=512, draft_path=path), shares.append).close()
    assert shares == sorted(shares)
    assert shares.count(1.0) == 1
    assert any(0.9 < share < 1.0 for share in shares)


def test_the_mark_of_a_draft_model_is_removed_after_its_load(
    load_tiny: Loader, tmp_path: Path
) -> None:
    path = cached_model(write_plain)
    backend = load_tiny(write_plain, draft_path=str(path), cache_dir=str(tmp_path))
    assert backend.draft is not None
    assert not (tmp_path / DRAFT_FILE_NAME).exists()


_CRASH = """
import os
import sys
from engine.llama import loader
from engine.messages.config import EngineConfig

model, draft, folder = sys.argv[1:]

def progress(_share):
    if os.path.exists(os.path.join(folder, "loading-draft.json")):
        os._exit(9)

config = EngineConfig(context_window=512, draft_path=draft, cache_dir=folder)
loader.load(model, config, progress)
"""


def test_a_draft_model_that_ends_the_process_costs_one_start(
    load_tiny: Loader, tmp_path: Path
) -> None:
    path = str(cached_model(write_plain))
    command = [sys.executable, "-c", _CRASH, path, path, str(tmp_path)]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 9
    backend = load_tiny(write_plain, draft_path=path, cache_dir=str(tmp_path))
    assert backend.draft is None
    assert "crashed the engine" in backend.info.draft_refusal


_MEASURE = """
import sys
import psutil
from engine.llama.loader import load
from engine.messages.config import EngineConfig

model, draft = sys.argv[1:]
config = EngineConfig(context_window=512, draft_path=draft or None)
backend = load(model, config, lambda _share: None)
from engine.backend import BatchEntry
if backend.draft:
    for start in range(0, 1024, 128):
        backend.draft.decode([BatchEntry(0, (5,) * 128, start, 0)], 1)
print(psutil.Process().memory_info().rss)
"""


def test_the_memory_of_a_draft_model_is_at_most_what_was_planned() -> None:
    path = starter()
    without, used = (_resident(path, draft) for draft in ("", str(path)))
    planned = draft_bytes(str(path), 4)
    # The file is mapped twice, and only one of four lanes is filled.
    assert used - without < planned < 3 * path.stat().st_size + 4 * 24 * 1024 * 1024


def _resident(path: Path, draft: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, str(path), draft], check=True, capture_output=True
    )
    return int(done.stdout)
