"""The hall beside a plain recount: memorable hands, records and which evening broke them, and the cup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from datetime import date, timedelta
from itertools import groupby
from random import Random
from typing import Any
from uuid import UUID

import pytest

from rules import GAMES
from scorebook.clubs.club_groups import ClubGroup, club_group
from scorebook.standings.records import club_records, cup_holders
from scorebook.standings.records.broken_records import RecordKind, records_broken_by_evening
from scorebook.standings.records.cup_holders import Holding
from scorebook.standings.records.memorable import MemorableHand, memorable_hand
from scorebook.standings.standings_scope import FigureScope
from tests.standings.figures import Compared, Figure, games_of
from tests.standings.plain_memory import cup_line
from tests.standings.plain_recount import MUNICH, Person, PlainClub, PlainEvening, PlainHand

# Evening, number, event, its gain, and who gained that.
Memorable = tuple[UUID, int, UUID, int, list[Person]]


def hall(club: PlainClub) -> Iterator[Figure]:
    group = club_group(club.id)
    for compare in (_framed_hands, _played, _highest_hands, _cup):
        yield from compare(club, group)
    for game in (None, *games_of(club)):
        scope = FigureScope(group=group, game=game)
        for compare_scope in (_feats, _longest_runs, _longest_streaks, _most_evenings_won):
            yield from compare_scope(club, scope)


def _closed(club: PlainClub, scope: FigureScope) -> list[PlainEvening]:
    return [one for one in club.closed if scope.game in (None, one.opened.game)]


# -- memorable hands ---------------------------------------------------------------------------------------------------


def _feats(club: PlainClub, scope: FigureScope) -> Iterator[Figure]:
    dice = Random(str(club.id))
    for feat in club_records.FEATS:
        played = [(evening, hand) for evening in _closed(club, scope) for hand in evening.hands]
        memorable = [plain_memorable(club, *one) for one in played[::-1] if one[1].feat == feat]
        size = dice.choice([1, 2, 5])
        must = _in_pages(memorable, size)
        pages, before = [], None
        for _ in must:
            pages.append(club_records.feat_records(scope, feat, before=before, size=size))
            before = pages[-1].hands[-1].cursor if pages[-1].hands else None
        does = [([shown_memorable(hand) for hand in page.hands], page.has_more) for page in pages]
        yield Figure(of=f"{feat} of {scope.game} in pages of {size}", must=must, does=does)


def _framed_hands(club: PlainClub, group: ClubGroup) -> Iterator[Figure]:
    """One memorable hand, and one of all, which mostly is none."""
    dice = Random(str(club.id))
    for hands in ([one for one in club.played if one[1].feat], club.played):
        for evening, hand in dice.sample(hands, min(len(hands), 1)):
            does = memorable_hand(group, evening_id=evening.id, no=hand.event.no)
            must = plain_memorable(club, evening, hand) if hand.feat else None
            yield Figure(of=f"hand {hand.event.no} framed", must=must, does=does and shown_memorable(does))


def _in_pages(lines: Sequence[Any], size: int) -> list[tuple[Sequence[Any], bool]]:
    """Each with whether more come after it; where the last one is full, the empty page behind it, too."""
    begins = range(0, len(lines) + 1, size)
    return [(lines[begin : begin + size], begin + size < len(lines)) for begin in begins]


def plain_memorable(club: PlainClub, evening: PlainEvening, hand: PlainHand) -> Memorable:
    return evening.id, hand.event.no, hand.event.pk, hand.gain, _top_winners(club, hand)


def shown_memorable(hand: MemorableHand) -> Memorable:
    return hand.row.evening.pk, hand.row.no, hand.row.event.pk, hand.row.gain, list(hand.people)


def _top_winners(club: PlainClub, hand: PlainHand) -> list[Person]:
    return sorted(club.person(player) for player, points in hand.points.items() if points == hand.gain)


# -- records ---------------------------------------------------------------------------------------------------------


def _played(club: PlainClub, group: ClubGroup) -> Iterator[Figure]:
    games, years = {one.opened.game for one in club.closed}, {one.day.year for one in club.closed}
    yield Figure(of="games", must=[game for game in GAMES if game in games], does=club_records.hall_games(group))
    yield Figure(of="years", must=sorted(years, reverse=True), does=club_records.hall_years(group))


def _highest_hands(club: PlainClub, group: ClubGroup) -> Iterator[Figure]:
    for game in games_of(club):
        won = [one for one in club.played if one[0].opened.game == game and one[1].gain > 0]
        best_first = sorted(won, key=lambda one: -one[1].gain)
        must = [plain_memorable(club, *one) for one in with_all_level(best_first, lambda one: one[1].gain)]
        found = club_records.highest_hands(FigureScope(group=group, game=game))
        yield Figure(of=f"highest hands of {game}", must=must, does=[shown_memorable(hand) for hand in found])


def with_all_level(best_first: Sequence[Any], figure: Callable[[Any], int]) -> Sequence[Any]:
    """Five, and whoever has as much as the fifth; twenty at most."""
    return [one for one in best_first if sum(figure(other) > figure(one) for other in best_first) < 5][:20]


def _longest_runs(club: PlainClub, scope: FigureScope) -> Iterator[Figure]:
    runs = [
        (tally.run, evening.id, player)
        for evening in _closed(club, scope)
        for player, tally in sorted(evening.tallies.items())
        if tally.run > 1
    ]
    longest = with_all_level(sorted(runs, key=lambda one: -one[0]), lambda one: one[0])
    must = [(club.person(player), evening, run) for run, evening, player in longest]
    found = club_records.longest_runs(scope)
    yield Figure(
        of=f"longest runs of {scope.game}",
        must=must,
        does=[(one.person, one.row.evening.pk, one.row.run) for one in found],
    )


def _longest_streaks(club: PlainClub, scope: FigureScope) -> Iterator[Figure]:
    rows = [one for one in streaks(club) if len(one[2]) > 1 and scope.game in (None, one[1])]
    rows.sort(key=lambda one: (-len(one[2]), one[2][-1].opened.started_at, one[0]))
    longest = with_all_level(rows, lambda one: len(one[2]))
    must = [(person, game, len(evenings), evenings[-1].opened.started_at) for person, game, evenings in longest]
    found = club_records.longest_streaks(scope)
    yield Figure(
        of=f"longest streaks of {scope.game}",
        must=must,
        does=[(one.player_id, one.game, one.streak, one.started_at) for one in found],
    )


def streaks(club: PlainClub) -> Iterator[tuple[Person, str, Sequence[PlainEvening]]]:
    """Each time that somebody came out ahead at one evening of a game after the other, of those at which they were."""
    for game in games_of(club):
        own: dict[Person, list[tuple[bool, PlainEvening]]] = {}
        for evening in club.closed:
            for person, points in club.points(evening).items() if evening.opened.game == game else ():
                own.setdefault(person, []).append((points > 0, evening))
        for person, results in own.items():
            for is_ahead, group in groupby(results, key=lambda one: one[0]):
                if is_ahead:
                    yield person, game, [evening for _, evening in group]


def _most_evenings_won(club: PlainClub, scope: FigureScope) -> Iterator[Figure]:
    won: dict[Person, int] = {}
    for evening in _closed(club, scope):
        points = club.points(evening)
        for person in (person for person, own in points.items() if own == max(points.values())):
            won[person] = won.get(person, 0) + 1
    must = sorted(won.items(), key=lambda one: (-one[1], one[0]))
    yield Figure(
        of=f"evenings won of {scope.game}", must=must, does=[*map(astuple, club_records.most_evenings_won(scope))]
    )


def broken_records(club: PlainClub) -> Iterator[Figure]:
    """Of a few evenings, open ones too, which broke none."""
    for evening in Random(str(club.id)).sample(club.evenings, min(len(club.evenings), 3)):
        broken = records_broken_by_evening(club_group(evening.opened.club_id), evening.opened)
        does = [(one.kind, list(one.people), one.count, one.before, one.no) for one in broken]
        must = [*_broken(club, evening)] if evening.is_closed else []
        yield Figure(of=f"broken by {evening.opened}", must=must, does=does)


def _broken(
    club: PlainClub, evening: PlainEvening
) -> Iterator[tuple[RecordKind, list[Person], int, int | None, int | None]]:
    earlier = [one for one in club.closed if one.opened.started_at < evening.opened.started_at]
    same_game = [one for one in earlier if one.opened.game == evening.opened.game]
    sies = [hand for hand in evening.hands if hand.feat == "sie"]
    if sies and not any(hand.feat == "sie" for one in earlier for hand in one.hands):
        yield RecordKind.FIRST_SIE, _top_winners(club, sies[0]), sies[0].gain, None, sies[0].event.no
    highest, before = _most(evening.hands, _gain), _most((hand for one in same_game for hand in one.hands), _gain)
    if highest > before > 0:
        level = [hand for hand in evening.hands if hand.gain == highest]
        people = sorted({person for hand in level for person in _top_winners(club, hand)})
        yield RecordKind.HIGHEST_HAND, people, highest, before, level[0].event.no
    yield from _broken_by_people(RecordKind.BEST_EVENING, club.points(evening), map(club.points, same_game), least=1)
    yield from _broken_by_people(
        RecordKind.LONGEST_RUN, _runs(club, evening), (_runs(club, one) for one in earlier), least=2
    )
    in_streaks = [(person, evenings) for person, _, evenings in streaks(club)]
    now = {person: evenings.index(evening) + 1 for person, evenings in in_streaks if evening in evenings}
    then = [{person: sum(one in earlier for one in evenings)} for person, evenings in in_streaks]
    yield from _broken_by_people(RecordKind.LONGEST_STREAK, now, then, least=2)


def _broken_by_people(
    kind: RecordKind, now: Mapping[Person, int], then: Iterable[Mapping[Person, int]], *, least: int
) -> Iterator[tuple[RecordKind, list[Person], int, int | None, int | None]]:
    """least: what there has to have been to be broken."""
    highest, before = max(now.values(), default=0), max((count for one in then for count in one.values()), default=0)
    if highest > before >= least:
        yield kind, sorted(person for person, count in now.items() if count == highest), highest, before, None


def _most(hands: Iterable[PlainHand], figure: Callable[[PlainHand], int]) -> int:
    return max(map(figure, hands), default=0)


def _gain(hand: PlainHand) -> int:
    return hand.gain


def _runs(club: PlainClub, evening: PlainEvening) -> Mapping[Person, int]:
    return {club.person(player): tally.run for player, tally in evening.tallies.items()}


# -- the cup ---------------------------------------------------------------------------------------------------------


def _cup(club: PlainClub, group: ClubGroup) -> Iterator[Figure]:
    dice = Random(str(club.id))
    today, size, summed = any_day_after(club, dice), dice.choice([1, 2, 3]), dice.choice([1, 3, 1_000])
    line = plain_holdings(club, today)
    yield Figure(of=f"cup on {today}", must=_plain_now(club, line, today), does=_now(group, today))
    must = _in_pages(line[::-1], size)
    pages, before = [], None
    for _ in must:
        pages.append(cup_holders.cup_history(group, today=today, before=before, size=size))
        before = pages[-1].line[-1].evening_id if pages[-1].line else None
    does = [([*page.line], page.has_more) for page in pages]
    yield Figure(of=f"line of the cup on {today} in pages of {size}", must=must, does=does)
    with pytest.MonkeyPatch.context() as bounds:
        bounds.setattr(cup_holders, "SUMMED", summed)
        held = [astuple(one) for one in cup_holders.cup_holders(group, today=today)]
    yield Figure(of=f"who had the cup until {today}", must=_held_by_all(line[-summed:], today), does=held)


def any_day_after(club: PlainClub, dice: Random) -> date:
    """The day of the last evening, or a later one: the first of an agreement, where there is one."""
    last = max((evening.day for evening in club.evenings), default=date(2025, 1, 1))
    later = [day for day in club.cups if day > last]
    return dice.choice([last, last + timedelta(days=dice.randrange(400)), *later])


def plain_holdings(club: PlainClub, today: date) -> list[Holding]:
    """Somebody has it until the next takes it, or until the club agrees anew."""
    line = cup_line(club)
    days = [taken.at.astimezone(MUNICH).date() for taken in line]
    return [
        Holding(
            evening_id=taken.evening,
            holder=taken.holder,
            before=taken.before,
            first_on=days[no],
            until=min([*days[no + 1 :], *(day for day in club.cups if days[no] < day <= today)], default=None),
        )
        for no, taken in enumerate(line)
    ]


def _plain_now(club: PlainClub, line: Sequence[Holding], today: date) -> Any:
    agreed_on = max((day for day in club.cups if day <= today), default=None)
    rule = club.cups[agreed_on] if agreed_on else "beaten"
    if not line or line[-1].until:
        return rule, agreed_on, None, 0
    since = [evening.id for evening in club.closed]
    return rule, agreed_on, line[-1], len(since) - since.index(line[-1].evening_id)


def _now(group: ClubGroup, today: date) -> Any:
    now = cup_holders.cup_now(group, today=today)
    agreed_on = now.agreement.first_on if now.agreement in group.cups else None
    return now.agreement.rule, agreed_on, now.holding, now.evenings


def _held_by_all(line: Sequence[Holding], today: date) -> list[tuple[Person, int, int]]:
    own = {one.holder: [each for each in line if each.holder == one.holder] for one in line}
    found = [
        (person, len(times), sum(((one.until or today) - one.first_on).days for one in times))
        for person, times in own.items()
    ]
    return sorted(found, key=lambda one: (-one[2], -one[1], one[0]))


HALL: Sequence[Compared] = (hall, broken_records)
