"""Guests: a signed random name for each browser, and nothing else. Made when somebody sits, not when somebody looks."""

import secrets
from collections.abc import Mapping

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

KEYS = "cookie_keys"
"""The value of the house that holds the keys, the newest last, each with its date."""


class Guests:
    """Signs and reads identities, with two live keys."""

    def __init__(self, keys: list[str]) -> None:
        self._signer = URLSafeTimedSerializer(keys, salt="ordago.guest")

    def token(self, who: str) -> str:
        """The signed identity."""
        return str(self._signer.dumps(who))

    def read(self, token: str | None) -> str:
        """The identity in a token; empty where it is missing, forged or too old."""
        try:
            who = self._signer.loads(token or "", max_age=LASTS)
        except BadData:
            return ""
        return who if isinstance(who, str) else ""

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


async def guests_of(house: House) -> Guests:
    """The house's guests; makes its first key, and a new one where the last is old."""
    stored = await house.store.value(KEYS)
    keys = msgspec.json.decode(stored, type=list[tuple[int, str]]) if stored else []
    now = house.now() // 1000
    if not keys or now - keys[-1][0] > TURNS:
        keys = [*keys[-1:], (now, secrets.token_hex(32))]
        await house.store.put(KEYS, msgspec.json.encode(keys).decode())
    return Guests([key for _, key in keys])
