"""Random valid settings and random records of Mus, played with the by-the-book reference."""

from __future__ import annotations

import random
from typing import Any

from .mus_book import start_match
from .mus_deal import Deal
from .mus_hands import FACES, SIGN_LISTS, SUITS
from .mus_rules import PRESETS, Rules, number_of_sides, read_rules

PACK = [face + suit for face in FACES for suit in SUITS]


# ---------------------------------------------------------------------- settings


def random_rules(rng: random.Random) -> Rules:
    """A `rules` table over all of R6.1: a random preset and random overrides that go together."""
    preset = rng.choice(list(PRESETS))
    rules: Rules = {"preset": preset}
    rules["players"], rules["sides"] = rng.choice(
        [(4, "pairs")] * 8
        + [(4, "individual"), (2, "individual"), (3, "individual"), (5, "individual")]
        + [(6, "threes"), (6, "pairs"), (6, "individual")]
    )
    settings: dict[str, list[Any]] = {
        "kings": [8, 4],
        "target": [rng.randint(5, 15), rng.randint(16, 60), 40],
        "juegos_to_win_vaca": [1, 2, 3],
        "vacas_to_win": [1, 2],
        "mus_corrido": ["off", "match", "vaca", "juego"],
        "mus_talk": ["sequential", "pair", "fem", "open_cut"],
        "mus_rounds_max": [0, 1, 2, 20],
        "discard_min": [1, 2],
        "discard_max": [4, 3, 2],
        "discard_order": ["mano_first", "dealer_first", "simultaneous"],
        "reshuffle": ["include_current", "keep_last_own", "exclude_current"],
        "mus_visto": ["off", "forced", "mano_choice", "redeal"],
        "perete": ["off", "swap", "swap_plus_1"],
        "perete_when": ["any_mus_turn", "initial_deal"],
        "min_open": [2, 1, 3],
        "min_raise": [2, 1, 3],
        "raise_style": ["additive", "double", "fixed2"],
        "bet_cap": ["none", "target", "remaining"],
        "open_order": ["strict", "any"],
        "response": ["sequential", "strongest_of_pair"],
        "forbid_worst_ordago_accept": [False, True],
        "ordago_settlement": ["immediate", "in_order"],
        "refused_timing": ["immediate", "at_count"],
        "deje_first": [1, 2],
        "deje_extra_lances": [[], ["pares", "juego", "punto"], ["grande", "chica"]],
        "refusal_bonus": ["bettor", "best_hand", "none"],
        "paso_value": [{"pares": 1, "juego": 1}, {"grande": 2, "punto": 2}, {"chica": 0}],
        "pares_value": [[1, 2, 3], [1, 3, 6]],
        "juego_value": [{"31": 4}, {"other": 1}, {"31": 3, "other": 2}],
        "punto_bonus": [1, 2],
        "punto_bonus_on_accepted": [True, False],
        "duples_compare": ["high_then_low", "four_first", "sum"],
        "real": ["off", "sota", "sota_oros", "king", "figure"],
        "senas": ["off", "fem", "common", "classic"],
        "first_mano": ["random", "lowest_deals", "highest_is_mano", "highest_deals", "cut_suit"],
    }
    for name, values in settings.items():
        if rng.random() < 0.35:
            rules[name] = rng.choice(values)
    if rng.random() < 0.2:
        rules["juego_order"] = rng.sample([31, 32, 40, 37, 36, 35, 34, 33], 8)
    if rng.random() < 0.2:
        rules["extra_kings"] = rng.sample(["5o", "5c", "7o", "Se", "1b", "4c"], rng.choice([0, 1, 2]))
    if rng.random() < 0.05:
        rules["first_mano"], rules["mus_corrido"] = "first_to_cut", "match"
    _make_valid(rules)
    return rules


