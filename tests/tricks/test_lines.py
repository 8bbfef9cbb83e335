"""Human lines of play in textbook positions: each with the chance that it has at the table."""

from __future__ import annotations

import numpy as np
import pytest

from adjudicator.bridge import Card, Denomination, Hand, Seat
from adjudicator.tricks.double_dummy import Position
from adjudicator.tricks.lines import Decision, Lines, play_on, preference
from adjudicator.tricks.scene import Scene, worlds

NT = Denomination.NOTRUMP


def scene(hands: str, lead: str, target: int, played: str = "", denomination: Denomination = NT) -> Scene:
    """An ending with South declarer; ``hands`` from North, ``played`` so far."""
    north, east, south, west = (Hand.parse(text) for text in hands.split())
    found = Scene(Position((north, east, south, west), denomination, Seat.parse(lead)), Seat.SOUTH, target)
    for card in played.split():
        found = found.after(Card.parse(card))
    return found


def share(decision: Decision, *cards: str) -> float:
    """How often one of these cards (or an equal) is played."""
    wanted = {Card.parse(card) for card in cards}
    return sum(option.probability for option in decision.options if wanted & set(option.cards))


def first(lines: Lines) -> Decision:
    return lines.decisions[0]


class TestTwoWayFinesse:
    QUEEN_EAST = "AJ3... Q65... KT2... 987..."
    QUEEN_WEST = "AJ3... 987... KT2... Q65..."

    def test_about_one_half_wherever_the_queen_is(self) -> None:
        chances = [
            play_on(scene(hands, "S", 3), seed=seed).chances.get(3, 0.0)
            for hands in (self.QUEEN_EAST, self.QUEEN_WEST)
            for seed in range(6)
        ]
        assert 0.4 < np.mean(chances) < 0.6
        assert min(chances) > 0.15
        assert max(chances) < 0.85

    def test_it_is_the_same_guess_with_winners_to_cash_first(self) -> None:
        chances = [
            play_on(scene(hands, "S", 4), seed=seed).chances.get(4, 0.0)
            for hands in ("AJ3.A.. Q65.2.. KT2.K.. 987.3..", "AJ3.A.. 987.3.. KT2.K.. Q65.2..")
            for seed in range(6)
        ]
        assert 0.35 < np.mean(chances) < 0.65


class TestFinesseAndDrop:
    """Whole deals in 3NT, so that the odds are those of thirteen cards: nine tricks need five in spades."""

    BEGINNING = "HT H2 H4 HA S2 S6 SA {first} D2 D8 DA D9 S3 S7"
    NINE = "{north}.2.5432.432 {east} 5432.AK3.A76.A65 {west}"

    def test_restricted_choice_makes_the_finesse_two_to_one(self) -> None:
        hands = self.NINE.format(north="AKT98", east="Q.QJ54.KQJ8.KQJ8", west="J76.T9876.T9.T97")
        start = scene(hands, "W", 9, self.BEGINNING.format(first="SQ"))
        found = worlds(start, 400, np.random.default_rng(1))
        jack_west = (found.masks[:, Seat.WEST, 3] >> 9 & 1).astype(bool)
        assert 0.55 < found.weights[jack_west].sum() < 0.75
        assert share(first(play_on(start, budget=600)), "ST") > 0.8

    def test_nine_cards_the_drop_is_usual_but_not_certain(self) -> None:
        hands = self.NINE.format(north="AKJT8", east="Q9.QJ54.KQ8.KQJ8", west="76.T9876.JT9.T97")
        start = scene(hands, "W", 9, self.BEGINNING.format(first="S9"))
        drops = [share(first(play_on(start, budget=600, seed=seed)), "SK") for seed in range(3)]
        assert 0.5 < np.mean(drops) < 0.97

    def test_eight_cards_the_finesse_is_usual(self) -> None:
        hands = "AKJT.32.5432.432 96.QJ54.KQJ8.KQ8 5432.AK.A76.A765 Q87.T9876.T9.JT9"
        decision = first(play_on(scene(hands, "W", 8, "HT H2 H4 HA S2 S7 SA S6 D2 D8 DA D9 S3 S8"), budget=600))
        assert share(decision, "SJ") > 0.6


class TestSureThings:
    ENDPLAY = "AQ.32.. KJ.A4.. 43.Q5.. T98...7"

    def test_the_endplay_is_found_rather_than_the_finesse(self) -> None:
        lines = play_on(scene(self.ENDPLAY, "S", 3, "HQ C7 H2 H4"))
        decision = first(lines)
        assert share(decision, "H5") > 0.9
        assert [option.sure for option in decision.options if Card.parse("H5") in option.cards] == [True]
        assert lines.chances[3] > 0.9

    def test_a_hundred_percent_line_is_never_improved_by_another(self) -> None:
        for seed in range(3):
            lines = play_on(scene(self.ENDPLAY, "S", 3, "HQ C7 H2 H4"), seed=seed)
            assert max(first(lines).options, key=lambda option: option.probability).worth == 0

    def test_safety_play_against_four_cards_in_one_hand(self) -> None:
        hands = "AQ532.2.. J976..32. KT84.A3.. .54.54.32"
        decision = first(play_on(scene(hands, "S", 6)))
        assert share(decision, "SK") < share(decision, "S4", "S8", "HA", "H3")


