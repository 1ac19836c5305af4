"""What is wrong with what clients were told."""

from collections import Counter

import msgspec

from ordago.table.clocks import turn_times
from ordago.table.events import Acted
from tools.cluster import Client
from tools.history.cards import CARD
from tools.history.told import Told


def faults_of(told: Told, clients: list[Client]) -> list[str]:
    """Everything that is wrong with what the clients of a table were told."""
    found = []
    ids = Counter(event.cid for event in told.log if event.cid)
    found += [f"done {count} times: {cid}" for cid, count in ids.items() if count > 1]
    for table, event in zip(told.tables, told.log[1:], strict=False):
        if isinstance(event, Acted) and event.why == "timeout":
            times = turn_times(table)
            if times is None or event.at < times[1]:
                found.append(f"time ran out early: {event}")
    for number, client in enumerate(clients, 1):
        found += [f"acknowledged and lost: {one}" for one in client.acknowledged if ids[f"{client.who}:{one}"] != 1]
        places = [1]
        for connection in client.seen:
            for count, message in enumerate(connection):
                if message["seq"] != count + 1:
                    found.append(f"client {number} was told {message['seq']} as number {count + 1} of a connection")
                before, places = places, told.places(message, client.who, not count, places)
                if not places:
                    why = told.difference(message, client.who, not count, before[-1])
                    found.append(f"client {number} was told what never was, after {before}: {why[:3000]}; {message}")
                    break
                text = msgspec.json.encode([message["view"], message["news"]]).decode()
                cards = set(CARD[told.tables[0].game].findall(text))
                if not cards <= told.knowable(before[0], places[0], client.who):
                    found.append(f"client {number} was told cards after {places}: {message}"[:3000])
            if not places:
                break
    return found
