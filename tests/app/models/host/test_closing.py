"""Closing the models of this computer while something is removed from their caches."""

import asyncio

import pytest

from engine.client.client import EngineClient
from tests.fakes.local_models import local_models


async def test_it_closes_next_to_a_removal_that_has_just_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    models = local_models(EngineClient())
    removals: list[asyncio.Task[None]] = []

    def discard(_command: object) -> asyncio.Task[None]:
        removals.append(asyncio.create_task(asyncio.sleep(0)))
        return removals[-1]

    monkeypatch.setattr(models.host.engines, "discard", discard)
    models.discard("a deleted chat")
    while not removals[0].done():  # noqa: ASYNC110 (in the turn in which it ends)
        await asyncio.sleep(0)
    await models.close()  # in the same turn of the loop, before the removal is taken off the list
    assert removals[0].done()
