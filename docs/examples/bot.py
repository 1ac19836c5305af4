"""A Mus bot in thirty lines: bets on good hands, accepts with good ones, never shouts. Needs only Python."""

import json
import random
import sys


def choose(view, rng):
    """The word of an act, out of view["legal"]."""
    legal = {option["kind"]: option for option in view["legal"]}
    hand = view["worths"][str(view["seat"])]
    kings, good = hand["numbers"].count(12), hand["category"] + hand["juego"]
    if "D" in legal:  # keep the kings
        thrown = [card for card in view["hand"] if card[0] not in "R3"]
        return "D" + "".join(thrown[: legal["D"]["most"]] or view["hand"][-1:])
    if "M" in legal and (kings < 2 or good < 2):
        return "M"
    if "X" in legal:
        return "X"
    strong = {"grande": kings >= 2, "chica": hand["numbers"].count(1) >= 2, "pares": hand["category"] >= 2}
    likes = strong.get(view["lance"]["name"], hand["total"] in (29, 30, 31, 32))
    if "P" in legal:
        return "E2" if likes and "E" in legal and rng.random() < 0.8 else "P"
    return "Q" if likes and "+" in legal else "N"


for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print(json.dumps({"protocol": 1, "name": "thirty lines"}), flush=True)
    elif message["t"] == "act":
        word = choose(message["view"], random.Random(message["seed"]))
        print(json.dumps({"id": message["id"], "act": word}), flush=True)
