"""The acts of a batch game as small numbers.

| code | act |
|---|---|
| 0 | says nothing yet: a seat that might speak out of turn is asked first, and lets the seat on turn speak |
| 1, 2, 3 | mus, no hay mus (cut), perete |
| 4 … 19 | lays aside cards of the sorted hand: 4 + mask, bit 0 for the highest card (4: none) |
| 20 … 23 | paso, quiero, no quiero, órdago |
| 24 … 29 | a bet: envido where no bet stands, else a raise; 24 is the least allowed, 25 … the sizes of the menu |
"""

SILENT, MUS, CUT, PERETE, DISCARD = 0, 1, 2, 3, 4
PASS, QUIERO, NO_QUIERO, ORDAGO, BET = 20, 21, 22, 23, 24
BETS_MOST = 5
"""So many sizes, besides the least one, a menu may have."""
ACTS = BET + 1 + BETS_MOST
"""How many codes there are."""
