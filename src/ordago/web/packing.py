"""What may be sent compressed, and to whom.

Only what is the same for everybody: the client's files, the catalogues, rules in words. An answer that holds both a
secret and what a stranger chose would tell of the secret by its size, so nothing else is compressed, neither here nor
on sockets.
"""

import gzip
from collections.abc import Mapping
from functools import lru_cache

from starlette.responses import Response


def understands_gzip(headers: Mapping[str, str]) -> bool:
    """Whether whoever asks takes gzip."""
    for one in headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = one.partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def public_json(data: bytes, headers: Mapping[str, str]) -> Response:
    """An answer that holds nothing but what everybody may read, and is made of few kinds."""
    own = {"Vary": "Accept-Encoding"}
    if understands_gzip(headers):
        data, own = _packed(data), {**own, "Content-Encoding": "gzip"}
    return Response(data, media_type="application/json", headers=own)


@lru_cache(maxsize=64)
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)
