"""How a bot plays, as tables: asked in every position of the talk, and in the lances of many deals."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace

from ordago.bots.mus_odds import OddsBot
from ordago.bots.mus_odds.plan import plan
from ordago.bots.mus_trained.bot import needed
from ordago.bots.mus_trained.hands import Floats, levels
from ordago.bots.mus_trained.store import NEEDS, ROUNDS, need_class, starts
from ordago.bots.mus_trained.tree import ORDAGO, QUIERO, WORDS, Tree, games
from ordago.bots.mus_trained.walk import kind_of, spot
from ordago.cards.spanish import DECK
from ordago.core.acts import Act
from ordago.mus import MUS, State, start
from ordago.mus.acts import Cut, Deal, Discard, Envido, Mus, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.mus.rules import rules
from ordago.mus.view import View
from ordago.training.arrays import cards_of
from ordago.training.deals import HANDS, MOST_CHOICES

ARENA = rules(bet_cap="target", mus_rounds_max=20)

ODD = 0.5
"""How often a seat says something else than the bot would, so that the bot is also asked where it seldom comes."""

Asked = Callable[[View], dict[Act, float]]


def talk_of(asked: Asked) -> tuple[Floats, Floats]:
    """How often the bot cuts [NEEDS, ROUNDS, seat, hand] and throws [NEEDS, seat, hand, choice], early in a juego."""
    cuts, throws = np.zeros((ROUNDS, 4, HANDS)), np.zeros((4, HANDS, MOST_CHOICES))
    pack = levels().pack
    for hand in range(HANDS):
        for seat in range(4):
            state = _dealt(hand, seat)
            for chair in range(1, seat + 1):
                state = state.apply(Mus(chair))
            seen = MUS.view(state, seat + 1)
            for number in range(ROUNDS):
                found = asked(replace(seen, rounds=number))
                cuts[number, seat, hand] = sum(chance for act, chance in found.items() if isinstance(act, Cut))
            for chair in range(seat + 1, 5):
                state = state.apply(Mus(chair))
            for chair in range(1, seat + 1):
                state = state.apply(Discard(chair, state.hands[chair - 1][:1]))
            choices = [thrown for thrown, _ in plan().choices[hand]]
            for act, chance in asked(MUS.view(state, seat + 1)).items():
                assert isinstance(act, Discard), "only a throw is asked for"
                throws[seat, hand, choices.index(tuple(pack.take(act.cards).tolist()))] += chance
    return np.repeat(cuts[None], NEEDS, axis=0), np.repeat(throws[None], NEEDS, axis=0)


def odds_talk() -> dict[str, Floats]:
    """How the odds bot cuts and throws, with which all begins and which bots have that have no talk of their own."""
    cuts, throws = talk_of(OddsBot().action_probabilities)
    return {"cuts": cuts, "throws": throws}


def _dealt(hand: int, seat: int) -> State:
    """A deal in which a seat has this hand."""
    cards = cards_of(hand)
    left = [card for card in DECK if card not in cards]
    others = [tuple(left[4 * at : 4 * at + 4]) for at in range(3)]
    hands = [*others[:seat], cards, *others[seat:]]
    return start(ARENA, mano=1, score=(0, 0), games=(1, 0)).apply(Deal(0, tuple(hands)))


def said_in(asked: Asked, deals: int, seed: str) -> dict[str, Floats]:
    """What the bot said in so many deals, as sums of chances by class of score, and how often it was asked."""
    sums, many = np.zeros((NEEDS, starts()[-1])), np.zeros((NEEDS, starts()[-1] // WORDS))
    rng = random.Random(seed)
    for _ in range(deals):
        _ask_in_a_deal(asked, rng, sums, many)
    return {"sums": sums, "many": many}


def words_of(said: Sequence[dict[str, Floats]]) -> Floats:
    """How the bot speaks in the lances, by class of score: [NEEDS, words]; where it was seldom asked, as near by."""
    return _filled(np.sum([part["sums"] for part in said], axis=0), np.sum([part["many"] for part in said], axis=0))


def _ask_in_a_deal(asked: Asked, rng: random.Random, sums: Floats, many: Floats) -> None:
    most = 40 if rng.random() < 0.75 else 12
    state = start(ARENA, rng.randrange(1, 5), (rng.randrange(most), rng.randrange(most)), None, None)
    for act in MUS.dealer_acts(state, rng):
        state = state.apply(act)
    while not state.deal_over:
        seen = MUS.view(state, state.turn)
        chances = asked(seen)
        at = spot(seen, seen.lance) if seen.lance is not None else None
        if at is None or at.turn < 0:
            state = _served(state.apply(_drawn(list(chances.items()), rng)), rng)
            continue
        offered = at.tree.words[at.turn]
        acts: dict[int, list[tuple[Act, float]]] = {}
        for act, chance in chances.items():
            word = kind_of(act, seen)
            word = word if word in offered else ORDAGO if ORDAGO in offered else QUIERO
            acts.setdefault(offered.index(word), []).append((act, chance))
        own = seen.side_of[seen.seat]
        level = int(levels().of[at.tree.lance, levels().pack.index_of(levels().pack.take(seen.hand))])
        base = starts()[at.game] + (at.turn * levels().sizes[at.tree.lance] + level) * WORDS
        need = need_class(needed(seen, own), needed(seen, 1 - own))
        for place, found in acts.items():
            sums[need, base + place] += sum(chance for _, chance in found)
        many[need, base // WORDS] += 1
        state = _served(state.apply(_odd(seen, offered, rng) or _drawn(list(chances.items()), rng)), rng)


def _served(state: State, rng: random.Random) -> State:
    """The state once the dealer has done what is to do."""
    while not (state.turn or state.deal_over):
        for act in MUS.dealer_acts(state, rng):
            state = state.apply(act)
    return state


def _odd(seen: View, offered: Sequence[int], rng: random.Random) -> Act | None:
    """Now and then something that goes on: any word but quiero and an órdago, which end the lance or the juego."""
    if rng.random() >= ODD:
        return None
    options = {option.kind: option for option in seen.legal}
    acts: list[Act] = [
        *([Pass(seen.seat)] if "P" in options else []),
        *([NoQuiero(seen.seat)] if "N" in options else []),
        *([Quiero(seen.seat)] if "Q" in options and not (seen.lance and seen.lance.ordago) else []),
    ]
    for kind, sizes in (("E", (2, 5)), ("+", (5,))):
        if kind in options:
            stones = max(options[kind].least, min(rng.choice(sizes), options[kind].most))
            acts.append(Envido(seen.seat, stones) if kind == "E" else Raise(seen.seat, stones))
    if ORDAGO in offered and rng.random() < 0.3:
        acts.append(Ordago(seen.seat))
    return rng.choice(acts)


def _drawn(chances: list[tuple[Act, float]], rng: random.Random) -> Act:
    point = rng.random()
    for act, chance in chances:
        point -= chance
        if point < 0:
            return act
    return chances[-1][0]


def _filled(sums: Floats, many: Floats) -> Floats:
    """Chances from counts: each row leans on levels near by, then on all scores, then on turns of the same kind."""
    whole = np.zeros_like(sums)
    for at, tree in enumerate(games()):
        size = levels().sizes[tree.lance]
        cut = slice(starts()[at], starts()[at + 1])
        counts = sums[:, cut].reshape(NEEDS, len(tree), size, WORDS)
        asked = many[:, cut.start // WORDS : cut.stop // WORDS].reshape(NEEDS, len(tree), size)
        near = np.exp(-0.5 * ((np.arange(size)[:, None] - np.arange(size)) / max(size / 25, 0.6)) ** 2)
        counts, asked = near @ counts, asked @ near
        alike = _alike(tree, counts.sum(axis=0), asked.sum(axis=0))
        pooled = (counts.sum(axis=0) + 3 * alike) / (asked.sum(axis=0) + 3)[..., None]
        found = (counts + 4 * pooled) / (asked + 4)[..., None]
        whole[:, cut] = (found / found.sum(axis=3, keepdims=True)).reshape(NEEDS, -1)
    return whole


def _alike(tree: Tree, counts: Floats, asked: Floats) -> Floats:
    """What is said at turns that offer the same words."""
    turns: dict[tuple[int, ...], list[int]] = {}
    for turn, words in enumerate(tree.words):
        turns.setdefault(words, []).append(turn)
    found = np.zeros_like(counts)
    for words, same in turns.items():
        flat = np.arange(WORDS) < len(words)
        found[same] = (counts[same].sum(axis=0) + 0.5 * flat / len(words)) / (asked[same].sum(axis=0) + 0.5)[:, None]
    return found


def by_side(words: Floats, grid: tuple[int, ...]) -> Floats:
    """The words for every score of the grid, by the side that speaks: [2, zones, words]."""
    found: Any = [
        [words[need_class(*((one, two) if side == 0 else (two, one)))] for one in grid for two in grid]
        for side in range(2)
    ]
    return np.array(found, np.float32)
