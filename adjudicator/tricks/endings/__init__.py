"""Endings in bulk: double dummy for thousands of layouts of at most five cards a hand.

Play comes in three kinds: `bridge.play` says what is legal, `tricks.double_dummy` and this package what is
perfect, and `tricks.lines` what people do. Answers are those of `tricks.double_dummy`; only the way differs: all
layouts are searched together, a trick at a time, down to three cards a hand, where a table knows every ending.
"""

from adjudicator.tricks.endings.engine import EndingEngine, each_card, tricks_left

__all__ = ["EndingEngine", "each_card", "tricks_left"]
