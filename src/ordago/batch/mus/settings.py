"""The settings of Mus and the table of hands as one vector of integers."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from ordago.batch.compiled import held
from ordago.batch.mus.acts import ACTS, BET, BETS_MOST, DISCARD, PASS
from ordago.batch.mus.columns import SEATS
from ordago.cards.spanish import DECK, NAMES
from ordago.errors import RulesError
from ordago.mus.betting import STAKE_LIMIT
from ordago.mus.count import LANCES, hand_bonus
from ordago.mus.hand import Hands, hands_for
from ordago.mus.match import CORRIDO_FROM
from ordago.mus.rules import Rules
from ordago.mus.talk import PERETE

PLAYERS, SIDES, TARGET, JUEGOS, VACAS_TO_WIN, CORRIDO_FROM_WHAT, TALK_STYLE, ROUNDS_MAX = range(8)
DISCARD_MIN, DISCARD_MAX, DISCARD_ORDER, RESHUFFLE, VISTO, EXPOSE_BELOW, PERETE_STYLE, PERETE_FIRST = range(8, 16)
MIN_OPEN, MIN_RAISE, RAISE_STYLE, CAP, CAP_REMAINING, OPEN_ANY, STRONGEST, FORBID_WORST = range(16, 24)
IN_ORDER, AT_COUNT, DEJE_FIRST, DEJE_EXTRA, REFUSAL_BONUS, PUNTO_BONUS, PUNTO_ON_ACCEPTED, EARLY = range(24, 32)
"""EARLY says whether a seat may ever speak out of turn."""
PASO_VALUE = 32
BETS = PASO_VALUE + len(LANCES)
SIDE_OF = BETS + BETS_MOST + 1
SIDE_MASK = SIDE_OF + SEATS
"""For each mano and side the side's positions, as a set."""
NEXT = SIDE_MASK + SEATS * SEATS
"""For each position and set of positions the first of the set after it, around the table; itself last."""
BIT = NEXT + SEATS * 64
"""The number of a single bit, found at the bit modulo 37."""
PACK = BIT + 37
"""The forty cards in the order of the pack."""
CODE = PACK + len(DECK)
"""The code of each card."""
WEIGHT = CODE + len(DECK)
"""The weight of each card: the four weights of a hand add up to its key."""
DISCARDS = WEIGHT + len(DECK)
"""The legal acts of a discard of 0, 1 … to 4 cards, as bit masks: a row for each least, a column for each most."""
OPEN_ACTS, OPEN_ROOM, RAISE_ACTS, RAISE_ROOM = range(DISCARDS + 25, DISCARDS + 29)
"""The bets of the whole menu as a mask of acts, and the least room for a stake that allows them all."""
PICK = RAISE_ROOM + 1
"""For masks of words in a lance, then of words in the talk: how many acts they hold, and which."""
PICK_WIDTH = ACTS - PASS + 1
PICK_TALK = PICK + (1 << (ACTS - PASS)) * PICK_WIDTH
TYPES = PICK_TALK + (1 << DISCARD) * PICK_WIDTH
"""How many types of hand, where their columns and where the keys begin."""
WORTH_AT, KEY_AT = TYPES + 1, TYPES + 2
FREE = TYPES + 3

WORTH_COLUMNS = 8
PARES_BONUS, JUEGO_BONUS, FLAGS = 5, 6, 7
HAS_PARES, HAS_JUEGO, IS_PERETE, BARRED_PARES, BARRED_JUEGO = 1, 2, 4, 8, 16

SEQUENTIAL, PAIR, FEM, OPEN_CUT = range(4)
MANO_FIRST, DEALER_FIRST, SIMULTANEOUS = range(3)
INCLUDE_CURRENT, KEEP_LAST_OWN, EXCLUDE_CURRENT = range(3)
VISTO_OFF, VISTO_FORCED, VISTO_MANO, VISTO_REDEAL = range(4)
ADDITIVE, DOUBLE, FIXED2 = range(3)
BONUS_BETTOR, BONUS_BEST, BONUS_NONE = range(3)

