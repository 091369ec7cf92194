"""Several models at once, each in a process of its own."""

import asyncio
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import psutil
import pytest

from app.errors import ModelBusy, ModelFileError, ModelUnavailable
from app.models.host.host import ModelHost, ModelSpec
from app.models.host.table import Phase
from app.models.host.uses import LoadOrder, WaitState
from engine.messages.commands import DiscardConversation
from engine.messages.events import FinishReason
from tests.app.models.host.conftest import CONFIG, ONE_MODEL, TWO_MODELS, MakeHost, MakeModel
from tests.fakes.engine_client import PATIENCE_SECONDS, ask, end_of, events_of, first_word, text_of


async def _answer(host: ModelHost, spec: ModelSpec, question: str = "say 1") -> str:
    async with host.use(spec, "a chat") as client:
        return text_of(await events_of(ask(client, question)))


async def _until(host: ModelHost, holds: Callable[[], bool]) -> None:
    """Wait until a condition holds; it is examined after each change."""
    changed = asyncio.Event()
    remove = host.changes.add(changed.set)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not holds():
            changed.clear()
            await changed.wait()
    remove()


async def _until_one_is_left(host: ModelHost) -> None:
    await _until(host, lambda: len(host.entries) == 1)


def _loaded(host: ModelHost) -> list[str]:
    return [Path(each.path).stem for each in host.entries if each.phase is Phase.READY]