def _make_valid(rules: Rules) -> None:
    """Overrides what would contradict the rest (the validation column of R6.1)."""
    full = read_rules(rules)
    four_in_pairs = full["players"] == 4 and full["sides"] == "pairs"
    if full["mus_talk"] in ("pair", "fem") and not four_in_pairs:
        rules["mus_talk"] = "sequential"
    if full["sides"] == "individual":
        rules["senas"] = "off"
    if number_of_sides(full) != 2:
        rules["response"] = "sequential"
    if full["players"] == 6:
        rules["reshuffle"] = "include_current"
    if full["raise_style"] == "fixed2":
        rules["min_open"], rules["min_raise"] = min(2, full["min_open"]), min(2, full["min_raise"])
    if full["mus_visto"] != "off":
        rules["expose_probability"] = 0.05


# ---------------------------------------------------------------------- records


def random_record(rng: random.Random, rules: Rules, deals: int = 1, wrong: float = 0.0) -> dict[str, Any]:
    """A record with suits of up to `deals` deals under `rules`, played by random legal acts.

    The last deal sometimes stops early. With probability `wrong` one random token that is most likely illegal
    stands at the end.
    """
    settings = read_rules(rules)
    sides = number_of_sides(settings)
    header: dict[str, Any] = {}
    if rng.random() < 0.8:
        header["mano"] = rng.randint(1, settings["players"])
    if rng.random() < 0.7:
        close = settings["target"] - 1
        header["score"] = [rng.randint(max(0, close - rng.choice([6, 40])), close) for _ in range(sides)]
    if rng.random() < 0.3:
        header["games"] = [rng.randint(0, settings["juegos_to_win_vaca"] - 1) for _ in range(sides)]
        header["vacas"] = [rng.randint(0, settings["vacas_to_win"] - 1) for _ in range(sides)]
    match = start_match(settings, header)
    record: dict[str, Any] = {"acta": 1, "game": "mus", "rules": rules, "deal": []}
    is_wrong = rng.random() < wrong
    stop_early = rng.random() < (0.8 if is_wrong else 0.3)
    for number in range(deals):
        if match.winner is not None:
            break
        match.before_next_deal()
        if number and rng.random() < 0.2:
            header = {"mano": match.mano, "score": list(match.score), "games": list(match.games)}
        hands = _random_hands(rng, settings)
        deal = match.new_deal(hands)
        tokens = _random_play(rng, deal, rng.randint(0, 30) if stop_early and number == deals - 1 else None)
        if deal.phase in ("over", "redeal"):
            match.end_deal(deal)
        cards = ["".join(hands[seat]) for seat in sorted(hands)]
        record["deal"].append({**header, "cards": cards, "play": " ".join(tokens)})
        header = {}
    if is_wrong:
        record["deal"][-1]["play"] = f"{record['deal'][-1]['play']} {_wrong_token(rng, deal)}".strip()
    return record


def _random_hands(rng: random.Random, rules: Rules) -> dict[int, list[str]]:
    """Random hands; now and then one that special settings look at."""
    pack = rng.sample(PACK, 40)
    wished: list[str] = []
    if rules["perete"] != "off" and rng.random() < 0.6:
        wished = [face + rng.choice(SUITS) for face in "4567"]
    elif rules["real"] != "off" and rng.random() < 0.6:
        wished = ["7" + suit for suit in rng.sample(SUITS, 3)] + [rng.choice(["So", "So", "Rc", "Ce", "3b"])]
    elif rules["forbid_worst_ordago_accept"] and rng.random() < 0.6:
        wished = rng.choice([["Ro", "Rc", "7o", "6o"], ["1o", "1c", "Ro", "Co"]])
    pack = wished + [card for card in pack if card not in wished]
    hands = [pack[start : start + 4] for start in range(0, 4 * rules["players"], 4)]
    rng.shuffle(hands)
    return dict(enumerate(hands, 1))


def _random_play(rng: random.Random, deal: Deal, most: int | None) -> list[str]:
    """Plays a deal by random legal acts to its end, or until `most` tokens stand; returns the tokens."""
    tokens: list[str] = []

    def play(token: str) -> None:
        deal.play(token)
        tokens.append(token)

    if deal.rules["mus_visto"] != "off" and rng.random() < 0.4:
        for seat in rng.sample(range(1, deal.players + 1), rng.choice([1, 1, 2])):
            if deal.stage != "redeal":
                play(f"{seat}!{rng.choice(deal.hands[seat])}")
    while deal.phase not in ("over", "redeal") and (most is None or len(tokens) < most):
        sign = _random_sign(rng, deal)
        play(sign if sign else _random_act(rng, deal))
    return tokens


