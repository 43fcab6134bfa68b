"""Scoring of imported hands by the rules of the club; hands that the rules cannot score become agreed hands.

Amounts paid are kept. If a hand has both a report and amounts, and the rules give another value, it becomes an agreed
hand with its amounts, and its note has the value by the rules.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from rules import Player, Problem, Report, ReportError, Score, State, Table, read_report, score
from rules.renaming import rename_players_in_json
from scorebook.clubs.names import folded_name
from scorebook.exchange.imports.import_records import (
    LONGEST_TEXT,
    FilePosition,
    ImportedEvening,
    ImportedHand,
    ImportProblems,
)
from scorebook.play.services import Terms

WHY = "import"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftHand:
    hand: Mapping[str, object]  # by ids, as `play.NewHand` takes it
    dealer: Player | None  # if out of turn
    points: Mapping[Player, int]


class ScoredDraft:
    """A scored evening. Each impossible hand is left out, with a problem. ids: folded name -> player."""

    def __init__(
        self, evening: ImportedEvening, ids: Mapping[str, UUID], terms: Terms, problems: ImportProblems
    ) -> None:
        self._ids, self._terms, self._ruleset, self._problems = ids, terms, terms.ruleset, problems
        self._players = tuple(Player(str(ids[folded_name(name)])) for name in evening.people)
        self._names = dict(zip(self._players, evening.people, strict=True))
        first = next((hand.dealer for hand in evening.hands[:1] if hand.dealer), None)
        imported = self._find_imported_player(first) if first else None
        self.first_dealer = imported if imported in self._players and imported else self._players[0]
        self._state = State()
        self.hands: list[DraftHand] = []
        self.remarks = ImportProblems()  # notices only
        for hand in evening.hands:
            self._score_imported_hand(hand)

    @property
    def sums(self) -> Mapping[UUID, int]:  # player -> minor units
        found: dict[UUID, int] = {}
        for hand in self.hands:
            for player, points in hand.points.items():
                found[UUID(player)] = found.get(UUID(player), 0) + points * self._terms.stake_minor
        return found

    def _score_imported_hand(self, imported: ImportedHand) -> None:
        table = self._imported_table_with_dealer(imported)
        if table is None:
            return
        for name in imported.amounts or ():
            if self._find_imported_player(name) not in self._players:
                self._problems.add("not_at_table", imported.place, name=name)
                return
        points = self._paid_points(imported)
        found: tuple[Mapping[str, object], Score] | None = None
        refused: Sequence[Problem] = ()
        if imported.hand is not None:
            try:
                hand = self._report_by_ids(imported, table)
                found = hand, self._score_imported_report(hand, table)
            except ReportError as error:
                refused = error.problems
        # Counters are equal too if a player without points is missing in one of them.
        is_paid_so = found and points is not None and Counter(found[1].points) == Counter(points)
        if found and (imported.amounts is None or is_paid_so):
            self._append_draft_hand(*found, table)
        elif imported.amounts is not None:
            self._write_agreed_hand(imported, table, points, found[1] if found else None, refused)
        else:
            for one in refused:
                self._add_rules_problem(imported.place, one)

    def _write_agreed_hand(
        self,
        imported: ImportedHand,
        table: Table,
        points: Mapping[Player, int] | None,
        by_rules: Score | None,
        refused: Sequence[Problem],
    ) -> None:
        amounts = imported.amounts or {}
        if rest := sum(amounts.values()):
            self._problems.add("sum_not_0", imported.place, rest=rest, unit=self._terms.unit)
            return
        if points is None:
            self._problems.add("amount_no_points", imported.place, stake=self._terms.stake_minor)
            return
        why = imported.kind or WHY
        if by_rules is not None:
            self.remarks.add_notice("paid_otherwise", imported.place)
        elif refused:
            self.remarks.add_notice("not_by_the_rules", imported.place, kind=why)
        hand: dict[str, object] = {
            "contract": "agreed",
            "points": {player: points.get(player, 0) for player in table.players},
            "why": why,
            "was_dealt": imported.was_dealt,
        }
        if note := self._agreed_hand_note(imported, by_rules):
            hand["note"] = note
        try:
            self._append_draft_hand(hand, self._score_imported_report(hand, table), table)
        except ReportError as error:
            for one in error.problems:
                self._add_rules_problem(imported.place, one)

    def _agreed_hand_note(self, imported: ImportedHand, by_rules: Score | None) -> str:
        if by_rules is None:
            return imported.note
        figures = ", ".join(f"{self._names[player]} {points:+}" for player, points in by_rules.points.items())
        remark = _("As paid; by the rules it would have been %(figures)s points.") % {"figures": figures}
        return " ".join(filter(None, (imported.note, remark)))[:LONGEST_TEXT]

    def _append_draft_hand(self, hand: Mapping[str, object], scored: Score, table: Table) -> None:
        due = self._state.dealer or self.first_dealer
        dealer = table.dealer if table.dealer != due else None
        self.hands.append(DraftHand(hand=hand, dealer=dealer, points=scored.points))
        self._state = scored.state

    def _score_imported_report(self, hand: Mapping[str, object], table: Table) -> Score:
        """Raises: ReportError."""
        report = read_report(hand, ruleset=self._ruleset, table=table, state=self._state)
        return score(report, self._ruleset, self._state)

    def _report_by_ids(self, imported: ImportedHand, table: Table) -> Mapping[str, object]:
        raw = {**(imported.hand or {}), **({"note": imported.note} if imported.note else {})}
        contract = self._ruleset.contract(str(raw.get("contract") or ""), len(table.players))
        form = contract.report if contract else Report
        return rename_players_in_json(form, raw, lambda name: str(self._find_imported_player(name) or name))

    def _paid_points(self, imported: ImportedHand) -> Mapping[Player, int] | None:
        """Return the amounts as points; None if one is no whole number of points."""
        stake = self._terms.stake_minor
        if any(amount % stake for amount in (imported.amounts or {}).values()):
            return None
        return {
            player: amount // stake
            for name, amount in (imported.amounts or {}).items()
            if (player := self._find_imported_player(name)) is not None
        }

    def _imported_table_with_dealer(self, imported: ImportedHand) -> Table | None:
        """Find the dealer: the one named, else one who leaves the cards to those who held them, else the one due."""
        due = self._state.dealer or self.first_dealer
        if imported.dealer:
            dealer = self._find_imported_player(imported.dealer)
            if dealer in self._players:
                return Table(players=self._players, dealer=dealer)
            self._problems.add("dealer_unknown", imported.place, name=imported.dealer)
            return None
        seats = self._ruleset.seats(len(self._players))
        if imported.playing and len(self._players) > seats:
            playing = {self._find_imported_player(name) for name in imported.playing}
            for dealer in (due, *self._players):
                table = Table(players=self._players, dealer=dealer)
                if set(table.active(seats)) == playing:
                    return table
        return Table(players=self._players, dealer=due)

    def _find_imported_player(self, name: str) -> Player | None:
        id = self._ids.get(folded_name(name))
        return Player(str(id)) if id else None

    def _add_rules_problem(self, place: FilePosition, problem: Problem) -> None:
        args = {
            name: self._names_for_ids(value) if isinstance(value, str) else value
            for name, value in problem.args.items()
        }
        where = ".".join(self._names_for_ids(part) for part in problem.field.split("."))
        place = FilePosition(line=place.line, where=f"{place.where} {where}".strip())
        self._problems.add(f"rules.{problem.code}", place, **args)

    def _names_for_ids(self, text: str) -> str:
        return ", ".join(self._names.get(Player(one), one) for one in text.split(", "))