class TestEndings:
    """Positions of four to six cards where the books give one answer."""

    def test_a_marked_finesse_is_taken(self) -> None:
        start = scene("AKJ3.7.. .6543.3. 542.A..3 Q976...2", "S", 5, "S2 S6 SA H4 H7 H3 HA C2")
        found = worlds(start, 100, np.random.default_rng(0))
        assert (found.masks[:, Seat.WEST, 3] >> 10 & 1).all()
        assert play_on(start).chances[5] > 0.95

    def test_ten_cards_without_the_queen_are_played_for_the_drop(self) -> None:
        start = scene("AKJT9.3.. 76.4.32.2 85432.2.. Q.AK.654.", "S", 6, "S2 SQ")
        assert share(first(play_on(start)), "SA", "SK") > 0.95

    def test_a_double_finesse_begins_with_a_finesse(self) -> None:
        decision = first(play_on(scene("AJT.2.. K92.3.. 543.A.. Q87.4..", "S", 3)))
        assert share(decision, "SJ", "ST") > 0.95

    @pytest.mark.parametrize("hands", ["KJ.2.. Q8.4.. 54.A.. A3.9..", "KJ.2.. A8.4.. 54.A.. Q3.9.."])
    def test_king_or_knave_is_a_guess(self, hands: str) -> None:
        chances = [play_on(scene(hands, "S", 2), seed=seed).chances[2] for seed in range(4)]
        assert 0.35 < np.mean(chances) < 0.65

    def test_the_squeeze_card_is_cashed(self) -> None:
        lines = play_on(scene("AJ..2. 87.6.. 32...A KQ.A..", "S", 3))
        assert share(first(lines), "CA") > 0.9
        assert lines.chances[3] > 0.9

    def test_the_endplay_is_preferred_to_half_a_chance(self) -> None:
        """The ace first gains when West is left with the queen and the last diamond."""
        decision = first(play_on(scene("AJ2..2. 876..5. KT3..3. Q95..4.", "S", 3)))
        assert share(decision, "SA") > share(decision, "SJ")


class TestDuckOrWin:
    HOLD_UP = "87..AT98. T9..K653. A32..QJ4. KQJ54..2."

    def test_the_hold_up_cuts_the_defenders_off(self) -> None:
        def long_spades(masks: np.ndarray, hidden: tuple[Seat, ...]) -> np.ndarray:
            return (np.bitwise_count(masks[:, Seat.WEST, 3]) == 5).astype(float)

        start = scene(self.HOLD_UP, "W", 4, "SK S7 ST")
        lines = play_on(start, prior=lambda _: long_spades, insight=0)
        assert share(first(lines), "S2", "S3") > 0.7
        assert lines.chances[4] > 0.6


class TestLines:
    def test_chances_sum_to_one_and_stay_within_the_tricks(self) -> None:
        lines = play_on(scene("AJ3.A.. Q65.2.. KT2.K.. 987.3..", "S", 4))
        assert sum(lines.chances.values()) == pytest.approx(1)
        assert set(lines.chances) <= set(range(5))
        assert lines.settled == pytest.approx(1)

    def test_nothing_is_decided_where_every_card_is_the_same(self) -> None:
        lines = play_on(scene("AKQ... 654... 32.A.. 987...", "N", 3))
        assert lines.decisions == ()
        assert lines.chances == {3: 1.0}

    def test_without_budget_the_double_dummy_result_stands(self) -> None:
        lines = play_on(scene("AJ3... Q65... KT2... 987...", "S", 3), budget=0)
        assert lines.chances == {3: 1.0}
        assert lines.settled == 0

    def test_the_seed_decides_everything(self) -> None:
        start = scene("AJ3... Q65... KT2... 987...", "S", 3)
        assert play_on(start, seed=4) == play_on(start, seed=4)

    def test_insight_makes_guesses_better(self) -> None:
        start = scene("AJ3... Q65... KT2... 987...", "S", 3)
        plain = np.mean([play_on(start, seed=seed).chances.get(3, 0.0) for seed in range(4)])
        knowing = np.mean([play_on(start, seed=seed, insight=0.3).chances.get(3, 0.0) for seed in range(4)])
        assert knowing > plain + 0.1

    def test_preference_is_a_distribution_that_likes_the_better(self) -> None:
        chances = preference(np.array([0.0, 0.1, 1.0]))
        assert chances.sum() == pytest.approx(1)
        assert chances[0] > chances[1] > chances[2] > 0


class TestWorlds:
    def test_a_player_sees_only_his_own_cards_and_dummy(self) -> None:
        start = scene("AJ3... Q65... KT2... 987...", "S", 3)
        found = worlds(start, 50, np.random.default_rng(0))
        assert len(found.masks) == 20
        assert (found.masks[:, [0, 2]] == found.masks[0, [0, 2]]).all()
        assert len(np.unique(found.masks[:, 1, 3])) == 20

    def test_showing_out_is_remembered(self) -> None:
        found = worlds(scene(TestSureThings.ENDPLAY, "S", 3, "HQ C7 H2 H4"), 50, np.random.default_rng(0))
        assert (found.masks[:, Seat.WEST, 2] == 0).all()

    def test_cards_played_are_gone(self) -> None:
        found = worlds(scene("AJ3... Q65... KT2... 987...", "S", 3, "S2 S7 SA S5"), 50, np.random.default_rng(0))
        assert (np.bitwise_count(found.masks).sum(axis=(1, 2)) == 8).all()
