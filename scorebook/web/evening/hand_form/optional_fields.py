"""The optional fields of a hand: the rows under "More about this hand".

Each row belongs to a question of `Ruleset.questions`; the stylesheet shows the rows that the chosen contract asks for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import rules
from rules.cards import Card
from rules.games.sasku.auction import HIGHEST_BID, LOWEST_BID
from rules.hand_fields import Control, Question
from rules.score import Side
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.form_data import FormData
from scorebook.web.evening.hand_form.hand_form_codec import COUNTS_OF, optional_hand_fields
from scorebook.web.games import game_presentation

MAX_CALLERS = 6  # as many as there are chips for doublings
MAX_ACES = 3  # that can be called

# Questions that some tables must answer -> the field that the form itself has for them.
MAIN_FIELDS = {Question.CALL: "called_card", Question.TOP_SIDE: "top_side"}

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One control of a row: a select if it has options or names a player, else an input."""

    name: str
    value: str
    kind: Control = Control.TEXT
    options: Options = ()
    label: str = ""  # for screen readers, if the row's label is not unique among its fields

    @property
    def is_seat(self) -> bool:
        return self.kind is Control.PLAYER


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


def optional_field_rows(
    ruleset: rules.Ruleset,
    contracts: Sequence[rules.Contract],
    typed: FormData,
    *,
    questions: Collection[Question],
    required: Collection[Question],
    problems: Mapping[str, Sequence[str]],
) -> tuple[OptionalFieldRow, ...]:
    """Return the rows of the questions that some contract asks, in the order of play.

    required: questions that some contract must have answered.
    problems: field -> error messages; they stand beside the first row with this field.
    """
    rows = (
        *_called_card_rows(ruleset, contracts, typed),
        *_sasku_bid_rows(typed),
        *_doubling_and_run_rows(ruleset, typed),
        _fehlstich_row(typed),
        *_rows_of_declared_fields(typed),
    )
    order, left = tuple(Question), dict(problems)
    return tuple(
        replace(row, problems=tuple(text for name in (*row.names, row.question) for text in left.pop(name, ())))
        for row in sorted(rows, key=lambda row: order.index(row.question))
        if row.question in questions and not (row.question in required and row.is_main_field)
    )


def _called_card_rows(
    ruleset: rules.Ruleset, contracts: Sequence[rules.Contract], typed: FormData
) -> Iterator[OptionalFieldRow]:
    cards = dict.fromkeys(card for one in contracts for card in ruleset.callable_cards(one))
    card_options = tuple((f"{card.rank} {card.suit}", _card_text(card)) for card in cards)
    held: Options = (
        ("held", _("a card of the called suit")), ("void", _(
        "no card of the called suit"
)), ("itself", _("the called card itself")),
    )  # fmt: skip
    hint = _("If someone else hung on, the declarer took the game over.")
    aces = _number_options(0, MAX_ACES)
    yield _optional_row(Question.CALL, _("Called card"), _typed_field("called_card", typed, options=card_options))
    yield _optional_row(Question.CALL, _("The declarer held"), _typed_field("called_suit", typed, options=held))
    yield _optional_row(Question.HUNG_ON, _("Hung on by"), _typed_field("hung_on_by", typed, Control.PLAYER), hint=hint)
    yield _optional_row(Question.HUNG_ON, _("Side-suit aces held"), _typed_field("aces_held", typed, options=aces))
    yield _optional_row(
        Question.HUNG_ON, _("Side suits held without the ace"), _typed_field("open_suits", typed, options=aces)
    )


def _sasku_bid_rows(typed: FormData) -> Iterator[OptionalFieldRow]:
    lengths = _number_options(LOWEST_BID, HIGHEST_BID)
    yield _optional_row(
        Question.BID,
        _("Last bid"),
        _typed_field("bid", typed, options=lengths, label=_("Last bid")),
        _typed_field("bidder", typed, Control.PLAYER, label=_("Last bid by")),
        hint=_("A player who then chose diamonds is the maker."),
    )
    yield _optional_row(
        Question.BID, _("Trumps held by the bidder"), _typed_field("bid_length", typed, options=lengths)
    )
    yield _optional_row(
        Question.BID, _("Diamonds at once, without a bid"), _typed_field("outright", typed, Control.SWITCH)
    )


