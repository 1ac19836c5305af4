"""The same results compiled and not: run once in each way, in processes of their own."""

import os
import subprocess
import sys

DIGEST = "a9b5117af466cf89fdbbc576c94c339a759fe6c01ec72ceab035fbda88980a66"
"""What the games below come to, on every machine."""

PLAY = """
import hashlib
import numpy as np
from ordago.batch import mus
from ordago.batch.compiled import COMPILED
from ordago.mus import rules
found = hashlib.sha256()
for preset, more in [("clasico", {}), ("ffm", {"expose_probability": 0.05}), ("fem13", {"perete": "swap_plus_1"}),
                     ("clasico", {"players": 6, "response": "strongest_of_pair"}),
                     ("clasico", {"players": 5, "real": "sota_oros", "reshuffle": "exclude_current"})]:
    of = rules(preset, mus_rounds_max=20, bet_cap="target", **more)
    for until in ("deal", "juego"):
        for part in mus.play(of, 40, 3, until=until, policies=mus.tempered()):
            found.update(np.ascontiguousarray(part).tobytes())
    steps = mus.Lockstep(of, 10, 3, until="juego")
    for _ in range(60):
        found.update(steps.observe().tobytes() + steps.mask().tobytes())
        for part in steps.step(steps.sample()):
            found.update(np.ascontiguousarray(part).tobytes())
from ordago.batch import mos
from ordago.mos import rules as mos_rules
for of, players in [(mos_rules(), 4), (mos_rules("balanced"), 9), (mos_rules("mas_norway", match="first_out"), 3),
                    (mos_rules("skitgubbe_runs", packs=2, lend_mode=3, match="fixed", games=2), 7)]:
    for policy in (mos.UNIFORM, mos.SANE):
        for part in mos.play(of, players, 8, 3, policies=policy):
            found.update(np.ascontiguousarray(part).astype(np.int64).tobytes())
    steps = mos.Lockstep(of, players, 4, 3)
    for _ in range(200):
        found.update(steps.observe().tobytes() + steps.mask().tobytes())
        for part in steps.step(steps.sample()):
            found.update(np.ascontiguousarray(part).tobytes())
print(COMPILED, found.hexdigest())
"""


def played(**environment: str) -> list[str]:
    answer = subprocess.run(
        [sys.executable, "-c", PLAY], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return answer.stdout.split()


def test_plain_python_gives_the_same_games() -> None:
    plain = played(NUMBA_DISABLE_JIT="1")
    assert plain == ["False", DIGEST]


def test_compiled_and_plain_games_are_equal() -> None:
    compiled, plain = played(NUMBA_DISABLE_JIT="0"), played(NUMBA_DISABLE_JIT="1")
    assert (compiled[0], plain[0]) == ("True", "False")
    assert compiled[1] == plain[1]
