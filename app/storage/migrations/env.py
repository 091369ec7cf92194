"""Alembic's entry point; ``app.storage.schema`` passes the connection.

SQLite can roll back schema changes, but alembic assumes that it can't, hence
``transactional_ddl``: each step, including its version, is one transaction.
"""

from alembic import context
from sqlalchemy import Connection

from app.storage.schema import check_references
from app.storage.tables import Row

_connection = context.config.attributes["connection"]
assert isinstance(_connection, Connection)

context.configure(
    connection=_connection,
    target_metadata=Row.metadata,
    transactional_ddl=True,
    transaction_per_migration=True,
    on_version_apply=check_references,
)
with context.begin_transaction():
    context.run_migrations()
