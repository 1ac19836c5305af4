"""What a player remembers of the deal, as seven clues with a few values each.

What each value adds to the chance of one's side to win a lance (as a logit) was counted in trained play; a hand is then
played like the level that has this chance when nothing is known.
"""

from ordago.bots.mus_rule.reading import heard as heard_in_deal
from ordago.bots.mus_trained.walk import heard, words_of
from ordago.mus.view import View

CLUES, VALUES = 7, 10
"""How many clues there are, and how many values each may have at the most."""

NOTHING, PASO, ALONE, MINE, PARTNERS, THEIRS_REFUSED, I_ACCEPTED, PARTNER_ACCEPTED = 0, 1, 2, 3, 5, 7, 8, 9
"""How an earlier lance went, by who bet last. `MINE` and `PARTNERS` are one more where the rivals accepted."""


def clues(view: View) -> tuple[int, ...]:
    """The values: who cut; what the partner threw; what the rival threw that threw less; the place of who cut; and how
    grande, chica and pares went.
    """
    seat = view.seat
    position = view.order.index(seat)
    partner, rivals = view.order[(position + 2) % 4], [view.order[(position + step) % 4] for step in (1, 3)]
    found = heard_in_deal(view)
    redealt = view.rounds > 0
    cutter = found.cutter or seat
    who = 0 if cutter == seat else 1 if cutter == partner else 2
    thrown = {chair: found.thrown.get(chair, 4) for chair in (partner, *rivals)}
    return (
        3 * redealt + who,
        1 + thrown[partner] if redealt else 0,
        1 + min(thrown[rival] for rival in rivals) if redealt else 0,
        4 * redealt + view.order.index(cutter),
        *_lances(view, partner),
    )


def _lances(view: View, partner: int) -> tuple[int, int, int]:
    """How the closed lances before juego went."""
    found = [NOTHING] * 3
    words = iter(words_of(view))
    for place, lance in enumerate(view.closed[:3]):
        kind = lance.outcome.kind if lance.outcome is not None else "none"
        if kind == "none":
            continue
        if kind == "uncontested":
            found[place] = ALONE
            continue
        said = heard(next(words))
        accepted = kind == "accepted"
        if kind == "paso":
            found[place] = PASO
        elif said.bettor == view.seat:
            found[place] = MINE + accepted
        elif said.bettor == partner:
            found[place] = PARTNERS + accepted
        elif not accepted:
            found[place] = THEIRS_REFUSED
        else:
            found[place] = I_ACCEPTED if said.quiero == view.seat else PARTNER_ACCEPTED
    return found[0], found[1], found[2]
