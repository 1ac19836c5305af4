"""Plays at many tables over several workers while something always fails, and checks what everybody was told.

    python -m tools.history --seed 1 --minutes 10 --tables 8 --workers 3

Half of the tables play Mus, half Møs. A nemesis kills, stops and freezes workers, freezes and crashes the database,
takes the broker away, pulls or silences the cables of a worker to the database, the broker or the players, and lets the
clocks of the workers' machines jump by up to an hour; they begin an hour apart.

Then every client's messages are held against the log in the database. That is the model: each message must be the view
of that viewer after some event of the one order that there is, never an earlier one than before, with the news of
exactly the events in between; every act that was acknowledged stands in the log once; nobody's time ran out early; no
message holds a card that its viewer may not know. What the nemesis does and what the clients want follows from the
seed; when it happens does not quite.
"""

from tools.history.faults import faults_of
from tools.history.run import history
from tools.history.told import Told

__all__ = ["Told", "faults_of", "history"]
