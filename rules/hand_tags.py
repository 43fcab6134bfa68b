"""The tag of a hand's JSON outside the rules: `kind`, its game and contract in one word, such as `bavarian.rufer`.

With it a hand tells its kind by itself: contracts of two games share names, and own contracts have any name. Theirs is
`bavarian.own`, with the `name` beside it. `read_report` takes a hand with its tag or with its `contract`.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.problems import Problem, ProblemList
from rules.wording.words import OWN_CONTRACT

KIND, CONTRACT, NAME = "kind", "contract", "name"
OWN = OWN_CONTRACT.rstrip(":")
_SEPARATOR = "."


def kind_of_hand(game: str, contract: str) -> str:
    return f"{game}{_SEPARATOR}{contract}"


def split_kind(kind: object) -> tuple[str, str]:
    """Return game and contract; empty texts if it is no kind of hand."""
    game, _, contract = str(kind).partition(_SEPARATOR)
    return game, contract


def tag_hand(hand: Mapping[str, object], game: str) -> dict[str, object]:
    """Return the JSON of a report with its tag in place of its contract."""
    contract, name = str(hand[CONTRACT]), {}
    if contract.startswith(OWN_CONTRACT):
        contract, name = OWN, {NAME: contract.removeprefix(OWN_CONTRACT)}
    facts = {field: value for field, value in hand.items() if field != CONTRACT}
    return {KIND: kind_of_hand(game, contract), **name, **facts}


def untag_hand(hand: Mapping[str, object]) -> Mapping[str, object]:
    """Return the hand as the report classes read it."""
    if KIND not in hand:
        return hand
    _, contract = split_kind(hand[KIND])
    tags = {KIND, CONTRACT}
    if contract == OWN:
        tags |= {NAME}
        contract = f"{OWN_CONTRACT}{hand.get(NAME, '')}"
    return {CONTRACT: contract, **{name: value for name, value in hand.items() if name not in tags}}


def check_game(hand: Mapping[str, object], game: str, problems: ProblemList) -> None:
    """Add a problem if the tag is that of another game."""
    if KIND in hand and split_kind(hand[KIND])[0] != game:
        problems.add("hand_of_another_game", KIND)


def problems_by_tag(problems: ProblemList, hand: Mapping[str, object]) -> tuple[Problem, ...]:
    """Return the problems with a contract as problems with the tag that named it."""
    field = KIND if KIND in hand else CONTRACT
    return tuple(replace(one, field=field) if one.field == CONTRACT else one for one in problems)
