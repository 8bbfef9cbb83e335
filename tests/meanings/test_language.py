"""Reading and writing the language: system files, case files, bindings, costs, comments, errors."""

from __future__ import annotations

import tomllib
from fractions import Fraction

import pytest

from adjudicator.bridge import AdjudicatorError, Hand, Suit
from adjudicator.meanings import Features, Meaning, MeaningError, UnboundSuit, describe, describe_expr, parse
from adjudicator.meanings.expr import Soft, atoms, promised

PARAMS = {"nt": (15, 17), "M_len": 5, "w2": [5, 11], "nt_inv": 8, "level": 2}
NAMES = {"good6": "len(x) >= 6 & (top3(x) >= 2 | top5(x) >= 3)"}

SYSTEM_FILE = [
    ("hcp $nt & (bal | semi~2 ?)", "hcp 15..17 & (bal | semi~2?)"),
    ("hcp $nt & bal & !(len(M)>=5 & hcp $nt.hi)~0.3", "hcp 15..17 & bal & !(M >= 5 & hcp 17)~0.3"),
    ("hcp 11..21 & M >= $M_len~1.5 & M >= oM", "hcp 11..21 & M >= 5~1.5 & M >= oM"),
    ("rule20 20.. | hcp 12..", "rule20 20.. | hcp 12.."),
    ("hcp $w2 & x in 6..7 & !void(any)?", "hcp 5..11 & x in 6..7 & !void(any)?"),
    ("hcp ..$nt_inv-1 & atleast 2 of [H>=4,S>=4,D>=4]", "hcp ..7 & atleast 2 of [H >= 4, S >= 4, D >= 4]"),
    ("x >= 5 & x >= other_major(x)", "x >= 5 & x >= other_major(x)"),
    ("hcp 12-(short(x)).. & x <= 2~0.6", "(x <= 1 & hcp 11.. | !(x <= 1) & hcp 12..) & x <= 2~0.6"),
    ("all(y != x): y >= 3", "all(y != x): (y >= 3)"),
    ("hcp 4+2*level.. & all(M unbid): M >= 4", "hcp 8.. & all(M unbid): (M >= 4)"),
    ("keycards(x) in (2,5) & !Q(x)", "keycards(x) in (2, 5) & !Q(x)"),
    ("hcp $nt.lo - 1..$nt.hi + 1", "hcp 14..18"),
    ("shape in (4333, 4432, 5332)", "shape in (4333, 4432, 5332)"),
    ("qt 2.5.. | shape is any 4441", "qt 2.5.. | shape in (4441)"),
    ("good6(M) | good6(H)", "M >= 6 & (top3(M) 2.. | top5(M) 3..) | H >= 6 & (top3(H) 2.. | top5(H) 3..)"),
    ("good6(oM)", "oM >= 6 & (top3(oM) 2.. | top5(oM) 3..)"),
    ("(vul nv | suit_quality(x) 2..) & S >= 4", "S >= 4"),
    ("(vul v | suit_quality(x) 2..) & S >= 4", "suit_quality(x) 2.. & S >= 4"),
    ("hcp 12..! & S5+", "hcp 12..! & S >= 5"),
    ("S + H >= 9 & S - H <= 2 & S != H & D < C", "S + H >= 9 & S - H <= 2 & !(S = H) & D < C"),
]

CASE_FILE = [
    ("nat; hcp 15-17; bal", "nat; hcp 15..17 & bal"),
    ("art; purpose: ask(major4); hcp 8+", "art; purpose: ask(major4); hcp 8.."),
    ("nat; H>=5; hcp 11-19; not(H>=7; hcp 11-14)", "nat; H >= 5 & hcp 11..19 & !(H >= 7 & hcp 11..14)"),
    ("hcp 0-11; not(D>=6 hcp 5-9); not opening", "hcp 0..11 & !(D >= 6 & hcp 5..9); 'not opening'"),
    ("nat; S>=5; hcp 12-19; seat 4", "nat; S >= 5 & hcp 12..19; 'seat 4'"),
    ("art; keycards=0..5", "art; keycards(trump) 0..5"),
    ("nat; shape(5-4-3-1); stop(S); signoff", "nat; signoff; shape in (5431) & stop(S)"),
    ("art; hcp 16+; any", "art; hcp 16.."),
    ("nat", "nat; any"),
    ("purpose: none; nonforcing; unbal", "nonforcing; unbal"),
    ("relay; any", "purpose: relay; any"),
    ("weak two: H=6; hcp 5-9", "H = 6 & hcp 5..9; 'weak two:'"),
    ("nat; pre-emptive; H>=7", "nat; pre; H >= 7"),
    ("nat; 5-card major; S>=5 forcing", "nat; forcing; S >= 5; '5-card major'"),
    ("♠≥5 ; hcp 11–19", "S >= 5 & hcp 11..19"),
]


