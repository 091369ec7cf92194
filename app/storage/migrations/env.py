"""What alembic runs to make the steps; ``app.storage.schema`` hands over the connection.

SQLite can undo a change of tables like any other, but alembic takes it for granted that it
can't, hence ``transactional_ddl``: each step is a transaction of its own, version and all.
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
