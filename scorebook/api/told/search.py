"""The query parameters of the search for hands."""

import re
from enum import StrEnum
from uuid import UUID

from rules import Level
from rules.problems import ProblemList
from scorebook.api.told.fields import KEY_PATTERN, Choice, Key, ReadField, Text
from scorebook.api.told.queries import Period
from scorebook.api.told.query_fields import MOST_DIGITS, NumberOfQuery, YesOfQuery
from scorebook.standings.records import Feat
from scorebook.standings.search import Place, Result

_PLACE = re.compile(f"({KEY_PATTERN})[.]([0-9]{{1,{MOST_DIGITS}}})")


class ToldFeat(StrEnum):
    SIE = Feat.SIE.value
    TOUT = Feat.TOUT.value
    MARCH = Feat.MARCH.value


class PlaceOfQuery(ReadField):
    """A place as written by `place_text`."""

    schema = {"type": "string", "pattern": f"^{_PLACE.pattern}$"}

    def read(self, raw: object, name: str, problems: ProblemList) -> Place | None:
        found = _PLACE.fullmatch(raw) if isinstance(raw, str) else None
        if found is None:
            problems.add("place_unknown", name)
            return None
        return Place(evening=UUID(found[1]), no=int(found[2]))


def place_text(place: Place) -> str:
    return f"{place.evening}.{place.no}"


class Search(Period):
    """before: the `older` of the previous page.
    person: the declarer.
    partner: the partner of `person`. With both given, either may have declared.
    level: this level or a clearer one.
    doubled: with a Stoss or Kontra.
    value: minimum value, in points.
    note: words, all of which occur in the note of the hand.
    """

    person = Key(needed=False)
    partner = Key(needed=False)
    contract = Text(needed=False)
    result = Choice(Result, needed=False)
    level = Choice(Level, needed=False)
    feat = Choice(ToldFeat, needed=False)
    doubled = YesOfQuery(needed=False)
    value = NumberOfQuery(needed=False)
    note = Text(needed=False)
    before = PlaceOfQuery(needed=False)
