"""The entry form for its template: contract chips, seats, results, problems beside their rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import rules
from rules.hand_fields import Question
from rules.report import Surrender
from rules.score import Level, Side
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.form_data import FormData
from scorebook.web.core.person_names import People, names_of
from scorebook.web.evening.hand_form import contract_groups, questions
from scorebook.web.evening.hand_form.codec import COUNTS_OF, POINTS_OF, THROWN_IN
from scorebook.web.evening.hand_form.contract_groups import ContractGroup
from scorebook.web.evening.hand_form.optional_fields import (
    CountsRow,
    OptionalFieldRow,
    optional_field_rows,
    ramsch_counts_rows,
    rows_with_problems,
)
from scorebook.web.games import game_presentation, level_name_of_game

MAX_KONTRA = 6  # chips; a hand recorded through the API may have more, and a correction keeps them
LONG_NAME = 15  # letters
NONE = "–"
NOTHING_STANDS: Mapping[str, str] = {}
ROW_OF_FIELD = {
    "tricks": "level", "march_by": "losers", "opponents_tricks": "level", "call": "called_card", "winner": "team",
    "tally": "points", "queens": "declarer", "no_fehlstich": "partner", "tied": "won", "auction": "bid",
    "trumps_in_tricks": "counts",
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
    """A player as a button: declarer, partner, loser or maiden of this hand."""

    id: str
    name: str
    colour: int
    is_active: bool
    is_dealer: bool
    is_leader: bool
    is_declarer: bool = False
    is_partner: bool = False
    is_loser: bool = False
    is_winner: bool = False
    is_maiden: bool = False
    points_field: str = ""
    points_typed: str = ""
    stands: str = ""  # their total before this hand


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForm:
    contracts: tuple[Chip, ...]
    more_contracts: tuple[ContractGroup[Chip], ...]
    is_more_open: bool
    may_throw_in: bool
    seats: tuple[SeatChip, ...]
    questions: frozenset[Question]
    trumps: tuple[Chip, ...]
    is_trump_needed: bool
    results: tuple[Chip, ...]
    levels: tuple[Chip, ...]
    top_trumps: tuple[Chip, ...]
    kontra: tuple[Chip, ...]
    laid: tuple[Chip, ...]
    surrenders: tuple[Chip, ...]
    called_cards: tuple[Chip, ...]
    rounds: tuple[Chip, ...]
    teams: tuple[Chip, ...]
    is_nobody: bool
    roles: tuple[str, str]
    card_points: str
    required: frozenset[Question]
    run_sides: tuple[Chip, ...]
    optional_rows: tuple[OptionalFieldRow, ...]
    counts: tuple[CountsRow, ...]
    is_march: bool
    march_text: str
    loser_text: str
    losers_are_two: bool
    maidens_count: bool
    kontra_word: str
    run_word: str
    why: str
    problems: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by row
    other_problems: Sequence[str] = ()  # those without a row

    @property
    def has_long_names(self) -> bool:
        """Return whether the contracts need two columns instead of four."""
        return any(len(chip.text) > LONG_NAME for chip in self.contracts)

    @property
    def has_optional_values(self) -> bool:
        """Return whether "More about this hand" starts open, because a field in it is filled in or refused."""
        counted = any(field.value for row in self.counts for field in row.fields) or "counts" in self.problems
        return counted or any(row.has_value or row.problems for row in self.optional_rows)

    @property
    def active_seats(self) -> tuple[SeatChip, ...]:
        return tuple(seat for seat in self.seats if seat.is_active)


def hand_form(
    *,
    ruleset: rules.Ruleset,
    table: rules.Table,
    people: People,
    typed: FormData,
    problems: Iterable[rules.Problem] = (),
    state: rules.State | None = None,
    stands: Mapping[str, str] = NOTHING_STANDS,
    played: Collection[str] = (),
) -> HandForm:
    """Return the form. stands: each player's total as text. played: contracts that this table has played."""
    contracts = questions.offered_contracts(ruleset, table, state)
    chips = _contract_chips(contracts, ruleset, table, typed, state)
    open_questions = frozenset[Question]().union(*(ruleset.questions(one, table, state) for one in contracts))
    optional_rows = optional_field_rows(ruleset, contracts, open_questions, typed)
    chosen = ruleset.contract(typed.one("contract"), len(table.players))
    is_counted = chosen is not None and Question.COUNTS in ruleset.questions(chosen, table)
    by_row = _problems_by_form_row(problems, people, is_counted=is_counted)
    known = set(ROW_OF_FIELD.values()) | _ROWS | {name for row in optional_rows for name in (*row.names, row.question)}
    seats = _seat_chips(ruleset, table, people, typed, stands)
    more = [(one, chip) for one, chip in zip(contracts, chips, strict=True) if not one.common]
    return HandForm(
        contracts=tuple(chip for one, chip in zip(contracts, chips, strict=True) if one.common),
        more_contracts=contract_groups.contract_groups(more, played),
        is_more_open=False,
        may_throw_in=ruleset.contract(THROWN_IN, len(table.players)) is not None,
        seats=seats,
        questions=open_questions,
        trumps=_trump_chips(contracts, typed),
        is_trump_needed=any(one.needs_trump for one in contracts),
        results=_radio_chips(typed, "won", "yes", {"yes": _("won"), "no": _("lost"), **_tie_result_texts(ruleset)}),
        levels=_radio_chips(
            typed, "level", Level.PLAIN, {level.value: level_name_of_game(level, ruleset) for level in Level}
        ),
        top_trumps=_top_trump_chips(contracts, ruleset, table, typed),
        kontra=_kontra_factor_chips(typed, "kontra", MAX_KONTRA),
        laid=_laid_count_chips(ruleset, table, typed),
        surrenders=_surrender_chips(typed),
        called_cards=_called_card_chips(contracts, ruleset, table, typed),
        rounds=_special_round_chips(ruleset, typed),
        teams=_winning_team_chips(ruleset, table, people, typed),
        is_nobody=bool(typed.one("nobody")),
        roles=_declarer_partner_labels(ruleset),
        card_points=typed.one("card_points"),
        required=frozenset[Question]().union(*(ruleset.required_questions(one) for one in contracts)),
        run_sides=_run_side_chips(typed),
        optional_rows=rows_with_problems(
            optional_rows, {row: texts for row, texts in by_row.items() if row not in _ROWS}
        ),
        counts=ramsch_counts_rows(((one.id, one.name, one.colour) for one in seats if one.is_active), typed)
        if Question.COUNTS in open_questions
        else (),
        is_march=bool(typed.one("march")),
        march_text=_ramsch_march_text(ruleset),
        loser_text=_ramsch_loser_text(ruleset),
        losers_are_two=_ramsch_loser_count(ruleset) == 2,
        maidens_count=Question.LOSERS in open_questions and getattr(ruleset, "jungfrau", False),
        kontra_word=words.rules_text(f"reason.{game_presentation(ruleset).kontra}", language.current_language()),
        run_word=str(game_presentation(ruleset).run_name),
        why=typed.one("why"),
        problems={row: texts for row, texts in by_row.items() if row in known},
        other_problems=[text for row, texts in by_row.items() if row not in known for text in texts],
    )


