"""What the table says happened: one frozen class for each kind of hand, read from and written to JSON.

A report says facts, never figures that follow from them. Where the table states both (card points and
"won", say), they must agree; see `rules.declared`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum, StrEnum
from typing import Any, ClassVar, Self, TypeVar

from rules.cards import Card, Rank, Suit
from rules.problems import Complaints
from rules.score import Level, Side
from rules.table import Player, Table

Choice = TypeVar("Choice", bound=StrEnum)
Reader = Callable[[object, str, Complaints], Any]

MOST_CALLS = 16  # a bound for the books, not a rule: sixteen doublings are a factor of 65,536
MOST_POINTS = 1_000_000  # likewise, for what people agree on by hand


def told(read: Reader, default: object = None) -> Any:
    """A field of a report with the function that reads its JSON."""
    return field(default=default, metadata={"read": read})


def read_player(raw: object, name: str, complaints: Complaints) -> Player | None:
    if isinstance(raw, str):
        return Player(raw)
    complaints.add("player_unknown", name, player=str(raw))
    return None


def read_int(raw: object, name: str, complaints: Complaints) -> int | None:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    complaints.add("points_not_integer" if "points" in name else "not_integer", name)
    return None


def read_bool(raw: object, name: str, complaints: Complaints) -> bool | None:
    if isinstance(raw, bool):
        return raw
    complaints.add("not_yes_or_no", name)
    return None


def read_text(raw: object, name: str, complaints: Complaints) -> str:
    if isinstance(raw, str) and len(raw) <= 200:
        return raw.strip()
    complaints.add("not_text", name)
    return ""


def read_choice(
    choices: type[Choice], code: str = "not_a_choice"
) -> Callable[[object, str, Complaints], Choice | None]:
    def read(raw: object, name: str, complaints: Complaints) -> Choice | None:
        try:
            return choices(str(raw))
        except ValueError:
            complaints.add(code, name, choices=", ".join(choices))
            return None

    return read


def read_players(raw: object, name: str, complaints: Complaints) -> tuple[Player, ...]:
    if not isinstance(raw, list | tuple):
        complaints.add("not_a_list", name)
        return ()
    read = (read_player(one, f"{name}.{place}", complaints) for place, one in enumerate(raw))
    return tuple(player for player in read if player is not None)


def read_calls(raw: object, name: str, complaints: Complaints) -> tuple[Player | None, ...]:
    """Either who said it, in order (null where nobody remembers), or only how many there were."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        if not 0 <= raw <= MOST_CALLS:
            complaints.add("calls_out_of_range", name, most=MOST_CALLS)
            return ()
        return (None,) * raw
    if not isinstance(raw, list | tuple) or len(raw) > MOST_CALLS:
        complaints.add("calls_out_of_range", name, most=MOST_CALLS)
        return ()
    return tuple(
        None if one is None else read_player(one, f"{name}.{place}", complaints) for place, one in enumerate(raw)
    )


def read_counts(raw: object, name: str, complaints: Complaints) -> Mapping[Player, int] | None:
    """A number for each player."""
    if not isinstance(raw, Mapping):
        complaints.add("not_a_mapping", name)
        return None
    read = {Player(str(player)): read_int(count, f"{name}.{player}", complaints) for player, count in raw.items()}
    return {player: count for player, count in read.items() if count is not None}


def read_nested(kind: type[Any]) -> Reader:
    def read(raw: object, name: str, complaints: Complaints) -> Any:
        if not isinstance(raw, Mapping):
            complaints.add("not_a_mapping", name)
            return None
        return kind(**dict(read_fields(kind, raw, complaints, prefix=f"{name}.")))

    return read


def read_fields(
    kind: type[Any], raw: Mapping[str, object], complaints: Complaints, *, prefix: str = ""
) -> Iterator[tuple[str, object]]:
    """The told fields of a dataclass from JSON; an empty value means that nothing was said."""
    readers = {one.name: one for one in fields(kind) if "read" in one.metadata}
    for name, value in raw.items():
        if name in readers:
            if not is_empty(value):
                yield name, readers[name].metadata["read"](value, prefix + name, complaints)
        elif not (is_empty(value) or value is False or value == 0):
            complaints.add(
                getattr(kind, "FOREIGN", {}).get(name, getattr(kind, "FOREIGN_CODE", "field_unknown")), prefix + name
            )


def is_empty(value: object) -> bool:
    return value is None or value == "" or value == [] or value == {} or value == ()


def write_fields(value: Any) -> dict[str, object]:
    """The told fields that differ from their defaults, as JSON; the inverse of `read_fields`."""
    out: dict[str, object] = {}
    for one in fields(value):
        told_value = getattr(value, one.name)
        if "read" in one.metadata and (one.default is MISSING or told_value != one.default):
            out[one.name] = _plain(told_value)
    return out


def _plain(value: Any) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Card):
        return {"rank": value.rank.value, "suit": value.suit.value}
    if is_dataclass(value):
        return write_fields(value)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class TopTrumps:
    """The unbroken run from the highest trump, and the side that holds it; None where nobody said which. P21."""

    count: int | None = told(read_int)
    side: Side | None = told(read_choice(Side))


