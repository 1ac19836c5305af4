"""Who does the parts of a training: this process, or workers of a Dask cluster here or elsewhere.

What comes out is the same, on processors of the same kind to the last bit. Workers elsewhere need this package with the
extras `batch` and `cluster`, in the same version.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ordago.errors import OrdagoError
from ordago.training.stages import Stage

Work = Callable[[Any, int], Stage]
"""From what all parts share and the number of a part to its arrays; a function of a module, so that it can be sent."""

Crew = Callable[[Work, Any, Sequence[int]], Iterator[tuple[int, Stage]]]
"""Does the parts of these numbers, and yields them in the order in which they are done."""

PATIENCE = 10.0
"""Seconds until a cluster that does not answer, or has no workers, is given up."""


def alone(work: Work, shared: Any, parts: Sequence[int]) -> Iterator[tuple[int, Stage]]:
    """One part after the other, here."""
    for part in parts:
        yield part, work(shared, part)


@contextmanager
def crew(workers: int = 1, cluster: str | None = None) -> Iterator[Crew]:
    """So many processes of this machine, or the workers of a cluster by its address, as `tcp://host:8786`.

    Raises OrdagoError `train-needs-dask`, `cluster-silent` for an address where nobody answers or nobody works, also
    where that is so only after a while, and `cluster-failed` where the workers cannot do it.
    """
    if cluster is None and workers < 2:
        yield alone
        return
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise OrdagoError("train-needs-dask") from None
    with _client(dask, workers, cluster) as client:

        def together(work: Work, shared: Any, parts: Sequence[int]) -> Iterator[tuple[int, Stage]]:
            try:
                sent = client.scatter(shared, broadcast=True)
                waiting = {client.submit(work, sent, part, pure=False): part for part in parts}
            except (OSError, CancelledError) as error:
                raise _lost(client, error) from None
            for future in dask.as_completed(list(waiting)):
                try:
                    found = future.result()
                except CancelledError as error:
                    raise _lost(client, error) from None
                except (ImportError, OSError, dask.KilledWorker) as error:
                    raise OrdagoError("cluster-failed", reason=str(error)) from None
                yield waiting.pop(future), found
                future.release()

        yield together


def _lost(client: Any, error: Exception) -> OrdagoError:
    """The scheduler went away in the middle of the work."""
    reason = (str(error) or type(error).__name__).splitlines()[-1]
    return OrdagoError("cluster-silent", address=client.scheduler.address, reason=reason)


@contextmanager
def _client(dask: Any, workers: int, cluster: str | None) -> Iterator[Any]:
    """A client of a cluster, or of one that lives as long as it."""
    if cluster is None:
        local = dask.LocalCluster(
            n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs="ERROR"
        )
        with local, dask.Client(local) as client:
            yield client
        return
    try:
        client = dask.Client(cluster, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise OrdagoError("cluster-silent", address=cluster, reason=str(error) or type(error).__name__) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except OSError as error:
            raise OrdagoError("cluster-silent", address=cluster, reason=str(error)) from None
        yield client
