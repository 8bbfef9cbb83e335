"""Thin doors: parse, call, show."""
