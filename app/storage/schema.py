"""Brings a database to the form that this program works with, step by step."""

import sqlite3
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine

from app.storage import backups
from app.storage.connecting import driver_of
from app.storage.fault_points import FaultPoint, fault_point
from app.storage.search import index as search_index

if TYPE_CHECKING:
    from alembic.runtime.migration import MigrationContext, MigrationInfo

APPLICATION_ID = int.from_bytes(b"Hubb", "big")
SCHEMA_VERSION = 19  # that of the last step in ``migrations``; SQLite's user_version

_MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(
    database: Engine,
    path: Path | None,
    *,
    version: int = SCHEMA_VERSION,
    migrations: Path = _MIGRATIONS,
) -> None:
    """Make all steps that the database at ``path`` lacks, after a verified backup.

    None stands for one in memory, which is a copy and needs no other.

    Killed at any moment it leaves the form before or after a step, whole.
    """
    with database.connect() as connection:
        # Asked of the driver: through SQLAlchemy the question would begin a transaction, and
        # alembic would take that for the only one to use.
        driver = driver_of(connection)
        present = _user_version(driver)
        if present == version:
            return
        # A step can be right for every file of ours and wrong for one of a user: the backup is
        # checked before the step begins, and only a new file has nothing to lose.
        if present > 0 and path is not None:
            backups.make(driver, backups.before_step(path, present))
        _make_steps(connection, driver, migrations)
        search_index.watch(driver)


def check_references(
    ctx: "MigrationContext",
    step: "MigrationInfo",
    heads: Collection[str],
    run_args: Mapping[str, object],
) -> None:
    """Fail a step, before it is committed, that left a row pointing nowhere."""
    del heads, run_args
    assert ctx.connection is not None
    orphans = ctx.connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    assert not orphans, f"step {step.up_revision_id} left {len(orphans)} rows pointing nowhere"
    fault_point(FaultPoint.STEP_DONE)


def _make_steps(connection: Connection, driver: sqlite3.Connection, migrations: Path) -> None:
    # Late: it is a tenth of what a start imports, and most starts have no step to make.
    from alembic import command
    from alembic.config import Config

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


def _user_version(driver: sqlite3.Connection) -> int:
    (version,) = driver.execute("PRAGMA user_version").fetchone()
    return int(version)