@pytest.mark.parametrize(("text", "canonical"), SYSTEM_FILE)
def test_system_file_notation(text, canonical):
    meaning = parse(text, params=PARAMS, names=NAMES, facts={"vul nv": True, "vul v": False})
    assert meaning.text == canonical
    assert parse(canonical) == meaning


@pytest.mark.parametrize(("text", "canonical"), CASE_FILE)
def test_case_file_notation(text, canonical):
    meaning = parse(text, comments=True)
    assert meaning.text == canonical
    assert parse(canonical) == meaning


def test_both_notations_are_one_language():
    assert parse("hcp 15-17; bal") == parse("hcp 15..17 & bal") == parse("hcp = 15-17 bal")
    assert parse("S>=5; hcp 12+").expr == parse("len(S) 5.. & hcp 12..").expr


def test_every_meaning_of_the_law_table_reads_and_writes_back(shared):
    table = tomllib.loads((shared / "cases" / "law_table.toml").read_text())
    texts = [text for case in table["case"] for key in ("meaning_old", "meaning_new") for text in case.get(key, [])]
    assert len(texts) > 100
    for text in texts:
        meaning = parse(text, comments=True)
        assert parse(meaning.text) == meaning
        assert len(describe(meaning, "ru")) > 2


ERRORS = [
    ("hpc 12+", 0, "hcp"),
    ("nat; S>=5; hpc 12-14", 11, "hcp"),
    ("forcng; S>=5", 0, "forcing"),
    ("bal & stpo(S)", 6, "stop"),
    ("hcp", 3, ""),
    ("S >=", 4, ""),
    ("hcp 12..10", 0, ""),
    ("hcp 17-15", 4, ""),
    ("shape in (5555)", 10, ""),
    ("hcp 12 & (S>=5", 14, ""),
    ("nat; art", 5, ""),
    ("bal | nat", 6, ""),
    ("hcp $foo", 4, ""),
    ("stop S", 5, ""),
    ("bal & banana", 6, ""),
    ("", 0, ""),
    ("atleast 2 [S>=4]", 10, ""),
    ("purpose: aks(major4)", 9, "ask"),
    ("has(S1)", 4, ""),
    ("S >= 5 &", 8, ""),
]


@pytest.mark.parametrize(("text", "position", "nearest"), ERRORS)
def test_errors_say_where_what_was_expected_and_the_nearest_word(text, position, nearest):
    with pytest.raises(MeaningError) as caught:
        parse(text)
    error = caught.value
    assert (error.position, error.nearest) == (position, nearest)
    assert error.expected
    assert f"column {position + 1}" in str(error)


def test_names_that_define_each_other_in_a_circle_are_an_error():
    with pytest.raises(MeaningError, match="circle"):
        parse("one", names={"one": "two", "two": "one"})


def test_binding_unfolds_quantifiers_and_other_majors():
    meaning = parse("x >= 5 & all(y != x): y <= 3 & oM >= M & some(M unbid): M >= 4")
    bound = meaning.bind({"x": Suit.DIAMONDS, "M": Suit.SPADES, "unbid": (Suit.HEARTS, Suit.CLUBS)})
    assert bound.text == "D >= 5 & C <= 3 & H <= 3 & S <= 3 & H >= S & H >= 4"
    assert meaning.variables == {"x", "M", "unbid"}
    assert parse("other_minor(x) >= 4").bind({"x": Suit.CLUBS}).text == "D >= 4"


def test_an_unbound_suit_is_named():
    with pytest.raises(UnboundSuit) as caught:
        parse("x >= 5 & sp(M) 10..").count()
    assert caught.value.names == ("M", "x")
    with pytest.raises(AdjudicatorError, match="no other major"):
        parse("other_major(x) >= 4").bind({"x": Suit.CLUBS})


def test_meanings_are_values():
    one, two = parse("S>=5; hcp 11-19; limited"), parse("S>=5 & hcp 11..19")
    assert one == two
    assert hash(one) == hash(two)
    assert {one: 1}[two] == 1
    assert str(one) == one.text
    assert (one & two).text == "S >= 5 & hcp 11..19 & S >= 5 & hcp 11..19"
    assert (~one).text == "!(S >= 5 & hcp 11..19)"


