"""Several workers: the end of each log beside it, leases, and who is connected where."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Do the step."""
    op.add_column("tables", sa.Column("last", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("worker", sa.String(40)))
    op.execute(
        "UPDATE tables SET last = coalesce((SELECT max(sequence) FROM events WHERE events.table_id = tables.id), 0)"
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("worker_id", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("who", sa.String(40), primary_key=True),
        sa.Column("sockets", sa.Integer, nullable=False),
        sa.Column("gone_at", sa.BigInteger, nullable=False),
    )
    op.create_index("presence_at", "presence", ["table_id"])
    # Matches that were being played when the earlier version stopped are taken up by whoever finds their worker gone.
    op.execute("UPDATE tables SET worker = 'before-0002' WHERE phase = 'playing'")
    op.execute(
        "INSERT INTO workers (id, seen_at, until) SELECT 'before-0002', CAST(value AS BIGINT), 0"
        " FROM house WHERE key = 'seen_at'"
    )
    op.execute("DELETE FROM house WHERE key = 'seen_at'")