WEIGHTS = (0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967)
"""Eleven numbers of which no two sums of four are equal, so that a sum names a hand."""

EXPOSE_SCALE = 2**30
REDEAL_MOST = 0.25
"""With a larger `expose_probability` almost no deal would stand under `mus_visto = "redeal"`."""


class Settings(NamedTuple):
    """What the compiled functions know of the rules.

    `bets` are the sizes of the menu, `types` is the number of distinct hands, `cards` gives the code of each card
    number, `hands` the four effective ranks of each type. `vector` is for the compiled functions.
    """

    rules: Rules
    bets: tuple[int, ...]
    types: int
    cards: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    vector: Any

    @property
    def players(self) -> int:
        """How many chairs."""
        return self.rules.seating.players

    @property
    def sides(self) -> int:
        """How many sides."""
        return self.rules.seating.side_count


@lru_cache(maxsize=32)
def settings_for(rules: Rules, bets: tuple[int, ...] = (5, 10)) -> Settings:
    """The settings of these rules with this menu of bets.

    Raises RulesError `batch-bets` for a menu that is not up to five ascending sizes of at least 1, and
    `batch-unsupported` for rules under which games would hardly ever end.
    """
    if len(bets) > BETS_MOST or list(bets) != sorted(set(bets)) or any(not 0 < size <= STAKE_LIMIT for size in bets):
        raise RulesError("batch-bets", bets=list(bets), most=BETS_MOST)
    talk, betting, count = rules.talk, rules.betting, rules.count
    if talk.mus_visto == "redeal" and talk.expose_probability > REDEAL_MOST:
        raise RulesError("batch-unsupported", setting="expose_probability", most=REDEAL_MOST)
    hands = hands_for(rules.hand)
    cards = hands.sorted(DECK)
    vector = np.zeros(FREE, np.int32)
    styles = ("sequential", "pair", "fem", "open_cut").index(talk.mus_talk)
    cap = rules.match.target if betting.bet_cap == "target" else STAKE_LIMIT
    vector[: EARLY + 1] = (
        *(rules.seating.players, rules.seating.side_count, rules.match.target),
        *(rules.match.juegos_to_win_vaca, rules.match.vacas_to_win, CORRIDO_FROM[talk.mus_corrido]),
        *(styles, talk.mus_rounds_max, rules.discard.discard_min, rules.discard.discard_max),
        ("mano_first", "dealer_first", "simultaneous").index(rules.discard.discard_order),
        ("include_current", "keep_last_own", "exclude_current").index(rules.discard.reshuffle),
        ("off", "forced", "mano_choice", "redeal").index(talk.mus_visto),
        round(talk.expose_probability * EXPOSE_SCALE),
        ("off", "swap", "swap_plus_1").index(talk.perete),
        talk.perete_when == "initial_deal",
        *(betting.min_open, betting.min_raise, ("additive", "double", "fixed2").index(betting.raise_style)),
        *(cap, betting.bet_cap == "remaining", betting.open_order == "any"),
        *(betting.response == "strongest_of_pair", betting.forbid_worst_ordago_accept),
        *(count.ordago_settlement == "in_order", count.refused_timing == "at_count", count.deje_first),
        sum(1 << LANCES.index(lance) for lance in set(count.deje_extra_lances)),
        ("bettor", "best_hand", "none").index(count.refusal_bonus),
        *(count.punto_bonus, count.punto_bonus_on_accepted),
        styles in (FEM, OPEN_CUT) or betting.open_order == "any",
    )
    vector[PASO_VALUE:BETS] = [getattr(count.paso_value, lance) for lance in LANCES]
    vector[BETS + 1 : BETS + 1 + len(bets)] = bets
    _seats(vector, rules)
    _masks(vector, rules, bets)
    vector[PACK:CODE] = [cards.index(card) for card in DECK]
    vector[CODE:WEIGHT] = cards
    return _with_hands(rules, bets, hands, cards, vector)


