"""The entry form for its templates: contract chips, seats, results, problems beside their rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import rules
from rules.base_ruleset import Aim, Sides
from rules.hand_fields import Question
from rules.report import DeclaredHand, Surrender
from rules.score import Level, Side
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import People, names_of
from scorebook.web.evening.hand_form.hand_form_codec import COUNTS_OF, POINTS_OF, THROWN_IN
from scorebook.web.evening.hand_form.optional_fields import (
    Field,
    OptionalFieldRow,
    optional_field_rows,
    ramsch_count_fields,
)
from scorebook.web.evening.hand_form.questions import (
    contract_css_classes,
    offered_contracts,
    top_trump_counts,
    usual_contract,
)
from scorebook.web.games import game_presentation, level_name_of_game

MAX_KONTRA = 6  # chips; a hand recorded through the API may have more, and a correction keeps them
MIN_GROUPED = 5  # contracts under "more"; fewer need no headings
LONG_NAME = 15  # letters
NONE = "–"
ROW_OF_FIELD = {
    "tricks": "level", "march_by": "losers", "opponents_tricks": "level", "call": "called_card", "winner": "team",
    "tally": "points", "queens": "declarer", "no_fehlstich": "partner", "tied": "won", "auction": "bid",
    "trumps_in_tricks": "counts",
}  # fmt: skip
MAIN_ROWS = {
    "contract", "declarer", "partner", "trump_suit", "won", "level", "card_points", "top_trumps", "kontra", "laid",
    "surrender", "losers", "maidens", "winner", "points", "why", "round", "team", "counts",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    value: str
    text: str
    is_checked: bool = False
    classes: str = ""
    suit: str = ""

    @property
    def spoken(self) -> str:
        """Return the text for screen readers if the visible one is only a sign."""
        return pgettext("answer", "none") if self.text == NONE else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChip:
    """A player as a button."""

    id: str
    name: str
    colour: int
    is_dealer: bool
    is_leader: bool
    is_loser: bool
    is_maiden: bool
    points_field: str
    points_typed: str
    stands: str  # their total before this hand


@dataclass(frozen=True, kw_only=True)
class HandForm:
    """The form of a hand at one table. Its templates read the parts, each made when it is first read."""

    ruleset: rules.Ruleset
    table: rules.Table
    people: People
    typed: FormData
    refused: Iterable[rules.Problem] = ()
    state: rules.State | None = None  # None if unknown, as in a correction
    stands: Mapping[str, str] = field(default_factory=dict)  # each player's total as text
    played: Collection[str] = ()  # contracts that this table has played
    is_more_open: bool = False  # whether the contracts under "more" are shown at first

    @cached_property
    def offered(self) -> tuple[rules.Contract, ...]:
        return offered_contracts(self.ruleset, self.table, self.state)

    @cached_property
    def questions(self) -> frozenset[Question]:
        """Return what some contract asks."""
        of_contracts = (self.ruleset.questions(one, self.table, self.state) for one in self.offered)
        return frozenset[Question]().union(*of_contracts)

    @cached_property
    def required(self) -> frozenset[Question]:
        """Return what some contract must have answered."""
        return frozenset[Question]().union(*(self.ruleset.required_questions(one) for one in self.offered))

    @cached_property
    def contracts(self) -> list[Chip]:
        return [self._contract_chip(one) for one in self.offered if one.common]

    @property
    def more_contracts(self) -> list[tuple[str, list[Chip]]]:
        """Return the groups under "more", each with its title; a few contracts are one group without a title."""
        more = [one for one in self.offered if not one.common]
        if len(more) < MIN_GROUPED:
            return [("", [self._contract_chip(one) for one in more])] if more else []
        titles = (
            _("Our own"), _("Played before"), _("With a partner"), _("Alone"), _("All tricks"), _("No trick"),
            _("Other"),
        )  # fmt: skip
        groups: dict[str, list[Chip]] = {title: [] for title in titles}
        for one in more:
            groups[_contract_group_title(one, self.played)].append(self._contract_chip(one))
        return [(title, chips) for title, chips in groups.items() if chips]

    @property
    def _usual_contract(self) -> rules.Contract:
        return usual_contract(self.offered, self.ruleset, self.table, self.state or rules.State())

    def _contract_chip(self, contract: rules.Contract) -> Chip:
        return Chip(
            value=contract.id,
            text=words.contract_name(contract.id, language.current_language()),
            is_checked=contract.id == self._chosen_contract,
            classes=contract_css_classes(contract, self.ruleset, self.table, self.state),
        )

    @cached_property
    def _chosen_contract(self) -> str:
        return self.typed.one("contract") or self._usual_contract.id

    @property
    def has_long_names(self) -> bool:
        """Return whether the contracts need two columns instead of four."""
        return any(len(chip.text) > LONG_NAME for chip in self.contracts)

    @property
    def may_throw_in(self) -> bool:
        return self.ruleset.contract(THROWN_IN, len(self.table.players)) is not None

    @cached_property
    def seats(self) -> list[SeatChip]:
        typed, leader = self.typed, self.ruleset.active(self.table)[0]
        return [
            SeatChip(
                id=player,
                name=self.people[player].name,
                colour=self.people[player].colour,
                is_dealer=player == self.table.dealer,
                is_leader=player == leader,
                is_loser=player in typed.all("losers"),
                is_maiden=player in typed.all("maidens"),
                points_field=POINTS_OF + player,
                points_typed=typed.one(POINTS_OF + player),
                stands=self.stands.get(player, ""),
            )
            for player in self.table.players
        ]

    @cached_property
    def active_seats(self) -> list[SeatChip]:
        active = self.ruleset.active(self.table)
        return [seat for seat in self.seats if seat.id in active]

    @property
    def roles(self) -> list[str]:
        """Return the labels of declarer and partner."""
        return [str(role) for role in game_presentation(self.ruleset).roles]

    @property
    def trumps(self) -> list[Chip]:
        suits = dict.fromkeys(suit for one in self.offered if one.names_trump for suit in one.trump_suits)
        chosen, in_language = self.typed.one("trump_suit"), language.current_language()
        return [
            Chip(value=suit, text=words.suit_name(suit, in_language), is_checked=suit == chosen, suit=suit)
            for suit in suits
        ]

    @property
    def is_trump_needed(self) -> bool:
        return any(one.needs_trump for one in self.offered)

    @property
    def called_cards(self) -> list[Chip]:
        """Return the cards that may be called, in games that must record the called card (A10, A11)."""
        chosen = self.typed.one("called_card")
        asking = (one for one in self.offered if Question.CALL in self.ruleset.required_questions(one))
        cards = dict.fromkeys(card for one in asking for card in self.ruleset.callable_cards(one))
        return [
            Chip(
                value=f"{card.rank} {card.suit}",
                text=words.rules_text(f"rank.{card.rank}", language.current_language()),
                is_checked=chosen == f"{card.rank} {card.suit}",
                suit=card.suit,
            )
            for card in cards
        ]

    @property
    def results(self) -> list[Chip]:
        return self._radio_chips("won", "yes", {"yes": _("won"), "no": _("lost"), **_tie_result_texts(self.ruleset)})

    @property
    def levels(self) -> list[Chip]:
        texts = {level.value: level_name_of_game(level, self.ruleset) for level in Level}
        return self._radio_chips("level", Level.PLAIN, texts)

    @property
    def top_trumps(self) -> list[Chip]:
        paid = (top_trump_counts(one, self.ruleset, self.table) for one in self.offered)
        chosen = self.typed.one("top_trumps")
        runs = set[int]().union(*paid)
        if chosen.isdecimal() and 0 < len(chosen) < 3 and int(chosen):
            runs.add(int(chosen))
        if not runs:
            return []
        texts = {"0": (NONE, "top")} | {str(run): (str(run), f"top top-{run}") for run in sorted(runs)}
        return [
            Chip(value=value, text=text, is_checked=value == (chosen or "0"), classes=classes)
            for value, (text, classes) in texts.items()
        ]

    @property
    def run_sides(self) -> list[Chip]:
        """Return the sides that may have held the run; there is no default."""
        texts = {Side.DECLARERS.value: pgettext("run", "with"), Side.OPPONENTS.value: pgettext("run", "without")}
        return chips_of(texts, chosen=self.typed.one("top_side"))

    @property
    def run_word(self) -> str:
        return str(game_presentation(self.ruleset).run_name)

    @property
    def kontra(self) -> list[Chip]:
        """Return the chips for a number of doublings, each shown as its factor."""
        typed = self.typed.one("kontra")
        most = max(MAX_KONTRA, min(int(typed), 16)) if typed.isdecimal() and len(typed) < 3 else MAX_KONTRA
        return self._radio_chips("kontra", "0", {"0": NONE} | {str(no): f"× {2**no}" for no in range(1, most + 1)})

    @property
    def kontra_word(self) -> str:
        return words.rules_text(f"reason.{game_presentation(self.ruleset).kontra}", language.current_language())

    @property
    def laid(self) -> list[Chip]:
        numbers = map(str, range(1, self.ruleset.seats(len(self.table.players)) + 1))
        return self._radio_chips("laid", "0", {"0": NONE} | {number: number for number in numbers})

    @property
    def surrenders(self) -> list[Chip]:
        texts = {
            Surrender.NONE.value: NONE,
            Surrender.ACCEPTED.value: _("accepted"),
            Surrender.REFUSED.value: _("refused"),
        }
        return self._radio_chips("surrender", Surrender.NONE, texts)

    @property
    def rounds(self) -> list[Chip]:
        """Return the special rounds that this table may announce; most games have none."""
        kinds, in_language = self.ruleset.announced_rounds(len(self.table.players)), language.current_language()
        texts = {kind: words.rules_text(f"round.{kind}", in_language) for kind in kinds}
        return chips_of(texts, chosen=self.typed.one("round"))

    @property
    def teams(self) -> list[Chip]:
        """Return the sides of a game with fixed sides, each named by its first player, in seating order."""
        seated, chosen = self.active_seats, self.typed.one("team")
        # While only one player sits at the table, there is one side.
        sides = [seated[place::2] for place in range(min(2, len(seated)))]
        return [
            Chip(
                value=side[0].id,
                text=" + ".join(seat.name for seat in side),
                is_checked=any(seat.id == chosen for seat in side),
            )
            for side in sides
        ] + chips_of(_tie_result_texts(self.ruleset), chosen=chosen)

    def _radio_chips(self, name: str, default: str, texts: Mapping[str, str]) -> list[Chip]:
        """Return a chip per text, and one for a recorded number beyond them."""
        chosen = self.typed.one(name) or default
        if chosen.isdecimal() and chosen not in texts:
            texts = {**texts, chosen: chosen}
        return chips_of(texts, chosen=chosen)

    @property
    def march_text(self) -> str:
        """Return the condition of a march, as this table agreed (X47)."""
        texts = {"ninety": _("took 90 or more"), "all_points": _("took all 120")}
        return texts.get(getattr(self.ruleset, "march_from", ""), _("took every trick"))

    @property
    def loser_text(self) -> str:
        is_all = getattr(self.ruleset, "ramsch_settlement", "loser_pays_all") == "loser_pays_all"
        return pgettext("ramsch", "lost") if is_all else pgettext("ramsch", "pays")

    @property
    def losers_are_two(self) -> bool:
        return getattr(self.ruleset, "ramsch_settlement", "") == "two_worst_pay_two_best"

    @property
    def maidens_count(self) -> bool:
        return Question.LOSERS in self.questions and getattr(self.ruleset, "jungfrau", False)

    @cached_property
    def optional_rows(self) -> tuple[OptionalFieldRow, ...]:
        return optional_field_rows(
            self.ruleset,
            self.offered,
            self.typed,
            questions=self.questions,
            required=self.required,
            problems={row: texts for row, texts in self._problems_by_row.items() if row not in MAIN_ROWS},
        )

    @cached_property
    def counts(self) -> list[tuple[SeatChip, tuple[Field, ...]]]:
        """Return the players of a Ramsch, each with fields for what they took."""
        seats = self.active_seats if Question.COUNTS in self.questions else ()
        return [(seat, ramsch_count_fields(seat.id, seat.name, self.typed)) for seat in seats]

    @property
    def has_optional_values(self) -> bool:
        """Return whether "More about this hand" starts open, because a field in it is filled in or refused."""
        counted = any(field.value for _seat, fields in self.counts for field in fields) or "counts" in self.problems
        return counted or any(row.has_value or row.problems for row in self.optional_rows)

    @cached_property
    def problems(self) -> dict[str, list[str]]:
        """Return row -> error messages."""
        return {row: texts for row, texts in self._problems_by_row.items() if row in self._row_names}

    @property
    def other_problems(self) -> list[str]:
        """Return the error messages without a row."""
        return [text for row, texts in self._problems_by_row.items() if row not in self._row_names for text in texts]

    @cached_property
    def _row_names(self) -> set[str]:
        optional = {name for row in self.optional_rows for name in (*row.names, row.question)}
        return set(ROW_OF_FIELD.values()) | MAIN_ROWS | optional

    @cached_property
    def _problems_by_row(self) -> dict[str, list[str]]:
        chosen = self.ruleset.contract(self.typed.one("contract"), len(self.table.players))
        # The counts of a Ramsch have a row of their own.
        is_counted = chosen is not None and Question.COUNTS in self.ruleset.questions(chosen, self.table)
        names, rows = names_of(self.people), dict[str, list[str]]()
        for problem in self.refused:
            top = problem.field.partition(".")[0]
            row = "counts" if is_counted and top in COUNTS_OF.values() else ROW_OF_FIELD.get(top, top)
            rows.setdefault(row, []).append(words.problem_text(problem, language.current_language(), names))
        return rows


def chips_of(texts: Mapping[str, str], *, chosen: str) -> list[Chip]:
    return [Chip(value=value, text=text, is_checked=value == chosen) for value, text in texts.items()]


def _tie_result_texts(ruleset: rules.Ruleset) -> dict[str, str]:
    return {value: str(text) for value, text in game_presentation(ruleset).ties.items()}


def _contract_group_title(contract: rules.Contract, played: Collection[str]) -> str:
    if contract.is_own:
        return _("Our own")
    if contract.id in played:
        return _("Played before")
    if not issubclass(contract.report, DeclaredHand):
        return _("Other")
    if contract.aim is Aim.NO_TRICK:
        return _("No trick")
    if contract.aim is not Aim.CARD_POINTS:
        return _("All tricks")
    return _("Alone") if contract.sides is Sides.ALONE else _("With a partner")