_ROWS = {
    "contract", "declarer", "partner", "trump_suit", "won", "level", "card_points", "top_trumps", "kontra", "laid",
    "surrender", "losers", "maidens", "winner", "points", "why", "round", "team", "counts",
}  # fmt: skip


def _problems_by_form_row(
    problems: Iterable[rules.Problem], people: People, *, is_counted: bool
) -> dict[str, list[str]]:
    """Return row -> error messages. is_counted: the counts of a Ramsch have a row of their own."""
    names = names_of(people)
    rows: dict[str, list[str]] = {}
    for problem in problems:
        top = problem.field.partition(".")[0]
        if is_counted and top in COUNTS_OF.values():
            top = "counts"
        text = words.problem_text(problem, language.current_language(), names)
        rows.setdefault(ROW_OF_FIELD.get(top, top), []).append(text)
    return rows


def _seat_chips(
    ruleset: rules.Ruleset, table: rules.Table, people: People, typed: FormData, stands: Mapping[str, str]
) -> tuple[SeatChip, ...]:
    active = ruleset.active(table)
    losers, maidens = typed.all("losers"), typed.all("maidens")
    return tuple(
        SeatChip(
            id=player,
            name=people[player].name,
            colour=people[player].colour,
            is_active=player in active,
            is_dealer=player == table.dealer,
            is_leader=player == active[0],
            is_declarer=player == typed.one("declarer"),
            is_partner=player == typed.one("partner"),
            is_loser=player in losers,
            is_winner=player == typed.one("winner"),
            is_maiden=player in maidens,
            points_field=POINTS_OF + player,
            points_typed=typed.one(POINTS_OF + player),
            stands=stands.get(player, ""),
        )
        for player in table.players
    )


