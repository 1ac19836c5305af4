"""Whose pages may use the server: an exact list, checked before a socket is accepted and before anything is changed."""

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit


def allowed(headers: Mapping[str, str], scheme: str, origins: frozenset[str]) -> bool:
    """Whether the request's `Origin` is ours.

    It is if it is listed, or if it is the very address that was asked, as a number: a page from there came from us, and
    no name of somebody else's can be made to look like it.
    """
    origin = headers.get("origin")
    if origin is None:
        return False
    if origin in origins:
        return True
    host = headers.get("host", "")
    web = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    return origin == f"{web}://{host}" and _is_number(host)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return False
    return True
