"""`ordago db`: looking after the tables that are kept: upgrade, check, back up, hand out, forget."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from ordago.cli.options import language_option
from ordago.cli.voice import speaking
from ordago.locale import Translator, mark

FAULTS = {
    "gap": mark("event {at} is missing"),
    "fold": mark("event {at} does not follow from those before it: {reason}"),
    "row-differs": mark("its row says something else than its log"),
    "row-missing": mark("there are events of a table that is not there"),
}
"""What each fault of a table means; all others are of deals."""

T = TypeVar("T")


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the commands."""
    group = typer.Typer(help=t.text("Look after the tables that are kept."), no_args_is_help=True)
    app.add_typer(group, name="db")
    data_option = typer.Option("--data", help=t.text("Where tables are kept."), show_default=False)
    database_option = typer.Option(
        "--database", envvar="ORDAGO_DATABASE", help=t.text("The address of PostgreSQL."), show_default=False
    )

    @group.command("upgrade", help=t.text("Bring the database to the schema of this version."))
    def upgrade(
        data: Annotated[Path | None, data_option] = None,
        database: Annotated[str | None, database_option] = None,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            _with(data, database, _nothing)
            voice.say(voice.t.text("The database is up to date."))

    @group.command("check", help=t.text("Check every log: no gap, all follows, all deals fair. Status 1 if not."))
    def check(
        data: Annotated[Path | None, data_option] = None,
        database: Annotated[str | None, database_option] = None,
        as_json: Annotated[bool, typer.Option("--json", help=t.text("One JSON object."))] = False,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        from msgspec import to_builtins

        from ordago.service import care

        with speaking(lang) as voice:
            t = voice.t
            found = _with(data, database, care.check)
            if as_json:
                typer.echo(json.dumps(to_builtins(found), ensure_ascii=False))
            else:
                for fault in found.faults:
                    deal = t.text(
                        "deal {at} is not the one that was committed to ({code})", at=fault.at, code=fault.code
                    )
                    known = fault.code in FAULTS
                    text = t.text(FAULTS[fault.code], at=fault.at, reason=fault.reason) if known else deal
                    voice.say(t.text("{table}: {fault}.", table=fault.table or "?", fault=text))
                counts = {
                    "tables": t.plural("{n} table", "{n} tables", found.tables),
                    "events": t.plural("{n} event", "{n} events", found.events),
                    "deals": t.plural("{n} deal", "{n} deals", found.deals),
                }
                voice.say(t.text("Looked at: {tables}, {events}, {deals}.", **counts))
                voice.say(
                    t.text("All is as it should be.") if not found.faults else t.text("Not all is as it should be.")
                )
            if found.faults:
                raise typer.Exit(1)

    @group.command("backup", help=t.text("Copy the database into a new file, while it is in use."))
    def backup(
        file: Annotated[Path, typer.Argument(help=t.text("The new file."))],
        data: Annotated[Path | None, data_option] = None,
        database: Annotated[str | None, database_option] = None,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        from ordago.service import care

        with speaking(lang) as voice:
            care.backup(_place(data, database), file)
            voice.say(voice.t.text("Copied to {file}.", file=file))

    @group.command("export", help=t.text("Print all that a table or a person has here, as JSON."))
    def export(
        table: Annotated[str | None, typer.Option("--table", help=t.text("A table."), show_default=False)] = None,
        person: Annotated[str | None, typer.Option("--person", help=t.text("A person."), show_default=False)] = None,
        data: Annotated[Path | None, data_option] = None,
        database: Annotated[str | None, database_option] = None,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        from ordago.service import care

        if (table is None) == (person is None):
            raise typer.BadParameter(t.text("Name either a table or a person."))

        async def all_of(engine: Any) -> dict[str, Any]:
            if person is not None:
                return await care.known_person(engine, person)
            return care.table_data(await care.find_table(engine, table or ""))

        with speaking(lang):
            typer.echo(json.dumps(_with(data, database, all_of), ensure_ascii=False, indent=2))

    @group.command("forget", help=t.text("Delete a person: no name, and nothing in any log leads back to them."))
    def forget(
        person: Annotated[str, typer.Argument(help=t.text("The person, as the export names them."))],
        data: Annotated[Path | None, data_option] = None,
        database: Annotated[str | None, database_option] = None,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        from ordago.service import care

        async def forgotten(engine: Any) -> int:
            await care.known_person(engine, person)
            return await care.forget_person(engine, person)

        with speaking(lang) as voice:
            count = _with(data, database, forgotten)
            voice.say(voice.t.plural("Forgotten at {n} table.", "Forgotten at {n} tables.", count))


def _place(data: Path | None, database: str | None) -> Path | str:
    return database or data or Path(typer.get_app_dir("ordago")) / "tables"


def _with(data: Path | None, database: str | None, work: Callable[[Any], Awaitable[T]]) -> T:
    """What comes of some work on the database."""
    from ordago.service import care

    async def run() -> T:
        async with care.opened(_place(data, database)) as engine:
            return await work(engine)

    return asyncio.run(run())


async def _nothing(engine: Any) -> None:
    """Opening it has done all."""
