"""From the cut to the count: who may speak in each lance, what ends the deal, and the words of the betting (§3, §5)."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ordago.core.acts import Option
from ordago.errors import Refusal
from ordago.mus import betting, match
from ordago.mus.acts import Quiero
from ordago.mus.betting import Lance, Outcome, Word
from ordago.mus.count import Award, Counter, best_chair

if TYPE_CHECKING:
    from ordago.mus.state import State

FOLLOWS = {"grande": "chica", "chica": "pares", "pares": "juego"}
"""The lance after each; punto takes the place of a juego that nobody has."""


def begun(state: "State") -> "State":
    """The lances begin with grande, the mano speaking first whoever cut (R2.2)."""
    worth = state.house.hands.worth
    worths = tuple([worth(hand) for hand in state.hands])
    lance = Lance("grande", state.order)
    return replace(state, phase="grande", turn=lance.eligible[0], worths=worths, lance=lance, corrido=False, thrown=())


def opened(state: "State", name: str) -> Lance:
    """The lance with those who may speak in it; closed at once where it is not to be bet (R3.3)."""
    order = state.order
    if name == "chica":
        return Lance(name, order)
    if name == "pares":
        eligible = tuple([chair for chair in order if state.worths[chair - 1].category])
    else:
        eligible = tuple([chair for chair in order if state.worths[chair - 1].juego])
        if not eligible:
            return Lance("punto", order)
    if not eligible:
        return Lance(name, (), outcome=Outcome("none"))
    sides = {state.house.side_of[chair] for chair in eligible}
    if len(sides) == 1:
        return Lance(name, eligible, outcome=Outcome("uncontested", eligible, sides.pop()))
    return Lance(name, eligible)


def options(state: "State", chair: int) -> tuple[Option, ...]:
    """What the chair may say in the current lance, on turn or not."""
    lance = state.lance
    assert lance is not None
    return betting.options(lance, chair, state.betting_table, not (lance.ordago and _is_barred(state, lance, chair)))


def verify_word(state: "State", act: Word) -> None:
    """Raise Refusal where this word may not be said by this chair now (§3.3)."""
    lance = state.lance
    if lance is None:
        raise Refusal("no-betting-now", phase=state.phase)
    betting.WORDS[type(act)][0](lance, act, state.betting_table)
    if lance.ordago and isinstance(act, Quiero) and _is_barred(state, lance, act.seat):
        raise Refusal("worst-ordago", lance=lance.name)


def say(state: "State", act: Word) -> "State":
    """The lance after the word; a closed one leads to the next, to the count or to the end of the juego."""
    assert state.lance is not None
    lance = betting.WORDS[type(act)][1](state.lance, act, state.betting_table)
    if lance.outcome is None:
        return replace(state, lance=lance, turn=lance.queue[0] if lance.bettor else lance.eligible[lance.at])
    return _closed(state, lance)


def _is_barred(state: "State", lance: Lance, chair: int) -> bool:
    """FEM: the postre may not accept an órdago at juego with 33, or at pares with two aces."""
    if not (state.rules.betting.forbid_worst_ordago_accept and chair == state.order[-1]):
        return False
    worth = state.worths[chair - 1]
    if lance.name == "juego":
        return worth.total == 33
    return lance.name == "pares" and worth.category == 1 and worth.paired == (1,)


def _closed(state: "State", lance: Lance) -> "State":
    outcome = lance.outcome
    assert outcome is not None
    state = replace(state, closed=(*state.closed, lance))
    if outcome.kind == "ordago":
        return _settled(state, lance, outcome)
    if outcome.kind == "refused" and state.rules.count.refused_timing == "immediate":
        award = _counter(state).refusal(lance, "at once")
        state = scored(state, award)
        if state.score[award.side] >= state.rules.match.target:
            return over(state, award.side)
    while lance.name in FOLLOWS:
        lance = opened(state, FOLLOWS[lance.name])
        if lance.outcome is None:
            return replace(state, phase=lance.name, lance=lance, turn=lance.eligible[0])
        state = replace(state, closed=(*state.closed, lance))
    return _counted(state)


def _counter(state: "State") -> Counter:
    return Counter(state.rules.count, state.house.side_of, state.worths)


def _counted(state: "State") -> "State":
    """The showdown and the count in lance order, up to whoever reaches the target first (R5.5, R5.6)."""
    state, winner = _count_closed(replace(state, shown=True))
    return over(state, winner)


def _count_closed(state: "State") -> tuple["State", int]:
    """Score the closed lances in order; a lance is counted whole before the target is looked at. -1: nobody won."""
    counter = _counter(state)
    at_count = state.rules.count.refused_timing == "at_count"
    target = state.rules.match.target
    awards, score, winner = list(state.awards), list(state.score), -1
    for lance in state.closed:
        assert lance.outcome is not None
        found = counter.awards(lance)
        if at_count and lance.outcome.kind == "refused":
            found.insert(0, counter.refusal(lance, "count"))
        for award in found:
            if not award.stones:
                continue
            awards.append(award)
            score[award.side] += award.stones
            if winner < 0 and score[award.side] >= target:
                winner = award.side
        if winner >= 0:
            break
    return replace(state, awards=tuple(awards), score=tuple(score)), winner


def _settled(state: "State", lance: Lance, outcome: Outcome) -> "State":
    """An accepted órdago: that lance alone decides the juego (R5.9), or after the earlier ones in order (R5.10)."""
    state = replace(state, shown=True)
    if state.rules.count.ordago_settlement == "in_order":
        earlier = replace(state, closed=state.closed[:-1])
        counted, winner = _count_closed(earlier)
        state = replace(counted, closed=state.closed)
        if winner >= 0:
            return over(state, winner)
    best = best_chair(lance.name, outcome.chairs, state.worths)
    side = state.house.side_of[best]
    stones = state.rules.match.target - state.score[side]
    return over(scored(state, Award(lance.name, side, stones, "ordago", "at once", (best,))), side)


def scored(state: "State", award: Award) -> "State":
    """The award written down."""
    if not award.stones:
        return state
    return replace(state, awards=(*state.awards, award), score=match.added(state.score, award.side, award.stones))


def over(state: "State", winner: int) -> "State":
    """The deal ends; `winner` is the side that won the juego, -1 if nobody has yet (5.4)."""
    state = replace(state, phase="over", turn=0, lance=None, winner=winner)
    if winner < 0:
        return state
    rules = state.rules.match
    games = match.added(state.games, winner)
    vacas, champion = state.vacas, -1
    if games[winner] >= rules.juegos_to_win_vaca:
        vacas = match.added(vacas, winner)
        if vacas[winner] >= rules.vacas_to_win:
            champion = winner
    return replace(state, games=games, vacas=vacas, champion=champion)
