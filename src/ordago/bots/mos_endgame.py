"""The last two players of Møs, solved: with all cards known and no cycles (TL-5), who leads wins or does not."""

from functools import lru_cache

from ordago.bots.mos_playout import SINGLE, Unit, blocks, unit_of
from ordago.mos.hand import held, kinds
from ordago.mos.rules import Rules
from ordago.mos.shedding import beaters


def is_solvable(rules: Rules) -> bool:
    """Whether the two-player stage is the one solved here: who beats, leads; who cannot, takes, and then only."""
    shed = rules.shedding
    leads = shed.two_player_rule or shed.round_starter == "highest"
    return leads and not (shed.voluntary_pickup or shed.follow_first or shed.sequences == "anyone")


class TooHard(Exception):
    """The budget is spent."""


class Endgame:
    """A solver for one trump and beat rule; it remembers positions. `nodes` is what it may still look at."""

    def __init__(self, rules: Rules, trump: int, nodes: int) -> None:
        self.rule = rules.shedding.beat_rule
        self.runs = rules.shedding.sequences != "none"
        self.trump = trump
        self.nodes = nodes
        self._known: dict[tuple[int, int], bool] = {}

    def leader_wins(self, hand: int, other: int) -> bool:
        """Whether who leads from `hand` can be out before the holder of `other`. Raises TooHard."""
        key = (hand, other)
        if key not in self._known:
            self.nodes -= 1
            if self.nodes < 0:
                raise TooHard
            self._known[key] = any(self.lead_wins(hand, other, unit) for unit in units(hand, self.runs))
        return self._known[key]

    def lead_wins(self, hand: int, other: int, unit: Unit) -> bool:
        """Whether leading this unit wins. Raises TooHard."""
        left = hand - unit[0]
        if not left:
            return True
        answers = beaters(self.rule, unit[1] & 3, self.trump, unit[2]) & held(other)
        if not answers:
            return self.leader_wins(left, other + unit[0])
        return not any(self.answer_wins(other, left, card) for card in kinds(answers))

    def answer_wins(self, hand: int, other: int, card: int) -> bool:
        """Whether beating the led unit with this card wins for `hand`, against what the other has left."""
        left = hand - SINGLE[card][0]
        return not left or self.leader_wins(left, other)


@lru_cache(maxsize=1 << 14)
def units(hand: int, runs: bool) -> tuple[Unit, ...]:
    """Everything that may be led from a hand, the longest first."""
    singles = [SINGLE[card] for card in kinds(held(hand))]
    found = []
    if runs:
        for _, low, top in blocks(hand):
            for start in range(low, top, 4):
                found += [unit_of(range(start, end + 1, 4)) for end in range(start + 4, top + 1, 4)]
    found.sort(key=lambda unit: unit[1] - unit[2])
    return (*found, *singles)
