"""The histories are maintained while the window is open; the cache follows them."""

import asyncio

import pytest

from app.controllers.conversations import maintenance
from app.controllers.conversations.maintenance import Maintenance
from app.controllers.services import Services
from app.errors import HistoriesLost, StorageError
from engine.messages.events import CacheReport
from engine.messages.metrics import CacheEntry
from tests.app.controllers.acting import press_toast, store, toast_texts, until
from tests.fakes.recording_client import READY, RecordingClient


async def once(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the histories be maintained, until the first pause."""
    paused = asyncio.Event()
    sleep = asyncio.sleep

    async def pause(seconds: float) -> None:
        if seconds > 1.0:
            paused.set()
            await sleep(3600)
        await sleep(0)

    monkeypatch.setattr(maintenance, "_FIRST_SECONDS", 0.0)
    monkeypatch.setattr(asyncio, "sleep", pause)
    upkeep = Maintenance(services)
    upkeep.start()
    await paused.wait()
    upkeep.close()


async def test_the_engine_forgets_what_left_the_trash(
    services: Services, client: RecordingClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def maintain() -> tuple[str, ...]:
        return ("a", "b")

    monkeypatch.setattr(type(services.history), "maintain", lambda _history, **_values: maintain())
    await once(services, monkeypatch)
    assert client.forgotten == ["a", "b"]


async def test_trouble_is_reported_and_does_not_end_it(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def maintain() -> tuple[str, ...]:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(type(services.history), "maintain", lambda _history, **_values: maintain())
    await once(services, monkeypatch)
    assert toast_texts(services) == ["The disk is full."]


async def test_what_is_cached_of_gone_conversations_is_forgotten(
    services: Services, client: RecordingClient
) -> None:
    assert Maintenance(services)
    await store(services, "a", "Hi")
    names = ("a", "gone", "")  # the last one is the system prompt
    client.recorded.content = CacheReport(
        entries=tuple(CacheEntry(conversation_id=name, token_count=1) for name in names)
    )
    client.become(READY)
    client.become(READY)
    await until(lambda: bool(client.forgotten))
    assert client.forgotten == ["gone"]


async def test_lost_histories_are_written_again(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bool] = []

    async def restore_file() -> None:
        written.append(True)

    monkeypatch.setattr(type(services.history), "restore_file", lambda _history: restore_file())
    assert Maintenance(services)
    services.toasts.report(HistoriesLost("The histories are gone."))
    press_toast(services, "Restore")
    await services.tasks.finish()
    assert written == [True]
    assert toast_texts(services)[-1].startswith("Your chats were restored")


async def test_what_leaves_the_trash_leaves_the_backups_unless_the_user_wants_it_there(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[bool] = []

    async def maintain(*, from_backups: bool) -> tuple[str, ...]:
        wanted.append(from_backups)
        return ()

    monkeypatch.setattr(type(services.history), "maintain", lambda _, **values: maintain(**values))
    await once(services, monkeypatch)
    services.settings.change(removes_from_backups=False)
    await once(services, monkeypatch)
    assert wanted == [True, False]


async def test_a_removal_that_was_cut_short_goes_on_and_its_trouble_is_told(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = await services.history.upkeep.back_up()
    assert backup is not None
    backup.write_bytes(b"no database")
    await services.history.backups.note_removal(["gone"])
    await once(services, monkeypatch)
    trouble = f"“{backup.name}” could not be"
    assert any(trouble in each.content.text for each in services.window.toasts.shown)
    backup.unlink()
    await once(services, monkeypatch)
    assert not any(trouble in each.content.text for each in services.window.toasts.shown)
