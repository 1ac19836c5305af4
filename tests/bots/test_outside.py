"""Programs that play: good ones, and every way of being bad, in real processes."""

import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ordago.arena import Arena, Contest
from ordago.arena.check import check
from ordago.bots import bot_for, outside
from ordago.bots.outside import Answer, Outside
from ordago.bots.process import Program
from ordago.errors import OrdagoError
from ordago.games import GAMES
from ordago.mus import MUS, Cut, Mus, Pass, State

from .programs import GOOD, program
from .tables import at_table

HANDS = ["R751", "C741", "SS76", "R654"]
Make = Callable[..., Outside]


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[Make]:
    """`bot("say(id=id, act='X')")`: an outside bot that answers like this."""
    made = []

    def make(answer: str = GOOD, move_time: float = 5.0, **how: Any) -> Outside:
        made.append(Outside(MUS, program(tmp_path, answer, **how), move_time))
        return made[-1]

    yield make
    for one in made:
        one.close()


def asked(one: Outside, state: State | None = None) -> Answer:
    state = state or at_table(HANDS)
    return one.ask(MUS.view(state, state.turn), 1)


def code_of(one: Outside) -> str:
    with pytest.raises(OrdagoError) as failed:
        asked(one)
    return failed.value.code


# ---------------------------------------------------------------------- good ones


def test_a_program_answers(bot: Make) -> None:
    one = bot()
    assert asked(one).act == Cut(1)
    assert one.choose(MUS.view(at_table(HANDS, [Cut(1)]), 1), random.Random(1)).act == Pass(1)
    assert one.starts == 1


def test_it_is_told_what_its_seat_sees_and_no_more(bot: Make, tmp_path: Path) -> None:
    one = bot(f"open({str(tmp_path / 'told')!r}, 'w').write(line); say(id=id, act=act)")
    state = at_table(["RoCo7o1o", "Cc7c4c1c", "Se6e5e4e", "Rb6b5b4b"], [Mus(1)])
    asked(one, state)
    told = (tmp_path / "told").read_text("utf-8")
    assert all(card in told for card in ("Cc", "7c", "4c", "1c"))
    assert not any(f'"{card}"' in told for card in ("Ro", "Co", "7o", "Se", "6e", "Rb"))
    assert '"seat":2' in told
    assert '"time":5000' in told


def test_rules_are_told_when_they_change(bot: Make, tmp_path: Path) -> None:
    told = tmp_path / "rules"
    one = bot(hello=f"say(protocol=1)\n    if message['t'] == 'rules':\n        open({str(told)!r}, 'a').write('r')")
    asked(one)
    asked(one)
    asked(one, at_table(HANDS, changes={"target": 30}))
    assert told.read_text("utf-8") == "rr"


def test_probabilities_come_back_as_acts(bot: Make) -> None:
    one = bot("say(id=id, act='M', probabilities={'M': 0.75, 'X': 0.25})")
    assert asked(one).chances == {Mus(1): 0.75, Cut(1): 0.25}
    assert asked(bot()).chances == {Cut(1): 1.0}


def test_keys_that_are_new_do_not_matter(bot: Make) -> None:
    assert asked(bot("say(id=id, act='M', mood='good')")).act == Mus(1)


def test_a_contest_is_played_and_reproduced(tmp_path: Path) -> None:
    """The example of the docs in the arena; its dice come from the seed that it is told."""
    example = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"
    command = f"cmd:{program(tmp_path).split()[0]} {example}"
    values = []
    for _ in range(2):
        arena = Arena(Contest("mus", "clasico", {}, None, command, "rule", "5"))
        row = arena.play("deal", 3)
        arena.close()
        assert row.illegal == (0, 0)
        values.append((row.value, row.decisions))
    assert values[0] == values[1]


def test_mos_is_played_as_well(tmp_path: Path) -> None:
    found = check(program(tmp_path), GAMES["mos"], 1, 5.0)
    assert found.ok, found.faults
    assert found.decisions > 10


