"""A branch begins in what is cached of its chat, also when that has lost its slot."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.backend import Capabilities
from engine.llama.loader import load
from engine.messages.commands import ChatMessage, Prewarm, Role
from engine.messages.config import EngineConfig
from engine.messages.events import WarmPoint
from engine.messages.metrics import ReuseOrigin
from tests.engine.core.sources.reading import BOOK, begin_chat, prefilled, read_whole
from tests.engine.core.test_memory_kinds import every_kind, only_unmovable
from tests.engine.invariants.recorder import Recorder
from tests.engine.invariants.single_sequence import answer_cold
from tests.engine.invariants.test_persistence import FOUR_KINDS
from tests.engine.kv.driving import EngineDriver, driven, files, slow_reader
from tests.engine.kv.test_real_models import Slow
from tests.engine.llama.conftest import Writer
from tests.fakes.conversations import messages_of, rendered, solo_reply, weighed
from tests.models.cache import cached_model

ASKED = "what do we know of the tabs that run together? " * 4
MORE = "and what do they say of the slots that they live in? " * 2
OTHER = "tell me of the fox and the dog instead. " * 5
REAL_ASKED = "the fox and the tabs and a quick brown dog. " * 16
REAL_MORE = "and then the slots and the fox again. " * 6
CONFIG = EngineConfig(context_window=2048, slot_count=1, guesses_ahead=False)


def spoken_chat(driver: EngineDriver) -> tuple[str, ...]:
    """Have two questions of a chat answered; return what was said."""
    first = driver.ask("a", ASKED, tokens=100)
    return (ASKED, first, MORE, driver.ask("a", ASKED, first, MORE))


def points_of(driver: EngineDriver, spoken: tuple[str, ...]) -> tuple[WarmPoint, ...]:
    """Return what a branch would keep at the end of each turn."""
    return weighed(driver.scheduler, messages_of(spoken)).points


@pytest.mark.parametrize("ram_bytes", [None, 0], ids=["RAM", "disk"])
@every_kind
def test_a_branch_reads_what_was_foretold_of_a_chat_in_no_slot(
    kind: Capabilities, ram_bytes: int | None, tmp_path: Path
) -> None:
    backend = slow_reader(kind, slots=1)
    with driven(backend, tmp_path, ram_bytes=ram_bytes) as driver:
        spoken = spoken_chat(driver)
        driver.write_back()
        driver.ask("x", OTHER)
        assert driver.slots_of("a") == []
        first, last = points_of(driver, spoken)
        assert len(ASKED) <= first.kept_tokens <= first.tokens < last.kept_tokens
        before = prefilled(driver)
        reply = driver.ask("b", *spoken[:2], "what else?")
        assert driver.usage.reused_from is (
            ReuseOrigin.MEMORY if ram_bytes is None else ReuseOrigin.DISK
        )
        reused = driver.usage.reused_tokens
        assert reused == driver.promised_tokens
        assert 0 <= reused - first.kept_tokens < len("<next>user:"), "so alike turns begin"
        assert prefilled(driver) - before == driver.usage.prompt_tokens - reused
        assert reply == solo_reply(rendered(backend, *spoken[:2], "what else?"), backend, 10)
        if ram_bytes is None:
            assert driver.scheduler.cache_manager.ram.get("a") is not None, "the chat keeps it"
        assert driver.ask("a", *spoken, "and?") == solo_reply(
            rendered(backend, *spoken, "and?"), backend, 10
        )
        assert driver.usage.reused_tokens > last.kept_tokens - 2, "the chat has lost nothing"


@only_unmovable
def test_where_no_checkpoint_is_left_the_branch_reads_all_as_foretold(
    kind: Capabilities, tmp_path: Path
) -> None:
    with driven(slow_reader(kind, slots=1), tmp_path) as driver:
        spoken = spoken_chat(driver)
        driver.ask("x", OTHER)
        ram = driver.scheduler.cache_manager.ram
        copy = ram.get("a")
        assert copy is not None
        ram.replace(replace(copy, checkpoints=()))
        kept = [each.kept_tokens for each in points_of(driver, spoken)]
        driver.ask("b", *spoken[:2], "what else?")
        if kind.wants_checkpoints:
            assert (kept[0], driver.usage.reused_tokens) == (0, 0)
        else:
            assert kept[0] <= driver.usage.reused_tokens


@every_kind
def test_a_branch_begins_in_a_chat_of_the_process_before(
    kind: Capabilities, tmp_path: Path
) -> None:
    with driven(slow_reader(kind), tmp_path) as driver:
        spoken = spoken_chat(driver)
    backend = slow_reader(kind)
    with driven(backend, tmp_path) as driver:
        first, _last = points_of(driver, spoken)
        assert first.kept_tokens >= len(ASKED)
        reply = driver.ask("b", *spoken[:2], "what else?")
        assert driver.usage.reused_from is ReuseOrigin.DISK
        assert 0 <= driver.usage.reused_tokens - first.kept_tokens < len("<next>user:")
        assert reply == solo_reply(rendered(backend, *spoken[:2], "what else?"), backend, 10)
        assert len(files(tmp_path)) == 1, "the chat keeps its file"


def test_a_branch_that_is_typed_into_begins_in_the_copy(tmp_path: Path) -> None:
    with driven(slow_reader(slots=2), tmp_path) as driver:
        spoken = spoken_chat(driver)
        driver.ask("x", OTHER)
        driver.ask("y", OTHER, "no", "yes")
        driver.scheduler.discard("x")
        assert driver.slots_of("a") == []
        before = prefilled(driver)
        driver.scheduler.prewarm(Prewarm("b", messages_of(spoken[:2])))
        driver.run()
        assert driver.slots_of("b")
        assert prefilled(driver) - before < len("<next>user:")


def test_a_chat_and_its_branch_asked_at_once_both_begin_in_its_copy(tmp_path: Path) -> None:
    backend = slow_reader(slots=3)
    with driven(backend, tmp_path) as driver:
        spoken = spoken_chat(driver)
        for name in "xyz":
            driver.ask(name, name * 70)
        assert driver.slots_of("a") == []
        chat = driver.submit("a", *spoken, "and?")
        branch = driver.submit("b", *spoken[:2], "what else?")
        driver.run()
        for request, texts in ((chat, (*spoken, "and?")), (branch, (*spoken[:2], "what else?"))):
            usage = driver.listener.finished(request).usage
            assert usage.reused_tokens == driver.listener.promised_tokens(request) > len(ASKED)
            assert driver.listener.text(request) == solo_reply(
                rendered(backend, *texts), backend, 10
            )


def test_a_branch_whose_chat_is_deleted_meanwhile_reads_it_all(tmp_path: Path) -> None:
    backend = slow_reader(slots=1)
    with driven(backend, tmp_path) as driver:
        spoken = spoken_chat(driver)
        driver.submit("x", OTHER)
        driver.listener.step()
        branch = driver.submit("b", *spoken[:2], "what else?")
        driver.scheduler.discard("a")
        driver.run()
        assert driver.listener.finished(branch).usage.reused_tokens < len(ASKED)
        assert driver.listener.text(branch) == solo_reply(
            rendered(backend, *spoken[:2], "what else?"), backend, 10
        )
        driver.wait_for_disk()
        entries = driver.scheduler.cache_manager.report().entries
        assert "a" not in [each.conversation_id for each in entries]


def test_a_program_begins_in_no_chat_of_the_window(tmp_path: Path) -> None:
    with driven(slow_reader(slots=1), tmp_path) as driver:
        spoken = spoken_chat(driver)
        driver.ask("x", OTHER)
        driver.ask("program:p:1", *spoken[:2], "what else?")
        assert driver.usage.reused_tokens < len(ASKED)


def test_of_a_chat_in_a_source_the_source_is_kept_at_least(tmp_path: Path) -> None:
    with driven(slow_reader(slots=2), tmp_path) as driver:
        source = read_whole(driver)
        request = begin_chat(driver, "a", "and?")
        driver.run()
        state = driver.scheduler.cache_manager
        driver.ask("x", OTHER)
        driver.ask("y", OTHER, "no", "yes")
        state.ram.drop("a")
        state.disk.drop("a")
        messages = (
            ChatMessage(Role.SYSTEM, BOOK),
            ChatMessage(Role.USER, "and?"),
            ChatMessage(Role.ASSISTANT, driver.listener.text(request)),
        )
        points = weighed(driver.scheduler, messages).points
        assert [each.kept_tokens for each in points] == [source.tokens]


@pytest.mark.parametrize("ram_bytes", [None, 0], ids=["RAM", "disk"])
@pytest.mark.parametrize("write", FOUR_KINDS)
def test_a_branch_says_what_it_would_have_said_cold(
    write: Writer, ram_bytes: int | None, tmp_path: Path
) -> None:
    model = str(cached_model(write))
    recorder = Recorder(load(model, CONFIG, lambda _: None))
    with driven(Slow(recorder), tmp_path, ram_bytes=ram_bytes) as driver:
        spoken = _spoken_on_real(driver)
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


def _spoken_on_real(driver: EngineDriver) -> tuple[str, ...]:
    first = driver.ask("a", REAL_ASKED, tokens=24)
    return (REAL_ASKED, first, REAL_MORE, driver.ask("a", REAL_ASKED, first, REAL_MORE, tokens=24))
