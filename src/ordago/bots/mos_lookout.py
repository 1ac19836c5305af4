"""Møs with exact memory and a look ahead: what it may do is played out many times, and the last two are solved.

Phase 1 it plays by the habits. In phase 2 it knows every card that can be known (TL-9), supposes the rest, and plays
each of its acts out to the end, by the habits with a little noise; the same noise for every act. Positions that came
before count as they do at the table, so it sees a stall coming. The budget is in acts played out, not in time.
"""

import random
from collections.abc import Sequence

from ordago.bots.bot import Choice, Reason
from ordago.bots.mos_endgame import Endgame, TooHard, is_solvable
from ordago.bots.mos_habits import HabitsBot
from ordago.bots.mos_memory import Known, acts_this_round, known
from ordago.bots.mos_playout import Board, Player, Settings, unit_of, worth
from ordago.cards.french import write_cards
from ordago.core.acts import Option
from ordago.mos.game import act_of
from ordago.mos.hand import UNIT, next_holder, unpacked
from ordago.mos.view import View

BUDGET = 12_000
"""Acts played out for one decision."""

NODES = 1_500
"""Positions of two players looked at for one decision."""

CANDIDATES = 12
"""How many leads are played out, those that the habits like best."""

NOISE = 0.1
"""How often the players of a play-out do something else."""

LONGEST = 240
"""A play-out stops after so many acts and is estimated."""

HALVINGS = 3
"""After each share of the budget the worse half of the acts is dropped, so many times."""


class LookoutBot:
    """Plays its acts out and takes the one with which it loses least often."""

    name = "lookout"

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self._habits = HabitsBot()

    def choose(self, view: View, rng: random.Random) -> Choice:
        """The act that loses least often. Raises ValueError where the view's seat may do nothing."""
        habit = self._habits.choose(view, rng)
        if view.phase == "duels" or len(view.legal) == 1:
            return habit
        found = known(view)
        solved = self._solved(view, found)
        if solved is not None:
            return solved
        return Search(view, found, habit, self.budget, rng).best()

    def _solved(self, view: View, found: Known) -> Choice | None:
        """A winning act of the last two, where that is known; None also where none wins."""
        if view.live != 2 or view.burning or not found.complete or not is_solvable(view.rules):
            return None
        if len(view.table) > 1 or (view.table and view.rules.shedding.threshold == "round_start"):
            return None
        seat = view.seat
        hand, other = found.hands[seat - 1], found.hands[next_holder(found.hands, seat) - 1]
        solver = Endgame(view.rules, view.trump, NODES)
        try:
            for option in sorted(view.legal, key=lambda option: -len(option.cards)):
                unit = unit_of(option.cards)
                wins = solver.answer_wins(hand, other, unit[1]) if view.table else solver.lead_wins(hand, other, unit)
                if wins:
                    why = Reason("lookout-wins", {"cards": write_cards(option.cards)})
                    return Choice(act_of(seat, option), why)
        except TooHard:
            pass
        return None


class Search:
    """One decision: candidates, worlds, play-outs."""

    def __init__(self, view: View, found: Known, habit: Choice, budget: int, rng: random.Random) -> None:
        self.view, self.found, self.habit, self.budget, self.rng = view, found, habit, budget, rng
        self.settings = Settings(view.rules)
        self.noise = [rng.random() for _ in range(1024)]
        self.player = Player(self.settings, view.trump, self.noise, NOISE)
        self.worlds: list[Board] = []
        self.rest = unpacked(found.rest)
        self.spent = 0

    def best(self) -> Choice:
        """Play the candidates out in rounds, dropping the worse half after each (sequential halving)."""
        left = self._candidates()
        lost = dict.fromkeys(left, 0.0)
        played = 0
        for halving in range(HALVINGS):
            spent, before = 0, played
            while played == before or spent * (played - before + 1) <= self.budget // HALVINGS * (played - before):
                for option in left:
                    part, steps = self._play_out(option, played)
                    lost[option] += part
                    spent += steps
                played += 1
            self.spent += spent
            left.sort(key=lost.__getitem__)
            if halving < HALVINGS - 1:
                left = left[: max(2, (len(left) + 1) // 2)]
        chosen = left[0]
        params = {"cards": write_cards(chosen.cards), "lost": round(100 * lost[chosen] / played), "games": played}
        act = act_of(self.view.seat, chosen)
        code = "lookout-take" if not chosen.cards else "lookout-habit" if act == self.habit.act else "lookout-better"
        return Choice(act, Reason(code, params))

    def _candidates(self) -> list[Option]:
        """The habit first, then the other acts, the likelier ones before; leads only the best few."""
        view = self.view
        options = [option for option in view.legal if act_of(view.seat, option) != self.habit.act]
        first = [option for option in view.legal if act_of(view.seat, option) == self.habit.act]

        def liked(option: Option) -> float:
            return worth(unit_of(option.cards), view.trump) if option.cards else 0.0

        if not view.table:
            options = sorted(options, key=liked, reverse=True)
        return first + options[: CANDIDATES - 1]

    def _play_out(self, option: Option, number: int) -> tuple[float, int]:
        """How much of the game is lost after this act in play-out `number`, and how many acts that was."""
        board = self._world(number).copy()
        if option.cards:
            board.lay(unit_of(option.cards))
        else:
            board.take()
        steps = self.player.play_out(board, number * 97, LONGEST)
        return loss(board, self.view.seat), steps + 1

    def _world(self, number: int) -> Board:
        """The position of play-out `number`: always the same where all is known, else a new one each time."""
        if self.found.complete:
            number = 0
        while len(self.worlds) <= number:
            self.worlds.append(board_of(self.view, self.found, self._hands(), self.settings))
        return self.worlds[number]

    def _hands(self) -> list[int]:
        """All hands, with cards out of the rest where some are not known."""
        hands = list(self.found.hands)
        if not self.found.complete:
            cards = self.rng.sample(self.rest, sum(self.found.missing))
            for at, count in enumerate(self.found.missing):
                hands[at] += sum([UNIT[cards.pop()] for _ in range(count)])
        return hands


def board_of(view: View, found: Known, hands: Sequence[int], settings: Settings) -> Board:
    """The board of a view, with these hands."""
    table = [unit_of(unit) for unit in view.table]
    return Board(
        settings,
        hands,
        view.trump,
        view.turn,
        table,
        view.led,
        view.threshold,
        acts_this_round(view),
        view.burning,
        found.rounds,
        found.starts,
    )


def loss(board: Board, seat: int) -> float:
    """1 for a lost game, 0 for one that is not; an unfinished one in proportion to what is held, squared."""
    if board.settings.first_out:
        return float(board.first != seat) if board.first else 1.0 - 1.0 / board.live
    if board.over:
        return float(seat in board.losers)
    if not board.hands[seat - 1]:
        return 0.0
    weights = [weight(hand) for hand in board.hands]
    return weights[seat - 1] / sum(weights)


def weight(hand: int) -> int:
    """What an unfinished hand weighs."""
    return hand.bit_count() ** 2
