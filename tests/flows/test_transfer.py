"""Conversations leave as files and come back whole; what can't be read is told."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.storage.history import History
from tests.flows.driving import Person, flow, hubbub
from tests.flows.seeding import seed, tree


def toast_text(person: Person) -> str:
    return "\n".join(person.rooms.toasts.shown)


async def texts(history: History) -> dict[str, list[str]]:
    return {
        each.id: [message.text for message in each.messages]
        async for each in history.archive.trees()
    }


@flow
async def test_all_conversations_go_out_and_into_another_home(
    qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "out" / "all.json"
    path.parent.mkdir()

    async def out() -> dict[str, list[str]]:
        await seed(tmp_path / "a", [tree(f"c{number}", ["ask", "ans"]) for number in range(20)])
        async with hubbub(qapp, tmp_path / "a") as person:
            person.rooms.transfer.export((), path)
            await person.until(lambda: "20 conversations were exported" in toast_text(person))
            assert sorted(path.parent.iterdir()) == [path], "nothing half-written is left"
            return await texts(person.rooms.history)

    async def back(expected: dict[str, list[str]]) -> None:
        async with hubbub(qapp, tmp_path / "b") as person:
            person.rooms.imports.import_files((str(path),))
            await person.until(lambda: "20 conversations were imported." in toast_text(person))
            assert await texts(person.rooms.history) == expected
            assert len(person.rooms.window.sidebar.conversations.listed.summaries()) == 20
            person.rooms.imports.import_files((str(path),))
            await person.until(lambda: "20 already existed." in toast_text(person))

    await back(await out())