def _random_act(rng: random.Random, deal: Deal) -> str:
    """One legal token of the seat on turn, of one that may speak early, or of the one that is served."""
    if deal.owed:
        seat = deal.owed[0]
        return f"{seat}={''.join(_draw(rng, deal, seat))}"
    assert deal.turn is not None
    seat, acts = deal.turn, deal.legal
    if deal.also and rng.random() < 0.15:
        seat = rng.choice(list(deal.also))
        acts = deal.also[seat]
    cut = 8 * (0.6 ** (-1 / deal.players) - 1)  # so that all say mus in 6 of 10 rounds
    likely = {"M": 8, "X": cut, "perete": 8, "D": 1, "P": 4, "E": 2, "O": 0.15, "Q": 3, "N": 4, "+": 2}
    act = rng.choices(acts, [likely[act] for act in acts])[0]
    if act == "D":
        return f"{seat}:D{''.join(_throw(rng, deal, seat))}"
    if act in "E+":
        return f"{seat}:{act}{_number(rng, deal, act)}"
    return f"{seat}:{act}"


def _throw(rng: random.Random, deal: Deal, seat: int) -> list[str]:
    least, most = (0, 4) if deal.forced else (deal.rules["discard_min"], deal.rules["discard_max"])
    return rng.sample(deal.hands[seat], rng.choice([rng.randint(least, most), most]))


def _draw(rng: random.Random, deal: Deal, seat: int) -> list[str]:
    """As many cards as the seat threw: from the stock, and when it runs out from the new one."""
    count = deal.thrown[seat]
    stock = sorted(deal.stock)
    if count <= len(stock):
        return rng.sample(stock, count)
    cards = stock + rng.sample(sorted(deal.refilled(seat)[0]), count - len(stock))
    return rng.sample(cards, count)


def _number(rng: random.Random, deal: Deal, act: str) -> str:
    """A number that an `E` or a `+` may have, sometimes none."""
    style = deal.rules["raise_style"]
    if rng.random() < 0.3 or (act == "+" and style == "double"):
        return ""
    if style == "fixed2":
        return "2"
    least = deal.rules["min_open" if act == "E" else "min_raise"]
    room = deal._cap() - (deal.on_table if act == "+" else 0)
    return str(rng.randint(least, max(least, min(room, rng.choice([4, 12, 60])))))


def _random_sign(rng: random.Random, deal: Deal) -> str | None:
    codes = SIGN_LISTS[deal.rules["senas"]]
    if not codes or rng.random() > 0.25:
        return None
    seat, code = rng.randint(1, deal.players), rng.choice(codes)
    if not deal.may_sign(seat, code):
        return None
    rivals = [s for s in range(1, deal.players + 1) if deal.side(s) != deal.side(seat)]
    seen = [str(s) for s in rivals if rng.random() < 0.3]
    return f"{seat}:~{code}" + (f">{','.join(seen)}" if seen else "")


def _wrong_token(rng: random.Random, deal: Deal) -> str:
    """A token that is most likely not legal where it stands."""
    seat = rng.randint(1, deal.players)
    held = deal.hands[seat]
    card = rng.choice(PACK)
    own = rng.choice(held) if held else card
    acts = ["M", "X", "P", "Q", "N", "O", "E", "E1", "E2", "E3", "E0", "E1000000", "q"]
    acts += ["+", "+1", "+2", "+3", "+999999", "perete", "D"]
    acts += [f"D{card}", f"D{own}", f"D{own}{own}", f"D{own[0]}", "D" + "".join(held)]
    acts += [f"~{code}" for code in ("duples", "two_kings", "t31", "juego", "cut", "more", "medias", "t30", "wink")]
    acts += [f"~more>{rng.randint(1, deal.players)}", "~more>", "~more>2,2"]
    four = "".join(rng.sample(PACK, 4))
    return rng.choice(
        [f"{seat}:{act}" for act in acts]
        + [f"{seat}!{own}", f"{seat}!{card}", f"{seat}={card}", f"{seat}={four}", f"{deal.players + 1}:P", "0:P", "P"]
    )
