"""Every code with which Mus refuses an act, by a play whose last token is refused with it; no code without one."""

import ast
import random
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import ordago
from ordago.cards.spanish import parse_cards
from ordago.core import Act
from ordago.errors import NotationError, Refusal, RulesError
from ordago.mus import MUS, Cut, Deal, Discard, Envido, Expose, Mus, Perete, Serve, rules, start
from ordago.mus.wire import act_from_word
from tests.engine_mus import code_of, refusal, state_after

OUT = "1:M 2:M 3:M 4:M"
THROWN = f"{OUT} 1:D1 2:DS 3:D4 4:D4"
GRANDE = "1:X 1:P 2:P 3:P 4:P"
PARES = f"{GRANDE} 1:P 2:P 3:P 4:P"
DONE = f"{PARES} 1:P 2:P 4:P 2:P 3:P"
PERETE = ["7654", "RRCC", "RRSS", "1111"]
SUITED = ["RoRc7o1o", "CoCcSoSc", "ReCe7c4c", "6o6c6e4o"]
ALL_FOUR = f"{OUT} 1:DRR71 2:DCCSS 3:DRC74 4:D6664 1=RRRR 2=R111 3=1111 4=5555"
"""All throw four cards; C S S 7 7 6 4 4 are left."""


class Refused(NamedTuple):
    code: str
    play: str
    rules: dict[str, Any] | None = None
    cards: list[str] | None = None
    keys: dict[str, Any] | None = None


