"""The query parameters of the search for hands."""

import re
from enum import StrEnum
from uuid import UUID

from rules import Level
from rules.problems import ProblemList
from scorebook.api.told.fields import KEY_PATTERN, ChoiceField, ReadField, TextField, UUIDField
from scorebook.api.told.queries import PeriodQuery
from scorebook.api.told.query_fields import MAX_DIGITS, BooleanQueryField, NumberQueryField
from scorebook.standings.records import Feat
from scorebook.standings.search import HandCursor, HandOutcome

_PLACE = re.compile(f"({KEY_PATTERN})[.]([0-9]{{1,{MAX_DIGITS}}})")


class FeatName(StrEnum):
    SIE = Feat.SIE.value
    TOUT = Feat.TOUT.value
    MARCH = Feat.MARCH.value


class CursorQueryField(ReadField):
    """A place as written by `place_text`."""

    schema = {"type": "string", "pattern": f"^{_PLACE.pattern}$"}

    def read(self, raw: object, name: str, problems: ProblemList) -> HandCursor | None:
        found = _PLACE.fullmatch(raw) if isinstance(raw, str) else None
        if found is None:
            problems.add("place_unknown", name)
            return None
        return HandCursor(evening=UUID(found[1]), no=int(found[2]))


def place_text(place: HandCursor) -> str:
    return f"{place.evening}.{place.no}"


class SearchQuery(PeriodQuery):
    """before: the `older` of the previous page.
    person: the declarer.
    partner: the partner of `person`. With both given, either may have declared.
    level: this level or a clearer one.
    doubled: with a Stoss or Kontra.
    value: minimum value, in points.
    note: words, all of which occur in the note of the hand.
    """

    person = UUIDField(needed=False)
    partner = UUIDField(needed=False)
    contract = TextField(needed=False)
    result = ChoiceField(HandOutcome, needed=False)
    level = ChoiceField(Level, needed=False)
    feat = ChoiceField(FeatName, needed=False)
    doubled = BooleanQueryField(needed=False)
    value = NumberQueryField(needed=False)
    note = TextField(needed=False)
    before = CursorQueryField(needed=False)
