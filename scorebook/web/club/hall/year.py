"""The year's report for its template: sentences to read out, and a table of everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.wording import words
from scorebook.core.months import day_of
from scorebook.play.models import EveningResult
from scorebook.play.services import POINTS
from scorebook.standings.records.club_records import Feat
from scorebook.standings.records.cup_holders import Holding
from scorebook.standings.records.memorable import MemorableHand
from scorebook.standings.records.year_report import MIN_DECLARED, GameYear, Most, YearReport
from scorebook.standings.records.year_stats import PersonSums
from scorebook.texts import language
from scorebook.web.club.hall.framed_hands import FramedHand, framed_hand
from scorebook.web.core.money import amount_text, points_text
from scorebook.web.core.person_names import People, list_text, names_text

# Per feat; the hall lists the others.
FEATS_SHOWN = 20
PASSINGS_TOLD = 5  # of the cup, listed one by one


def year_parts(
    report: YearReport, people: People, club_name: str, *, is_running: bool
) -> list[tuple[str, tuple[str, ...]]]:
    """Return the headings with their sentences."""
    text = _YearText(report=report, people=people, club_name=club_name, is_running=is_running)
    parts = (
        (_("The year"), text.meetings_sentences()),
        (_("Glory"), text.winner_sentences()),
        (_("And mockery"), text.loser_sentences()),
        (_("The cup"), text.cup_sentences()),
    )
    found = ((heading, tuple(sentences)) for heading, sentences in parts)
    return [(heading, sentences) for heading, sentences in found if sentences]


def year_units(report: YearReport) -> list[str]:
    """Return the money columns of the table."""
    return [unit for unit in dict.fromkeys(unit for one in report.people for unit in one.amounts) if unit != POINTS]


@dataclass(frozen=True, slots=True, kw_only=True)
class _YearText:
    """The paragraphs of the report, each an iterator of sentences."""

    report: YearReport
    people: People
    club_name: str
    is_running: bool

    def meetings_sentences(self) -> Iterator[str]:
        report = self.report
        hands = ngettext("%(n)s hand", "%(n)s hands", report.hands) % {"n": points_text(report.hands, signed=False)}
        met = {"year": report.year, "club": self.club_name, "n": report.evenings, "hands": hands}
        yield (
            ngettext(
                "In %(year)s %(club)s met on %(n)s evening and played %(hands)s.",
                "In %(year)s %(club)s met on %(n)s evenings and played %(hands)s.",
                report.evenings,
            )
            % met
        )
        if report.contract:
            contract = words.contract_name(report.contract.contract, language.current_language())
            values = {"contract": contract, "times": year_times_text(report.contract.declared)}
            yield _("What was played most: %(contract)s, %(times)s.") % values
        if report.faithful:
            names, count = self._names_and_count(report.faithful)
            yield ngettext(
                "%(names)s came most often, %(times)s.",
                "%(names)s came most often, each of them %(times)s.",
                len(report.faithful.people),
            ) % {"names": names, "times": year_times_text(count)}

    def winner_sentences(self) -> Iterator[str]:
        report = self.report
        for game in report.games:
            yield from self._game_sentences(game)
        for unit, most in report.money.items():
            names, count = self._names_and_count(most)
            yield ngettext(
                "%(names)s won the most at the table: %(amount)s.",
                "%(names)s won the most at the table: %(amount)s each.",
                len(most.people),
            ) % {"names": names, "amount": amount_text(count, unit)}
        if report.declarer:
            values = {
                "names": self._names_of_people(report.declarer.people),
                "won": report.declarer.won,
                "all": report.declarer.declared,
                "least": MIN_DECLARED,
            }
            best = _("Best declarer with at least %(least)s hands declared: %(names)s, who won %(won)s of %(all)s.")
            yield best % values
        if report.runs:
            yield self._longest_runs_sentence(report.runs)

    def _longest_runs_sentence(self, runs: Sequence[EveningResult]) -> str:
        n = runs[0].run
        if len(runs) == 1:
            values = {"name": self._name_of_player(runs[0]), "n": n, "day": _evening_day_text(runs[0])}
            return _("%(name)s won %(n)s hands in a row on %(day)s, the longest run of the year.") % values
        values = {"names": self._names_with_days(runs), "n": n}
        return _("The longest run of the year, %(n)s hands won in a row: %(names)s.") % values

    def _names_with_days(self, rows: Sequence[EveningResult]) -> str:
        """Return Anna (3 May, 7 June) and Beppo (4 May): each person once, by first day."""
        days: dict[str, list[str]] = {}
        for row in sorted(rows, key=lambda row: (row.started_at, self._name_of_player(row).lower())):
            days.setdefault(self._name_of_player(row), []).append(_evening_day_text(row))
        return list_text(f"{name} ({', '.join(own)})" for name, own in days.items())

    def _game_sentences(self, game: GameYear) -> Iterator[str]:
        current = language.current_language()
        if game.winners:
            names, count = self._names_and_count(game.winners)
            values = {"names": names, "points": year_points_text(count)}
            yield (
                _("%(game)s is won by %(names)s: %(points)s.") % {"game": words.game_name(game.game, current), **values}
                if len(self.report.games) > 1
                else _("The year belongs to %(names)s: %(points)s.") % values
            )
        if game.best:
            yield self._best_evenings_sentence(game)
        if game.highest:
            yield self._highest_hand_sentence(game)
            yield from self._as_high_hands_sentence(game.highest)

    def _best_evenings_sentence(self, game: GameYear) -> str:
        several, best = len(self.report.games) > 1, game.best
        values = {
            "game": words.game_name(game.game, language.current_language()),
            "points": year_points_text(best[0].points),
        }
        if len(best) > 1:
            values["names"] = self._names_with_days(best)
            if several:
                return _("The best evenings of %(game)s were those of %(names)s: %(points)s each.") % values
            return _("The best evenings were those of %(names)s: %(points)s each.") % values
        values |= {"name": self._name_of_player(best[0]), "day": _evening_day_text(best[0])}
        if several:
            return _("The best evening of %(game)s was that of %(name)s on %(day)s: %(points)s.") % values
        return _("The best evening was that of %(name)s on %(day)s: %(points)s.") % values

    def _highest_hand_sentence(self, game: GameYear) -> str:
        hand = framed_hand(game.highest[0], self.people)
        values = {
            "game": words.game_name(game.game, language.current_language()),
            "said": hand.reasons.text,
            "day": date_format(day_of(hand.row.started_at), "MONTH_DAY_FORMAT"),
            "points": year_points_text(hand.row.gain),
        }
        if len(self.report.games) > 1:
            return _("The highest hand of %(game)s fell on %(day)s: %(said)s. It brought %(points)s.") % values
        return _("The highest hand fell on %(day)s: %(said)s. It brought %(points)s.") % values

    def _as_high_hands_sentence(self, hands: Sequence[MemorableHand]) -> Iterator[str]:
        """Yield a sentence on the people who won as much by another hand."""
        named = set(hands[0].people)
        others = dict.fromkeys(person for hand in hands[1:] for person in hand.people if person not in named)
        if others:
            yield _("As much went to %(names)s by another hand.") % {"names": self._names_of_people(list(others))}

    def loser_sentences(self) -> Iterator[str]:
        if self.report.ramsch_loser:
            names, count = self._names_and_count(self.report.ramsch_loser)
            yield ngettext(
                "%(names)s lost the Ramsch %(times)s, more often than anybody else.",
                "%(names)s lost the Ramsch %(times)s each, more often than anybody else.",
                len(self.report.ramsch_loser.people),
            ) % {"names": names, "times": year_times_text(count)}
        if self.report.schneider_taken:
            names, count = self._names_and_count(self.report.schneider_taken)
            yield ngettext(
                "%(names)s was Schneider %(times)s, more often than anybody else.",
                "%(names)s were Schneider %(times)s each, more often than anybody else.",
                len(self.report.schneider_taken.people),
            ) % {"names": names, "times": year_times_text(count)}

    def cup_sentences(self) -> Iterator[str]:
        holders = self.report.holders
        taken = [one for one in holders if one.first_on.year == self.report.year]
        if holders and holders[0] not in taken:
            name = {"name": self.people[str(holders[0].holder)].name}
            yield _("%(name)s brought the cup along from the year before.") % name
        if len(taken) <= PASSINGS_TOLD:
            yield from map(self._cup_taken_sentence, taken)
        else:
            yield from self._cup_taken_often_sentences(taken)
        if holders and (holders[-1].until is None or holders[-1].until.year > self.report.year):
            name = {"name": self.people[str(holders[-1].holder)].name}
            yield (
                _("%(name)s has it now.") if self.is_running else _("And %(name)s kept it over the turn of the year.")
            ) % name

    def _cup_taken_sentence(self, one: Holding) -> str:
        values = {"name": self.people[str(one.holder)].name, "from": date_format(one.first_on, "MONTH_DAY_FORMAT")}
        if one.before is None:
            return _("%(name)s took it on %(from)s.") % values
        values |= {"before": self.people[str(one.before)].name}
        return _("%(name)s took it from %(before)s on %(from)s.") % values

    def _cup_taken_often_sentences(self, taken: Sequence[Holding]) -> Iterator[str]:
        counts = Counter(one.holder for one in taken)
        most = max(counts.values())
        names = self._names_of_people([person for person, count in counts.items() if count == most])
        yield _("It passed on %(n)s times.") % {"n": len(taken)}
        yield ngettext(
            "%(names)s took it most often, %(times)s.",
            "%(names)s took it most often, each of them %(times)s.",
            list(counts.values()).count(most),
        ) % {"names": names, "times": year_times_text(most)}

    def _names_and_count(self, most: Most) -> tuple[str, int]:
        return self._names_of_people(most.people), most.count

    def _names_of_people(self, found: Sequence[UUID]) -> str:
        people = (self.people[str(person)] for person in found)
        return names_text(tuple(sorted(people, key=lambda person: person.name.lower())))

    def _name_of_player(self, row: EveningResult) -> str:
        return self.people[str(row.player_id)].name


def year_points_text(count: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", abs(count)) % {"n": points_text(count)}


def year_times_text(count: int) -> str:
    return ngettext("%(n)s time", "%(n)s times", count) % {"n": points_text(count, signed=False)}


def _evening_day_text(row: EveningResult) -> str:
    return date_format(day_of(row.started_at), "MONTH_DAY_FORMAT")


def year_feats(report: YearReport, people: People) -> Iterator[tuple[str, list[FramedHand], int]]:
    """Yield the feats, each with its heading, its first hands, and the number of hands left out."""
    headings = {
        Feat.SIE: pgettext("feat", "Sie"),
        Feat.TOUT: pgettext("feat", "Tout"),
        Feat.MARCH: pgettext("feat", "March"),
    }
    for feat, heading in headings.items():
        if hands := report.feats.get(feat, ()):
            listed = [framed_hand(hand, people) for hand in hands[:FEATS_SHOWN]]
            yield heading, listed, len(hands) - len(listed)


def year_lines(report: YearReport, people: People) -> list[tuple[int, PersonSums]]:
    """Return the table with its ranks, best first: by points of the only game, else by money, else by evenings won."""
    units, game = year_units(report), only_game_of_year(report)

    def measure(one: PersonSums) -> int:
        if game:
            return one.points.get(game, 0)
        return one.amounts.get(units[0], 0) if units else one.evenings_won

    ordered = sorted(report.people, key=lambda one: (-measure(one), people[str(one.person)].name.lower()))
    figures = [measure(one) for one in ordered]
    return [(figures.index(measure(one)) + 1, one) for one in ordered]


def only_game_of_year(report: YearReport) -> str | None:
    """Return the game of the year; None if several were played, whose points are not comparable."""
    return report.games[0].game if len(report.games) == 1 else None
