"""Lending between the phases by the book (rules dossier 7.3)."""


def lending_amounts(
    mode: str | int, piles: dict[int, int], trump_holder: int | None, order: list[int]
) -> tuple[dict[int, int], dict[int, int]]:
    """How many cards each giver gives and each receiver gets, chairs with nothing to give or get left out.

    `piles` are the pile sizes without the trump card, `order` the chairs from the dealer's right.
    """
    receivers = [c for c in order if piles[c] == 0 and c != trump_holder]
    givers = [c for c in order if piles[c] >= 2]
    if mode == "off" or not receivers or not givers:
        return {}, {}
    if mode == "per5":
        gifts = {c: piles[c] // 5 for c in givers}
    else:
        gifts = _by_proportion(mode, piles, givers, len(receivers))
    total = sum(gifts.values())
    share, extra = divmod(total, len(receivers))
    gets = {c: share + (1 if place < extra else 0) for place, c in enumerate(receivers)}
    return {c: g for c, g in gifts.items() if g}, {c: g for c, g in gets.items() if g}


def _by_proportion(mode: str | int, piles: dict[int, int], givers: list[int], receivers: int) -> dict[int, int]:
    if isinstance(mode, int):
        target = mode
    else:  # average
        with_a_pile = sum(1 for size in piles.values() if size >= 1)
        target = sum(piles.values()) // (with_a_pile + receivers)
    whole = sum(piles[c] for c in givers)
    total = min(target * receivers, sum(piles[c] - 1 for c in givers))
    gifts = {c: min(total * piles[c] // whole, piles[c] - 1) for c in givers}
    by_fraction = sorted(givers, key=lambda c: -(total * piles[c] % whole))  # stable: ties stay in seat order
    while sum(gifts.values()) < total:
        for c in by_fraction:
            if sum(gifts.values()) < total and gifts[c] < piles[c] - 1:
                gifts[c] += 1
    return gifts
