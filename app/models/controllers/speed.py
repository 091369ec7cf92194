"""How fast this computer computes the weights of a model: measured when one is loaded, and kept.

A reply computes one token after the other, and for each of them the weights are read once. So the
bytes of weights per token, divided by the measured seconds of a token, are nearly the same for all
models on a device; for a small model they are less, since each call has a fixed cost. The highest
measurement is therefore kept: other programs only slow it down.
"""

import asyncio
from pathlib import Path

from app.controllers.services import Controller, Services
from app.errors import ModelFileError
from app.models.library.models import describe
from app.settings import Settings
from engine.client.client import EngineState
from engine.messages.metrics import ModelInfo

_PROCESSOR, _CARD = "processor", "card"


def weight_speed(settings: Settings, *, has_gpu: bool) -> float:
    """Return the bytes of weights computed per second on a device; 0 if never measured."""
    return settings.weight_speeds.get(_CARD if has_gpu else _PROCESSOR, 0.0)


class WeightSpeeds(Controller):
    """Keeps the speed of the device that a model was loaded to."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._seen: ModelInfo | None = None
        services.client.states.add(self._on_state_changed)

    def _on_state_changed(self, state: EngineState) -> None:
        model = state.model
        if model is None or model is self._seen:
            return
        self._seen = model
        is_on_one_device = model.gpu_layer_count in (0, model.layer_count) and not model.rpc_servers
        if model.token_seconds > 0 and is_on_one_device:
            self._tasks.start(self._keep(model), may_be_dropped=True)

    async def _keep(self, model: ModelInfo) -> None:
        try:
            shape = (await asyncio.to_thread(describe, Path(model.path))).shape
        except ModelFileError:
            return  # it was moved since
        if shape is None or not shape.is_certain:
            return
        speed = shape.bytes_per_token / model.token_seconds
        known = self._settings.current.weight_speeds
        device = _CARD if model.gpu_layer_count else _PROCESSOR
        if speed > known.get(device, 0.0):
            self._settings.change(weight_speeds={**known, device: speed})
