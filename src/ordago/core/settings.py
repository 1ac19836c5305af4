"""Settings: flat names in records and on the command line, kept in code by the room that uses them.

A game's rules are a frozen struct whose fields are the settings structs of its rooms. No two rooms use the same
setting name, so that a record can list them flat.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import fields

from ordago.errors import RulesError

R = TypeVar("R", bound=msgspec.Struct)


def flat(rules: msgspec.Struct, order: Iterable[str] = ()) -> dict[str, Any]:
    """Every setting by its flat name, as plain TOML values, in `order` (the rest after it)."""
    found: dict[str, Any] = {}
    for room in rules.__struct_fields__:
        part: msgspec.Struct = getattr(rules, room)
        for field, name in zip(part.__struct_fields__, part.__struct_encode_fields__, strict=True):
            found[name] = msgspec.to_builtins(getattr(part, field))
    ordered = {name: found.pop(name) for name in order}
    return {**ordered, **found}


def make(base: R, changes: Mapping[str, Any]) -> R:
    """`base` with the named settings changed; a table given in part changes only the keys that it names.

    Raises RulesError `setting-unknown` or `setting-type` (with the setting's name and the reason), and whatever the
    rules' own validation raises.
    """
    if not changes:
        return base
    left = dict(changes)
    parts: dict[str, Any] = {}
    for room in fields(base):
        part = getattr(base, room.name)
        mine: dict[str, Any] = {}
        for field in fields(part):
            value = msgspec.to_builtins(getattr(part, field.name))
            if field.encode_name in left:
                given = left.pop(field.encode_name)
                value = _merged(field.encode_name, value, given)
            mine[field.encode_name] = value
        parts[room.name] = _convert(mine, type(part))
    if left:
        raise RulesError("setting-unknown", setting=min(left))
    return type(base)(**parts)


def differences(rules: msgspec.Struct, base: msgspec.Struct, order: Iterable[str] = ()) -> dict[str, Any]:
    """The settings in which `rules` differs from `base`; of a table only the keys that differ."""
    mine, theirs = flat(rules, order), flat(base)
    found: dict[str, Any] = {}
    for name, value in mine.items():
        if value == theirs[name]:
            continue
        if isinstance(value, dict):
            value = {key: inner for key, inner in value.items() if inner != theirs[name][key]}
        found[name] = value
    return found


def _merged(name: str, default: Any, given: Any) -> Any:
    if not isinstance(default, dict):
        return given
    if not isinstance(given, Mapping):
        raise RulesError("setting-type", setting=name, reason="expected a table")
    for key in given:
        if key not in default:
            raise RulesError("setting-unknown", setting=f"{name}.{key}")
    return {**default, **given}


def _convert(values: dict[str, Any], kind: type[Any]) -> Any:
    try:
        return msgspec.convert(values, kind, strict=True)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$.")
        raise RulesError("setting-type", setting=path.rstrip("`") or "?", reason=reason) from None
