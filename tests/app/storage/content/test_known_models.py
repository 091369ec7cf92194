"""What is set for a model is found again by its SHA-256, and survives what presets survive."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain import (
    KnownModel,
    ModelSettings,
    unpacked_model_settings,
)
from app.storage.history import History

ONE, TWO = "1" * 64, "2" * 64
START = datetime(2026, 5, 1, tzinfo=UTC)
ALL = ModelSettings(
    "calm",
    "/m/caf\udce9.gguf",
    "",
    4096,
    2,
    "Q8_0",
    "{{ messages }}",
    keeps_experts=False,
    tensor_split=(3.0, 1.5),
)


@pytest.fixture
async def history(path: Path) -> AsyncIterator[History]:
    """Histories whose clock goes on by a minute at each look."""
    moments = (START + timedelta(minutes=step) for step in range(100))
    history = await History.open(path, now=lambda: next(moments))
    yield history
    await history.close()


async def test_settings_come_back_by_digest(history: History) -> None:
    await history.known_models.save_settings(ONE, ALL)
    assert (await history.known_models.get(ONE)).settings == ALL
    assert await history.known_models.get(TWO) == KnownModel(TWO)


async def test_recent_models_are_those_used_last(history: History) -> None:
    for digest in (ONE, TWO, ONE):
        await history.known_models.note_use(digest, f"Model {digest[0]}", f"/m/{digest[0]}.gguf")
    recent = await history.known_models.recent(10)
    assert [each.digest for each in recent] == [ONE, TWO]
    assert await history.known_models.recent(1) == recent[:1]


async def test_a_use_keeps_the_settings_and_follows_the_file(history: History) -> None:
    await history.known_models.save_settings(ONE, ALL)
    await history.known_models.note_use(ONE, "A\nname", "/old.gguf")
    await history.known_models.note_use(ONE, "A name", "/caf\udce9.gguf")
    (known,) = await history.known_models.recent(10)
    assert (known.name, known.path, known.settings) == ("A name", "/caf\udce9.gguf", ALL)


async def test_a_forgotten_model_leaves_nothing(history: History) -> None:
    await history.known_models.save_settings(ONE, ALL)
    await history.known_models.forget(ONE)
    await history.known_models.forget(TWO)
    assert await history.known_models.get(ONE) == KnownModel(ONE)


@pytest.mark.parametrize(
    "text",
    ["[]", "{", "null", "3", "[" * 100_000, '{"slot_count": 0}', '{"slot_count": "many"}'],
)
def test_what_can_not_be_understood_is_not_set(text: str) -> None:
    assert unpacked_model_settings(text) == ModelSettings()


def test_a_broken_value_takes_no_other_along() -> None:
    text = '{"slot_count": -3, "context_window": 4096, "of_the_future": 1}'
    assert unpacked_model_settings(text) == ModelSettings(context_window=4096)