async def test_two_models_write_at_once_in_processes_of_their_own(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host()
    async with host.use(make_model("a"), "chat a") as a, host.use(make_model("b"), "chat b") as b:
        endless = ask(a, "on and on")
        await first_word(endless)
        assert text_of(await events_of(ask(b, "say 2"))) == "word0 word1 "
        assert a.process_id != b.process_id
        assert [each.users for each in host.entries] == [("chat a",), ("chat b",)]


async def test_a_model_stays_loaded_for_its_next_use(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host, spec = make_host(), make_model("a")
    async with host.use(spec, "first") as client:
        process_id = client.process_id
    async with host.use(spec, "second") as client:
        assert client.process_id == process_id


async def test_what_does_not_fit_makes_room_with_words(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host(TWO_MODELS)
    for name in ("a", "b", "a"):
        await _answer(host, make_model(name))
    (b,) = (each for each in host.entries if Path(each.path).stem == "b")
    process_id = b.client.process_id
    assert process_id is not None
    named = "Tiny Llama"
    assert await host.preview(make_model("c")) == (
        f"{named} is unloaded to make room for {named}. Its chats come back warm."
    )
    states: list[WaitState] = []
    async with host.use(make_model("c"), "chat", on_wait=states.append):
        assert _loaded(host) == ["a", "c"]
    assert not psutil.pid_exists(process_id)
    assert states[0].text == f"Unloading {named} to make room for {named}…"
    assert states[-1].text == f"Loading {named}…"
    assert 0.5 in [each.progress for each in states]


async def test_what_fits_together_is_known_before_it_is_asked_for(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host(TWO_MODELS)
    a, b, c = (make_model(name) for name in "abc")
    assert await host.order_of((a, b)) == LoadOrder()
    assert (await host.order_of((a, b, c))).later == {2}
    await _answer(host, c)
    order = await host.order_of((a, b))
    assert order.later == frozenset()
    assert "is unloaded to make room" in order.texts[0]
    assert _loaded(host) == ["c"]


async def test_a_running_reply_is_not_cut_for_another_model(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host(ONE_MODEL)
    async with host.use(make_model("a"), "chat") as client:
        writing = ask(client, "on and on")
        await first_word(writing)
        other = asyncio.create_task(_answer(host, make_model("b")))
        await asyncio.sleep(0)
        await first_word(ask(client, "say 3", "second"))
        assert _loaded(host) == ["a"]
        assert not writing.is_finished
        writing.cancel()
        assert end_of(await events_of(writing)).reason is FinishReason.CANCELLED
    assert await other == "word0 "
    assert _loaded(host) == ["b"]


async def test_a_use_waits_for_other_replies_at_most_as_long_as_it_says(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host, a, b = make_host(ONE_MODEL), make_model("a"), make_model("b")
    async with host.use(a, "chat"):
        with pytest.raises(ModelBusy, match="has finished its replies") as refused:
            async with host.use(b, "program", is_background=True, max_wait_seconds=0.2):
                pass
        assert refused.value.retry_seconds > 0
        use = host.use(b, "program", is_background=True, max_wait_seconds=PATIENCE_SECONDS)
        waiting = asyncio.create_task(use.__aenter__())
        await asyncio.sleep(0.1)
        assert not waiting.done()
    await waiting
    assert _loaded(host) == ["b"]
    await use.__aexit__(None, None, None)


async def test_a_model_that_cannot_be_loaded_says_why(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host()
    with pytest.raises(ModelUnavailable, match=r"There is no such file\."):
        await _answer(host, make_model("missing"))
    assert await _answer(host, make_model("good")) == "word0 "
    await _until_one_is_left(host)


async def test_a_file_that_is_not_a_model_is_refused_before_a_process_starts(
    make_host: MakeHost, tmp_path: Path
) -> None:
    host = make_host()
    (tmp_path / "text.gguf").write_text("not a model", "utf-8")
    for path in (tmp_path / "text.gguf", tmp_path / "nowhere.gguf"):
        with pytest.raises(ModelFileError):
            await _answer(host, ModelSpec(str(path)))
    assert host.entries == ()


async def test_a_model_that_crashes_while_loading_is_given_up_alone(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host()
    async with host.use(make_model("good"), "chat") as client:
        endless = ask(client, "on and on")
        await first_word(endless)
        with pytest.raises(ModelUnavailable, match=r"crashed 2 times while loading crash\.gguf"):
            await _answer(host, make_model("crash"))
        assert not endless.is_finished
        assert text_of(await events_of(ask(client, "say 1", "b"))) == "word0 "


async def test_a_crash_ends_only_the_replies_of_its_model(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host()
    async with host.use(make_model("a"), "a") as a, host.use(make_model("b"), "b") as b:
        endless = ask(b, "on and on")
        await first_word(endless)
        assert end_of(await events_of(ask(a, "abort"))).reason is FinishReason.FAILED
        assert not endless.is_finished
    assert await _answer(host, make_model("a")) == "word0 ", "it came back"


async def test_a_replaced_file_is_another_model(make_host: MakeHost, make_model: MakeModel) -> None:
    host, spec = make_host(), make_model("a")
    async with host.use(spec, "old") as old:
        shutil.copy(spec.path, f"{spec.path}.new")
        Path(f"{spec.path}.new").replace(spec.path)
        async with host.use(spec, "new") as new:
            assert new is not old
            assert text_of(await events_of(ask(old, "say 1"))) == "word0 "
            folders = {
                each.client.state.config.cache_dir
                for each in host.entries
                if each.client.state.config
            }
            assert len(folders) == 2, "two processes share no folder"
    await _until_one_is_left(host)
    assert [each.client for each in host.entries] == [new]


async def test_a_loaded_model_needs_no_file_name(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host, spec = make_host(), make_model("a")
    await _answer(host, spec)
    Path(spec.path).unlink()
    assert await _answer(host, spec) == "word0 "


async def test_only_other_contexts_are_other_models(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host, spec = make_host(), make_model("a")
    threads = ModelSpec(spec.path, msgspec.structs.replace(CONFIG, thread_count=1))
    longer = ModelSpec(spec.path, msgspec.structs.replace(CONFIG, context_window=1024))
    keys = [await host.key_of(each) for each in (spec, threads, longer)]
    assert keys[0] == keys[1] != keys[2]


async def test_an_idle_model_rests_unless_it_is_pinned(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host, spec = make_host(), make_model("a")
    resting = ModelSpec(spec.path, spec.config, rest_seconds=0.05)
    host.pin(await host.key_of(make_model("b")), is_pinned=True)
    await _answer(host, resting)
    await _answer(host, ModelSpec(make_model("b").path, CONFIG, rest_seconds=0.05))
    await _until_one_is_left(host)
    assert _loaded(host) == ["b"]


async def test_a_use_that_gives_up_waiting_stops_the_load(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host(ONE_MODEL)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await _answer(host, make_model("hang"))
    assert await _answer(host, make_model("b")) == "word0 "


async def test_quitting_during_three_loads_takes_no_longer_than_one(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host()
    paths = []
    for number in range(3):
        folder = Path(make_model("hang").path).parent / str(number)
        folder.mkdir()
        paths.append(str(shutil.copy(make_model("hang").path, folder)))
    uses = [asyncio.create_task(_answer(host, ModelSpec(path, CONFIG))) for path in paths]
    await _until(host, lambda: len(host.entries) == 3)
    await _until(host, lambda: all(each.client.state.progress for each in host.entries))
    processes = [each.client.process_id for each in host.entries]
    started = time.monotonic()
    await host.close()
    assert time.monotonic() - started < 10
    ends = await asyncio.gather(*uses, return_exceptions=True)
    assert [str(each) for each in ends] == ["Hubbub is closing."] * 3
    assert not any(each is not None and psutil.pid_exists(each) for each in processes)


async def test_deleted_chats_leave_the_folders_of_models_that_are_not_loaded(
    make_host: MakeHost, make_model: MakeModel, tmp_path: Path
) -> None:
    host = make_host()
    await _answer(host, make_model("a"))
    folders = [tmp_path / "cache" / "models" / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "chat.kv").write_bytes(b"state")
        (folder / "other.kv").write_bytes(b"state")
    await host.engines.discard(DiscardConversation("chat"))
    assert [os.listdir(each) for each in folders] == [["other.kv"]] * 2
