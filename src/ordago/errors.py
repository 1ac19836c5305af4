"""What can go wrong, as codes with parameters.

    OrdagoError
    ├── NotationError   a text that is not a card, an act or a token
    ├── Refusal         an act that the rules do not allow here
    ├── RulesError      a setting that does not exist, is mistyped or contradicts another
    └── RecordError     a record that cannot be read; says where

Codes are stable and listed in `docs/codes.md`. The sentence for a person is made at the edge, in the reader's
language, from the code and its parameters (`ordago.tell`); `str(error)` is for logs and tracebacks.
"""

from typing import Any


class OrdagoError(Exception):
    """An error with a stable `code` and the `params` that its sentence needs."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        if not self.params:
            return self.code
        return f"{self.code} ({', '.join(f'{key}={value!r}' for key, value in self.params.items())})"


class NotationError(OrdagoError):
    """A text that does not name a card, an act or a token."""


class Refusal(OrdagoError):
    """An act that the rules do not allow at this point. The state that refused it is unchanged."""


class RulesError(OrdagoError):
    """A setting that does not exist, has the wrong type or contradicts another; raised when rules are made."""


class RecordError(OrdagoError):
    """A record that cannot be read or replayed.

    `deal` counts from 1 and is None outside the deals; `token` counts from 1 in the deal's play and is None outside
    it; `text` is the token as written; `where` names the key, or line and column for broken TOML.
    """

    def __init__(
        self,
        code: str,
        *,
        deal: int | None = None,
        token: int | None = None,
        text: str | None = None,
        where: str | None = None,
        **params: Any,
    ) -> None:
        super().__init__(code, **params)
        self.deal = deal
        self.token = token
        self.text = text
        self.where = where

    def __str__(self) -> str:
        place = self.where or ("" if self.deal is None else f"deal {self.deal}")
        if self.token is not None:
            place = f"deal {self.deal}, token {self.token} {self.text!r}"
        return f"{place}: {super().__str__()}" if place else super().__str__()
