"""Why a word was said: what the chance was, and what a seña had told."""

from ordago.bots.bot import Reason
from ordago.bots.mus_rule.betting import EVEN, FAIR, POOR, STRONG
from ordago.bots.mus_rule.chances import Field
from ordago.bots.mus_rule.reading import NO_HOLDING, Heard
from ordago.core.acts import Act
from ordago.mus.acts import Envido, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.mus.betting import Lance
from ordago.mus.view import View

SURE = 0.9999


def reason(view: View, lance: Lance, act: Act, win: float, seen: Field, found: Heard) -> Reason:
    """The reason of a word, by the exact chance that one's side has the best hand."""
    stones = act.stones if isinstance(act, Envido | Raise) else lance.table
    params = {"lance": lance.name, "chance": round(100 * win), "stones": stones}
    if len(view.legal) == 1:
        return Reason("forced", params)
    signed = _signed(view, found, isinstance(act, Pass | NoQuiero))
    if signed:
        code = "against-sena" if isinstance(act, Pass | NoQuiero) else "with-sena"
        return Reason(code, {**params, "sena": signed})
    return Reason(_code(lance, act, win, seen), params)


def _code(lance: Lance, act: Act, win: float, seen: Field) -> str:
    match act:
        case Pass():
            return "pass-weak" if win < FAIR else "pass-wait"
        case Envido() | Raise():
            kind = "bet" if isinstance(act, Envido) else "raise"
            return f"{kind}-strong" if win >= STRONG else f"{kind}-fair" if win >= FAIR else f"{kind}-bluff"
        case Ordago():
            return "ordago-strong" if win >= EVEN else "ordago-bluff"
        case Quiero():
            if seen.win(alone=True) > SURE:
                return "accept-ordago-sure" if lance.ordago else "accept-sure"
            if lance.ordago:
                return "accept-ordago" if win >= EVEN else "accept-ordago-need"
            return "accept" if win >= POOR else "accept-need"
    return "refuse-ordago" if lance.ordago else "refuse"


def _signed(view: View, found: Heard, theirs: bool) -> str:
    """A seña that was seen of the partner, or of `theirs`; empty where there was none."""
    for chair, codes in sorted(found.senas.items()):
        if chair == view.seat or (view.side_of[chair] != view.side_of[view.seat]) != theirs:
            continue
        for code in sorted(codes):
            if code not in NO_HOLDING:
                return code
    return ""
