"""The optional fields of a hand: the rows under "More about this hand".

Each row belongs to a question of `Ruleset.questions`; the stylesheet shows the rows that the chosen contract asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import rules
from rules.cards import Card
from rules.games.sasku.auction import HIGHEST_BID, LOWEST_BID
from rules.hand_fields import Control, FormControl, Question
from rules.score import Side
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.hand_form.codec import COUNTS_OF, optional_hand_fields
from scorebook.web.games import game_presentation

MAX_CALLERS = 6  # as many as there are chips for doublings
MAX_ACES = 3  # that can be called
MAX_FEHLSTICHE = 2  # the second one decides if the announcer wins the first (X32)

# Questions that some tables must answer -> the field that the form itself has for them.
MAIN_FIELDS = {Question.CALL: "called_card", Question.TOP_SIDE: "top_side"}

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One control of a row: a select if it has options or names a player, else an input."""

    name: str
    value: str = ""
    options: Options = ()
    is_seat: bool = False
    is_switch: bool = False
    is_number: bool = False
    label: str = ""  # for screen readers, if the row's label is not unique among its fields


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionalFieldRow:
    question: Question
    label: str
    fields: tuple[Field, ...]
    hint: str = ""
    problems: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(field.name for field in self.fields))

    @property
    def is_main_field(self) -> bool:
        """Return whether the form itself has this field at tables that must answer."""
        return self.names[0] == MAIN_FIELDS.get(self.question)

    @property
    def has_value(self) -> bool:
        return any(field.value for field in self.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsRow:
    """One player's counts of a Ramsch: card points, tricks, trumps in these."""

    player: str
    name: str
    colour: int
    fields: tuple[Field, ...]


def optional_field_rows(
    ruleset: rules.Ruleset, contracts: Sequence[rules.Contract], questions: frozenset[Question], typed: FormData
) -> tuple[OptionalFieldRow, ...]:
    """Return the rows of the questions that some contract asks, in the order of play."""
    required = frozenset[Question]().union(*(ruleset.required_questions(one) for one in contracts))
    rows = (
        *_called_card_rows(ruleset, contracts, typed),
        *_sasku_bid_rows(typed),
        *_doubling_and_run_rows(ruleset, typed),
        *_fehlstich_rows(typed),
        *_rows_of_declared_fields(typed),
    )
    order = tuple(Question)
    return tuple(
        row
        for row in sorted(rows, key=lambda row: order.index(row.question))
        if row.question in questions and not (row.question in required and row.is_main_field)
    )


def rows_with_problems(
    rows: Iterable[OptionalFieldRow], problems: Mapping[str, Sequence[str]]
) -> tuple[OptionalFieldRow, ...]:
    """Put each problem beside the first row with its field. problems: field -> error messages."""
    left = dict(problems)
    return tuple(
        replace(row, problems=tuple(text for name in (*row.names, row.question) for text in left.pop(name, ())))
        for row in rows
    )


def _called_card_rows(
    ruleset: rules.Ruleset, contracts: Sequence[rules.Contract], typed: FormData
) -> Iterator[OptionalFieldRow]:
    cards = dict.fromkeys(card for one in contracts for card in ruleset.callable_cards(one))
    card_options = tuple((f"{card.rank} {card.suit}", _card_text(card)) for card in cards)
    held: Options = (
        ("held", _("a card of its suit")), ("void", _("none of its suit")), ("itself", _("the called card itself")),
    )  # fmt: skip
    aces = _number_options(0, MAX_ACES)
    yield OptionalFieldRow(
        question=Question.CALL, label=_("Called card"), fields=(_select_field("called_card", typed, card_options),)
    )
    yield OptionalFieldRow(
        question=Question.CALL, label=_("The declarer held"), fields=(_select_field("called_suit", typed, held),)
    )
    yield OptionalFieldRow(question=Question.HUNG_ON, label=_("Hung on"), fields=(_player_field("hung_on_by", typed),),
                     hint=_("Somebody else than the declarer: the declarer took the game over."))  # fmt: skip
    yield OptionalFieldRow(question=Question.HUNG_ON, label=_("Aces of the side suits held"),
                     fields=(_select_field("aces_held", typed, aces),))  # fmt: skip
    yield OptionalFieldRow(question=Question.HUNG_ON, label=_("Suits held without their ace"),
                     fields=(_select_field("open_suits", typed, aces),))  # fmt: skip


def _sasku_bid_rows(typed: FormData) -> Iterator[OptionalFieldRow]:
    lengths = _number_options(LOWEST_BID, HIGHEST_BID)
    yield OptionalFieldRow(question=Question.BID, label=_("Last bid"), fields=(
        _select_field("bid", typed, lengths, label=_("Last bid")),
        _player_field("bidder", typed, label=_("Who bid last")),
    ), hint=_("Whoever then made diamonds of it is the maker."))  # fmt: skip
    yield OptionalFieldRow(question=Question.BID, label=_("Trumps held by the bidder"),
                     fields=(_select_field("bid_length", typed, lengths),))  # fmt: skip
    yield OptionalFieldRow(
        question=Question.BID, label=_("Diamonds at once, without a bid"), fields=(_switch_field("outright", typed),)
    )


def _doubling_and_run_rows(ruleset: rules.Ruleset, typed: FormData) -> Iterator[OptionalFieldRow]:
    kontra = words.rules_text(f"reason.{game_presentation(ruleset).kontra}", language.current_language())
    yield OptionalFieldRow(question=Question.KONTRA, label=_("%(kontra)s said by") % {"kontra": kontra},
                     fields=_caller_fields("kontra_by", typed, MAX_CALLERS))  # fmt: skip
    yield OptionalFieldRow(
        question=Question.LAID, label=_("Laid by"), fields=_caller_fields("laid_by", typed, MAX_ACES + 1)
    )
    sides: Options = ((Side.DECLARERS.value, _("the declaring side")), (Side.OPPONENTS.value, _("the opponents")))
    yield OptionalFieldRow(question=Question.TOP_SIDE, label=str(game_presentation(ruleset).run_name),
                     fields=(_select_field("top_side", typed, sides),))  # fmt: skip


def _fehlstich_rows(typed: FormData) -> Iterator[OptionalFieldRow]:
    winners = typed.all("fehlstich_winners")
    yield OptionalFieldRow(question=Question.FEHLSTICH, label=_("Fehlstich won by"), fields=tuple(
        Field(name="fehlstich_winners", value=(winners[place:] or [""])[0], is_seat=True, label=label)
        for place, label in enumerate((_("First Fehlstich"), _("Second Fehlstich")))
    ))  # fmt: skip


def _rows_of_declared_fields(typed: FormData) -> Iterator[OptionalFieldRow]:
    """Yield a row for each field that declares its control."""
    for field in optional_hand_fields():
        if control := field.control:
            yield OptionalFieldRow(
                question=control.question,
                label=_(control.label),
                fields=(_field_of_control(field.form_name, control, typed),),
                hint=_(control.hint) if control.hint else "",
            )


def _field_of_control(name: str, control: FormControl, typed: FormData) -> Field:
    return Field(
        name=name,
        value=typed.one(name),
        options=_number_options(*control.numbers) if control.numbers else (),
        is_seat=control.kind is Control.PLAYER,
        is_switch=control.kind is Control.SWITCH,
        is_number=control.kind is Control.NUMBER and not control.numbers,
    )


def ramsch_counts_rows(active: Iterable[tuple[str, str, int]], typed: FormData) -> tuple[CountsRow, ...]:
    """Return a row per active player. active: id, name and colour."""
    texts = (_("card points"), _("tricks"), pgettext("counts", "trumps"))
    return tuple(
        CountsRow(player=id, name=name, colour=colour, fields=tuple(
            Field(name=start + id, value=typed.one(start + id), is_number=True, label=f"{name}: {text}")
            for start, text in zip(COUNTS_OF, texts, strict=True)
        ))
        for id, name, colour in active
    )  # fmt: skip


def _select_field(name: str, typed: FormData, options: Options, label: str = "") -> Field:
    return Field(name=name, value=typed.one(name), options=options, label=label)


def _player_field(name: str, typed: FormData, label: str = "") -> Field:
    return Field(name=name, value=typed.one(name), is_seat=True, label=label)


def _switch_field(name: str, typed: FormData) -> Field:
    return Field(name=name, value=typed.one(name), is_switch=True)


def _caller_fields(name: str, typed: FormData, most: int) -> tuple[Field, ...]:
    """Return a select for the first, the second caller and so on; a correction shows all that are recorded."""
    said = typed.all(name)
    return tuple(
        Field(name=name, value=(said[place:] or [""])[0], is_seat=True, label=_("who, no. %(no)s") % {"no": place + 1})
        for place in range(max(most, len(said)))
    )


def _number_options(least: int, most: int) -> Options:
    return tuple((str(number), str(number)) for number in range(least, most + 1))


def _card_text(card: Card) -> str:
    rank = words.rules_text(f"rank.{card.rank}", language.current_language())
    return f"{words.suit_name(card.suit, language.current_language())}: {rank}"
