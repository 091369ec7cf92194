"""How fast this computer computes the weights of a model: measured when one is loaded, and kept.

The first single reply of each model is measured as well: while other programs are busy, the load
gives no figure, or a low one.

A reply computes one token after the other, and for each of them the weights are read once. So the
bytes of weights per token, divided by the measured seconds of a token, are nearly the same for all
models on a device; for a small model they are less, since each call has a fixed cost. The highest
measurement is therefore kept: other programs only slow it down.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from app.controllers.services import Controller, Services
from app.errors import ModelFileError
from app.models.library.models import describe
from app.settings import Settings
from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.listeners import Listeners
from engine.messages.metrics import ModelInfo, StepRecord

_PROCESSOR, _CARD = "processor", "card"
_STEP_COUNT = 8  # of the reply that is measured
_LOADING = (EnginePhase.STARTING, EnginePhase.LOADING, EnginePhase.RESTARTING)


def weight_speed(settings: Settings, *, has_gpu: bool) -> float:
    """Return the bytes of weights computed per second on a device; 0 if never measured."""
    return settings.weight_speeds.get(_CARD if has_gpu else _PROCESSOR, 0.0)


class _Trial(msgspec.Struct):
    """The model of an engine, and its first steps with a single reply."""

    removers: tuple[Callable[[], None], ...] = ()
    model: ModelInfo | None = None
    seconds: list[float] = msgspec.field(default_factory=list)


class WeightSpeeds(Controller):
    """Keeps the speed of the devices that models were loaded to, of all engines.

    Attributes:
        changes: notified when ``is_measuring`` may have changed.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.changes = Listeners[[]]()
        self._kept_count = 0  # measurements that are being stored
        self._trials: dict[EngineClient, _Trial] = {}
        services.models.host.changes.add(self._follow)
        self._follow()

    @property
    def is_measuring(self) -> bool:
        """Return whether a speed will soon be known, from the load of the default model."""
        return bool(self._kept_count) or self._client.state.phase in _LOADING

    def _follow(self) -> None:
        """Follow the engines that there are now; that of the default model is always there."""
        present = {self._client, *(each.client for each in self._models.host.entries)}
        for client in present - self._trials.keys():
            trial = self._trials[client] = _Trial()
            trial.removers = (
                client.states.add(partial(self._on_state_changed, trial)),
                client.steps.add(partial(self._on_step, trial)),
            )
        for client in self._trials.keys() - present:
            for remove in self._trials.pop(client).removers:
                remove()

    def _on_state_changed(self, trial: _Trial, state: EngineState) -> None:
        model = state.model
        if model is not None and model is not trial.model:
            self._begin(trial, model)
        self.changes.notify()

    def _begin(self, trial: _Trial, model: ModelInfo) -> None:
        is_on_one_device = model.gpu_layer_count in (0, model.layer_count) and not model.rpc_servers
        trial.model, trial.seconds = model if is_on_one_device else None, []
        if is_on_one_device and model.token_seconds > 0:
            self._start_keeping(model, model.token_seconds)

    def _on_step(self, trial: _Trial, step: StepRecord) -> None:
        is_single = step.call_sizes == (1,) and not step.prefill_slots and not step.accepted_tokens
        if trial.model is None or not is_single or len(trial.seconds) >= _STEP_COUNT:
            return
        trial.seconds.append(step.decode_seconds)
        if len(trial.seconds) < _STEP_COUNT:
            return
        middle = _STEP_COUNT // 2
        seconds = sum(sorted(trial.seconds)[middle - 1 : middle + 1]) / 2
        if seconds > 0:
            self._start_keeping(trial.model, seconds)

    def _start_keeping(self, model: ModelInfo, token_seconds: float) -> None:
        self._kept_count += 1
        task = self._tasks.start(self._keep(model, token_seconds), may_be_dropped=True)
        task.add_done_callback(self._on_kept)

    def _on_kept(self, _task: asyncio.Task[None]) -> None:
        self._kept_count -= 1
        self.changes.notify()

    async def _keep(self, model: ModelInfo, token_seconds: float) -> None:
        try:
            shape = (await asyncio.to_thread(describe, Path(model.path))).shape
        except ModelFileError:
            return  # it was moved since
        if shape is None or not shape.is_certain:
            return
        speed = shape.bytes_per_token / token_seconds
        known = self._settings.current.weight_speeds
        device = _CARD if model.gpu_layer_count else _PROCESSOR
        if speed > known.get(device, 0.0):
            self._settings.change(weight_speeds={**known, device: speed})
