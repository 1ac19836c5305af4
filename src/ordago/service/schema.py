"""The tables of the database, in no dialect's words. `migrations` brings a database here from any earlier version."""

import sqlalchemy as sa

META = sa.MetaData()

events = sa.Table(
    "events",
    META,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""The logs; `data` is an event as JSON."""

tables = sa.Table(
    "tables",
    META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("phase", sa.String(10), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("changed_at", sa.BigInteger, nullable=False),
    sa.Column("summary", sa.LargeBinary, nullable=False),
    sa.Column("last", sa.Integer, nullable=False, server_default="0"),
    sa.Column("worker", sa.String(40)),
    sa.Index("tables_by_phase", "phase", "changed_at"),
    sa.Index("tables_open", "listed", "changed_at"),
)
"""A row for each table, derived from its log; `last` is the number of the log's last event, and whoever appends moves
it on. `worker` holds the lease: it runs the clocks and bots of the table while it lives."""

people = sa.Table(
    "people",
    META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
)
"""Guests: nothing but a name."""

house = sa.Table(
    "house",
    META,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""Values of the house: keys of signatures."""

workers = sa.Table(
    "workers",
    META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""The processes that serve: when each was last heard of, and until when it lives if it is not heard of again; both by
the database's clock, in milliseconds."""

presence = sa.Table(
    "presence",
    META,
    sa.Column("worker_id", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("who", sa.String(40), primary_key=True),
    sa.Column("sockets", sa.Integer, nullable=False),
    sa.Column("gone_at", sa.BigInteger, nullable=False),
    sa.Index("presence_at", "table_id"),
)
"""Who is connected to which table at which worker, with how many sockets; with none, since when, by the database's
clock. `who` is empty for those without a name."""
