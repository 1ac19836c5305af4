"""Checks that any game of the house must pass, each an AssertionError with a sentence where it fails.

What they hold a game to is written in `ordago.core.game`: legal acts are exactly the accepted ones, a state never
changes, the history is the whole truth, records give the match back, seeds decide everything, deals end, and a view
tells nothing that its seat cannot know.
"""

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from ordago.core import Act, Game, Option, Record, State, read_record, report, write_record
from ordago.errors import Refusal, RulesError
from ordago.testing.play import Step, options, random_match

Exchanges = Callable[[Any, int], Collection[tuple[int, int]]]
"""For a state and a seat (0: a spectator): pairs of cards whose exchange that seat cannot notice."""

CARD_FIELDS = frozenset({"card", "cards", "hands", "stock"})
"""Fields of acts that hold cards, alone or in tuples."""

TRIES = 6
"""How many acts of other moments are tried at each state and seat."""


def check_game(
    game: Game,
    *,
    seed: int = 0,
    deals: int = 4,
    presets: Sequence[str] | None = None,
    players: Sequence[int | None] = (None,),
    changes: Mapping[str, Any] | None = None,
    exchanges: Exchanges | None = None,
    longest: int = 5_000,
) -> None:
    """Every check, on a random match of up to `deals` deals for each of the presets and numbers of players.

    `presets` are all of the game's where not given; `changes` are settings laid over each; None among `players` leaves
    the number to the rules. `exchanges` names cards whose exchange a seat cannot notice (`check_exchanges`); without it
    hidden hands are only shuffled straight after a deal. `longest` is how many acts a deal may take.
    """
    check_rules(game)
    for preset in game.presets if presets is None else presets:
        rules = game.rules(preset, changes or {})
        for number in players:
            check_match(game, rules, number, seed=seed, deals=deals, exchanges=exchanges, longest=longest)


def check_match(
    game: Game,
    rules: Any,
    players: int | None,
    *,
    seed: int,
    deals: int,
    exchanges: Exchanges | None = None,
    longest: int = 5_000,
) -> None:
    """Every check on one random match under these rules."""
    rng = random.Random(seed)
    start = game.start(rules, players, rng)
    steps = list(random_match(game, start, rng, deals=deals, longest=longest))
    samples = Samples(game, steps, rng)
    for step in steps:
        check_step(game, step)
        check_turn(game, step.before)
        check_legal(game, step.before, samples, rng)
        check_view(game, step.before)
        check_time_out(game, step.before)
    end = steps[-1].after
    check_turn(game, end)
    check_view(game, end)
    check_legal(game, end, samples, rng)
    check_fold(start, end)
    check_records(game, start, steps, rng)
    check_seeds(game, rules, players, seed, deals, longest)
    check_hands_hidden(game, steps, rng)
    if exchanges:
        check_exchanges(game, start, steps, exchanges, rng)


def check_rules(game: Game) -> None:
    """The presets make rules, rules are values, and flat names and a record's changes give them back."""
    assert game.default_preset in game.presets, f"{game.default_preset!r} is not among the presets"
    for preset in game.presets:
        rules = game.rules(preset, {})
        assert rules == game.rules(preset, {}), f"the preset {preset!r} does not give equal rules twice"
        assert hash(rules) == hash(game.rules(preset, {})), f"equal rules of {preset!r} differ in their hash"
        flat = game.flat_rules(rules)
        assert game.rules(game.default_preset, flat) == rules, f"the flat settings of {preset!r} do not give it back"
        named, changes = game.preset_and_changes(rules)
        assert game.rules(named, changes) == rules, f"{named!r} with {changes} does not give {preset!r} back"
    for wrong in (("no-such-preset", {}), (game.default_preset, {"no_such_setting": 1})):
        try:
            game.rules(*wrong)
        except RulesError:
            continue
        raise AssertionError(f"rules {wrong} are accepted")


class Samples:
    """Acts met in a match, by the kind of the option that they came from: near misses at every other moment."""

    def __init__(self, game: Game, steps: Iterable[Step], rng: random.Random) -> None:
        self.acts: dict[str, Act] = {}
        self.cards: dict[str, set[int]] = {}
        self.codes: dict[str, set[str]] = {}
        self.dealers: list[Act] = []
        for state, act, _ in steps:
            if not act.seat and (game.is_deal(act) or not state.turn):
                self.dealers = [*self.dealers[-TRIES:], act]
            for seat, option in options(state):
                self.cards.setdefault(option.kind, set()).update(option.cards)
                self.codes.setdefault(option.kind, set()).update(option.codes)
                if rng.random() < 0.1 or option.kind not in self.acts:
                    self.acts[option.kind] = game.act_from(seat, option, rng)


