"""Every pragma that the histories stand on is in force, and every setting has its reason here."""

import sqlite3
from pathlib import Path

import psutil
import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.storage.connecting import Durability, database_at, driver_of, is_on_network
from app.storage.database import Database


def pragma(session: Session, name: str) -> object:
    return session.execute(text(f"PRAGMA {name}")).scalar_one()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal_mode", "wal"),
        ("locking_mode", "exclusive"),
        ("foreign_keys", 1),
        ("secure_delete", 1),
        ("cell_size_check", 1),
        ("busy_timeout", 5000),
        ("journal_size_limit", 16 * 1024 * 1024),
        ("mmap_size", 0),
    ],
)
async def test_a_pragma_is_in_force(path: Path, name: str, value: object) -> None:
    database = Database(path)
    await database.open()
    found = await database.run(lambda session: pragma(session, name))
    await database.close()
    assert found == value


@pytest.mark.parametrize(("durability", "value"), [("AGAINST_CRASH", 1), ("AGAINST_POWER_LOSS", 2)])
async def test_a_transaction_is_as_durable_as_it_asks(
    path: Path, durability: str, value: int
) -> None:
    database = Database(path)
    await database.open()
    found = await database.run(
        lambda session: pragma(session, "synchronous"), Durability[durability]
    )
    await database.close()
    assert found == value


async def test_only_the_database_and_its_journal_lie_there(path: Path) -> None:
    database = Database(path)
    await database.open()
    names = {file.name for file in path.parent.glob("hubbub*")}
    await database.close()
    assert names == {"hubbub.db", "hubbub.db-wal", "hubbub.db-running"}
    assert {file.name for file in path.parent.glob("hubbub*")} == {"hubbub.db"}


def mounted(monkeypatch: pytest.MonkeyPatch, folder: Path, kind: str) -> None:
    parts = [("/", "ext4"), (str(folder), kind)]

    def partitions(all: bool = False) -> list[object]:  # noqa: A002  psutil's own name
        return [psutil._ntp.sdiskpart("x", place, kind, "rw") for place, kind in parts]  # noqa: SLF001

    monkeypatch.setattr(psutil, "disk_partitions", partitions)


def test_on_a_network_folder_there_is_no_wal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounted(monkeypatch, path.parent.resolve(), "nfs4")
    database = database_at(path)
    with database.connect() as connection:
        driver: sqlite3.Connection = driver_of(connection)
        assert driver.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        with connection.begin():
            assert driver.execute("PRAGMA synchronous").fetchone() == (2,)
    database.dispose()


@pytest.mark.parametrize(("kind", "is_shared"), [("nfs4", True), ("CIFS", True), ("btrfs", False)])
def test_network_folders_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, is_shared: bool
) -> None:
    mounted(monkeypatch, tmp_path.resolve(), kind)
    assert is_on_network(tmp_path / "deep" / "below") is is_shared
