"""The actor's view of the auction: the values that guards and rule texts may name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.systems.patterns import FIRST_BID, PASS, cheapest_level
from adjudicator.systems.state import CallInfo, Shown, TableState, is_game

__all__ = ["Vul", "call_text", "environment"]

Vul = tuple[bool, bool]
_NAMES = ("P", "X", "XX", *(f"{level}{den}" for level in range(1, 8) for den in ("C", "D", "H", "S", "N")))
_FORCING = frozenset({"f1", "gf", "relay", "trf", "slam"})
_NOBODY = CallInfo(-1, -1)


def call_text(call: int) -> str:
    """A call as guards write it ("1N" for one notrump, "" for none)."""
    return _NAMES[call] if call >= 0 else ""


def _latest(state: TableState, seat: int) -> CallInfo:
    for info in reversed(state.infos):
        if info.seat == seat:
            return info
    return _NOBODY


def environment(state: TableState, vul: Vul) -> dict[str, Any]:
    """Every name of the guard language, as the player whose turn it is sees it."""
    seat = state.turn
    me, lho, pd, rho = (state.shown[(seat + step) % 4] for step in range(4))
    side, count = seat % 2, len(state.calls)
    last_bid = state.last_bid if state.last_bid >= 0 else None
    last_ours = state.last_bidder >= 0 and state.last_bidder % 2 == side
    values: dict[str, Any] = {
        **_CONSTANTS,
        "me": me,
        "pd": pd,
        "lho": lho,
        "rho": rho,
        "seat": count + 1 if state.opener < 0 else (state.opener - state.dealer) % 4 + 1,
        **_vulnerable(vul[side], vul[1 - side]),
        "passed": me.passed,
        "pdpassed": pd.passed,
        "gf": state.gf[side],
        "agreed": state.agreed[side],
        **_opening(state.opener, seat),
        "mycalls": me.calls,
        "pdcalls": pd.calls,
        "ourcalls": me.calls + pd.calls,
        "theircalls": lho.calls + rho.calls,
        "undisturbed": lho.calls + rho.calls == 0,
        "contested": lho.calls + rho.calls > 0 and me.calls + pd.calls > 0,
        "doubled": state.doubling,
        "game": last_ours and is_game(state.last_bid),
        "lastours": last_ours,
        "lastlevel": 0 if last_bid is None else (last_bid - FIRST_BID) // 5 + 1,
        "lastden": -1 if last_bid is None else (last_bid - FIRST_BID) % 5,
        "our_nt": me.balanced or pd.balanced,
        "pd_nt": pd.balanced,
        "ntours": state.ntours[side],
    }
    values.update(_recent(state, seat, values))
    values.update(_suits(me, lho, pd, rho, last_bid))
    values["trump"] = _trump(values, me, pd, state.last_suit[side])
    values["pdp"] = likely_minimum(pd)
    values["nti"] = 24 - (pd.h0 + pd.h1 + 1) // 2 if pd.balanced else 8
    values["@texts"] = suit_texts(me, pd, values)
    return values


_CONSTANTS: dict[str, Any] = {"C": 0, "D": 1, "H": 2, "S": 3, "NT": 4, "min": min, "max": max, "abs": abs}


def _vulnerable(we: bool, they: bool) -> dict[str, bool]:
    return {"vul": we, "oppvul": they, "fav": they and not we, "unfav": we and not they}


def _opening(opener: int, seat: int) -> dict[str, bool]:
    """Who opened, seen from `seat` (-1: nobody yet)."""
    return {
        "we_opened": opener >= 0 and opener % 2 == seat % 2,
        "they_opened": opener >= 0 and opener % 2 != seat % 2,
        "iopened": opener == seat,
        "pdopened": opener == (seat + 2) % 4,
    }


def likely_minimum(shown: Shown) -> int:
    """The strength partner may be counted on for: the minimum promised, a little more when the range is wide."""
    width = shown.h1 - shown.h0
    if shown.h1 >= 30 or width < 2:
        return shown.h0
    return shown.h0 + (2 if width >= 6 and shown.h0 <= 10 else 1)


def suit_texts(me: Shown, pd: Shown, values: dict[str, Any]) -> dict[str, str]:
    """Constraints that depend on who has bid which suits: ``@stops``, ``@fill``, ``@nofit``, ``@unbid3``, …"""
    suits = range(4)
    letters = "CDHS"
    theirs = [letters[s] for s in suits if values["theirs"](s)]
    unbid = [letters[s] for s in suits if values["unbid"](s)]
    majors = [letter for letter in unbid if letter in "HS"]

    def every(texts: list[str]) -> str:
        return "(" + (" & ".join(texts) or "any") + ")"

    def some(texts: list[str]) -> str:
        return "(" + (" | ".join(texts) or "any") + ")"

    return {
        **{f"@longest_{letters[s]}": every(_longest(s, values["theirs"])) for s in suits},
        "@stops": every([f"stop({s})" for s in theirs]),
        "@fill": every([f"half_stop({s})" for s in unbid]),
        "@nofit": every([f"{letters[s]} <= {max(0, 7 - pd.lo[s])}" for s in (2, 3)]),
        "@unbid3": every([f"{s} >= 3" for s in unbid]),
        "@unbid2": every([f"{s} >= 2" for s in unbid]),
        "@unbid4": some([f"{s} >= 4" for s in unbid]),
        "@unbid4each": every([f"{s} >= 4" for s in unbid]),
        "@unbid5": some([f"{s} >= 5" for s in unbid]),
        "@major4": some([f"{s} >= 4" for s in majors] or [f"{s} >= 4" for s in unbid]),
        "@majors4": every([f"{s} >= 4" for s in majors]) if majors else every([f"{s} >= 4" for s in unbid]),
        "@no_unbid_major": every([f"{s} <= 3" for s in majors]),
        "@short": every([f"{s} <= 2" for s in theirs]),
        "@short3": every([f"{s} <= 3" for s in theirs]),
        "@long_trumps": some([f"{s} >= 5 & top5({s}) >= 3" for s in theirs]),
        "@trumps": some([f"{s} >= 4 & top5({s}) >= 2" for s in theirs]),
    }


def _recent(state: TableState, seat: int, values: dict[str, Any]) -> dict[str, Any]:
    """The latest call of each player and what it asked for."""
    mine, lho, pd, rho = (_latest(state, (seat + step) % 4) for step in range(4))
    passes = 0
    for call in reversed(state.calls):
        if call != PASS:
            break
        passes += 1
    quiet = rho.call in (PASS, -1)
    forced = (quiet and pd.force in _FORCING) or (values["gf"] and values["lastours"] and not values["game"] and quiet)
    ends = passes >= (2 if state.last_bid >= 0 else 3)
    opening = next((info for info in state.infos if info.call != PASS), _NOBODY)
    return {
        "pdlast": call_text(pd.call),
        "mylast": call_text(mine.call),
        "rholast": call_text(rho.call),
        "lholast": call_text(lho.call),
        "pdforce": pd.force,
        "pdart": pd.art,
        "pdask": pd.asks,
        "pdid": pd.rule,
        "myid": mine.rule,
        "rhoart": rho.art,
        "lhoart": lho.art,
        "rhoid": rho.rule,
        "lhoid": lho.rule,
        "rhoforce": rho.force,
        "pdjump": pd.jump,
        "asked": mine.asks,
        "forced": forced,
        "total_passes": passes,
        "inv": pd.force == "inv",
        "passout": ends,
        "balancing": ends and not values["lastours"] and state.last_bid >= 0,
        "firstbid": call_text(opening.call),
        "pdis": pd.rule.startswith,
        "myis": mine.rule.startswith,
        "rhois": rho.rule.startswith,
        "lhois": lho.rule.startswith,
    }


def _suits(me: Shown, lho: Shown, pd: Shown, rho: Shown, last_bid: int | None) -> dict[str, Any]:
    """Functions over suits, and the suits named so far in order."""

    def at(shown: Shown, index: int) -> int:
        return shown.suits[index] if len(shown.suits) > index else -1

    theirs: Callable[[int], bool] = lambda suit: suit in lho.suits or suit in rho.suits  # noqa: E731
    ours: Callable[[int], bool] = lambda suit: suit in me.suits or suit in pd.suits  # noqa: E731
    their_suits = tuple(dict.fromkeys(lho.suits + rho.suits))
    return {
        "theirs": theirs,
        "ours": ours,
        "unbid": lambda suit: not theirs(suit) and not ours(suit),
        "low": lambda den: cheapest_level(den, last_bid),
        "fit": lambda suit: me.lo[suit] + pd.lo[suit],
        "opp_fit": any(
            lho.lo[suit] + rho.lo[suit] >= 7 and lho.lo[suit] >= 2 and rho.lo[suit] >= 2 for suit in range(4)
        ),
        "oursuits": len(set(me.suits + pd.suits)),
        "theirsuits": len(their_suits),
        "mysuit": at(me, 0),
        "mysuit2": at(me, 1),
        "pdsuit": at(pd, 0),
        "pdsuit2": at(pd, 1),
        "pdlastsuit": pd.suits[-1] if pd.suits else -1,
        "theirsuit": their_suits[0] if their_suits else -1,
        "theirsuit2": their_suits[1] if len(their_suits) > 1 else -1,
        "they_limited": min(lho.h1, rho.h1) <= 9,
    }


def _longest(suit: int, theirs: Callable[[int], bool]) -> list[str]:
    """That `suit` is the one to show of those they have not bid: majors first, then length, then cheapness."""
    letters, found = "CDHS", []
    for other in range(4):
        if other == suit or theirs(other):
            continue
        if (other > 1) is not (suit > 1):
            found.append(f"{letters[other]} <= 3" if other > 1 else "any")
        else:
            found.append(f"{letters[suit]} {'>' if other < suit else '>='} {letters[other]}")
    return [text for text in found if text != "any"]


def _trump(values: dict[str, Any], me: Shown, pd: Shown, last_suit: int) -> int:
    """The suit that an ace ask would be about: agreed, else a known fit, else the side's last suit."""
    if values["agreed"] >= 0:
        return int(values["agreed"])
    for suit in (3, 2, 1, 0):
        if me.lo[suit] + pd.lo[suit] >= 8:
            return suit
    return last_suit