def _radio_chips(typed: FormData, name: str, default: str, texts: Mapping[str, str]) -> tuple[Chip, ...]:
    value = typed.one(name) or default
    if value not in texts and value.isdecimal():
        texts = {**texts, value: value}
    return tuple(Chip(value=one, text=text, is_checked=one == value) for one, text in texts.items())


def _contract_chips(
    contracts: Sequence[rules.Contract],
    ruleset: rules.Ruleset,
    table: rules.Table,
    typed: FormData,
    state: rules.State | None,
) -> tuple[Chip, ...]:
    chosen = typed.one("contract") or questions.usual_contract(tuple(contracts), ruleset, table).id
    return tuple(
        Chip(
            value=one.id,
            text=words.contract_name(one.id, language.current_language()),
            is_checked=one.id == chosen,
            classes=questions.contract_css_classes(one, ruleset, table, state),
        )
        for one in contracts
    )


def _laid_count_chips(ruleset: rules.Ruleset, table: rules.Table, typed: FormData) -> tuple[Chip, ...]:
    most = ruleset.seats(len(table.players))
    return _radio_chips(typed, "laid", "0", {"0": NONE} | {str(number): str(number) for number in range(1, most + 1)})


def _surrender_chips(typed: FormData) -> tuple[Chip, ...]:
    texts = {
        Surrender.NONE.value: NONE,
        Surrender.ACCEPTED.value: _("accepted"),
        Surrender.REFUSED.value: _("refused"),
    }
    return _radio_chips(typed, "surrender", Surrender.NONE, texts)


def _kontra_factor_chips(typed: FormData, name: str, most: int) -> tuple[Chip, ...]:
    """Return the chips for a number of doublings, each shown as its factor."""
    said = typed.one(name)
    highest = max(most, min(int(said), 16)) if said.isdecimal() and len(said) < 3 else most
    factors = {"0": NONE} | {str(calls): f"× {2**calls}" for calls in range(1, highest + 1)}
    return _radio_chips(typed, name, "0", factors)


def _trump_chips(contracts: Iterable[rules.Contract], typed: FormData) -> tuple[Chip, ...]:
    suits = dict.fromkeys(suit for one in contracts if one.names_trump for suit in one.trump_suits)
    return tuple(
        Chip(
            value=suit.value,
            text=words.suit_name(suit, language.current_language()),
            is_checked=suit.value == typed.one("trump_suit"),
            suit=suit.value,
        )
        for suit in suits
    )


