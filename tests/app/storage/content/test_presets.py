"""Presets come back by their names."""

from app.domain import (
    Preset,
)
from app.storage.history import History


async def test_presets_come_back_by_name(history: History) -> None:
    await history.presets.save(Preset("warm", {"temperature": 1.2}))
    await history.presets.save(Preset("calm", {"temperature": 0.1, "top_k": 5}))
    await history.presets.save(Preset("warm", {"temperature": 1.0}))
    await history.presets.delete("nowhere")
    assert await history.presets.all() == (
        Preset("calm", {"temperature": 0.1, "top_k": 5}),
        Preset("warm", {"temperature": 1.0}),
    )
    await history.presets.delete("calm")
    assert [preset.name for preset in await history.presets.all()] == ["warm"]
