"""Layers on two real RPC servers: the same words as alone, all that is ours, and their ends."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app.models.library.models import builtin_model
from engine.client.client import EngineClient, EnginePhase
from engine.ipc.supervisor import RestartPolicy
from engine.ipc.watchdog import HangLimits
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed
from tests.engine.llama.steps import generate, last_logits, logits_after, prefill
from tests.fakes.engine_client import ask, end_of, events_of, first_word, text_of, until
from tests.models.cache import cached_model
from tests.models.tiny import write_plain
from tests.remote.rpc_servers import FOLDER, IS_MADE, RealServer, real_server

pytestmark = pytest.mark.skipif(not IS_MADE, reason="make rpc has not compiled the servers")
TOKENS = [20 + i * 7 % 200 for i in range(120)]
NEXT = [33, 44, 55]
NEAR = 1e-3  # logits that differ by less may change places: kernels add in another order
ALL_LAYERS = 99
PATIENT = RestartPolicy(back_off_seconds=(0.1, 0.1))

Loading = Callable[..., LlamaBackend]


@pytest.fixture
def servers() -> Iterator[tuple[RealServer, RealServer]]:
    """Two servers."""
    with real_server() as first, real_server() as second:
        yield first, second


@pytest.fixture
def loading(servers: tuple[RealServer, RealServer]) -> Iterator[Loading]:
    """Loads a model with ``loading(path, *servers)``; closed first, the library aborts else."""
    opened: list[LlamaBackend] = []

    def load_one(path: Path | None = None, *servers: RealServer, **values: object) -> LlamaBackend:
        config = config_for(*servers, **values)
        opened.append(load(str(path or cached_model(write_plain)), config, lambda _share: None))
        return opened[-1]

    yield load_one
    for backend in opened:
        backend.close()


def config_for(*servers: RealServer, **values: object) -> EngineConfig:
    known: dict[str, object] = {"context_window": 512, "slot_count": 3, "thread_count": 1}
    known["gpu_backend_dir"] = str(FOLDER)
    if servers:
        known["rpc_servers"] = tuple(server.address for server in servers)
        known["gpu_layer_count"] = ALL_LAYERS
    return EngineConfig(**{**known, **values})  # type: ignore[arg-type]  # checked on creation


@pytest.mark.parametrize("layers", [ALL_LAYERS, 2])
@pytest.mark.parametrize("path", [cached_model(write_plain), builtin_model()], ids=["tiny", "own"])
def test_a_model_on_two_servers_says_what_it_says_alone(
    loading: Loading, servers: tuple[RealServer, RealServer], path: Path, layers: int
) -> None:
    alone, spread = loading(path), loading(path, *servers, gpu_layer_count=layers)
    addresses = [server.address for server in servers]
    assert spread.info.rpc_servers == tuple(addresses)
    assert ", ".join(addresses) in spread.info.device
    count_of_near_ties = 0
    ours, theirs = generate(alone, [0, 1], 40), generate(spread, [0, 1], 40)
    for mine, other in zip(ours, theirs, strict=True):
        if mine != other:
            at = next(i for i, pair in enumerate(zip(mine, other, strict=True)) if len({*pair}) > 1)
            alone.clear(2)
            logits = np.sort(logits_after(alone, 2, mine[:at] or [1]))
            assert logits[-1] - logits[-2] < NEAR
            count_of_near_ties += 1
    assert count_of_near_ties <= 1


def test_forks_slides_and_states_are_as_they_are_alone(
    loading: Loading, servers: tuple[RealServer, RealServer]
) -> None:
    alone, spread = loading(), loading(None, *servers)
    results = []
    for backend in (alone, spread):
        prefill(backend, 0, TOKENS)
        backend.fork(0, 1)
        forked = logits_after(backend, 1, NEXT)
        backend.slide(0, 10, 50)
        slid = logits_after(backend, 0, NEXT)
        state = backend.state(1)
        backend.clear(1)
        assert backend.set_state(1, state, len(TOKENS) + len(NEXT))
        assert backend.state(1) == state
        results.append((forked, slid, logits_after(backend, 1, NEXT)))
    for mine, other in zip(*results, strict=True):
        np.testing.assert_allclose(mine, other, atol=NEAR)


def test_a_state_of_another_placement_is_a_miss(
    loading: Loading, servers: tuple[RealServer, RealServer]
) -> None:
    forms = set()
    for used in ((), servers[:1], servers):
        backend = loading(None, *used)
        forms.add(backend.state_identity.form)
        backend.close()  # a server serves one connection at a time
    assert len(forms) == 3


def test_what_is_away_or_busy_is_named_and_a_model_that_fits_loads_without_it(
    loading: Loading, servers: tuple[RealServer, RealServer]
) -> None:
    first, second = servers
    held = loading(None, first)
    second.send(signal.SIGKILL)
    second.process.wait()
    info = loading(None, first, second).info
    assert not info.rpc_servers
    assert f"“{first.address}” is not used: it is busy with another program" in info.device_reason
    assert f"“{second.address}” is not used: no RPC server" in info.device_reason
    assert last_logits(held) is not None


def test_a_model_that_needs_who_is_away_is_refused_in_words(
    servers: tuple[RealServer, RealServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    servers[1].send(signal.SIGSTOP)
    monkeypatch.setattr("engine.llama.rpc_placement._needs_others", lambda *_: True)
    config = config_for(servers[1], gpu_layer_count=None)
    with pytest.raises(ModelLoadFailed, match="does not fit into this computer's memory") as failed:
        load(str(cached_model(write_plain)), config, lambda _share: None)
    assert "busy with another program, or hangs" in str(failed.value)


async def test_in_the_sandbox_a_chat_comes_back_from_the_disk(
    servers: tuple[RealServer, RealServer], tmp_path: Path
) -> None:
    question = "Tell me about the harbour, the ships and the people who work there. " * 20
    reused = []
    for _ in range(2):
        client = await started(servers, tmp_path, context_window=2048)
        assert "may open connections" in client.sandbox
        events = await events_of(ask(client, question, "harbour"))
        assert text_of(events)
        reused.append(end_of(events).usage.reused_tokens)
        await client.close()
    assert reused[0] == 0
    assert reused[1] > 0


async def test_a_server_that_is_killed_costs_its_replies_only(
    servers: tuple[RealServer, RealServer], tmp_path: Path
) -> None:
    client = await started(servers, tmp_path)
    request = ask(client, "Tell me a long story.", "story")
    await first_word(request)
    servers[1].send(signal.SIGKILL)
    waiting = ask(client, "And another one.", "other")
    end = end_of(await events_of(request))
    assert end.error is not None
    names = ", ".join(server.address for server in servers)
    assert end.error.text == f"The connection to {names} was lost. Layers of the model are there."
    assert end_of(await events_of(waiting)).error in (None, end.error)
    state = await until(client, EnginePhase.READY)
    assert state.model is not None
    assert state.model.rpc_servers == (servers[0].address,)
    assert f"“{servers[1].address}” is not used" in state.model.device_reason
    assert text_of(await events_of(ask(client, "Again, please.", "story")))
    await client.close()


async def test_a_server_that_hangs_is_noticed_and_named(
    servers: tuple[RealServer, RealServer], tmp_path: Path
) -> None:
    soon = HangLimits(tick_seconds=0.05, step_seconds=2.0)
    policy = RestartPolicy(back_off_seconds=(0.1,), hang=soon)
    client = await started(servers[:1], tmp_path, policy=policy)
    request = ask(client, "Tell me a long story.", "story")
    await first_word(request)
    servers[0].send(signal.SIGSTOP)
    end = end_of(await events_of(request))
    assert end.error is not None
    assert f"Layers of the model are on {servers[0].address}." in end.error.text
    state = await until(client, EnginePhase.READY)
    assert state.model is not None
    assert "it is busy with another program, or hangs" in state.model.device_reason
    await client.close()


async def started(
    servers: tuple[RealServer, ...],
    folder: Path,
    *,
    policy: RestartPolicy = PATIENT,
    **values: object,
) -> EngineClient:
    """Return a client whose model is on the servers."""
    client = EngineClient(policy=policy, folders=[str(folder), str(FOLDER)])
    await client.start()
    config = config_for(*servers, cache_dir=str(folder), **values)
    client.load(str(builtin_model()), config)
    await until(client, EnginePhase.READY)
    return client