def _top_trump_chips(
    contracts: Iterable[rules.Contract], ruleset: rules.Ruleset, table: rules.Table, typed: FormData
) -> tuple[Chip, ...]:
    runs = {run for one in contracts for run in questions.top_trump_counts(one, ruleset, table)}
    said = typed.one("top_trumps")
    if said.isdecimal() and 0 < len(said) < 3 and int(said):
        runs.add(int(said))
    if not runs:
        return ()
    value = said or "0"
    none = Chip(value="0", text=NONE, is_checked=value == "0", classes="top")
    return (
        none,
        *(
            Chip(value=str(run), text=str(run), is_checked=value == str(run), classes=f"top top-{run}")
            for run in sorted(runs)
        ),
    )


def _called_card_chips(
    contracts: Iterable[rules.Contract], ruleset: rules.Ruleset, table: rules.Table, typed: FormData
) -> tuple[Chip, ...]:
    """Return the cards that may be called, in games that must record the called card (A10, A11)."""
    said = typed.one("called_card")
    asking = (one for one in contracts if Question.CALL in ruleset.required_questions(one))
    cards = dict.fromkeys(card for one in asking for card in ruleset.callable_cards(one))
    return tuple(
        Chip(
            value=f"{card.rank} {card.suit}",
            text=words.rules_text(f"rank.{card.rank}", language.current_language()),
            is_checked=said == f"{card.rank} {card.suit}",
            suit=card.suit.value,
        )
        for card in cards
    )


def _special_round_chips(ruleset: rules.Ruleset, typed: FormData) -> tuple[Chip, ...]:
    """Return the special rounds that this table may announce; most games have none."""
    said = typed.one("round")
    return tuple(
        Chip(value=kind, text=words.rules_text(f"round.{kind}", language.current_language()), is_checked=said == kind)
        for kind in getattr(ruleset, "rounds", ())
    )


def _winning_team_chips(
    ruleset: rules.Ruleset, table: rules.Table, people: People, typed: FormData
) -> tuple[Chip, ...]:
    """Return the sides of a game with fixed sides, each named by its first player, in seating order."""
    active = ruleset.active(table)
    seated = [player for player in table.players if player in active]
    # While only one player sits at the table, there is one side.
    sides = {seated[place]: seated[place::2] for place in range(min(2, len(seated)))}
    chosen = typed.one("team")
    chips = [
        Chip(value=first, text=" + ".join(people[player].name for player in side), is_checked=chosen in side)
        for first, side in sides.items()
    ]
    ties = [
        Chip(value=value, text=text, is_checked=chosen == value) for value, text in _tie_result_texts(ruleset).items()
    ]
    return (*chips, *ties)


def _tie_result_texts(ruleset: rules.Ruleset) -> dict[str, str]:
    return {value: str(text) for value, text in game_presentation(ruleset).ties.items()}


def _run_side_chips(typed: FormData) -> tuple[Chip, ...]:
    """Return the chips for the side that held the run; there is no default."""
    texts = {Side.DECLARERS.value: pgettext("run", "with"), Side.OPPONENTS.value: pgettext("run", "without")}
    return tuple(
        Chip(value=value, text=text, is_checked=typed.one("top_side") == value) for value, text in texts.items()
    )


def _ramsch_march_text(ruleset: rules.Ruleset) -> str:
    """Return the condition of a march, as this table agreed (X47)."""
    begins = getattr(ruleset, "march_from", None)
    texts = {"ninety": _("took 90 or more"), "all_points": _("took all 120")}
    return texts.get(begins.value if begins else "", _("took every trick"))


def _ramsch_loser_text(ruleset: rules.Ruleset) -> str:
    settlement = getattr(ruleset, "ramsch_settlement", None)
    is_all = settlement is None or settlement.value == "loser_pays_all"
    return pgettext("ramsch", "lost") if is_all else pgettext("ramsch", "pays")


def _declarer_partner_labels(ruleset: rules.Ruleset) -> tuple[str, str]:
    declarer, partner = game_presentation(ruleset).roles
    return str(declarer), str(partner)


def _ramsch_loser_count(ruleset: rules.Ruleset) -> int:
    settlement = getattr(ruleset, "ramsch_settlement", None)
    return 2 if settlement is not None and settlement.value == "two_worst_pay_two_best" else 1
