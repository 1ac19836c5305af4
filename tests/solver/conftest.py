"""One thread is enough for matrices this small, and faster where other tests run beside it."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
