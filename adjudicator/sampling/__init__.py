"""Exact uniform sampling of whole deals under known cards, meanings and filters."""

from adjudicator.sampling.boxes import HCP, Box, Boxes, Feature, any_of, balanced, box, holding_set, patterns
from adjudicator.sampling.conditions import Conditions
from adjudicator.sampling.errors import NoSuchDeal, NotCountable, SamplingError, TooFewDeals
from adjudicator.sampling.sample import Sample, effective_size
from adjudicator.sampling.sampler import Sampler
from adjudicator.sampling.sizes import QUICK, THOROUGH, Limits

__all__ = [
    "HCP", "QUICK", "THOROUGH", "Box", "Boxes", "Conditions", "Feature", "Limits", "NoSuchDeal", "NotCountable",
    "Sample", "Sampler", "SamplingError", "TooFewDeals", "any_of", "balanced", "box", "effective_size",
    "holding_set", "patterns",
]  # fmt: skip
