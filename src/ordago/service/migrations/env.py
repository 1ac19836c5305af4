"""Run by Alembic: the connection is handed in by `ordago.service.sql`."""

from alembic import context

from ordago.service.schema import META

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=META,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