def _doubling_and_run_rows(ruleset: rules.Ruleset, typed: FormData) -> Iterator[OptionalFieldRow]:
    kontra = words.rules_text(f"reason.{game_presentation(ruleset).kontra}", language.current_language())
    said_by = _("%(kontra)s said by") % {"kontra": kontra}
    sides: Options = ((Side.DECLARERS.value, _("the declaring side")), (Side.OPPONENTS.value, _("the opponents")))
    yield _optional_row(Question.KONTRA, said_by, *_caller_fields("kontra_by", typed, MAX_CALLERS))
    yield _optional_row(Question.LAID, _("Laid by"), *_caller_fields("laid_by", typed, MAX_ACES + 1))
    yield _optional_row(
        Question.TOP_SIDE, str(game_presentation(ruleset).run_name), _typed_field("top_side", typed, options=sides)
    )


def _fehlstich_row(typed: FormData) -> OptionalFieldRow:
    # The second one decides if the announcer wins the first (X32).
    labels = (_("First Fehlstich"), _("Second Fehlstich"))
    return _optional_row(Question.FEHLSTICH, _("Fehlstich won by"), *_player_fields("fehlstich_winners", typed, labels))


def _rows_of_declared_fields(typed: FormData) -> Iterator[OptionalFieldRow]:
    """Yield a row for each field that declares its control."""
    for field in optional_hand_fields():
        if control := field.control:
            options = _number_options(*control.numbers) if control.numbers else ()
            yield _optional_row(
                control.question,
                _(control.label),
                _typed_field(field.form_name, typed, control.kind, options=options),
                hint=_(control.hint) if control.hint else "",
            )


def ramsch_count_fields(player: str, name: str, typed: FormData) -> tuple[Field, ...]:
    """Return a player's fields in a Ramsch: card points, tricks, trumps in these."""
    texts = (_("card points"), _("tricks"), pgettext("counts", "trumps"))
    return tuple(
        _typed_field(start + player, typed, Control.NUMBER, label=f"{name}: {text}")
        for start, text in zip(COUNTS_OF, texts, strict=True)
    )


def _optional_row(question: Question, label: str, *fields: Field, hint: str = "") -> OptionalFieldRow:
    return OptionalFieldRow(question=question, label=label, fields=fields, hint=hint)


def _typed_field(
    name: str, typed: FormData, kind: Control = Control.TEXT, *, options: Options = (), label: str = ""
) -> Field:
    return Field(name=name, value=typed.one(name), kind=kind, options=options, label=label)


def _caller_fields(name: str, typed: FormData, most: int) -> tuple[Field, ...]:
    """Return a select for the first, the second caller and so on; a correction shows all that are recorded."""
    places = range(1, max(most, len(typed.all(name))) + 1)
    return _player_fields(name, typed, [_("name %(no)s") % {"no": place} for place in places])


def _player_fields(name: str, typed: FormData, labels: Sequence[str]) -> tuple[Field, ...]:
    """Return a select of a player for each label; the fields have one name, and so a list of values."""
    values = [*typed.all(name), *[""] * len(labels)]
    return tuple(
        Field(name=name, value=value, kind=Control.PLAYER, label=label)
        for value, label in zip(values, labels, strict=False)
    )


def _number_options(least: int, most: int) -> Options:
    return tuple((str(number), str(number)) for number in range(least, most + 1))


def _card_text(card: Card) -> str:
    rank = words.rules_text(f"rank.{card.rank}", language.current_language())
    return f"{words.suit_name(card.suit, language.current_language())}: {rank}"
