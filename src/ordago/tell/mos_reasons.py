"""Why a bot of Møs did what it did: a sentence for each code of `ordago.bots.Reason`.

They speak of the bot's own cards, so they are for after the game. Places: `cards` is what it laid; `lost` how often in
100 it lost the `games` that it played out in its head.
"""

from ordago.locale import mark

MOS_REASONS: dict[str, str] = {
    "only-act": mark("Nothing else was allowed."),
    "duel-lead-low": mark("{cards}: in the duels I lead my lowest."),
    "duel-win": mark("{cards}: a high card was led, worth taking with the cheapest that beats it."),
    "duel-throw": mark("{cards}: not worth beating, or I could not: my lowest."),
    "take-must": mark("I could not beat the table."),
    "take-tired": mark("I could have beaten it, but this round had gone on long enough."),
    "burn-low": mark("{cards}: a lead that is burnt should be the worst card."),
    "beat-cheap": mark("{cards}: the cheapest that beats the table; the high ones are for later."),
    "beat-run": mark("{cards}: a whole run at once."),
    "lead-unbeatable": mark("{cards}: two of us left, and this cannot be beaten; the weak one comes last."),
    "lead-hold": mark("{cards}: the next player had one card left and could have beaten another lead with it."),
    "lead-run": mark("{cards}: long low runs first."),
    "lead-low": mark("{cards}: low cards first."),
    "lookout-wins": mark("{cards}: the last two of us, and I saw a sure way to get out first."),
    "lookout-take": mark("I took up although I could beat: in {games} games in my head I lost {lost} in 100."),
    "lookout-habit": mark("{cards}: as usual, and in {games} games in my head I lost only {lost} in 100."),
    "lookout-better": mark("{cards}: not as usual, but in {games} games in my head I lost only {lost} in 100."),
}
"""The sentences, to be looked up by code and translated."""

ROUTINE = frozenset({"only-act", "take-must", "duel-lead-low", "duel-throw"})
"""Reasons that are not worth telling."""