# ---------------------------------------------------------------------- bad ones


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("print('P', flush=True)", "bot-bad-answer"),
        ("print('{', flush=True)", "bot-bad-answer"),
        ("print('[1]', flush=True)", "bot-bad-answer"),
        ("sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()", "bot-bad-answer"),
        ("print('x' * 3_000_000, flush=True)", "bot-bad-answer"),
        ("print('', flush=True)", "bot-bad-answer"),
        ("say(id=id + 1, act=act)", "bot-bad-answer"),
        ("say(id=id)", "bot-bad-answer"),
        ("say(id=id, act=7)", "bot-bad-answer"),
        ("say(id=id, act='E5')", "bot-illegal-act"),
        ("say(id=id, act='Q')", "bot-illegal-act"),
        ("say(id=id, act='2:X')", "bot-illegal-act"),
        ("say(id=id, act='')", "bot-illegal-act"),
        ("say(id=id, act='x' * 10_000)", "bot-illegal-act"),
        ("say(id=id, act='X', probabilities={})", "bot-bad-chances"),
        ("say(id=id, act='X', probabilities={'X': 0.5})", "bot-bad-chances"),
        ("say(id=id, act='X', probabilities={'X': 2.0, 'M': -1.0})", "bot-bad-chances"),
        ("say(id=id, act='X', probabilities={'M': 1.0})", "bot-bad-chances"),
        ("say(id=id, act='X', probabilities={'X': 0.5, 'E2': 0.5})", "bot-illegal-act"),
        ("sys.exit(3)", "bot-crashed"),
        ("os.close(1); time.sleep(60)", "bot-crashed"),
        ("raise KeyError(id)", "bot-crashed"),
    ],
)
def test_each_fault_has_its_code(bot: Make, answer: str, code: str) -> None:
    assert code_of(bot(answer)) == code


def test_the_status_of_a_crash_is_told(bot: Make) -> None:
    with pytest.raises(OrdagoError) as failed:
        asked(bot("sys.exit(3)"))
    assert failed.value.params == {"status": 3}


@pytest.mark.parametrize("answer", ["pass", "time.sleep(60)", "sys.stdout.write('{'); sys.stdout.flush()"])
def test_silence_ends_when_the_time_is_up(bot: Make, answer: str) -> None:
    one = bot(answer, move_time=0.3)
    began = time.monotonic()
    assert code_of(one) == "bot-silent"
    assert time.monotonic() - began < 3


