"""A meaning in words, English or Russian, as a director would read it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from adjudicator.bridge import AdjudicatorError, Suit
from adjudicator.meanings.expr import And, AtLeast, Atom, Each, Expr, Not, Or, Range, Soft, SuitRef
from adjudicator.meanings.notation import number_text

if TYPE_CHECKING:
    from adjudicator.meanings.meaning import Meaning

NUMBERS = frozenset({"suit_quality", "diff", "rule15", "rule20", "rule22"})
"""Features whose value is a number on a scale, so that 0 does not mean that there is none."""

Language: TypeAlias = Literal["en", "ru"]


@dataclass(frozen=True, slots=True)
class Words:
    """One language: how ranges read, what each measure is called (``{n}`` the range, ``{s}`` the suit)."""

    at_least: str
    at_most: str
    none: str
    either: str
    together: str
    suits: tuple[str, str, str, str]
    suit_singular: tuple[str, str, str, str]
    single: Mapping[str, str]
    measures: Mapping[str, str]
    of_suit: Mapping[str, str]
    plain: Mapping[str, str]
    honours: Mapping[str, str]
    compared: Mapping[tuple[Range, ...], str]
    tags: Mapping[str, str]


_LEVEL: tuple[tuple[Range, ...], ...] = (((1, None),), ((0, None),), ((0, 0),), ((None, -1),), ((None, 0),))

ENGLISH = Words(
    at_least="{n}+",
    at_most="at most {n}",
    none="no",
    either=" or ",
    together=", ",
    suits=("clubs", "diamonds", "hearts", "spades"),
    suit_singular=("club", "diamond", "heart", "spade"),
    single={
        "len": "1 {o}",
        "tp": "1 total point",
        "controls": "1 control",
        "aces": "1 ace",
        "kings": "1 king",
        "queens": "1 queen",
        "losers": "1 loser",
        "qt": "1 quick trick",
        "defence": "1 defensive trick",
        "pt": "1 playing trick",
        "sp": "1 support point for {s}",
        "keycards": "1 key card for {s}",
    },
    measures={
        "hcp": "{n} HCP",
        "tp": "{n} total points",
        "controls": "{n} controls",
        "aces": "{n} aces",
        "kings": "{n} kings",
        "queens": "{n} queens",
        "losers": "{n} losers",
        "qt": "{n} quick tricks",
        "defence": "{n} defensive tricks",
        "pt": "{n} playing tricks",
        "rule15": "rule of 15: {n}",
        "rule20": "rule of 20: {n}",
        "rule22": "rule of 22: {n}",
    },
    of_suit={
        "len": "{n} {s}",
        "hcp": "{n} HCP in {s}",
        "losers": "{n} losers in {s}",
        "controls": "{n} controls in {s}",
        "pt": "{n} playing tricks in {s}",
        "sp": "{n} support points for {s}",
        "keycards": "{n} key cards for {s}",
        "suit_quality": "quality of {s}: {n} (0 poor to 4 solid)",
        "top3": "{n} of the three top honours in {s}",
        "top5": "{n} of the five honours in {s}",
    },
    plain={
        "bal": "balanced",
        "semi": "semi-balanced (5422 or 6322)",
        "unbal": "unbalanced",
        "void": "a void",
        "sing": "a singleton",
        "short": "a singleton or void",
        "any": "any hand",
        "nothing": "no hand",
        "shape": "shape {n}",
        "stop": "a {s} stopper",
        "half_stop": "half a {s} stopper or more",
        "not": "not {x}",
        "atleast": "at least {n} of: {x}",
        "prefer": "preferably {x}",
        "hard": "strictly {x}",
        "weight": "{x} (deviations count ×{n})",
        "every": "for every suit {v}{c}: {x}",
        "some": "for some suit {v}{c}: {x}",
        "other": " other than {n}",
        "of": " of {n}",
        "both": "{n} {s} and {t} together",
        "diff": "length of {s} minus {t}: {n}",
        "card": "the {r} of {s}",
    },
    honours=dict(zip("AKQJT", ("ace", "king", "queen", "jack", "ten"), strict=True)),
    compared=dict(
        zip(
            _LEVEL,
            (
                "more {s} than {t}",
                "at least as many {s} as {t}",
                "as many {s} as {t}",
                "fewer {s} than {t}",
                "at most as many {s} as {t}",
            ),
            strict=True,
        )
    ),
    tags={
        "natural": "natural",
        "artificial": "artificial",
        "ask": "asks",
        "relay": "relay",
        "negative": "negative",
        "puppet": "puppet",
        "transfer": "transfer",
        "takeout": "take-out",
        "penalty": "penalty",
        "raise": "raise",
        "shows": "shows",
        "forcing": "forcing",
        "nonforcing": "not forcing",
        "signoff": "sign-off",
        "f1": "forcing for one round",
        "gf": "forcing to game",
        "inv": "invitational",
        "pre": "pre-emptive",
        "major4": "for a four-card major",
        "aces": "for aces",
        "stopper": "for a stopper",
    },
)

RUSSIAN = Words(
    at_least="от {n}",
    at_most="не больше {n}",
    none="нет",
    either=" или ",
    together=", ",
    suits=("трефы", "бубны", "червы", "пики"),
    suit_singular=("в трефах", "в бубнах", "в червах", "в пиках"),
    single={},
    measures={
        "hcp": "очки (HCP): {n}",
        "tp": "очки с длиной мастей: {n}",
        "controls": "контроли: {n}",
        "aces": "тузы: {n}",
        "kings": "короли: {n}",
        "queens": "дамы: {n}",
        "losers": "потери: {n}",
        "qt": "быстрые взятки: {n}",
        "defence": "взятки в защите: {n}",
        "pt": "игровые взятки: {n}",
        "rule15": "правило 15: {n}",
        "rule20": "правило 20: {n}",
        "rule22": "правило 22: {n}",
    },
    of_suit={
        "len": "{s}: {n}",
        "hcp": "очки в масти {s}: {n}",
        "losers": "потери в масти {s}: {n}",
        "controls": "контроли в масти {s}: {n}",
        "pt": "игровые взятки в масти {s}: {n}",
        "sp": "очки поддержки, масть {s}: {n}",
        "keycards": "ключевые карты, козырь {s}: {n}",
        "suit_quality": "качество масти {s}: {n} (0 слабая … 4 сплошная)",
        "top3": "старших фигур из трёх (Т К Д), масть {s}: {n}",
        "top5": "онёров из пяти, масть {s}: {n}",
    },
    plain={
        "bal": "равномерный расклад",
        "semi": "полуравномерный расклад (5422 или 6322)",
        "unbal": "неравномерный расклад",
        "void": "есть ренонс",
        "sing": "есть синглет",
        "short": "есть синглет или ренонс",
        "any": "любая рука",
        "nothing": "такой руки нет",
        "shape": "расклад {n}",
        "stop": "задержка {s}",
        "half_stop": "хотя бы полузадержка {s}",
        "not": "не {x}",
        "atleast": "хотя бы {n} из: {x}",
        "prefer": "желательно {x}",
        "hard": "строго {x}",
        "weight": "{x} (отклонение считается ×{n})",
        "every": "для каждой масти {v}{c}: {x}",
        "some": "для какой-нибудь масти {v}{c}: {x}",
        "other": ", кроме {n}",
        "of": " из {n}",
        "both": "{s} и {t} вместе: {n}",
        "diff": "длина: {s} минус {t}: {n}",
        "card": "{r}, масть {s}",
    },
    honours=dict(zip("AKQJT", ("туз", "король", "дама", "валет", "десятка"), strict=True)),
    compared=dict(
        zip(
            _LEVEL,
            (
                "{s} длиннее, чем {t}",
                "{s} не короче, чем {t}",
                "{s} и {t} одной длины",
                "{s} короче, чем {t}",
                "{s} не длиннее, чем {t}",
            ),
            strict=True,
        )
    ),
    tags={
        "natural": "натурально",
        "artificial": "искусственно",
        "ask": "вопрос",
        "relay": "релей",
        "negative": "негативно",
        "puppet": "паппет",
        "transfer": "трансфер",
        "takeout": "на вызов",
        "penalty": "на наказание",
        "raise": "поддержка",
        "shows": "показывает",
        "forcing": "форсирует",
        "nonforcing": "не форсирует",
        "signoff": "остановка",
        "f1": "форсирует на один круг",
        "gf": "форсирует до гейма",
        "inv": "приглашает",
        "pre": "блокирует",
        "major4": "о четвёрке в мажоре",
        "aces": "о тузах",
        "stopper": "о задержке",
    },
)

LANGUAGES: dict[str, Words] = {"en": ENGLISH, "ru": RUSSIAN}


def words_of(language: str) -> Words:
    """The words of a language, or an error that names those there are."""
    if language not in LANGUAGES:
        raise AdjudicatorError(f"no texts in '{language}'; choose one of {', '.join(LANGUAGES)}")
    return LANGUAGES[language]


def describe(meaning: Meaning, language: str = "en") -> str:
    """What the call shows and tells, in one sentence without a full stop.

    >>> from adjudicator.meanings import parse
    >>> describe(parse("nat; S>=5; hcp 11-19; forcing"))
    '5+ spades, 11–19 HCP; natural, forcing'
    >>> describe(parse("hcp 15..17 & bal"), "ru")
    'очки (HCP): 15–17, равномерный расклад'
    """
    words = words_of(language)
    tags = [] if meaning.natural is None else [words.tags["natural" if meaning.natural else "artificial"]]
    tags += [_purpose(purpose, words) for purpose in meaning.purposes]
    tags += [words.tags[meaning.forcing]] if meaning.forcing else []
    return "; ".join([describe_expr(meaning.expr, language), *([", ".join(tags)] if tags else [])])


def _purpose(purpose: str, words: Words) -> str:
    name, _, inner = purpose.partition("(")
    inner = inner.removesuffix(")")
    if len(inner) == 1 and inner in "CDHS":
        inner = f"({words.suits[Suit.parse(inner)]})"
    return f"{words.tags[name]} {words.tags.get(inner, inner)}".strip()


def describe_expr(expr: Expr, language: str = "en") -> str:
    """One promise in words."""
    return _Teller(words_of(language)).tell(expr)


class _Teller:
    def __init__(self, words: Words) -> None:
        self.words = words

    def tell(self, expr: Expr) -> str:
        words = self.words
        match expr:
            case Atom():
                return self.atom(expr)
            case Not(part):
                return words.plain["not"].format(x=self.grouped(part, (And, Or)))
            case And(parts):
                told = words.together.join(self.grouped(part, (Or,)) for part in parts)
                return told or words.plain["any"]
            case Or(parts):
                return words.either.join(self.grouped(part, (And,)) for part in parts) or words.plain["nothing"]
            case AtLeast(count, parts):
                told = "; ".join(self.tell(part) for part in parts)
                return words.plain["atleast"].format(n=count, x=f"({told})")
            case Soft():
                return self.soft(expr)
            case Each():
                return self.each(expr)

    def grouped(self, part: Expr, brackets: tuple[type, ...]) -> str:
        return f"({self.tell(part)})" if isinstance(part, brackets) else self.tell(part)

    def soft(self, soft: Soft) -> str:
        told = self.grouped(soft.part, (And, Or))
        if soft.weight != 1:
            told = self.words.plain["weight"].format(x=told, n=number_text(soft.weight))
        if soft.hard:
            told = self.words.plain["hard"].format(x=told)
        return self.words.plain["prefer"].format(x=told) if soft.preference else told

    def each(self, each: Each) -> str:
        plain = self.words.plain
        inside = [each.set_name] if each.set_name else []
        inside += [self.suit(ref) for ref in each.among]
        condition = plain["of"].format(n=", ".join(inside)) if inside else ""
        if each.excluded:
            condition += plain["other"].format(n=", ".join(self.suit(ref) for ref in each.excluded))
        name = "every" if each.every else "some"
        return plain[name].format(v=each.variable, c=condition, x=self.grouped(each.body, (And, Or)))

    def atom(self, atom: Atom) -> str:
        words, names = self.words, [self.suit(ref) for ref in atom.suits if ref != "any"]
        if atom.feature == "has" and atom.card is not None:
            rank = words.honours.get(atom.card.rank_letter, atom.card.rank_letter)
            return words.plain["card"].format(r=rank, s=words.suits[atom.card.suit])
        if atom.feature in words.honours:
            return words.plain["card"].format(r=words.honours[atom.feature], s=names[0])
        if atom.feature == "stopper":
            ref = atom.suits[0]
            name = words.suit_singular[ref] if isinstance(ref, Suit) else ref
            return words.plain["stop" if atom.ranges[0][0] == 2 else "half_stop"].format(s=name)
        if atom.feature == "shape":
            return words.plain["shape"].format(n=words.either.join(atom.patterns))
        if len(names) == 2:
            level = words.compared.get(atom.ranges) if atom.feature == "diff" else None
            template = level or words.plain[atom.feature]
            return template.format(s=names[0], t=names[1], n=self.ranges(atom.ranges, atom.feature))
        if atom.feature in words.single and atom.ranges == ((1, 1),):
            return self.single(atom, names)
        if names:
            return words.of_suit[atom.feature].format(s=names[0], n=self.ranges(atom.ranges, atom.feature))
        if atom.feature in words.measures:
            return words.measures[atom.feature].format(n=self.ranges(atom.ranges, atom.feature))
        return words.plain[atom.feature]

    def single(self, atom: Atom, names: list[str]) -> str:
        """Exactly one of something."""
        ref = atom.suits[0] if atom.suits else ""
        one = self.words.suit_singular[ref] if isinstance(ref, Suit) else ref
        told = self.words.single[atom.feature].format(s=names[0] if names else "", o=one)
        inside = bool(names) and atom.feature in self.words.measures
        return f"{told} in {names[0]}" if inside else told

    def suit(self, ref: SuitRef) -> str:
        return self.words.suits[ref] if isinstance(ref, Suit) else ref

    def ranges(self, ranges: tuple[Range, ...], feature: str) -> str:
        none = "0" if feature in NUMBERS else self.words.none
        return self.words.either.join(self.range(ends, none) for ends in ranges)

    def range(self, ends: Range, none: str) -> str:
        low, high = ends
        if low is not None and high is not None:
            if low == high:
                return number_text(low) if low else none
            return f"{number_text(low)}–{number_text(high)}"
        if low is not None:
            return self.words.at_least.format(n=number_text(low))
        return self.words.at_most.format(n=number_text(high)) if high is not None else "0+"
