"""The default model: loaded in a process that outlives it, and replaced by another one."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from app.chat.router import RequestRouter
from app.errors import ModelUnavailable, StorageError
from app.models.host.broker import WaitKind
from app.models.host.host import ModelHost, ModelSpec
from app.models.host.local_models import LocalModels
from app.models.host.plans import KeyedPlan, KnownPlans
from app.models.host.table import Phase
from app.models.host.uses import WaitState
from engine.client.client import EngineClient, EnginePhase
from engine.client.request import Request
from engine.load_mark import set_mark
from engine.messages.commands import ChatMessage, Role
from engine.messages.events import FinishReason, Queued
from engine.messages.sampling_params import SamplingParams
from tests.app.models.host.conftest import (
    ONE_MODEL,
    TWO_MODELS,
    MakeHost,
    MakeModel,
    scripted_engine,
)
from tests.fakes.engine_client import PATIENCE_SECONDS, ask, end_of, events_of, first_word, text_of


@pytest.fixture
async def first() -> EngineClient:
    """The client of the default model; the host closes it."""
    client = scripted_engine()
    await client.start()
    return client


async def _until(host: ModelHost, holds: Callable[[], bool]) -> None:
    changed = asyncio.Event()
    remove = host.changes.add(changed.set)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not holds():
            changed.clear()
            await changed.wait()
    remove()


def _ready(host: ModelHost) -> list[str]:
    return [Path(each.path).stem for each in host.entries if each.phase is Phase.READY]


async def _loaded(host: ModelHost, spec: ModelSpec) -> None:
    await host.load_default(spec)
    await _until(host, lambda: Path(spec.path).stem in _ready(host))


async def _use(host: ModelHost, spec: ModelSpec, on_wait: Callable[[WaitState], None]) -> None:
    async with host.use(spec, "chat", on_wait=on_wait):
        pass


def _say(models: LocalModels, question: str, model: str = "") -> Request:
    message = ChatMessage(Role.USER, question)
    return models.submit("a chat", [message], SamplingParams(), model=model)


async def test_another_default_model_takes_the_process_and_leaves_other_models_alone(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(first=first)
    await _loaded(host, make_model("a"))
    process_id = first.process_id
    async with host.use(make_model("b"), "chat") as b:
        endless = ask(b, "on and on")
        await first_word(endless)
        await _loaded(host, make_model("c"))
        assert sorted(_ready(host)) == ["b", "c"]
        assert first.process_id == process_id != b.process_id
        assert not endless.is_finished


async def test_a_message_sent_while_the_default_model_is_replaced_gets_the_new_one(
    make_host: MakeHost,
    make_model: MakeModel,
    first: EngineClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host = make_host(first=first)
    await _loaded(host, make_model("a"))
    is_replaced, plan = asyncio.Event(), KnownPlans.of

    async def plan_later(self: KnownPlans, spec: ModelSpec, *others: Any) -> KeyedPlan:
        if Path(spec.path).stem == "a":
            await is_replaced.wait()
        return await plan(self, spec, *others)

    monkeypatch.setattr(KnownPlans, "of", plan_later)
    request = _say(LocalModels(first, host), "say 1")
    await asyncio.sleep(0)
    await host.load_default(make_model("b"))
    is_replaced.set()
    assert text_of(await events_of(request)) == "word0 "
    assert [Path(each.path).stem for each in host.entries] == ["b"], "the previous one is gone"


async def test_a_request_that_is_not_a_use_delays_the_unload_of_the_default_model(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(first=first)
    await _loaded(host, make_model("a"))
    endless = ask(first, "on and on")
    await first_word(endless)
    host.unload(host.entries[0].key)
    await asyncio.sleep(0.5)
    assert first.state.model is not None
    assert [each.phase for each in host.entries] == [Phase.UNLOADING]
    endless.cancel()
    await _until(host, lambda: not host.entries)
    assert first.state.phase is EnginePhase.SLEEPING


async def test_what_makes_room_sleeps_in_its_process_until_the_next_message(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(ONE_MODEL, first=first)
    models = LocalModels(first, host)
    await _loaded(host, make_model("a"))
    process_id = first.process_id
    async with host.use(make_model("b"), "chat"):
        assert first.state.phase is EnginePhase.SLEEPING
        waiting = _say(models, "say 2")
        await asyncio.sleep(0.05)
        assert not waiting.is_finished
    events = await events_of(waiting)
    assert text_of(events) == "word0 word1 "
    words = [each.text for each in events if isinstance(each, Queued) and each.text]
    assert words, "the reader is told what is waited for"
    assert (first.process_id, _ready(host)) == (process_id, ["a"])
    await models.close()


async def test_what_makes_room_before_it_was_loaded_is_loaded_by_the_next_message(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(ONE_MODEL, first=first)
    models = LocalModels(first, host)
    await host.load_default(make_model("a"))
    assert _ready(host) == []
    async with host.use(make_model("b"), "chat"):
        assert _ready(host) == ["b"]
        if first.state.phase is EnginePhase.STARTING:  # its process, without a model
            changed = asyncio.Event()
            first.states.add(lambda _state: changed.set())
            await asyncio.wait_for(changed.wait(), 60)
        assert first.state.phase is EnginePhase.SLEEPING
        assert first.state.text == "The next message loads the model."
    assert text_of(await events_of(_say(models, "say 2"))) == "word0 word1 "
    assert _ready(host) == ["a"]
    await models.close()


async def test_a_default_model_without_room_waits_for_the_replies_of_others(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(TWO_MODELS, first=first)
    async with host.use(make_model("a"), "one"), host.use(make_model("b"), "two"):
        loading = asyncio.create_task(host.load_default(make_model("c")))
        await asyncio.sleep(0.05)
        assert sorted(_ready(host)) == ["a", "b"]
    await loading
    assert "c" in _ready(host)


async def test_no_more_models_are_loaded_than_the_limit_allows(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(first=first, max_models=2)
    await _loaded(host, make_model("a"))
    async with host.use(make_model("b"), "one"):
        assert sorted(_ready(host)) == ["a", "b"]
        async with host.use(make_model("c"), "two"):
            assert sorted(_ready(host)) == ["b", "c"]
            waits: list[WaitState] = []
            third = asyncio.create_task(_use(host, make_model("a"), waits.append))
            while not waits:  # noqa: ASYNC110 (the wait is reported once)
                await asyncio.sleep(0)
            assert waits[0].kind is WaitKind.REPLIES
    await third
    assert "a" in _ready(host)
    assert len(host.entries) <= 2


async def test_a_kept_model_leaves_its_place_to_no_other(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(first=first, max_models=1)
    await _loaded(host, make_model("a"))
    host.pin(host.entries[0].key, is_pinned=True)
    with pytest.raises(ModelUnavailable, match="which you keep loaded"):
        async with host.use(make_model("b"), "chat"):
            pass


async def test_the_limit_of_memory_is_kept_by_a_default_model_alone(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host({"main memory": 1 << 20}, first=first)
    with pytest.raises(ModelUnavailable, match="Raise the limit"):
        await host.load_default(make_model("a"))
    assert host.entries == ()


async def test_a_request_waits_while_the_first_default_model_is_chosen(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(first=first)
    models = LocalModels(first, host)
    is_read = asyncio.Event()

    async def choose() -> None:
        await is_read.wait()
        await host.load_default(make_model("a"))

    models.choose(asyncio.create_task(choose()))
    waiting = _say(models, "say 2")
    is_read.set()
    assert text_of(await events_of(waiting)) == "word0 word1 "
    await models.close()


async def test_a_request_that_waited_for_a_choice_that_failed_is_refused_with_the_reason(
    make_host: MakeHost, first: EngineClient
) -> None:
    models = LocalModels(first, make_host(first=first))

    async def fail() -> None:
        first.leave_unloaded("a.gguf", "It is not a model.")

    models.choose(asyncio.create_task(fail()))
    end = end_of(await events_of(_say(models, "say 2")))
    assert end.error is not None
    assert end.error.text == "It is not a model."
    await models.close()


async def test_a_request_that_waits_for_its_model_can_be_cancelled(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(ONE_MODEL, first=first)
    models = LocalModels(first, host)
    await _loaded(host, make_model("a"))
    async with host.use(make_model("b"), "chat"):
        waiting = _say(models, "say 2")
        await asyncio.sleep(0.05)
        waiting.cancel()
        assert end_of(await events_of(waiting)).reason is FinishReason.CANCELLED
        assert _ready(host) == ["b"]
    await models.close()


async def test_a_chat_whose_model_is_missing_is_answered_with_the_reason(
    make_host: MakeHost, first: EngineClient
) -> None:
    models = LocalModels(first, make_host(first=first))
    end = end_of(await events_of(_say(models, "say 2", "a digest")))
    assert end.reason is FinishReason.FAILED
    assert end.error is not None
    assert "not on this computer any more" in end.error.text
    await models.close()


async def test_a_chat_whose_model_cannot_be_read_from_the_histories_says_so(
    make_host: MakeHost, first: EngineClient
) -> None:
    async def spec_of(_digest: str) -> ModelSpec:
        raise StorageError("The histories can't be read.")

    models = LocalModels(first, make_host(first=first), spec_of)
    end = end_of(await events_of(_say(models, "say 2", "a digest")))
    assert end.error is not None
    assert "can't be read" in end.error.text
    await models.close()


async def test_a_chat_that_has_chosen_the_default_model_shares_its_process(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    spec = make_model("a")

    async def spec_of(_digest: str) -> ModelSpec:
        return spec

    models = LocalModels(first, make_host(first=first), spec_of)
    await _loaded(models.host, spec)
    assert text_of(await events_of(_say(models, "say 1", "a digest"))) == "word0 "
    assert len(models.host.entries) == 1
    assert models.state_of("a digest") is first.state
    await models.close()


async def test_the_file_of_a_chosen_model_is_known_before_its_first_load(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    async def spec_of(digest: str) -> ModelSpec:
        return make_model(digest)

    models = LocalModels(first, make_host(first=first), spec_of)
    router = RequestRouter(models)
    await router.note("b")
    assert router.model_path("b") == make_model("b").path
    assert router.state("b").phase is EnginePhase.SLEEPING
    assert await router.queries("b").count_tokens("a chat", "a word") is None
    assert router.queries() is first.queries
    await models.close()


async def test_the_chat_in_front_comes_first_also_in_a_model_that_is_loaded_later(
    make_host: MakeHost,
    make_model: MakeModel,
    first: EngineClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def spec_of(digest: str) -> ModelSpec:
        return make_model(digest)

    models = LocalModels(first, make_host(first=first), spec_of)
    focused: list[tuple[bool, str | None]] = []
    monkeypatch.setattr(
        EngineClient, "focus", lambda client, id_: focused.append((client is first, id_))
    )
    models.focus("a chat")
    await models.set_chat("a chat", "b", "B")
    assert focused == [(True, "a chat"), (True, None)]
    async with models.use("a chat", "b"):
        pass
    assert focused[2:] == [(False, "a chat")]
    await models.close()


async def test_an_idle_default_model_sleeps(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(first=first)
    await _loaded(host, replace(make_model("a"), rest_seconds=0.05))
    await _until(host, lambda: host.entries == ())
    assert first.state.phase is EnginePhase.SLEEPING


async def test_an_idle_time_that_was_changed_counts_after_further_answers(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(first=first)
    models = LocalModels(first, host)
    await _loaded(host, make_model("a"))
    host.let_rest(host.entries[0].key, 0.3)
    assert text_of(await events_of(_say(models, "say 1"))) == "word0 "
    await _until(host, lambda: host.entries == ())
    await models.close()


async def test_an_idle_time_that_was_changed_while_the_model_slept_counts_for_its_next_load(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    host = make_host(first=first)
    models = LocalModels(first, host)
    await _loaded(host, replace(make_model("a"), rest_seconds=0.05))
    await _until(host, lambda: host.entries == ())
    (key,) = host.paths
    host.let_rest(key, None)
    assert text_of(await events_of(_say(models, "say 1"))) == "word0 "
    await asyncio.sleep(0.2)
    assert _ready(host) == ["a"]
    await models.close()


async def test_no_model_is_loaded_for_a_chat_that_was_deleted(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    async def spec_of(digest: str) -> ModelSpec:
        return make_model(digest)

    models = LocalModels(first, make_host(ONE_MODEL, first=first), spec_of)
    async with models.use("a chat", "a"):
        models.preload("another chat", "b")
        await asyncio.sleep(0.05)
        models.discard("another chat")
        await asyncio.sleep(0.05)
    assert _ready(models.host) == ["a"]
    await models.close()


@pytest.mark.timeout(30)
@pytest.mark.parametrize("follow", [LocalModels.cache_report, LocalModels.close])
async def test_a_removal_that_has_just_ended_stops_nothing(
    make_host: MakeHost,
    first: EngineClient,
    follow: Callable[[LocalModels], Coroutine[None, None, object]],
) -> None:
    models = LocalModels(first, make_host(first=first))
    before = asyncio.all_tasks()
    models.discard("a chat")
    (removal,) = asyncio.all_tasks() - before
    while not removal.done():  # noqa: ASYNC110  # seen before those that it calls when it ends
        await asyncio.sleep(0)
    following = asyncio.create_task(follow(models))
    finished, _waiting = await asyncio.wait({following}, timeout=20)
    assert finished == {following}
    await models.close()


async def test_the_states_of_older_versions_move_to_the_default_model(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "chat.kv").write_bytes(b"state")
    await _loaded(make_host(first=first), make_model("a"))
    (moved,) = cache.rglob("chat.kv")
    assert moved.parent.parent == cache / "models"


async def test_a_model_whose_load_ended_the_computer_waits_to_be_chosen_again(
    make_host: MakeHost, make_model: MakeModel, first: EngineClient
) -> None:
    spec, host = make_model("a"), make_host(first=first)

    async def spec_of(_digest: str) -> ModelSpec:
        return spec

    models = LocalModels(first, host, spec_of)
    async with host.use(spec, "chat"):
        (entry,) = host.entries
        config = entry.client.state.config
        assert config is not None
        folder = Path(config.cache_dir or "")
    host.unload(entry.key)
    await _until(host, lambda: host.entries == ())
    set_mark(folder, Path(spec.path))
    end = end_of(await events_of(_say(models, "say 1", "a digest")))
    assert end.error is not None
    assert "stopped during its last load" in end.error.text
    models.preload("a chat", "a digest")
    await _until(host, lambda: _ready(host) == ["a"])
    assert text_of(await events_of(_say(models, "say 1", "a digest"))) == "word0 "
    await models.close()