def check_legal(game: Game, state: State, samples: Samples, rng: random.Random) -> None:
    """`legal` over all seats describes exactly what `apply` accepts.

    Acts of every option are accepted; acts one beyond its range, with a card or word that it does not name, of kinds
    not offered, of seats that are not at the table, and of a dealer who is not awaited are refused, and change nothing.
    """
    before = seen(game, state)
    for seat in range(1, state.players + 1):
        offered = {option.kind: option for option in state.legal(seat)}
        assert len(offered) == len(state.legal(seat)), f"seat {seat} is offered the same kind of act twice"
        for option in offered.values():
            _accepted(state, game.act_from(seat, option, rng), option)
            for act in _beyond(game, seat, option, samples, rng):
                _refused(state, act, f"seat {seat} is offered {option}")
        others = sorted(samples.acts.keys() - offered.keys())
        for kind in rng.sample(others, min(TRIES, len(others))):
            _refused(state, replace(samples.acts[kind], seat=seat), f"seat {seat} is not offered {kind!r}")
    for act in samples.acts.values():
        for stranger in (0, state.players + 1):
            _refused(state, replace(act, seat=stranger), f"there is no seat {stranger}")
    if state.turn or state.match_over:
        for act in samples.dealers:
            _refused(state, act, "the dealer is not awaited")
    assert seen(game, state) == before, "trying acts changed the state"


def check_step(game: Game, step: Step) -> None:
    """An act adds itself to the history, and neither the state before it nor its attributes can change."""
    before, act, after = step
    assert [*before.history, act] == list(after.history), f"the history after {act} is not the one before and the act"
    first = seen(game, before)
    assert before.apply(act) == after, f"{act} gives two different states"
    assert seen(game, before) == first, f"{act} changed the state that it was applied to"
    for name in ("turn", "history", "rules"):
        try:
            setattr(after, name, getattr(after, name))
        except (AttributeError, TypeError):
            continue
        raise AssertionError(f"the state's {name} can be assigned to")


def check_turn(game: Game, state: State) -> None:
    """Whoever the table waits for can act; where it waits for nobody, nobody can; after the match nothing is legal."""
    listed = {seat for seat, option in options(state) if option.kind not in game.unlisted}
    if state.turn:
        assert 1 <= state.turn <= state.players, f"turn is {state.turn} at a table of {state.players}"
        assert state.turn in listed, f"the table waits for seat {state.turn}, which may do nothing"
        assert not state.deal_over, f"the table waits for seat {state.turn} though no deal is running"
    else:
        assert not options(state), f"the table waits for nobody, yet {options(state)[:1]} is legal"
    assert not (state.match_over and state.turn), "the match is over, yet the table waits"


def check_view(game: Game, state: State) -> None:
    """A view names its seat, the turn and that seat's legal acts; a spectator has none."""
    for seat in range(state.players + 1):
        view = game.view(state, seat)
        assert view == game.view(state, seat), f"two views of seat {seat} of one state differ"
        assert view.seat == seat, f"the view of seat {seat} says seat {view.seat}"
        assert view.turn == state.turn, f"the view of seat {seat} says that seat {view.turn} is on turn"
        legal = state.legal(seat) if seat else ()
        assert view.legal == legal, f"the view of seat {seat} offers {view.legal}, the state {legal}"


def check_time_out(game: Game, state: State) -> None:
    """A seat on turn that does not act in time has a legal act."""
    if state.turn:
        act = game.time_out_act(game.view(state, state.turn))
        assert act.seat == state.turn, f"when seat {state.turn} runs out of time, seat {act.seat} acts"
        assert state.can(act), f"when seat {state.turn} runs out of time it does {act}, which is not legal"


def check_fold(start: State, end: State) -> None:
    """The acts of the history, applied to the start, give the state, and at each length a state of that length."""
    state = start
    for number, act in enumerate(end.history, 1):
        state = state.apply(act)
        assert len(state.history) == number, f"after {number} acts the history holds {len(state.history)}"
    assert state == end, "the history replayed from the start gives another state"


def check_records(game: Game, start: State, steps: Sequence[Step], rng: random.Random) -> None:
    """The match, and parts that stop anywhere, survive writing and reading; canonical text stays as it is."""
    stops = {len(steps), 0, *(rng.randint(0, len(steps)) for _ in range(3))}
    for stop in sorted(stops):
        check_record(game, Record(game.name, start, tuple(step.act for step in steps[:stop])))


def check_record(game: Game, record: Record) -> None:
    """Write, read, write, read: the same text, the same value, and the same report as the record given."""
    games = {game.name: game}
    text = write_record(record, game)
    once = read_record(text, games)
    again = write_record(once, game)
    assert again == text, f"canonical text changes when it is read and written:\n{text}\n{again}"
    assert read_record(again, games) == once, f"a record reads differently the second time:\n{again}"
    told, retold = report(record, game), report(once, game)
    assert told == retold, f"a record tells another match than the one written:\n{text}\n{told}\n{retold}"


def check_seeds(game: Game, rules: Any, players: int | None, seed: int, deals: int, longest: int = 5_000) -> None:
    """Equal seeds give equal matches, act by act."""
    played = []
    for _ in range(2):
        rng = random.Random(seed)
        start = game.start(rules, players, rng)
        played.append((start, [step.act for step in random_match(game, start, rng, deals=deals, longest=longest)]))
    assert played[0] == played[1], f"seed {seed} gives two different matches"


