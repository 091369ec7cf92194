"""Distributes a model's layers: on this computer, as far as they fit, and then on others."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec.structs import replace

from engine.backend_probe import first_refusal
from engine.gguf.automatic_context import LARGEST_CONTEXT, MIN_CONTEXT, ContextReason
from engine.gguf.automatic_context import AutomaticContext as Context
from engine.gguf.memory_plan import FreeMemory, LoadPlan, memory_plan, most_card_layers
from engine.gguf.model_shape import ModelShape
from engine.ipc.lazy_text import LazyText, lazy, lazy_bytes, lazy_join
from engine.llama.devices import Device, chosen_devices
from engine.llama.load_planning import PlannedLoad, context_text, free_memory, planned_load
from engine.llama.rpc_devices import connected, rpc_client
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed
from engine.messages.remote_messages import RpcServer
from engine.rpc_trial import away_text, try_servers

_USED_SHARE = 0.9  # share of free memory: layers are coarse, and each device needs scratch memory


class Spread(msgspec.Struct, frozen=True):
    """The devices of a load.

    Attributes:
        devices: the devices that layers may be placed on, this computer's first.
        tensor_split: their shares in the library's order; empty means the library's choice.
        handles: the devices in the library's order; empty if it finds them itself.
        notes: messages to the user about other computers.
        uses_none: the library uses none of its registered devices.
    """

    planned: PlannedLoad
    devices: list[Device]
    tensor_split: tuple[float, ...] = ()
    handles: tuple[int, ...] = ()
    notes: tuple[LazyText, ...] = ()
    uses_none: bool = False

    @property
    def servers(self) -> tuple[str, ...]:
        """Return the other computers among them."""
        return tuple(dict.fromkeys(each.server for each in self.devices if each.server))


@contextmanager
def placed(
    path: Path, shape: ModelShape, config: EngineConfig, here: list[Device]
) -> Iterator[Spread]:
    """Find the devices for a model; those of other computers stay connected until the end.

    Raises ModelLoadFailed if the model needs other computers and they are not available.
    """
    free = free_memory(here, config.card_bytes)
    planned = planned_load(path, shape, config, free)
    alone = Spread(planned, here, config.tensor_split)
    is_small = shape.embedding is not None  # and its plan has no context that could be shortened
    if not config.rpc_servers or config.gpu_layer_count == 0 or is_small:
        yield alone
        return
    if not _needs_others(shape, config, planned.load, free):
        note = lazy(
            "Other computers are not used: the model fits on this one. Set a number of GPU "
            "layers to use them nevertheless."
        )
        yield replace(alone, notes=(note,))
        return
    client, servers = _found(config)
    there = [server for server in servers if server.is_there]
    away = tuple(away_text(server) for server in servers if not server.is_there)
    if client is None or not there:
        notes = away if client is not None else (_client_refusal(config),)
        _check_fits(path, config, notes)
        yield replace(alone, notes=notes)
        return
    with connected(client, there) as elsewhere:
        spread = _together(path, shape, config, here, elsewhere)
        # Even with all of them it may be too large: then weights are read from the disk again and
        # again, as without other computers. Here the user can act on it.
        if away and not _is_room(shape, spread.planned.load, free_memory(spread.devices)):
            _check_fits(path, config, away)
        yield replace(spread, notes=(*_held(shape, spread), *away))


def _needs_others(
    shape: ModelShape, config: EngineConfig, load: LoadPlan, free: FreeMemory
) -> bool:
    """Return whether this computer has no room for the plan."""
    if config.gpu_layer_count is None:
        return memory_plan(shape, load).main.total > free.main
    asked = min(config.gpu_layer_count, len(shape.layers) + 1)
    return most_card_layers(shape, replace(load, gpu_layer_count=asked), free) < asked


def _found(config: EngineConfig) -> tuple[Path | None, list[RpcServer]]:
    """Return the RPC client, None if none can be used, and the servers at the addresses."""
    client = rpc_client(config.gpu_backend_dir)
    if client is None or first_refusal(client) is not None:
        return None, []
    return client, try_servers(config.rpc_servers)


def _client_refusal(config: EngineConfig) -> LazyText:
    client = rpc_client(config.gpu_backend_dir)
    refusal = first_refusal(client) if client is not None else None
    if refusal is None:
        return lazy(
            "Other computers are not used: the RPC pack is missing. Add it under Settings, Engine."
        )
    return lazy("Other computers are not used: the RPC pack fails, {reason}", reason=refusal)


def _check_fits(path: Path, config: EngineConfig, notes: Sequence[LazyText]) -> None:
    """Raise ModelLoadFailed, unless the number of layers is only a preference."""
    if config.gpu_layer_count is not None:
        return
    first = lazy("{name} does not fit into this computer's memory.", name=path.name)
    raise ModelLoadFailed(lazy_join((first, *notes)))


def _held(shape: ModelShape, spread: Spread) -> Iterator[LazyText]:
    """Yield the approximate bytes of the model on each other computer, and its free bytes."""
    needed = memory_plan(shape, spread.planned.load).card.total
    others = [each for each in spread.devices if each.server]
    shares = dict(zip((each.handle for each in others), spread.tensor_split, strict=False))
    for server in spread.servers:
        own = [each for each in others if each.server == server]  # a server may have several
        held = needed * sum(shares[each.handle] for each in own) / sum(spread.tensor_split)
        yield lazy(
            "{address} takes about {held} of the {free} that it has free.",
            address=server,
            held=lazy_bytes(round(held)),
            free=lazy_bytes(sum(each.free_bytes for each in own)),
        )


def _together(
    path: Path,
    shape: ModelShape,
    config: EngineConfig,
    here: list[Device],
    elsewhere: list[Device],
) -> Spread:
    chosen = chosen_devices(here, elsewhere)
    free = free_memory(chosen)
    planned = planned_load(path, shape, config, free)
    if config.gpu_layer_count is None:
        planned = _spread(shape, config, planned, free)
    own = chosen[len(elsewhere) :]
    shares = _shares(shape, planned.load, own, elsewhere)
    if len(config.tensor_split) == len(chosen):
        shares = (*config.tensor_split[len(own) :], *config.tensor_split[: len(own)])
    handles = tuple(device.handle for device in chosen)
    return Spread(planned, [*own, *elsewhere], shares, handles)


def _spread(
    shape: ModelShape, config: EngineConfig, planned: PlannedLoad, free: FreeMemory
) -> PlannedLoad:
    """Return the plan with the fewest layers outside main memory, and the longest context."""
    if config.context_window is not None:
        return replace(planned, load=_fewest_layers(shape, planned.load, free) or planned.load)
    trained = min(shape.trained_context or LARGEST_CONTEXT, LARGEST_CONTEXT)
    tokens = 1 << trained.bit_length() - 1
    least = min(tokens, MIN_CONTEXT)
    while tokens > least:
        load = _fewest_layers(shape, replace(planned.load, context_window=tokens), free)
        if load is not None:
            if tokens <= planned.load.context_window:
                break
            reason = context_text(Context(tokens, ContextReason.MEMORY))
            return PlannedLoad(load, reason)
        tokens //= 2
    return replace(planned, load=_fewest_layers(shape, planned.load, free) or planned.load)


def _fewest_layers(shape: ModelShape, load: LoadPlan, free: FreeMemory) -> LoadPlan | None:
    # One by one from below: layers in main memory are faster than layers across a network.
    for count in range(1, len(shape.layers) + 2):
        tried = replace(load, gpu_layer_count=count)
        if _is_room(shape, tried, free):
            return tried
    return None


def _is_room(shape: ModelShape, load: LoadPlan, free: FreeMemory) -> bool:
    plan = memory_plan(shape, load)
    return plan.main.total <= _USED_SHARE * free.main and plan.card.total <= _USED_SHARE * free.card


def _shares(
    shape: ModelShape, load: LoadPlan, own: Sequence[Device], elsewhere: Sequence[Device]
) -> tuple[float, ...]:
    """Return the bytes for each device: as much as fits on local cards, then the others."""
    needed = memory_plan(shape, load).card.total
    room = sum(device.free_bytes for device in own)
    kept = min(needed, _USED_SHARE * room)
    left = max(needed - kept, 1.0)
    others = sum(device.free_bytes for device in elsewhere)
    return (
        *(left * device.free_bytes / max(1, others) for device in elsewhere),
        *(kept * device.free_bytes / max(1, room) for device in own),
    )
