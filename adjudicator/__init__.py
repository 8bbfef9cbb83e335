"""Adjusted scores in bridge: from the facts of a case to a ruling and its reasons."""

import os

# The call model multiplies small matrices: threads of the linear algebra library cost more than they bring, and on a
# busy machine they wait for each other (twenty times the time). It reads the variable when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