def read_card(raw: object, name: str, complaints: Complaints) -> Card | None:
    """A card as {"rank": "ace", "suit": "leaves"}."""
    if not isinstance(raw, Mapping):
        complaints.add("not_a_card", name)
        return None
    rank = read_choice(Rank, "not_a_card")(raw.get("rank"), f"{name}.rank", complaints)
    suit = read_choice(Suit, "not_a_card")(raw.get("suit"), f"{name}.suit", complaints)
    return Card(rank=rank, suit=suit) if rank and suit else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The called card and, where somebody objects, what the declarer held of it. A10-A12, B13.

    suit_cards: how many cards of the called suit the declarer holds.
    took_over:  the declarer took the game over from somebody who had hung on (A3).
    """

    card: Card | None = told(read_card)
    holds_it: bool = told(read_bool, default=False)
    suit_cards: int | None = told(read_int)
    took_over: bool = told(read_bool, default=False)


class Surrender(StrEnum):
    """Whether the opponents offered to give the game up, and what the declarer said (P35)."""

    NONE = "none"
    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What every report has: who sat there, and the name of what was played.

    FOREIGN and FOREIGN_CODE: what to say of a field that belongs to another kind of hand.
    """

    FOREIGN: ClassVar[Mapping[str, str]] = {}
    FOREIGN_CODE: ClassVar[str] = "field_unknown"

    table: Table
    contract: str = told(read_text, default="")

    def to_json(self) -> dict[str, object]:
        """The hand without its table; `read` of the same class is the inverse."""
        return write_fields(self)

    @classmethod
    def read(cls, hand: Mapping[str, object], *, table: Table, complaints: Complaints) -> Self:
        return cls(table=table, **dict(read_fields(cls, hand, complaints)))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredHand(Report):
    """A declarer, alone or with a partner, against the others.

    card_points, tricks: of the declaring side, skat and discards included; None where nobody counted.
    won, level:          what the table says; needed where nobody counted, else they must agree with the count.
    kontra, laid:        the doublings after and before the cards were seen, in the order in which they were said.
    value, counted_top_trumps, pot_taken_by: what the table believes; refused where it is not so.
    trumps_held:         trumps of the declaring side, where somebody checks the run by cards.
    """

    declarer: Player | None = told(read_player)
    partner: Player | None = told(read_player)
    trump_suit: Suit | None = told(read_choice(Suit, "trump_not_in_pack"))
    call: Call | None = told(read_nested(Call))
    card_points: int | None = told(read_int)
    tricks: int | None = told(read_int)
    opponents_card_points: int | None = told(read_int)
    opponents_tricks: int | None = told(read_int)
    won: bool | None = told(read_bool)
    level: Level | None = told(read_choice(Level))
    top_trumps: TopTrumps | None = told(read_nested(TopTrumps))
    kontra: tuple[Player | None, ...] = told(read_calls, default=())
    laid: tuple[Player | None, ...] = told(read_calls, default=())
    surrender: Surrender = told(read_choice(Surrender), default=Surrender.NONE)
    revoked_by: Player | None = told(read_player)
    schwarz_claimed: bool = told(read_bool, default=True)
    value: int | None = told(read_int)
    counted_top_trumps: int | None = told(read_int)
    trumps_held: int | None = told(read_int)
    pot_taken_by: Player | None = told(read_player)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrownIn(Report):
    """Everybody passed; the cards are thrown in. P34, B21."""

    FOREIGN_CODE: ClassVar[str] = "passed_hand_with_result"

    laid: tuple[Player | None, ...] = told(read_calls, default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class RamschHand(Report):
    """Nobody declared and everybody plays for himself; the most card points lose. B64-B70.

    Either the counts of every player, or what they came to: losers, maidens, march.
    highest_trump: place in the trump order of the highest trump in a player's tricks, 1 the Ober of Acorns.
    losers:        one player, or the two worst where two pay two.
    maidens:       players without a trick.
    march_by:      the player who took every trick.
    """

    FOREIGN: ClassVar[Mapping[str, str]] = {
        "declarer": "ramsch_has_no_declarer",
        "partner": "ramsch_has_no_declarer",
        "kontra": "doubling_out_of_turn",
    }

    card_points: Mapping[Player, int] | None = told(read_counts)
    tricks: Mapping[Player, int] | None = told(read_counts)
    trumps_in_tricks: Mapping[Player, int] | None = told(read_counts)
    highest_trump: Mapping[Player, int] | None = told(read_counts)
    losers: tuple[Player, ...] = told(read_players, default=())
    maidens: tuple[Player, ...] = told(read_players, default=())
    march_by: Player | None = told(read_player)
    laid: tuple[Player | None, ...] = told(read_calls, default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedHand(Report):
    """A hand or a correction that the table settled by itself, in points that sum to 0. X16, X25, X63."""

    points: Mapping[Player, int] | None = told(read_counts)
    why: str = told(read_text, default="")
