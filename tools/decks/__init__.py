"""Our decks, drawn by programs: `python3 -m tools.decks` writes the sprites that the client shows.

Standard library only, and the same output every time. A card is 120 x 186 units. Ids in a sprite are the record's names
of the cards (`Ro`, `TD`), `back`, and `pip-…` for what the cards are made of.
"""