REFUSED = [
    # The words of a token
    Refused("token-malformed", "1:X 1P"),
    Refused("token-malformed", "1!77"),
    Refused("act-unknown", "1:X 1:envido"),
    Refused("stones-malformed", "1:X 1:Etwo"),
    Refused("card-unknown", f"{OUT} 1:D8"),
    Refused("suits-mixed", f"{OUT} 1:D7oR"),
    Refused("suits-mixed", f"{THROWN} 1=5o"),
    Refused("no-such-chair", "5:X"),
    Refused("no-such-chair", "5!7", {"mus_visto": "forced"}),
    # The talk
    Refused("not-your-turn", "2:M"),
    Refused("not-your-turn", "1:M 1:X"),
    Refused("no-talk", f"{OUT} 1:M"),
    Refused("no-talk", f"{DONE} 2:M"),
    Refused("talk-is-over", "1:X 1:M"),
    Refused("talk-is-over", "1:X 1:X"),
    Refused("no-more-mus", f"{THROWN} 1=5 2=5 3=5 4=5 1:M", {"mus_rounds_max": 1}),
    Refused("perete-off", "1:perete", None, PERETE),
    Refused("perete-not-held", "1:perete", {"perete": "swap"}),
    Refused("perete-only-first", "1:perete 1=7654 1:perete", {"perete": "swap", "perete_when": "initial_deal"}, PERETE),
    Refused("perete-not-now", "1!7 1:perete", {"perete": "swap", "mus_visto": "mano_choice"}, PERETE),
    Refused(
        "perete-not-now",
        f"{OUT} 1:D7 2:DC 3:DS 4:D1 1=7 2=5 3=5 4=5 1:perete",
        {"perete": "swap", "mus_rounds_max": 1},
        PERETE,
    ),
    Refused("not-your-turn", "2:perete", {"perete": "swap"}),
    Refused("talk-is-over", "1:X 1:perete", {"perete": "swap"}, PERETE),
    # Exposed cards
    Refused("mus-visto-off", "1!7"),
    Refused("expose-too-late", "1:M 1!7", {"mus_visto": "forced"}),
    Refused("expose-too-late", "1!7 1!R", {"mus_visto": "redeal"}),
    Refused("card-not-held", "1!6", {"mus_visto": "forced"}),
    Refused("card-not-held", "1!7 1!7", {"mus_visto": "forced"}),
    # Discards and services
    Refused("no-discard-now", "1:D7"),
    Refused("no-discard-now", "1:X 1:D7"),
    Refused("no-discard-now", f"{THROWN} 1:D7"),
    Refused("discard-count", f"{OUT} 1:D"),
    Refused("discard-count", f"{OUT} 1:DRR71R"),
    Refused("discard-count", f"{OUT} 1:D7", {"discard_min": 2}),
    Refused("card-not-held", f"{OUT} 1:D6"),
    Refused("card-not-held", f"{OUT} 1:D77"),
    Refused("card-not-held", f"{OUT} 1:D3"),  # a 3 is a king, but this king is no 3
    Refused("not-your-turn", f"{OUT} 2:DC"),
    Refused("thrown-already", f"{OUT} 1:D7 1:D1"),
    Refused("thrown-already", f"{OUT} 3:D7 3:D4", {"discard_order": "simultaneous"}),
    Refused("no-service-now", "1=5"),
    Refused("no-service-now", f"{OUT} 1:D7 1=5"),
    Refused("no-service-now", f"{THROWN} 1=5 2=5 3=5 4=5 1=5"),
    Refused("serve-order", f"{THROWN} 2=5"),
    Refused("serve-count", f"{THROWN} 1=55"),
    Refused("serve-count", f"{THROWN} 1="),
    Refused("card-not-in-stock", f"{THROWN} 1=5 2=5 3=5 4=5 1:M 2:M 3:M 4:M 1:D5 2:D5 3:D5 4:D5 1=5"),
    Refused("card-not-in-stock", f"{OUT} 1:D1o 2:DSo 3:D4c 4:D4o 1=Ro", None, SUITED),
    Refused("card-not-in-stock", f"{OUT} 1:D1o 2:DSo 3:D4c 4:D4o 1=1o", None, SUITED),
    Refused("stock-first", f"{ALL_FOUR} {OUT} 1:DR 2:DR111 3:D1111 4:D5 1=C 2=SS77 3=6411"),
    Refused("stock-first", f"{ALL_FOUR} {OUT} 1:DR 2:DR111 3:D1111 4:D5 1=C 2=SS77 3=1111"),
    # Betting
    Refused("no-betting-now", "1:P"),
    Refused("no-betting-now", f"{OUT} 1:Q"),
    Refused("no-betting-now", f"{DONE} 2:P"),
    Refused("not-your-turn", "1:X 2:P"),
    Refused("not-your-turn", "1:X 1:E2 4:Q"),
    Refused("partner-silent", "1:X 1:E2 3:+2"),  # B23
    Refused("not-your-turn", "1:X 1:E2 1:+2"),  # the bettor is not his own partner
    Refused("bet-stands", "1:X 1:E2 2:P"),
    Refused("bet-stands", "1:X 1:E2 2:E4"),
    Refused("ordago-stands", "1:X 1:O 2:E2"),
    Refused("ordago-stands", "1:X 1:O 2:+2"),  # B24
    Refused("ordago-stands", "1:X 1:O 2:O"),
    Refused("no-bet-stands", "1:X 1:Q"),
    Refused("no-bet-stands", "1:X 1:N"),
    Refused("no-bet-stands", "1:X 1:+2"),
    Refused("not-your-turn", "1:X 1:E2 2:Q 3:+2"),  # B26
    Refused("not-eligible", f"{PARES} 3:P"),  # B25
    Refused("not-eligible", f"{PARES} 1:E2 3:Q"),
    Refused("too-few-stones", "1:X 1:E1"),  # B22
    Refused("too-few-stones", "1:X 1:E0"),
    Refused("too-few-stones", "1:X 1:E2 2:+1"),
    Refused("too-many-stones", "1:X 1:E41", {"bet_cap": "target"}),
    Refused("no-room", "1:X 1:E999999 2:+2"),
    Refused("no-room", "1:X 1:E40 2:+2", {"bet_cap": "target"}),
    Refused("no-room", "1:X 1:E21 2:+", {"bet_cap": "target", "raise_style": "double"}),
    Refused("raise-doubles", "1:X 1:E2 2:+2", {"raise_style": "double"}),
    Refused("worst-ordago", f"{PARES} 1:O 4:Q", {"forbid_worst_ordago_accept": True}, ["RCS1", "7654", "S754", "RR76"]),
    Refused("worst-ordago", f"{PARES} 1:O 4:Q", {"forbid_worst_ordago_accept": True}, ["RR71", "CS74", "CS54", "7611"]),
    # Señas
    Refused("senas-off", "1:X 2:~duples"),
    Refused("sena-unknown", "1:X 2:~four_kings", {"senas": "common"}),
    Refused("sena-before-cut", "2:~duples", {"senas": "common"}),
    Refused("sena-before-cut", "2:~duples", {"senas": "common", "mus_corrido": "juego"}, None, {"games": [1, 0]}),
    Refused("sena-while-serving", f"{OUT} 1:D7 1:~two_kings", {"senas": "common"}, None, {"score": [1, 0]}),
    Refused("sena-while-serving", f"{THROWN} 2:~two_kings", {"senas": "common"}, None, {"score": [1, 0]}),
    Refused("no-sena-now", f"{DONE} 2:~duples", {"senas": "common"}),
    Refused("sena-not-now", "1:X 4:~medias", {"senas": "fem"}),
    Refused("sena-not-now", "1:X 1:~cut", {"senas": "fem"}),
    Refused("sena-not-now", f"{OUT} 4:~cut", {"senas": "fem"}, None, {"score": [1, 0]}),  # the talk is over
    Refused("sena-not-now", "1!7 4:~cut", {"senas": "fem", "mus_visto": "forced"}, None, {"score": [1, 0]}),
    Refused("sena-not-now", "1:~more", {"senas": "fem"}, None, {"score": [1, 0]}),
    Refused("sena-given", "1:X 2:~duples 2:~duples", {"senas": "common"}),
    Refused("sena-false", "1:X 1:~duples", {"senas": "common"}),
    Refused("sena-seen", "1:X 2:~duples>4", {"senas": "common"}),
    Refused("sena-seen", "1:X 2:~duples>3,1", {"senas": "common"}),
    Refused("sena-seen", "1:X 2:~duples>1,1", {"senas": "common"}),
    Refused("sena-seen", "1:X 2:~duples>9", {"senas": "common"}),
]

