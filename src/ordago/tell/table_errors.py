"""The sentence of each code that a table or its server adds to the codes of the games."""

from ordago.locale import mark

SENTENCES = {
    # Chairs
    "not-seated": mark("You are watching; take a seat to play."),
    "seat-taken": mark("That seat is taken."),
    "seat-not-now": mark("You have seen a hand of this deal: another chair is free to you in the next."),
    "seats-empty": mark("There are empty seats: fill them with bots or wait."),
    "seats-in-use": mark("More people sit here than that: somebody must leave their chair first."),
    "nobody-there": mark("Nobody sits there."),
    "no-identity": mark("Say your name first."),
    "kicked": mark("The host has closed this table to you."),
    "locked": mark("The table is locked: nobody new may sit down."),
    # The host
    "not-host": mark("Only the host may do that."),
    "not-yourself": mark("You cannot do that to yourself."),
    # The match
    "paused": mark("The game is paused."),
    "not-playing": mark("No match is being played now."),
    "not-waiting": mark("The match has begun already."),
    "not-over": mark("The match is not over yet."),
    "no-deal-now": mark("No deal is waited for now."),
    "phrase-unknown": mark("This phrase is not in the list."),
    "phrase-not-now": mark("This phrase waits until the deal is over."),
    "share-malformed": mark("This is no share for the deal: it takes 32 hexadecimal digits."),
    "share-not-wanted": mark("The deal takes no share of yours now."),
    # Replays
    "no-such-deal": mark("There is no such deal."),
    "match-running": mark("That can be seen once the match is over."),
    # Requests and messages
    "forbidden": mark("This page may not do that here: open the link that the server printed."),
    "malformed": mark("The server did not understand that."),
    "too-fast": mark("Too fast. One moment, please."),
    "too-large": mark("That is too long for the server."),
}
"""The sentence of each code."""
