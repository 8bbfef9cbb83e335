"""Adjusted scores in bridge: from the facts of a case to a ruling and its reasons."""

__version__ = "0.1.0"
