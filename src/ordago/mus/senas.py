"""Señas: the lists of §7, and when a seña is true. Who sees one is the table's business."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from ordago.core.acts import Option
from ordago.errors import Refusal
from ordago.mus.acts import Sena
from ordago.mus.hand import Worth
from ordago.mus.match import MATCH

if TYPE_CHECKING:
    from ordago.mus.state import State

KING, AS = 12, 1


class SenaRules(msgspec.Struct, frozen=True):
    """The list in force."""

    senas: Literal["off", "fem", "common", "classic"] = "off"


def _pair_of(number: int) -> Callable[[Worth], bool]:
    return lambda worth: worth.count(number) == 2 and worth.category != 3


def _exactly(number: int, count: int) -> Callable[[Worth], bool]:
    return lambda worth: worth.count(number) == count


HOLDS: dict[str, Callable[[Worth], bool]] = {
    "two_kings": _pair_of(KING),
    "three_kings": _exactly(KING, 3),
    "four_kings": _exactly(KING, 4),
    "two_aces": _pair_of(AS),
    "three_aces": _exactly(AS, 3),
    "four_aces": _exactly(AS, 4),
    "medias": lambda worth: worth.category == 2 and worth.paired[0] not in (KING, AS),
    "duples": lambda worth: worth.category == 3,
    "par": lambda worth: worth.category == 1 and worth.paired[0] not in (KING, AS),
    "t31": lambda worth: worth.total == 31,
    "juego": lambda worth: worth.total >= 32,
    "solomillo": lambda worth: worth.numbers == (KING, KING, KING, AS),
    "t30": lambda worth: worth.total == 30,
    "t29": lambda worth: worth.total == 29,
    "ciego": lambda worth: not worth.category and not worth.juego and worth.total not in (29, 30),
    "cut": lambda worth: True,
    "more": lambda worth: True,
}
"""When a seña is true of a hand, on effective ranks (7.3). `cut` and `more` state no holding."""

LISTS: dict[str, tuple[str, ...]] = {
    "off": (),
    "fem": (
        *("two_kings", "three_kings", "two_aces", "three_aces", "medias", "duples", "par", "t31", "juego"),
        *("t30", "t29", "ciego", "cut", "more"),
    ),
    "common": (
        *("two_kings", "three_kings", "two_aces", "three_aces", "medias", "duples", "t31", "solomillo"),
        *("t30", "ciego"),
    ),
    "classic": (
        *("two_kings", "three_kings", "four_kings", "two_aces", "three_aces", "four_aces", "medias", "duples"),
        *("t31", "t30"),
    ),
}
"""The codes of each list, in the dossier's order (7.3)."""

ALIKE: dict[str, dict[str, str]] = {"fem": {"three_kings": "medias"}, "classic": {"t30": "t31"}}
"""Señas of a list whose gesture is that of another one (7.1)."""


def face(code: str, listed: str) -> str:
    """The code whose gesture this seña is: what a rival who notices it sees."""
    return ALIKE.get(listed, {}).get(code, code)


BEFORE_CUT = ("mus", "discard")
"""The phases before the lances."""


def fits_moment(code: str, listed: str, phase: str) -> bool:
    """Whether the code may be given now at all: `cut` in the talk, `more` in a lance, `medias` from chica on …"""
    if code == "cut":
        return phase == "mus"
    if code == "more":
        return phase not in BEFORE_CUT
    if code == "medias" and listed == "fem":
        return phase not in (*BEFORE_CUT, "grande")
    if code == "t30" and listed == "classic":
        return phase == "punto"  # nobody has juego
    return True


def options(state: "State", chair: int) -> tuple[Option, ...]:
    """The señas that the chair may truthfully give now, on turn or not."""
    if not 0 < chair <= state.players or _silence(state, chair) is not None:
        return ()
    listed = state.rules.senas.senas
    worth = state.house.hands.worth(state.hands[chair - 1])
    codes = tuple(
        code
        for code in LISTS[listed]
        if fits_moment(code, listed, state.phase) and HOLDS[code](worth) and not _given(state, chair, code)
    )
    return (Option("~", codes=codes),) if codes else ()


def verify_sena(state: "State", act: Sena) -> None:
    """Raise Refusal for a seña that is not listed, not timely, repeated, false, or seen by who is no rival (7.2)."""
    listed = state.rules.senas.senas
    if listed == "off":
        raise Refusal("senas-off")
    silence = _silence(state, act.seat)
    if silence is not None:
        raise Refusal(silence)
    if act.code not in LISTS[listed]:
        raise Refusal("sena-unknown", sena=act.code, list=listed)
    if not fits_moment(act.code, listed, state.phase):
        raise Refusal("sena-not-now", sena=act.code)
    if _given(state, act.seat, act.code):
        raise Refusal("sena-given", sena=act.code)
    if not HOLDS[act.code](state.house.hands.worth(state.hands[act.seat - 1])):
        raise Refusal("sena-false", sena=act.code)
    if act.seen != tuple(sorted({chair for chair in act.seen if chair in rivals(state, act.seat)})):
        raise Refusal("sena-seen", chairs=", ".join(map(str, act.seen)))


def give(state: "State", act: Sena) -> "State":
    """The seña is given; the turn stays."""
    return replace(state, senas=(*state.senas, (state.servings, act)))


def rivals(state: "State", chair: int) -> tuple[int, ...]:
    """The chairs of the other sides, ascending."""
    side_of = state.house.side_of
    return tuple(other for other in range(1, state.players + 1) if side_of[other] != side_of[chair])


def _silence(state: "State", chair: int) -> str | None:
    """The code of what forbids every seña now: nothing dealt, serving, the first deal or a corrido before the cut."""
    if not state.turn or len(state.hands[chair - 1]) < 4:
        return "sena-while-serving" if state.phase == "discard" else "no-sena-now"
    if not state.in_play and (state.opens == MATCH or state.corrido):
        return "sena-before-cut"
    return None


def _given(state: "State", chair: int, code: str) -> bool:
    return any(when == state.servings and sena.seat == chair and sena.code == code for when, sena in state.senas)
