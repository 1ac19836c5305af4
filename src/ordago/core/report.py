"""What `ordago replay --json` prints of a record: a plain object, as the record format fixes it."""

from typing import Any

from ordago.core.game import Game, State
from ordago.core.record import Record
from ordago.errors import RecordError


def report(record: Record, game: Game) -> dict[str, Any]:
    """The object of a record that was read: each deal as it stands, and the match."""
    ends = record.deal_ends(game)
    last = ends[-1] if ends else record.start
    return {
        "ok": True,
        "game": record.game,
        "deals": [game.deal_report(state) for state in ends],
        **game.match_report(last),
        "turn": last.turn or None,
        "legal": legal_words(last, game, last.turn),
        "also": {str(seat): words for seat, words in _out_of_turn(last, game)},
    }


def legal_words(state: State, game: Game, seat: int) -> list[str]:
    """The kinds of act that the seat may make now, as words without numbers; señas are never listed."""
    return [option.kind for option in state.legal(seat) if option.kind not in game.unlisted] if seat else []


def error_report(error: RecordError, message: str) -> dict[str, Any]:
    """The object of a record that was refused; `message` is the sentence for a person."""
    return {
        "ok": False,
        "error": {
            "deal": error.deal,
            "token": error.token,
            "text": error.text,
            "code": error.code,
            "message": message,
            "where": error.where,
        },
    }


def _out_of_turn(state: State, game: Game) -> list[tuple[int, list[str]]]:
    others = [seat for seat in range(1, state.players + 1) if seat != state.turn] if state.turn else []
    found = [(seat, legal_words(state, game, seat)) for seat in others]
    return [(seat, words) for seat, words in found if words]
