"""Exact uniform sampling of whole deals under known cards, meanings and filters."""

from adjudicator.sampling.boxes import HCP, Box, Boxes, Feature, any_of, balanced, box, holding_set, patterns
from adjudicator.sampling.conditions import Conditions
from adjudicator.sampling.errors import NoSuchDeal, NotCountable, SamplingError, TooFewDeals
from adjudicator.sampling.sample import Sample, effective_size
from adjudicator.sampling.sampler import Sampler

__all__ = [
    "HCP", "Box", "Boxes", "Conditions", "Feature", "NoSuchDeal", "NotCountable", "Sample", "Sampler",
    "SamplingError", "TooFewDeals", "any_of", "balanced", "box", "effective_size", "holding_set", "patterns",
]  # fmt: skip