def _seats(vector: np.ndarray[Any, Any], rules: Rules) -> None:
    """Who sits on which side, and who comes after whom."""
    players = rules.seating.players
    side_of = rules.seating.sides_of_chairs[1:]
    vector[SIDE_OF : SIDE_OF + players] = side_of
    for mano in range(players):
        for at in range(players):
            vector[SIDE_MASK + mano * SEATS + side_of[(mano + at) % players]] |= 1 << at
    for at in range(SEATS):
        for among in range(1, 64):
            turns = [(at + step) % SEATS for step in range(1, SEATS + 1)]
            vector[NEXT + at * 64 + among] = next(one for one in turns if among >> one & 1)


def _masks(vector: np.ndarray[Any, Any], rules: Rules, bets: tuple[int, ...]) -> None:
    """Masks of acts that are often legal, and what is in a mask."""
    for act in range(ACTS):
        vector[BIT + (1 << act) % 37] = act
    for least in range(5):
        for most in range(5):
            vector[DISCARDS + least * 5 + most] = sum(
                1 << (DISCARD + mask) for mask in range(16) if least <= mask.bit_count() <= most
            )
    betting = rules.betting
    for at, least in ((OPEN_ACTS, betting.min_open), (RAISE_ACTS, betting.min_raise)):
        if betting.raise_style == "fixed2":
            vector[at : at + 2] = 1 << BET, 2
        else:
            sizes = [(slot, size) for slot, size in enumerate(bets, 1) if size > least]
            vector[at] = 1 << BET | sum(1 << (BET + slot) for slot, _ in sizes)
            vector[at + 1] = max([least, *(size for _, size in sizes)])
    for first, at, many in ((PASS, PICK, ACTS - PASS), (0, PICK_TALK, DISCARD)):
        for mask in range(1 << many):
            held_acts = [first + bit for bit in range(many) if mask >> bit & 1]
            row = at + mask * PICK_WIDTH
            vector[row : row + 1 + len(held_acts)] = len(held_acts), *held_acts


def _with_hands(
    rules: Rules, bets: tuple[int, ...], hands: Hands, cards: Sequence[int], vector: np.ndarray[Any, Any]
) -> Settings:
    """The settings with the table of hands behind them."""
    of_kind: dict[tuple[int, bool], list[int]] = {}
    for card in cards[::-1]:
        is_special = rules.hand.real == "sota_oros" and NAMES[card] == "So"
        of_kind.setdefault((hands.effective[card], is_special), []).append(card)
    weight_of = {card: WEIGHTS[at] for at, kind in enumerate(sorted(of_kind)) for card in of_kind[kind]}
    vector[WEIGHT:DISCARDS] = [weight_of[card] for card in cards]
    keys = np.zeros(4 * WEIGHTS[len(of_kind) - 1] + 1, np.int32)
    rows: list[list[int]] = []
    numbers: list[tuple[int, ...]] = []
    for kinds in combinations_with_replacement(sorted(of_kind), 4):
        left = {kind: iter(of_kind[kind]) for kind in kinds}
        hand = [card for kind in kinds for card in [next(left[kind], None)] if card is not None]
        if len(hand) < 4:
            continue
        worth = hands.worth(hand)
        flags = (
            HAS_PARES * (worth.category > 0)
            | HAS_JUEGO * (worth.juego > 0)
            | IS_PERETE * (worth.numbers == PERETE)
            | BARRED_PARES * (worth.category == 1 and worth.paired == (1,))
            | BARRED_JUEGO * (worth.total == 33)
        )
        bonuses = [hand_bonus(lance, worth, rules.count) for lance in ("pares", "juego")]
        keys[sum(weight_of[card] for card in hand)] = len(rows)
        rows.append([worth.grande, worth.chica, worth.pares, worth.juego, worth.punto, *bonuses, flags])
        numbers.append(worth.numbers)
    vector[TYPES:FREE] = len(rows), FREE, FREE + len(rows) * WORTH_COLUMNS
    whole = np.concatenate([vector, np.array(rows, np.int32).ravel(), keys])
    return Settings(rules, bets, len(rows), tuple(cards), tuple(numbers), held(whole))
