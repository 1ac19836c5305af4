"""Guests: a signed random name for each browser, and nothing else. Made when somebody sits, not when somebody looks."""

import asyncio
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress

import msgspec
from fastapi import Response
from itsdangerous import BadData, URLSafeTimedSerializer

from ordago.service import House

COOKIE = "ordago"
"""The cookie's name."""

LASTS = 60 * 24 * 3600
"""How long a signature is good for, in seconds."""

TURNS = 90 * 24 * 3600
"""How old the newest key gets before another takes its place; the one before it stays good."""

SPREADS = 24 * 3600
"""How long before it signs a new key is known, in seconds: all workers can read it by then."""

LOOKS = 3600
"""How often a worker looks for new keys, in seconds."""

KEYS = "cookie_keys"
"""The value of the house that holds the keys, the newest last, each with the date from which it signs."""


class Guests:
    """Signs and reads identities, with two live keys; the last one signs."""

    def __init__(self, keys: list[str]) -> None:
        self.use(keys)

    def use(self, keys: list[str]) -> None:
        """From now on these keys."""
        self._signer = URLSafeTimedSerializer(keys, salt="ordago.guest")

    async def keep(self, house: House) -> None:
        """Look for new keys until cancelled."""
        while True:
            await asyncio.sleep(LOOKS)
            with suppress(OSError):
                self.use(await keys_of(house))

    def token(self, who: str) -> str:
        """The signed identity."""
        return str(self._signer.dumps(who))

    def read(self, token: str | None) -> str:
        """The identity in a token; empty where it is missing, forged or too old."""
        try:
            who, signed = self._signer.loads(token or "", return_timestamp=True)
        except BadData:
            return ""
        # Not the library's own check: it refuses what a worker signed whose clock is a second ahead of ours.
        return who if isinstance(who, str) and time.time() - signed.timestamp() <= LASTS else ""

    def of(self, headers: Mapping[str, str], cookies: Mapping[str, str]) -> str:
        """Who asks: by bearer token where there is one, else by cookie."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        return self.read(token.strip()) if scheme.lower() == "bearer" else self.read(cookies.get(COOKIE))

    def give(self, response: Response, who: str, secure: bool) -> None:
        """Set the cookie."""
        response.set_cookie(COOKIE, self.token(who), max_age=LASTS, httponly=True, secure=secure, samesite="lax")


def new_identity() -> str:
    """A new guest."""
    return secrets.token_hex(12)


async def keys_of(house: House) -> list[str]:
    """The house's keys, the one that signs last; makes the first, and a new one in good time before the last is old."""
    while True:
        stored = await house.store.value(KEYS)
        keys = msgspec.json.decode(stored, type=list[tuple[int, str]]) if stored else []
        now = house.now() // 1000
        if keys and now - keys[-1][0] <= TURNS:
            return [key for _, key in sorted(keys, key=lambda key: (key[0] <= now, key[0]))]
        new = (now + SPREADS if keys else now, secrets.token_hex(32))
        await house.store.swap(KEYS, stored, msgspec.json.encode([*keys[-1:], new]).decode())
