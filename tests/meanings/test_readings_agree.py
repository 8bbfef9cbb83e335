"""Five readings of one expression, and a literal one, must agree: 2,000 random meanings, each with its hands."""

from __future__ import annotations

import numpy as np
import pytest

from adjudicator.bridge import Hand
from adjudicator.meanings import Features, Known, Meaning, NotExpressible, boxes, contained, count, draw, parse
from adjudicator.meanings.classes import classes, expressible
from adjudicator.meanings.formula import leaves
from adjudicator.meanings.proof import CardModel

MEANINGS, BATCH = 2000, 40


def class_of(hand: Hand) -> dict[str, int]:
    return dict(zip(("C", "D", "H", "S", "points"), (*hand.lengths, hand.hcp), strict=True))


def nearly_known(hand: Hand, random: np.random.Generator) -> Known:
    """Eleven cards of the hand, and all but ten of the cards it does not hold."""
    mine = random.permutation([int(card) for card in hand])
    others = random.permutation([card for card in range(52) if card not in hand])
    return Known(Hand.of(mine[:11].tolist()), Hand.of(others[:29].tolist()))


@pytest.mark.parametrize("seed", range(MEANINGS // BATCH))
def test_five_readings_agree(seed, source, truth, completions):
    made = source(seed)
    model_hand = made.hand()
    model = CardModel([Known(model_hand)])
    literals, kept = [], []
    for _ in range(BATCH):
        meaning = Meaning(made.expr())
        formula = meaning.formula()
        # text: reading the canonical form gives the same meaning
        assert parse(meaning.text) == meaning
        # the literal truth of the hand against numpy
        hands = [model_hand, made.hand()]
        features = Features.of(hands)
        expected = [truth(meaning.promise, hand) for hand in hands]
        assert meaning.mask(features).tolist() == expected, meaning.text
        assert (meaning.deviation(features) == 0).tolist() == expected, meaning.text
        # count and draw: a hand with eleven cards known, against all its completions
        known = nearly_known(hands[1], made.random)
        whole = completions(known.held, known.elsewhere)
        holding = meaning.mask(Features.of(whole))
        assert count(meaning, known) == holding.sum(), meaning.text
        if holding.any():
            good = {hand.mask for hand, holds in zip(whole, holding, strict=True) if holds}
            assert {hand.mask for hand in draw(meaning, 5, made.random, known)} <= good
        # finite classes: exact, or a refusal that names an atom looking at single cards
        if all(expressible(leaf.measure) for leaf in leaves(formula)):
            assert [bool(classes([meaning.promise], class_of(hand))) for hand in hands] == expected, meaning.text
        else:
            with pytest.raises(NotExpressible):
                classes([meaning.promise], class_of(model_hand))
        literals.append(model.literal(0, formula))
        kept.append((meaning.text, expected[0]))
    # CP-SAT: one model of the cards tells the truth of the whole batch
    assert model.solve() == [model_hand]
    assert [(text, model.truth(literal)) for (text, _), literal in zip(kept, literals, strict=True)] == kept


@pytest.mark.parametrize("seed", range(6))
def test_boxes_are_disjoint_and_cover_the_meaning(seed, source):
    made = source(1000 + seed)
    hands = [made.hand() for _ in range(200)]
    features = Features.of(hands)
    for _ in range(15):
        meaning = Meaning(made.expr())
        inside = np.zeros(len(hands), dtype=int)
        for box in boxes(meaning):
            here = np.array([hand.lengths in set(box.shapes) for hand in hands])
            for suit in range(4):
                here &= box.holdings[suit][features.masks[:, suit]]
            for each in box.sums:
                total = sum(each.sum.tables[suit][features.masks[:, suit]].astype(int) for suit in range(4))
                here &= (each.low is None or total >= each.low) & (each.high is None or total <= each.high)
            inside += here
        assert inside.tolist() == meaning.mask(features).astype(int).tolist(), meaning.text


@pytest.mark.parametrize("seed", range(2))
def test_counted_share_is_the_share_of_random_hands(seed, source):
    """Over all hands, within six standard errors; a meaning never held must be counted as rare."""
    made = source(2000 + seed)
    hands = np.argsort(made.random.random((20_000, 52)), axis=1)[:, :13]
    masks = np.zeros((len(hands), 4), dtype=np.uint16)
    for suit in range(4):
        bits = np.where(hands // 13 == suit, 1 << (hands % 13), 0)
        masks[:, suit] = bits.sum(axis=1)
    features = Features(masks)
    for _ in range(15):
        meaning = Meaning(made.expr())
        share = count(meaning) / Known().hands
        error = max((share * (1 - share) / len(hands)) ** 0.5, 1 / len(hands))
        assert abs(meaning.mask(features).mean() - share) < 6 * error, meaning.text


@pytest.mark.parametrize("seed", range(2))
def test_proof_and_count_agree_about_containment(seed, source):
    made = source(3000 + seed)
    for _ in range(12):
        new, old = Meaning(made.expr(1)), [Meaning(made.expr(1)), Meaning(made.atom())]
        found = contained(new, old, prove=True)
        assert found.contained == (found.counterexample is None) == (found.leak == 0)
        if found.counterexample is not None:
            assert new.holds(found.counterexample)
            assert not any(reading.holds(found.counterexample) for reading in old)