def test_preferences_are_never_promised():
    assert promised(parse("hcp 15..17 & (bal | semi?)").expr) == parse("hcp 15..17 & bal").expr
    assert promised(parse("semi?").expr) == parse("any").expr
    assert promised(parse("!(S >= 5?) & H >= 4~2").expr) == parse("H >= 4").expr
    assert promised(parse("atleast 2 of [S>=4, H>=4, D>=4?]").expr) == parse("atleast 2 of [S>=4, H>=4]").expr


def test_soft_costs_weigh_deviations():
    hand = Features.of([Hand.parse("AKQ2.T98.32.KJ54")])  # 13 points, four spades
    assert parse("S >= 5").deviation(hand).tolist() == [1]
    assert parse("S >= 6 & hcp 15..").deviation(hand).tolist() == [4]
    assert parse("S >= 6 | hcp 15..").deviation(hand).tolist() == [2]
    assert parse("S >= 6~1.5 & hcp 15..~0.5").cost(hand).tolist() == [4.0]
    assert parse("S >= 5!").cost(hand).tolist() == [float("inf")]
    assert parse("S >= 4!").cost(hand).tolist() == [0.0]
    soft = parse("S >= 4 & hcp 16..?")
    assert soft.mask(hand).tolist() == [True]
    assert soft.cost(hand).tolist() == [3.0]
    assert [part.weight for part in [soft.expr.parts[1]] if isinstance(part, Soft)] == [Fraction(1)]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("hcp 15..17", [2, 0, 0, 0, 0, 0, 0]),
        ("hcp ..10", [0, 3, 0, 0, 0, 0, 0]),
        ("S >= 6", [0, 0, 2, 0, 0, 0, 0]),
        ("S <= 3", [0, 0, 0, 1, 0, 0, 0]),
        ("bal", [0, 0, 0, 0, 0, 0, 0]),
        ("shape in (6322)", [0, 0, 0, 0, 2, 0, 0]),
        ("stop(D)", [0, 0, 0, 0, 0, 2, 0]),
        ("aces 2..", [0, 0, 0, 0, 0, 0, 1]),
        ("S >= 6 & hcp 15.. & aces 3..", [2, 0, 2, 0, 0, 0, 2]),
        ("S >= 6 | hcp 14..", [1, 0, 0, 0, 0, 0, 0]),
        ("atleast 2 of [S >= 6, hcp 14.., aces 2..]", [1, 0, 0, 0, 0, 0, 1]),
    ],
)
def test_deviations_by_kind(text, kinds):
    hand = Features.of([Hand.parse("AKQ2.T98.32.KJ54")])
    meaning = parse(text)
    assert meaning.deviations(hand)[0].tolist() == kinds
    assert meaning.deviation(hand)[0] == sum(kinds)


def test_shape_deviation_counts_cards_to_exchange():
    hands = Features.of(
        [Hand.parse("AKQ32.AT98.32.K5"), Hand.parse("AKQJT98765432..."), Hand.parse("AKQ2.T98.32.KJ54")]
    )
    assert parse("bal").deviation(hands).tolist() == [1, 8, 0]
    assert parse("!bal").deviation(hands).tolist() == [0, 0, 1]
    assert parse("shape in (5=4=2=2)").deviation(hands).tolist() == [0, 8, 2]


def test_features_are_computed_once_and_shared():
    features = Features.of([Hand.parse("AKQ2.T98.32.KJ54")])
    measure = parse("hcp 12..").formula().measure
    values = features.value(measure)
    parse("hcp 15..17 & bal").mask(features)
    assert features.value(parse("hcp ..5").formula().measure) is values


def test_words_in_both_languages():
    meaning = parse("art; forcing; purpose: ask(major4); hcp 8+; S>=4 | H>=4")
    assert describe(meaning) == "8+ HCP, (4+ spades or 4+ hearts); artificial, asks for a four-card major, forcing"
    assert describe(meaning, "ru") == (
        "очки (HCP): от 8, (пики: от 4 или червы: от 4); искусственно, вопрос о четвёрке в мажоре, форсирует"
    )
    with pytest.raises(AdjudicatorError, match="en, ru"):
        describe(meaning, "de")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_atom_has_words(language, source):
    made = source(5)
    told = {describe_expr(atom, language) for _ in range(400) for atom in atoms(Meaning(made.expr()).expr)}
    assert len(told) > 300
    assert not [text for text in told if "{" in text or "None" in text]
