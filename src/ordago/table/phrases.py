"""The phrases of the table in place of free chat: a closed list that says nothing about cards."""

from typing import Literal

import msgspec


class Phrase(msgspec.Struct, frozen=True):
    """A phrase by its id.

    `when` is `any`, or `after`: only between deals. `register` is N (anyone to anyone), F (among friends) or T
    (teasing: never at a table that is in the open list). `game` is the one game that it belongs to, empty for all.
    """

    id: str
    when: Literal["any", "after"]
    register: Literal["N", "F", "T"]
    game: str = ""


PHRASES: dict[str, Phrase] = {
    phrase.id: phrase
    for phrase in (
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
        Phrase("what_bluff", "after", "F", "mus"),
        Phrase("come_on", "any", "F", "mus"),
        Phrase("not_over", "any", "F"),
        Phrase("bet_invites", "any", "F", "mus"),
        Phrase("respect", "any", "F", "mus"),
        Phrase("spectators", "any", "F"),
        Phrase("within5", "any", "N", "mus"),
        Phrase("no_crying", "after", "T"),
        Phrase("crying_room", "after", "T"),
        Phrase("chica", "after", "T", "mus"),
        Phrase("coffee", "after", "F"),
        Phrase("rematch", "after", "N"),
        Phrase("one_more", "after", "F"),
        Phrase("break", "after", "N"),
        Phrase("leaving", "after", "N"),
        Phrase("mos_bleat", "after", "T", "mos"),
    )
}
"""All phrases by id, in the order in which they are offered."""


def sayable(game: str, listed: bool, between: bool) -> tuple[str, ...]:
    """The ids that may be said at a table of this game, `between` deals or in one."""
    return tuple(
        phrase.id
        for phrase in PHRASES.values()
        if phrase.game in ("", game) and (between or phrase.when == "any") and not (listed and phrase.register == "T")
    )