def check_hands_hidden(game: Game, steps: Iterable[Step], rng: random.Random) -> None:
    """Straight after a deal a seat cannot tell how the cards of the other hands lie (acts that have `hands`)."""
    for before, act, after in steps:
        hands = getattr(act, "hands", None)
        if not game.is_deal(act) or hands is None:
            continue
        for seat in range(after.players + 1):
            others = [at for at in range(len(hands)) if at != seat - 1]
            cards = [card for at in others for card in hands[at]]
            rng.shuffle(cards)
            twin = list(hands)
            for at in others:
                twin[at] = tuple(sorted(cards[: len(hands[at])]))
                del cards[: len(hands[at])]
            check_alike(game, after, before.apply(replace(act, hands=tuple(twin))), seat)


def check_exchanges(
    game: Game, start: State, steps: Sequence[Step], exchanges: Exchanges, rng: random.Random, tries: int = 40
) -> None:
    """Twin worlds: with two cards exchanged that a seat cannot tell apart, its view and its legal acts are equal.

    The acts since the last deal are repeated with the two cards exchanged wherever they stand, in fields of the names
    `CARD_FIELDS`; all of them must be legal again.
    """
    deal_at = 0
    begun: list[int] = []
    for number, step in enumerate(steps):
        deal_at = number if game.is_deal(step.act) else deal_at
        begun.append(deal_at)
    for stop in rng.sample(range(len(steps)), min(tries, len(steps))):
        state = steps[stop].after
        for seat in range(state.players + 1):
            pairs = sorted(exchanges(state, seat))
            if not pairs:
                continue
            one, two = rng.choice(pairs)
            twin = steps[begun[stop]].before
            for step in steps[begun[stop] : stop + 1]:
                act = exchanged(step.act, {one: two, two: one})
                assert twin.can(act), f"seat {seat} cannot tell cards {one} and {two} apart, but exchanged {act} fails"
                twin = twin.apply(act)
            check_alike(game, state, twin, seat)


def check_alike(game: Game, state: State, twin: State, seat: int) -> None:
    """Two states that differ only in what is hidden from the seat give it equal views and equal legal acts."""
    one, two = game.view(state, seat), game.view(twin, seat)
    if one != two:
        fields = getattr(one, "__struct_fields__", ())
        names = [name for name in fields if getattr(one, name) != getattr(two, name)]
        raise AssertionError(f"the view of seat {seat} tells what is hidden from it: {', '.join(names) or one}")
    if seat:
        assert state.legal(seat) == twin.legal(seat), f"what seat {seat} may do tells what is hidden from it"


def exchanged(act: Act, other: Mapping[int, int], fields: Collection[str] = CARD_FIELDS) -> Act:
    """The act with each card in these fields replaced as `other` says; cards that it does not name stay."""

    def swap(value: Any) -> Any:
        return tuple(map(swap, value)) if isinstance(value, tuple) else other.get(value, value)

    return replace(act, **{name: swap(value) for name, value in asdict(act).items() if name in fields})


def seen(game: Game, state: State) -> str:
    """All that can be seen of a state, as a text that later changes cannot touch."""
    views = [game.view(state, seat) for seat in range(state.players + 1)]
    return repr((views, len(state.history), state.deal_over, state.match_over))


def _accepted(state: State, act: Act, option: Option) -> None:
    try:
        state.verify(act)
        state.apply(act)
    except Refusal as refusal:
        raise AssertionError(f"legal offers {option}, but {act} is refused: {refusal}") from None
    assert state.can(act), f"{act} is accepted by apply, but `can` says no"


def _refused(state: State, act: Act, why: str) -> None:
    for trial in (state.verify, state.apply):
        try:
            trial(act)
        except Refusal:
            continue
        raise AssertionError(f"{act} is accepted though {why}")
    assert not state.can(act), f"{act} is refused by apply, but `can` says yes"


def _beyond(game: Game, seat: int, option: Option, samples: Samples, rng: random.Random) -> list[Act]:
    """Acts just outside an option: one too few, one too many, a card or a word that it does not name."""
    found = []
    if option.cards:
        strange = sorted(samples.cards.get(option.kind, set()) - set(option.cards))
        if strange:
            found.append(game.act_from(seat, Option(option.kind, 1, 1, (rng.choice(strange),)), rng))
    if option.codes:
        strange_codes = sorted(samples.codes.get(option.kind, set()) - set(option.codes))
        if strange_codes:
            found.append(game.act_from(seat, replace(option, codes=(rng.choice(strange_codes),)), rng))
        return found
    inside = game.act_from(seat, option, rng)
    numbers = [option.least - 1] if option.least else []
    if not option.cards or option.most < len(option.cards):
        numbers.append(option.most + 1)
    for number in numbers:
        act = game.act_from(seat, replace(option, least=number, most=number), rng)
        if act != inside:  # equal: this kind of act has no number
            found.append(act)
    return found
