"""What requests carry and answers hold: the types behind OpenAPI. Strict: an unknown key is an error."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=80)]
Settings = dict[str, Any]
GameName = Literal["mus", "mos"]


class Body(BaseModel):
    """A body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Me(Body):
    """Your name."""

    name: Name


class Book(Body):
    """Rules to be tried; `players` where the number of chairs is chosen too."""

    game: GameName
    preset: Name = ""
    settings: Settings = {}
    players: Annotated[int, Field(ge=1, le=17)] | None = None


class NewTable(Book):
    """A new table."""

    name: Name = ""
    options: Settings = {}


class Fault(BaseModel):
    """Why a request was refused, as a code with parameters."""

    code: str
    params: dict[str, Any]


class Refused(BaseModel):
    """A request was refused."""

    error: Fault


class Known(BaseModel):
    """Who you are."""

    name: str | None


class Named(BaseModel):
    """Who you are, with the token for programs."""

    name: str
    token: str


class Forgotten(BaseModel):
    """You are forgotten; at how many tables you were."""

    tables: int


class Made(BaseModel):
    """A table was made."""

    id: str
    link: str


class RuleText(BaseModel):
    """A setting in words; `default` says the default rule book's way where that differs."""

    setting: str
    text: str
    default: str | None


class BookText(BaseModel):
    """Rules with every setting, and in words; `changes` are those that differ from the preset."""

    preset: str
    changes: Settings
    players: int
    rules: Settings
    texts: list[RuleText]


class OpenTable(BaseModel):
    """A table from outside."""

    id: str
    game: str
    preset: str
    phase: str
    players: int
    people: int
    bots: int
    free: int
    names: list[str]
    locked: bool


class OpenTables(BaseModel):
    """The open list."""

    tables: list[OpenTable]


class Health(BaseModel):
    """The server is well."""

    ok: bool
    version: str
