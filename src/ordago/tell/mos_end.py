"""The end of a game of Møs: who lost, in which order the others went out, and what that means for the match."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ordago.locale import Translator
from ordago.mos.hand import unpacked
from ordago.mos.view import View
from ordago.tell.mos_words import hand_text, losses_text
from ordago.tell.words import listed

if TYPE_CHECKING:
    from ordago.mos.state import State


def end_lines(view: View, names: Sequence[str], t: Translator, state: "State | None" = None) -> list[str]:
    """The end of a game; `state` is given where the cards lie open."""
    lines = [""]
    if view.winner and view.rules.match.match == "first_out":
        lines.append(
            t.text("You win: you were the first one out.")
            if view.winner == view.seat
            else t.text("Winner, as the first one out: {player}.", player=names[view.winner - 1])
        )
    if view.loser:
        lines.append(_loser(view, names, t))
        if state is not None:
            hand = hand_text(unpacked(state.hands[view.loser - 1]), t)
            lines.append(t.text("{player}: {hand}", player=names[view.loser - 1], hand=hand))
    elif view.losers:
        players = listed([names[chair - 1] for chair in view.losers], t)
        lines.append(t.text("The game goes round in circles, so the loss is shared: {players}.", players=players))
    if view.out:
        lines.append(t.text("Out, in this order: {players}.", players=", ".join(names[at - 1] for at in view.out)))
    return lines + _match(view, names, t)


def _loser(view: View, names: Sequence[str], t: Translator) -> str:
    count = view.hand_sizes[view.loser - 1]
    if view.loser == view.seat:
        return t.plural("You lose, with {n} card in hand.", "You lose, with {n} cards in hand.", count)
    return t.plural(
        "Loser: {player}, with {n} card in hand.",
        "Loser: {player}, with {n} cards in hand.",
        count,
        player=names[view.loser - 1],
    )


def _match(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """What the game means for the match."""
    rules = view.rules.match
    if rules.match == "fixed":
        table = losses_text(view, names)
        lines = [t.text("Losses after {n} of {games} games: {table}.", n=view.games, games=rules.games, table=table)]
        if view.games >= rules.games:
            least = min(view.losses)
            best = [name for name, losses in zip(names, view.losses, strict=True) if losses == least]
            lines.append(t.text("The match is over. Fewest losses: {players}.", players=listed(best, t)))
        return lines
    if rules.match == "elimination":
        if view.winner:
            if view.winner == view.seat:
                return [t.text("You win the series.")]
            return [t.text("The series is won by {player}.", player=names[view.winner - 1])]
        if view.loser:
            left = [name for chair, name in enumerate(names, 1) if chair not in view.eliminated]
            out = names[view.loser - 1]
            return [t.text("Out of the series: {player}. Still in: {players}.", player=out, players=listed(left, t))]
    return []
