"""Refusals of the sampler, each with what to do next."""

from __future__ import annotations

from adjudicator.bridge import AdjudicatorError


class SamplingError(AdjudicatorError):
    """The conditions cannot be read or met."""


class NoSuchDeal(SamplingError):
    """No deal at all meets the conditions."""


class TooFewDeals(SamplingError):
    """The filters or weights left too few deals to say anything."""


class NotCountable(SamplingError):
    """A condition goes through a filter, so that only an estimate of the count exists."""
