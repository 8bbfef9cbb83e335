"""Thin doors: parse, call, show."""

import os

# The call model multiplies small matrices: threads of the linear algebra library cost more than they bring, and on a
# busy machine they wait for each other (twenty times the time). It reads the variable when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
