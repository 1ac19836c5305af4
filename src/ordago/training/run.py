"""The stages of a training, one after the other, each kept in a folder as soon as it is done.

A stage that is there is read, not made again, so a training that was stopped goes on where it was; of the solutions by
score each is kept by itself. The folder belongs to one `Plan`; another one needs another folder.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ordago.bots.mus_rule import RuleBot
from ordago.bots.mus_trained.store import Trained, in_parts, trained, write
from ordago.core.files import verify_writable, write_whole
from ordago.training import eyes, habits, play, worth
from ordago.training.deals import REMEMBERS, Tables
from ordago.training.decide import Decisions, decisions, memory, with_manners
from ordago.training.jit import verify_compiler
from ordago.training.polish import Met, Round, polish, tried
from ordago.training.response import Tried
from ordago.training.solve import Habits, solve
from ordago.training.stages import Progress, Stage, Stages
from ordago.training.workers import Crew, alone

BOTS = ("lance", "maestro")
"""What can be trained, in the order in which they need each other."""

FORMAT = 3

HABIT_DEALS = 500
"""Deals in a part of the habits."""


class Plan(msgspec.Struct, frozen=True):
    """How much of everything. `grid` are the stones to go that are solved for.

    The `deals` are those over which a score's value, a lance's worth, the habits, a round of the talk and the memory
    are counted. `habit_share` and `lance_share` say how often the rivals of a solution are `rule` or `lance`, `met` how
    often those of the talk and the memory are `rule`. In each of the `polish_rounds` so many `polish_deals` are against
    `rule`, `odds`, `lance` and the bot itself; `polish_share` of what comes out is taken.
    """

    bot: str
    seed: int
    grid: tuple[int, ...]
    iterations: int
    value_deals: int = 1000
    worth_deals: int = 1500
    habit_deals: int = 16_000
    habit_share: float = 0.0
    lance_share: float = 0.0
    talk_rounds: int = 0
    met: float = 0.5
    talk_deals: int = 300_000
    memory_deals: int = 0
    polite: float = 0.004
    polish_rounds: int = 0
    polish_share: float = 0.75
    polish_deals: tuple[int, int, int, int] = (0, 0, 0, 0)


PLANS = {
    "lance": Plan("lance", 1, (3, 10, 40), 200),
    "maestro": Plan(
        "maestro",
        1,
        (1, 2, 4, 7, 13, 16, 26, 40),  # changes where `lance` does, at 5 and 20, and the habits, at 5 and 14
        100,
        habit_share=0.35,
        lance_share=0.35,
        talk_rounds=5,
        memory_deals=1_500_000,
        polish_rounds=7,
        polish_deals=(32_000, 8000, 32_000, 8000),
    ),
}


def train(
    bot: str, path: Path, folder: Path, progress: Progress, plan: Plan | None = None, crew: Crew = alone
) -> None:  # fmt: skip
    """Make the file of a bot at `path`, keeping stages in `folder`; a crew does those of many parts.

    Raises OrdagoError `train-needs-numba`, `train-folder` for a folder of another training, `checkpoint-broken` for a
    stage in it that cannot be read, `file-unwritable`.
    """
    verify_compiler()
    verify_writable(path)
    training = Training(plan or PLANS[bot], folder, progress, crew)
    write_whole(path, write(training.trained()))


class Training:
    """One training in its folder."""

    def __init__(self, plan: Plan, folder: Path, progress: Progress, crew: Crew = alone) -> None:
        self.plan = plan
        self.crew = crew
        self.stages = Stages(folder, {"format": FORMAT, **msgspec.to_builtins(plan)}, progress)

    def trained(self) -> Trained:
        """All stages."""
        return self._lance() if self.plan.bot == "lance" else self._maestro()

    def _lance(self) -> Trained:
        """Every lance by itself, first with every stone worth the same, then twice by the score."""
        plan = self.plan
        usual = self._decided("talk", habits.odds_talk)
        far = self.stages.stage("far", lambda: {"words": solve(worth.linear, plan.iterations)[None].astype(np.float32)})
        juego = self._valued("values-1", far["words"], (40,), usual, None)
        words = self.solved("score-1", far["words"], (40,), usual, juego)
        juego = self._valued("values-2", words, plan.grid, usual, juego)
        words = self.solved("score-2", words, plan.grid, usual, juego)
        juego = self._valued("values-3", words, plan.grid, usual, juego)
        nothing, small = np.zeros(0, np.uint8), np.zeros(0, np.float16)
        return self._file(words, juego, nothing, nothing, small, small)

    def _maestro(self) -> Trained:
        """From the lance bot on: its own talk, solutions against habits and for more scores, a memory, a polish."""
        plan, first = self.plan, trained("lance")
        words, grid, juego = first.words / np.float32(255), first.grid, first.juego.astype(np.float64)
        rivals = self.stages.stage("habits", self._habits)
        usual = self._decided("talk", habits.odds_talk)
        own = self._decided("talk-1", lambda: self._talk(words, grid, juego, rivals, usual))
        juego = self._valued("values-1", words, grid, own, juego)
        known = np.stack([habits.by_side(rivals["words"], plan.grid), _for_grid(words, grid, plan.grid)])
        share = Habits(known, (plan.habit_share, plan.lance_share))
        words, grid = self.solved("score", words, grid, own, juego, share), plan.grid
        juego = self._valued("values-2", words, grid, own, juego)
        own = self._decided("talk-2", lambda: self._talk(words, grid, juego, rivals, own))
        told = self.stages.stage("memory", lambda: self._memory(words, juego, rivals, own))
        words = self._polished(words, juego, own, told, (
            Met(plan.polish_deals[0], eyes.RULE, None, Decisions(rivals["cuts"], rivals["throws"])),
            Met(plan.polish_deals[1], eyes.ODDS, None, usual),
            Met(plan.polish_deals[2], eyes.TABLE, known[1], usual),
            Met(plan.polish_deals[3]),
        ))  # fmt: skip
        return self._file(
            words, juego, in_parts(own.cuts), in_parts(own.throws),
            told["odds"].astype(np.float16), told["told"].astype(np.float16),
        )  # fmt: skip

    def _decided(self, name: str, make: Callable[[], Stage]) -> Decisions:
        found = self.stages.stage(name, make)
        return Decisions(found["cuts"], found["throws"])

    def _valued(self, name: str, words: Any, grid: tuple[int, ...], talk: Decisions, before: Any) -> Any:
        return self.stages.stage(name, lambda: self._values(words, grid, talk, before))["juego"]

    def solved(
        self, name: str, words: Any, grid: tuple[int, ...], talk: Decisions, juego: Any, rivals: Habits | None = None
    ) -> Any:
        """The solutions for every score of the plan's grid, the rest of the deal going as by `words` for `grid`."""
        shared = _Score(self.plan, self._tables(words, grid, talk), juego, rivals)
        found = self.stages.parts(name, len(self.plan.grid) ** 2, partial(self.crew, _solved, shared))
        return np.array([part["words"] for part in found])

    def _tables(self, words: Any, grid: tuple[int, ...], talk: Decisions, other: Stage | None = None) -> Tables:
        """Team 0 plays like this, team 1 like `other` or the same."""
        first: Any = np.repeat(np.asarray(words, np.float32)[None], 2, axis=0)
        second: Any = first
        rival = talk
        if other is not None:
            second = habits.by_side(other["words"], grid)
            rival = Decisions(other["cuts"], other["throws"])
        return Tables(
            np.stack([first, second]),
            np.stack([talk.cuts, rival.cuts]),
            np.stack([talk.throws, rival.throws]),
            play.zones_of(grid),
            np.zeros(2, np.int64),
            *play.no_memory(),
        )

    def _habits(self) -> Stage:
        """How the rule bot plays."""
        cuts, throws = habits.talk_of(RuleBot().action_probabilities)
        parts = -(-self.plan.habit_deals // HABIT_DEALS)
        said = self.stages.parts("habits", parts, partial(self.crew, _asked, self.plan))
        return {"cuts": cuts, "throws": throws, "words": habits.words_of(said)}

    def _values(self, words: Any, grid: tuple[int, ...], talk: Decisions, before: Any) -> Stage:
        tables = self._tables(words, grid, talk)
        return {"juego": worth.juego_values(tables, self.plan.seed + 5, self.plan.value_deals, before)}

    def _talk(self, words: Any, grid: tuple[int, ...], juego: Any, rivals: Stage, begin: Decisions) -> Stage:
        """Cuts and throws that did best, half of the time against players with habits."""
        plan, own = self.plan, begin
        learned = play.nothing_learned()
        for turn in range(plan.talk_rounds):
            for sums in learned:
                sums *= 0.6  # what was learned against worse play counts less and less
            tables = self._tables(words, grid, own, rivals)
            play.learn(
                tables, learned, juego, plan.seed + turn, plan.talk_deals, plan.met, 0.3, 0.0, play.no_memory()[1]
            )
            own = decisions(learned, turn, own, plan.polite)
            self.stages.progress("talk", turn + 1, plan.talk_rounds)
        return {"cuts": own.cuts, "throws": own.throws}

    def _memory(self, words: Any, juego: Any, rivals: Stage, own: Decisions) -> Stage:
        """What clues add to the chance to win a lance."""
        plan = self.plan
        tables = self._tables(words, plan.grid, own, rivals)
        learned, (_, fitted) = play.nothing_learned(), play.no_memory()
        for number, step in enumerate((0.02, 0.008, 0.003)):
            deals = plan.memory_deals // 3
            play.learn(tables, learned, juego, plan.seed + 70 + number, deals, plan.met, 0.0, step, fitted)
            self.stages.progress("memory", number + 1, 3)
        odds, told = memory(learned, fitted)
        return {"odds": odds, "told": told}

    def _polished(self, words: Any, juego: Any, own: Decisions, told: Stage, met: tuple[Met, ...]) -> Any:
        """The words made better against all who are met."""
        knows = np.full(2, REMEMBERS)
        bot = self._tables(words, self.plan.grid, Decisions(with_manners(own.cuts), own.throws))._replace(
            remembers=knows, odds=told["odds"], weights=told["told"]
        )

        def tries(number: int, now: Any) -> list[Tried]:
            shared = Round(met, bot._replace(words=np.stack([now, now])), juego, self.plan.seed * 1000 + 100 * number)
            make = partial(self.crew, tried, shared)
            return [Tried(**part) for part in self.stages.parts(f"polish-{number + 1}", len(shared.parts()), make)]

        return polish(words, self.plan.grid, self.plan.polish_rounds, self.plan.polish_share, tries)

    def _file(self, words: Any, juego: Any, cuts: Any, throws: Any, odds: Any, told: Any) -> Trained:
        return Trained(
            self.plan.bot, self.plan.grid, in_parts(words), cuts, throws, odds, told, juego.astype(np.float32)
        )


def _for_grid(words: Any, grid: tuple[int, ...], wanted: tuple[int, ...]) -> Any:
    """The words of the nearest solutions for other scores, the same for either side: [2, zones, words]."""
    near = play.zones_of(grid)
    found = np.array([words[near[ours, theirs]] for ours in wanted for theirs in wanted], np.float32)
    return np.repeat(found[None], 2, axis=0)


class _Score(NamedTuple):
    """What the solutions for all scores share."""

    plan: Plan
    tables: Tables
    juego: Any
    rivals: Habits | None


def _solved(shared: _Score, zone: int) -> Stage:
    """The solution for one score of the grid."""
    plan, rivals = shared.plan, shared.rivals
    ours, theirs = (plan.grid[at] for at in divmod(zone, len(plan.grid)))
    of = worth.utilities(shared.tables, shared.juego, plan.seed + 9, plan.worth_deals, ours, theirs)
    usual = None if rivals is None else Habits(rivals.words[:, :, zone], rivals.shares)
    return {"words": solve(of, plan.iterations, usual).astype(np.float32)}


def _asked(plan: Plan, part: int) -> Stage:
    """What the rule bot said in one part of the deals."""
    deals = min(HABIT_DEALS, plan.habit_deals - part * HABIT_DEALS)
    return dict(habits.said_in(RuleBot().action_probabilities, deals, f"{plan.seed} habits {part}"))
