"""Search beside a plain look through all hands: the same hands in the same order, however it is leafed through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import date, datetime
from random import Random
from uuid import UUID

import pytest

from rules import Level
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.standings import hand_search as searching
from scorebook.standings.hand_cursor import HandCursor
from scorebook.standings.hand_search import Feat, HandFilter, HandOutcome, HandSearchPage
from tests.standings.figures import Compared, Figure
from tests.standings.plain_recount import PlainClub, PlainEvening, PlainHand

# Each with those of its hands that are left, both the newest first.
Evenings = Sequence[tuple[PlainEvening, Sequence[PlainHand]]]


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """As search has them; those of a page."""

    page: int = 20
    evenings: int = 1_000
    notes: int = 2_000
    counted: int = 1_000


# An evening or two on a page: of the larger ones there are more hands than fit.
SHORT = (Bounds(page=10, evenings=2, notes=2, counted=11), Bounds(page=3, evenings=1, notes=1, counted=4))


@dataclass(frozen=True, kw_only=True)
class PlainPage:
    """counted: how many there are, how many won and lost, and whether there are more."""

    hands: Sequence[UUID]
    counted: tuple[int, int, int, bool] | None
    older: HandCursor | None
    looked_back_to: datetime | None


def searches(club: PlainClub) -> Iterator[Figure]:
    """For all that there is, and for whatever somebody may want."""
    dice, group = Random(str(club.id)), club_group(club.id)
    yield from leafed_through(club, group, HandFilter(), SHORT[0])
    for bounds in (Bounds(), dice.choice(SHORT)):
        yield from leafed_through(club, group, _any_wanted(club, dice), bounds)
    yield from _other_answers(club, group)


def leafed_through(club: PlainClub, group: ClubGroup, wanted: HandFilter, bounds: Bounds) -> Iterator[Figure]:
    """Page by page, and all pages together."""
    must = [*plain_pages(club, wanted, bounds)]
    does = [*_pages(group, wanted, bounds, most=len(must) + 1)]
    yield Figure(of=f"{wanted} within {bounds}", must=must, does=does)
    everything = [hand.event.pk for evening, hand in club.played[::-1] if _is_wanted(club, evening, hand, wanted)]
    yield Figure(of=f"all of {wanted}", must=everything, does=[hand for page in does for hand in page.hands])


def _other_answers(club: PlainClub, group: ClubGroup) -> Iterator[Figure]:
    contracts = {hand.contract for evening in club.closed for hand in evening.hands}
    yield Figure(of="contracts", must=sorted(contracts), does=searching.contracts_played(group))
    is_open = any(not evening.is_closed for evening in club.evenings[-20:])
    yield Figure(of="is an evening open", must=is_open, does=searching.has_open_evening(group))


# -- plainly ---------------------------------------------------------------------------------------------------------


def plain_pages(club: PlainClub, wanted: HandFilter, bounds: Bounds) -> Iterator[PlainPage]:
    """Each looks at so many evenings, open ones too, and at so many hands with a note; the next goes on from there."""
    left: Evenings = [(evening, evening.hands[::-1]) for evening in club.evenings[::-1] if _is_in_time(evening, wanted)]
    without_words, is_first = replace(wanted, note=""), True
    stop: HandCursor | None = None
    while is_first or stop:
        looked_at, further = left[: bounds.evenings], left[bounds.evenings :]
        hands = [(one, hand) for one, own in looked_at for hand in own if _is_wanted(club, one, hand, without_words)]
        end = HandCursor(evening=looked_at[-1][0].id, no=0) if further else None
        if wanted.note:
            hands = [one for one in hands if one[1].has_note]
            if len(hands) > bounds.notes:
                hands = hands[: bounds.notes]
                end = _place(hands[-1])
            hands = [one for one in hands if _has_words(one[1], wanted)]
        has_more = len(hands) > bounds.page
        stop = _place(hands[bounds.page - 1]) if has_more else end
        yield PlainPage(
            hands=[hand.event.pk for _, hand in hands[: bounds.page]],
            counted=_counted(hands, bounds) if is_first else None,
            older=stop,
            looked_back_to=next(one.opened.started_at for one, _ in left if one.id == end.evening)
            if end and not has_more
            else None,
        )
        left, is_first = _older(left, stop) if stop else [], False


def _place(one: tuple[PlainEvening, PlainHand]) -> HandCursor:
    return HandCursor(evening=one[0].id, no=one[1].event.no)


def _older(left: Evenings, stop: HandCursor) -> Evenings:
    at = [evening.id for evening, _ in left].index(stop.evening)
    evening, hands = left[at]
    rest = [(evening, [hand for hand in hands if hand.event.no < stop.no])] if stop.no else []
    return [*rest, *left[at + 1 :]]


def _counted(hands: Sequence[tuple[PlainEvening, PlainHand]], bounds: Bounds) -> tuple[int, int, int, bool]:
    won = [hand.won for _, hand in hands[: bounds.counted]]
    return len(won), won.count(True), won.count(False), len(hands) > bounds.counted


def _is_in_time(evening: PlainEvening, wanted: HandFilter) -> bool:
    return (wanted.first_on or date.min) <= evening.day <= (wanted.last_on or date.max)


def _is_wanted(club: PlainClub, evening: PlainEvening, hand: PlainHand, wanted: HandFilter) -> bool:
    side = [club.person(player) for player in hand.side]
    declarer, partner = (one and club.person(one) for one in (wanted.declarer, wanted.partner))
    return all((
        evening.is_closed,
        _is_in_time(evening, wanted),
        not (declarer and partner) or side in ([declarer, partner], [partner, declarer]),
        not declarer or bool(partner) or side[:1] == [declarer],
        not partner or bool(declarer) or side[1:] == [partner],
        wanted.contract in ("", hand.contract),
        wanted.result is None or hand.won is {"won": True, "lost": False, "nobody": None}[wanted.result],
        wanted.level is None or hand.level in AT_LEAST[wanted.level],
        not wanted.is_doubled or hand.doublings,
        wanted.feat in (None, hand.feat),
        wanted.least_value is None or hand.event.score["value"] >= wanted.least_value,
        not wanted.note or _has_words(hand, wanted),
    ))  # fmt: skip


AT_LEAST: Mapping[str, Sequence[str]] = {
    "plain": ["plain", "schneider", "schwarz"], "schneider": ["schneider", "schwarz"], "schwarz": ["schwarz"],
}  # fmt: skip


def _has_words(hand: PlainHand, wanted: HandFilter) -> bool:
    note = hand.event.note
    typed = f"{note.text if note else ''} {hand.event.report.get('note', '')}".lower()
    return all(word in typed for word in wanted.note.lower().split())


# -- as Scorebook does ------------------------------------------------------------------------------------------------


def _pages(group: ClubGroup, wanted: HandFilter, bounds: Bounds, *, most: int) -> Iterator[PlainPage]:
    older: HandCursor | None = None
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (
            ("PAGE", bounds.page), ("EVENINGS_LOOKED_AT", bounds.evenings), ("NOTES_LOOKED_AT", bounds.notes),
            ("COUNTED", bounds.counted),
        ):  # fmt: skip
            patch.setattr(searching, name, value)
        for _ in range(most):
            found = searching.search_hands(group, wanted, before=older)
            yield _shown_page(found)
            older = found.older
            if older is None:
                return


def _shown_page(found: HandSearchPage) -> PlainPage:
    assert all(hand.evening.pk == hand.event.evening_id for hand in found.hands)
    assert all(hand.score.value == hand.event.score["value"] for hand in found.hands)
    return PlainPage(
        hands=[hand.event.pk for hand in found.hands],
        counted=astuple(found.counted) if found.counted else None,
        older=found.older,
        looked_back_to=found.looked_back_to,
    )


# -- what somebody may want ------------------------------------------------------------------------------------------


def _any_wanted(club: PlainClub, dice: Random) -> HandFilter:
    days = [evening.day for evening in club.evenings]
    people = sorted({player for evening in club.evenings for player in evening.tallies})
    hands = [hand for evening in club.evenings for hand in evening.hands]
    choices: Mapping[str, Callable[[], object]] = {
        "declarer": lambda: dice.choice(people),
        "partner": lambda: dice.choice(people),
        "contract": lambda: dice.choice([*sorted({hand.contract for hand in hands}), "none"]),
        "result": lambda: dice.choice(list(HandOutcome)),
        "level": lambda: dice.choice(list(Level)),
        "is_doubled": lambda: True,
        "feat": lambda: dice.choice([Feat.SIE, Feat.TOUT, Feat.MARCH]),
        "least_value": lambda: dice.choice([*(hand.event.score["value"] for hand in hands), 10**12]),
        "first_on": lambda: dice.choice(days),
        "last_on": lambda: dice.choice(days),
        "note": lambda: dice.choice(["HAT", "gelacht anna", "gelacht", "agreed", "!"]),
    }
    names = dice.sample(list(choices), dice.choice([1, 1, 1, 2, 2, 3])) if hands else []
    return replace(HandFilter(), **{name: choices[name]() for name in names})  # type: ignore[arg-type]


SEARCHED: Sequence[Compared] = (searches,)
