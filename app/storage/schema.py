"""Brings a database to the form that this program works with, step by step."""

import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext, MigrationInfo
from sqlalchemy import Connection, Engine

from app.errors import DatabaseDamaged, StorageFailed

APPLICATION_ID = int.from_bytes(b"Hubb", "big")
SCHEMA_VERSION = 1  # that of the last step in ``migrations``; SQLite's user_version

_MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(
    database: Engine, path: Path, *, version: int = SCHEMA_VERSION, migrations: Path = _MIGRATIONS
) -> None:
    """Make all steps that the database at ``path`` lacks, after a verified backup.

    Killed at any moment it leaves the form before or after a step, whole.
    """
    with database.connect() as connection:
        # Asked of the driver: through SQLAlchemy the question would begin a transaction, and
        # alembic would take that for the only one to use.
        driver = _driver_of(connection)
        present = _user_version(driver)
        if present == version:
            return
        if present > 0:
            back_up(driver, _backup_path(path, present))
        _make_steps(connection, driver, migrations)


def back_up(source: sqlite3.Connection, target: Path) -> None:
    """Write a checked copy of an open database; ``target`` appears only when it is whole.

    Raises DatabaseDamaged if the copy is not what the source is.
    """
    unfinished = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.unlink(missing_ok=True)
        _copy(source, unfinished)
        unfinished.replace(target)
    except OSError as error:
        raise StorageFailed(f"No backup could be written to {target.parent}: {error}.") from error


def check_references(
    ctx: MigrationContext,
    step: MigrationInfo,
    heads: Collection[str],
    run_args: Mapping[str, object],
) -> None:
    """Fail a step, before it is committed, that left a row pointing nowhere."""
    del heads, run_args
    assert ctx.connection is not None
    strays = ctx.connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    assert not strays, f"step {step.up_revision_id} left {len(strays)} rows pointing nowhere"


def _copy(source: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        # The copy takes WAL over, which would leave files beside it.
        copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        is_whole = copy.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        if not is_whole or _row_counts(copy) != _row_counts(source):
            raise DatabaseDamaged(f"The backup of the histories in {target.parent} is not whole.")


def _row_counts(connection: sqlite3.Connection) -> dict[str, int]:
    names = [
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    ]
    return {
        name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names
    }


def _make_steps(connection: Connection, driver: sqlite3.Connection, migrations: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    # Where a step rebuilds a table, the rows that point at it must not fall with the old one.
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        command.upgrade(config, "head")
    finally:
        driver.execute("PRAGMA foreign_keys = ON")
    # An older program looks for the version in the main file, not in the journal.
    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _driver_of(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _user_version(driver: sqlite3.Connection) -> int:
    (version,) = driver.execute("PRAGMA user_version").fetchone()
    return int(version)


def _backup_path(path: Path, version: int) -> Path:
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    return path.parent / "backups" / f"{path.stem}-form-{version}-{moment}{path.suffix}"
