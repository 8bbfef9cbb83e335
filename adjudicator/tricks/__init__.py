"""Tricks: double dummy, opening leads, human lines of play, trick distributions, equity in the play."""
