"""Señas to the partner: true ones that matter in a lance still to come, now and then, before one's own word (§7)."""

from ordago.bots.bot import Choice, Mixed, Reason
from ordago.core.acts import Option
from ordago.mus.acts import Sena
from ordago.mus.view import View

ORDER = (
    *("t31", "duples", "four_kings", "three_kings", "solomillo", "four_aces", "three_aces", "medias"),
    *("two_kings", "t30", "juego", "two_aces", "t29", "par", "ciego"),
)
"""Which seña is given first; `cut` and `more` are not given: whoever would give them may act himself."""

OFTEN, SELDOM = 0.5, 0.2
"""How often a seña is given at a turn; those that tell of little are given seldom, for rivals may notice them."""

IN_THE_TALK = ORDER[:8]
"""Before the cut only what may make the partner cut; the rest of the hand is thrown anyway."""

TELL_LITTLE = ("two_aces", "t29", "par", "ciego", "juego")

LATER = {"": 0, "grande": 0, "chica": 1, "pares": 2, "juego": 3, "punto": 3}
"""How many lances are over."""

SPEAKS_UNTIL = {
    **dict.fromkeys(("two_kings", "three_kings", "four_kings", "two_aces", "three_aces", "four_aces", "medias"), 2),
    **dict.fromkeys(("duples", "par"), 2),
}
"""The last lance, counted from 0, that a seña matters in; the others matter up to juego and punto."""


def decide(view: View, option: Option) -> tuple[float, Mixed]:
    """How often to give a seña now, and the seña."""
    over = LATER[view.lance.name if view.lance else ""]
    for code in ORDER if view.lance else IN_THE_TALK:
        if code in option.codes and SPEAKS_UNTIL.get(code, 3) >= over:
            often = SELDOM if code in TELL_LITTLE else OFTEN
            if view.phase == "discard":
                often = 0.0
            return often, [(1.0, Choice(Sena(view.seat, code), Reason("sena", {"sena": code})))]
    return 0.0, [(1.0, Choice(Sena(view.seat, option.codes[0]), Reason("sena", {"sena": option.codes[0]})))]
