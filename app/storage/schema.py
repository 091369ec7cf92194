"""Migrates a database to the current schema, step by step."""

import sqlite3
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine

from app.storage import backup_files
from app.storage.connecting import driver_of
from app.storage.fault_points import FaultPoint, fault_point
from app.storage.search import index as search_index

if TYPE_CHECKING:
    from alembic.runtime.migration import MigrationContext, MigrationInfo

APPLICATION_ID = int.from_bytes(b"Hubb", "big")
SCHEMA_VERSION = 22  # of the last step in ``migrations``; SQLite's user_version

_MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(
    database: Engine,
    path: Path | None,
    *,
    version: int = SCHEMA_VERSION,
    migrations: Path = _MIGRATIONS,
) -> None:
    """Run the missing steps for the database at ``path``, after a verified backup.

    A path of None means a copy in memory, which needs no backup.

    If killed, the database has the complete schema before or after a step.
    """
    with database.connect() as connection:
        # Queried through the driver: SQLAlchemy would begin a transaction, and alembic would use
        # that one for all steps.
        driver = driver_of(connection)
        present = _user_version(driver)
        if present == version:
            return
        # A step may work for all test files and fail for a user's file: the backup is verified
        # before the step begins. Only a new file needs none.
        if present > 0 and path is not None:
            backup_files.make(driver, backup_files.before_step(path, present))
        _make_steps(connection, driver, migrations)
        search_index.watch(driver)


def check_references(
    ctx: "MigrationContext",
    step: "MigrationInfo",
    heads: Collection[str],
    run_args: Mapping[str, object],
) -> None:
    """Fail a step before its commit if it left a dangling reference."""
    del heads, run_args
    assert ctx.connection is not None
    orphans = ctx.connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    assert not orphans, f"step {step.up_revision_id} left {len(orphans)} rows pointing nowhere"
    fault_point(FaultPoint.STEP_DONE)


def _make_steps(connection: Connection, driver: sqlite3.Connection, migrations: Path) -> None:
    # Late: it is a tenth of the imports of a start, and most starts need no step.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    # When a step rebuilds a table, rows that refer to it must not be deleted with the old one.
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        command.upgrade(config, "head")
    finally:
        driver.execute("PRAGMA foreign_keys = ON")
    # An older program reads the version from the main file, not from the journal.
    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _user_version(driver: sqlite3.Connection) -> int:
    (version,) = driver.execute("PRAGMA user_version").fetchone()
    return int(version)
