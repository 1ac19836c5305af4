"""The phrases of the table in place of free chat: a closed list that says nothing about cards."""

from functools import cache

from ordago.core.phrases import Phrase
from ordago.games import GAMES, phrases

COMMON = (
    Phrase("hello", "any", "N"),
    Phrase("luck", "any", "N"),
    Phrase("moment", "any", "N"),
    Phrase("thinking", "any", "N"),
    Phrase("your_turn", "any", "N"),
    Phrase("sorry", "any", "N"),
    Phrase("thanks", "any", "N"),
    Phrase("well_played", "after", "N"),
    Phrase("good_game", "after", "N"),
    Phrase("unlucky", "after", "N"),
    Phrase("what_hand", "after", "F"),
    Phrase("not_over", "any", "F"),
    Phrase("spectators", "any", "F"),
    Phrase("no_crying", "after", "T"),
    Phrase("crying_room", "after", "T"),
    Phrase("coffee", "after", "F"),
    Phrase("rematch", "after", "N"),
    Phrase("one_more", "after", "F"),
    Phrase("break", "after", "N"),
    Phrase("leaving", "after", "N"),
)
"""The phrases of every table, in the order in which they are offered; those of its game come after them."""

PHRASES = {phrase.id: phrase for some in (COMMON, *map(phrases, GAMES)) for phrase in some}
"""The phrases of all tables, by id."""


@cache
def sayable(game: str, listed: bool, between: bool) -> tuple[str, ...]:
    """The ids that may be said at a table of this game, `between` deals or in one."""
    return tuple(
        phrase.id
        for phrase in (*COMMON, *phrases(game))
        if (between or phrase.when == "any") and not (listed and phrase.register == "T")
    )
