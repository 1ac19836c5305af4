"""Why a bot of Mus did what it did: a sentence for each code of `ordago.bots.Reason`.

They speak of the bot's own cards: for after the showdown. Places: `lance` and `sena` are given in the reader's words;
`chance` is out of 100, as is `better`, the hands that are worth less than the bot's; `stones` of the bet; `rounds` of
mus so far; cards `kept` and `thrown`.
"""

from ordago.locale import mark

MUS_REASONS: dict[str, str] = {
    "perete": mark("I had a perete: four new cards can only be better."),
    "cut-only": mark("Only cutting was allowed."),
    "cut-good": mark("My hand as a whole was better than {better} in 100, good enough to cut."),
    "cut-tired": mark("Rounds of mus by then: {rounds}. Being better than {better} in 100 was enough to cut."),
    "cut-theirs": mark("My hand was better than only {better} in 100, but more cards would have helped them more."),
    "mus-weak": mark("My hand as a whole was better than only {better} in 100: I wanted cards."),
    "mus-partner": mark("My hand was not bad, but my partner wanted cards: not worth cutting for."),
    "throw-all": mark("There was nothing worth keeping: four new cards."),
    "throw-none": mark("I liked my hand as it was."),
    "keep-pares": mark("I kept what was worth pares. Cards thrown: {thrown}."),
    "keep-kings": mark("Kings are kept, for grande, pares and juego. Cards thrown: {thrown}."),
    "keep-aces": mark("I kept the aces for chica. Cards thrown: {thrown}."),
    "keep-best": mark("What I kept gave the best hands after the draw. Cards thrown: {thrown}."),
    "sena": mark("I let my partner know: {sena}."),
    "forced": mark("Nothing else was allowed."),
    "pass-weak": mark("{lance}: my side had the best hand only about {chance} times in 100. Nothing to bet on."),
    "pass-wait": mark("{lance}: about {chance} in 100 for my side, and no need to bet first."),
    "bet-strong": mark("{lance}: about {chance} in 100 for my side. A bet of {stones} should pay."),
    "bet-fair": mark("{lance}: about {chance} in 100 for my side. A bet of {stones} was fair."),
    "bet-bluff": mark(
        "{lance}: only about {chance} in 100 for my side. I bet {stones} to see whether they would refuse."
    ),
    "raise-strong": mark("{lance}: about {chance} in 100 for my side even after their bet. I raised by {stones}."),
    "raise-fair": mark("{lance}: about {chance} in 100 for my side. I raised by {stones} to put the question to them."),
    "raise-bluff": mark("{lance}: only about {chance} in 100 for my side. The raise by {stones} was a bluff."),
    "ordago-strong": mark(
        "{lance}: about {chance} in 100 for my side, and good against the hands that accept: órdago."
    ),
    "ordago-desperate": mark("The juego was slipping away: órdago at {lance}, with about {chance} in 100 for my side."),
    "ordago-bluff": mark("{lance}: only about {chance} in 100 for my side. The órdago was a bluff."),
    "with-sena": mark("{lance}: I had your seña ({sena}). About {chance} in 100 for our side."),
    "against-sena": mark("{lance}: I had seen their seña ({sena}). Only about {chance} in 100 for my side."),
    "accept": mark("{lance}: about {chance} in 100 for my side. That was enough for {stones}."),
    "accept-need": mark("{lance}: only about {chance} in 100 for my side, but refusing would have cost more."),
    "accept-sure": mark("{lance}: no hand could beat mine."),
    "accept-ordago": mark("{lance}: about {chance} in 100 for my side. More than refusing would have left us."),
    "accept-ordago-need": mark(
        "{lance}: about {chance} in 100 for my side, and refusing would have left us with less."
    ),
    "accept-ordago-sure": mark("{lance}: no hand could beat mine. An órdago to accept."),
    "refuse": mark("{lance}: about {chance} in 100 for my side. Too little for {stones}."),
    "refuse-ordago": mark("{lance}: about {chance} in 100 for my side. Too little to stake the juego on."),
}
"""The sentences, to be looked up by code and translated."""