@pytest.mark.parametrize(
    "command", ["./no-such-program", "", "'", "/", "echo $HOME; touch pwned", "cat /dev/null | cat"]
)
def test_a_command_that_does_not_play(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No shell runs it: `;`, `|` and `$` are letters like others."""
    monkeypatch.chdir(tmp_path)
    assert code_of(Outside(MUS, command)) in ("bot-no-start", "bot-no-hello")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("hello", ["say(protocol=2)", "say(name='x')", "print('hi', flush=True)", "sys.exit()"])
def test_hello_must_be_said(bot: Make, hello: str) -> None:
    assert code_of(bot(hello=hello)) == "bot-no-hello"


def test_a_crash_costs_one_answer(bot: Make, tmp_path: Path) -> None:
    mark = tmp_path / "crashed"
    one = bot(f"open({str(mark)!r}, 'x').close() or sys.exit(1) if not os.path.exists({str(mark)!r}) else {GOOD}")
    assert code_of(one) == "bot-crashed"
    assert asked(one).act == Cut(1)
    assert one.starts == 2


def test_a_program_that_always_crashes_is_left_alone(bot: Make) -> None:
    one = bot("sys.exit(1)")
    codes = [code_of(one) for _ in range(8)]
    assert codes == ["bot-crashed"] * 5 + ["bot-gave-up"] * 3


def test_many_good_answers_make_a_crash_forgotten(bot: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "FORGIVEN", 3)
    one = bot(f"sys.exit(1) if asked == 4 else {GOOD}")
    codes = []
    for _ in range(40):
        try:
            asked(one)
        except OrdagoError as error:
            codes.append(error.code)
    assert codes == ["bot-crashed"] * 10


def test_an_answer_that_comes_late_is_not_taken_for_the_next(bot: Make) -> None:
    """Two answers to one question: the second is thrown away, and counted."""
    one = bot("say(id=id, act='X'); say(id=id, act='M')")
    assert asked(one).act == Cut(1)
    time.sleep(0.2)
    assert asked(one).act == Cut(1)
    assert one.extra == 1


# ---------------------------------------------------------------------- pipes and processes


def test_a_program_that_never_reads_blocks_nobody(tmp_path: Path) -> None:
    """More than any pipe holds is told to it, and it says hello without ever reading."""
    path = tmp_path / "deaf.py"
    path.write_text("import time\nprint('{\"protocol\": 1}', flush=True)\ntime.sleep(60)\n", "utf-8")
    one = Outside(MUS, f"{program(tmp_path).split()[0]} {path}", 0.3)
    began = time.monotonic()
    wide = Program(one.command)
    for _ in range(300):
        wide.tell(b"x" * 10_000)
    assert code_of(one) == "bot-silent"
    wide.kill()
    one.close()
    assert time.monotonic() - began < 30


def test_a_program_that_never_stops_writing_blocks_nobody(bot: Make) -> None:
    one = bot("while True: print('x' * 1000)", move_time=1.0)
    began = time.monotonic()
    assert code_of(one) == "bot-bad-answer"
    code_of(one)
    one.close()
    assert time.monotonic() - began < 30


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups")
def test_it_is_killed_with_its_children(bot: Make, tmp_path: Path) -> None:
    child = tmp_path / "child"
    started = "import subprocess; pid = subprocess.Popen(['sleep', '60']).pid"
    one = bot(f"{started}; open({str(child)!r}, 'w').write(str(pid)); time.sleep(60)", move_time=3.0)
    assert code_of(one) == "bot-silent"
    pid = int(child.read_text("utf-8"))
    for _ in range(600):
        if not Path(f"/proc/{pid}").exists() or "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text("utf-8"):
            break
        time.sleep(0.05)
    else:
        pytest.fail("the child lives on")


def test_goodbye_is_said(bot: Make, tmp_path: Path) -> None:
    mark = tmp_path / "bye"
    one = bot(after=f"open({str(mark)!r}, 'w').write(message['t'])\n")
    asked(one)
    assert one.close()
    assert mark.read_text("utf-8") == "bye"
    assert one.close(), "twice is once"


def test_a_bot_nobody_asked_starts_nothing() -> None:
    one = bot_for(MUS, "cmd:./no-such-program")
    assert isinstance(one, Outside)
    assert one.starts == 0


# ---------------------------------------------------------------------- in a contest and in the check


@pytest.mark.parametrize("answer", ["say(id=id, act='R')", "sys.exit(1)", "print(1, flush=True)"])
def test_a_bad_bot_loses_its_turns_and_not_the_contest(tmp_path: Path, answer: str) -> None:
    command = f"cmd:{program(tmp_path, answer)}"
    arena = Arena(Contest("mus", "clasico", {}, None, "rule", command, "5", move_time=1.0))
    row = arena.play("deal", 1)
    arena.close()
    assert row.illegal == (0, row.decisions[1])
    assert row.decisions[1] > 0


def test_a_good_bot_passes_the_check(tmp_path: Path) -> None:
    found = check(program(tmp_path), MUS, 3, 5.0)
    assert found.ok, found.faults
    assert 0 < found.slowest < 5


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"answer": "print('{', flush=True)"}, "bot-bad-answer"),
        ({"answer": "say(id=id, act='R')"}, "bot-illegal-act"),
        ({"answer": "pass"}, "bot-silent"),
        ({"answer": "sys.exit(1)"}, "bot-crashed"),
        ({"answer": "time.sleep(0.12); say(id=id, act=act)"}, "bot-slow"),
        ({"answer": "say(id=id, act=act); print('thinking', flush=True)"}, "bot-extra-output"),
        ({"hello": "pass"}, "bot-no-hello"),
        ({"after": "time.sleep(60)"}, "bot-stays"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_check_tells_each_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: dict[str, str], code: str
) -> None:
    # Short where the fault is to be late, long where a busy machine must not make it so.
    late = code in ("bot-silent", "bot-slow")
    monkeypatch.setattr(outside, "START_TIME", 0.5 if code == "bot-no-hello" else 60.0)
    monkeypatch.setattr("ordago.arena.check.ENOUGH", 4)
    monkeypatch.setattr("ordago.arena.check.LINGER", 0.2)
    found = check(program(tmp_path, **how), MUS, 1, 0.1 if late else 30.0, noisy=False)
    assert code in [fault.code for _, fault in found.faults]
    assert not found.ok