IN_RECORDS = {
    *("hand-size", "hands-count", "card-too-often", "suits-needed", "deal-disagrees", "key-missing", "key-type"),
    *("side-count", "count-out-of-range", "no-such-chair", "suits-mixed", "match-over"),
}
"""Codes that a deal's own keys are refused with: see the malformed records of the record format's tests."""

IN_SETTINGS = {"setting-contradicts", "setting-value", "preset-unknown"}
"""Codes of settings: see the tests of wrong settings."""

FROM_OUTSIDE = {"act-not-offered"}
"""Codes of plain views and words: see the tests of the wire."""

BY_PROGRAM = {"act-unknown", "deal-running", "match-over", "players-disagree"}
"""Codes that a program meets that makes acts itself: below."""


@pytest.mark.parametrize("case", REFUSED, ids=[f"{at}: {case.code}" for at, case in enumerate(REFUSED)])
def test_the_last_token_is_refused_with_its_code(case: Refused) -> None:
    assert code_of(case.play, case.cards, dict(case.rules or {}), **(case.keys or {})) == case.code


def test_every_code_in_the_rooms_of_mus_is_raised_by_some_test() -> None:
    found: set[str] = set()
    for path in sorted((Path(ordago.__file__).parent / "mus").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(re.findall(r"^[a-z]+(?:-[a-z0-9]+)+$", node.value))
    assert found == ({case.code for case in REFUSED} | IN_RECORDS | IN_SETTINGS | FROM_OUTSIDE | BY_PROGRAM) - {
        "card-unknown"
    }


class Whistle(Act, frozen=True):
    """No act of Mus."""


HANDS = tuple(parse_cards(text) for text in ("RR71", "CCSS", "RC74", "6664"))


def refuses(play: str | None, act: Act, settings: dict[str, Any] | None = None) -> str:
    """The code with which the state after a play (None: before the first deal) refuses an act, in all three ways."""
    state = start(rules(**settings or {})) if play is None else state_after(play, None, settings or {})
    assert not state.can(act)
    codes = []
    for refused in (state.verify, state.apply):
        with pytest.raises(Refusal) as caught:
            refused(act)
        codes.append(caught.value.code)
    assert codes[0] == codes[1]
    return codes[0]


def test_acts_that_a_program_makes_are_refused_too() -> None:
    assert refuses("1:X", Whistle(1)) == "act-unknown"
    assert refuses("1:X", Deal(0, HANDS)) == "deal-running"
    assert refuses("1:X", Deal(1, HANDS)) == "no-such-chair"
    assert refuses("1:X 1:O 2:Q", Deal(0, HANDS), {"juegos_to_win_vaca": 1}) == "match-over"
    assert refuses(None, Deal(0, HANDS[:3])) == "hands-count"
    assert refuses(None, Deal(0, (*HANDS[:3], HANDS[3][:3]))) == "hand-size"
    assert refuses(None, Mus(1)) == "no-talk"
    assert refuses(None, Perete(1)) == "no-talk"
    assert refuses(None, Expose(0, 1, HANDS[0][0]), {"mus_visto": "forced"}) == "expose-too-late"
    assert refuses(None, Serve(0, 1, ())) == "no-service-now"
    assert refuses(None, Discard(1, ())) == "no-discard-now"
    for chair in (0, -1, 5):
        assert refuses("1:M", Cut(chair)) == "no-such-chair"


def test_nothing_is_legal_once_the_match_is_won() -> None:
    state = state_after("1:X 1:O 2:Q", None, {"juegos_to_win_vaca": 1})
    assert state.match_over
    assert state.turn == 0
    assert all(state.legal(chair) == () for chair in range(1, 5))


def test_nothing_is_legal_for_who_has_no_chair() -> None:
    for changes in ({"mus_talk": "open_cut"}, {"senas": "classic", "mus_talk": "open_cut"}):
        for play in ("", "1:M", OUT, "1:X", "1:X 1:E2"):
            state = state_after(play, None, changes)
            assert [state.legal(chair) for chair in (-1, 0, 5, 9)] == [()] * 4


def test_another_number_of_players_than_the_rules_are_for() -> None:
    with pytest.raises(RulesError) as caught:
        MUS.start(rules(), 6, random.Random(1))
    assert caught.value.code == "players-disagree"
    assert MUS.start(rules(players=6), 6, random.Random(1)).players == 6


def test_a_deal_in_any_order_lies_in_order() -> None:
    begin = start(rules(), 1)
    for hand in ("7RR1", "1R7R"):
        state = begin.apply(Deal(0, tuple(parse_cards(text) for text in (hand, "CCSS", "RC74", "6664"))))
        assert state.hands == state_after("").hands
        for chair in (1, 2, 3, 4):
            state = state.apply(Mus(chair))
        assert MUS.time_out_act(MUS.view(state, 1)) == Discard(1, parse_cards("1"))


def test_a_refusal_leaves_the_state_as_it_was() -> None:
    state = state_after("1:X 1:E2")
    before = (state, state.history, len(state.history), state.lance)
    with pytest.raises(Refusal):
        state.apply(MUS.parse_act(state, "3:+2"))
    assert (state, state.history, len(state.history), state.lance) == before
    assert state == state_after("1:X 1:E2")


def test_a_refusal_says_its_parameters() -> None:
    error = refusal(
        {"acta": 1, "game": "mus", "deal": [{"cards": ["RR71", "CCSS", "RC74", "6664"], "play": "1:X 1:E1"}]}
    )
    assert (error.code, error.params) == ("too-few-stones", {"stones": 1, "least": 2})
    with pytest.raises(NotationError) as caught:
        MUS.parse_act(state_after(""), "1:Z")
    assert str(caught.value) == "act-unknown (act='Z')"


def test_a_word_from_outside_that_is_not_offered() -> None:
    seen = MUS.view(state_after("1:X"), 1)
    assert act_from_word(seen, "E") == Envido(1, 2)
    for word in ("Q", "E1", "D7", "perete", "", "E2 "):
        with pytest.raises(Refusal) as caught:
            act_from_word(seen, word)
        assert caught.value.code == "act-not-offered"
