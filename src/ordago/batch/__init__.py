"""Games by the thousand, in loops over integers that numba compiles where it is installed (the extra `batch`).

Needs numpy. The rooms `ordago.batch.mus` and `ordago.batch.mos` are imported by those who use them.
"""
