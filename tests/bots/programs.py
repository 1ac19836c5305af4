"""Small programs that play, well or badly, for the tests of outside bots."""

import shlex
import sys
from pathlib import Path

HELLO = """
import json, os, sys, time
def say(**message): print(json.dumps(message), flush=True)
def word(view):
    kinds = {option["kind"]: option for option in view["legal"]}
    if "D" in kinds: return "D" + view["hand"][-1]
    for kind in ("X", "P", "N", "T"):
        if kind in kinds: return kind
    return view["legal"][0]["kind"]
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        {hello}
    if message["t"] == "act":
        asked += 1
        id, view, act = message["id"], message["view"], word(message["view"])
        {answer}
"""

GOOD = "say(id=id, act=act)"
DEFAULT_HELLO = "say(protocol=1, name='test')"


def program(folder: Path, answer: str = GOOD, hello: str = DEFAULT_HELLO, after: str = "") -> str:
    """The command of a program that answers like this; statements with `;` between."""
    path = folder / "bot.py"
    path.write_text(HELLO.replace("{hello}", hello).replace("{answer}", answer) + after, "utf-8")
    return shlex.join([sys.executable, str(path)])
