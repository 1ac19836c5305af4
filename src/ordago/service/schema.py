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
    sa.Index("tables_by_phase", "phase", "changed_at"),
    sa.Index("tables_open", "listed", "changed_at"),
)
"""A row for each table, derived from its log."""

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
"""Values of the house: keys of signatures, when it was last running."""
