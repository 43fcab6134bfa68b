"""The title of the person who is the nemesis of most others."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import date
from uuid import UUID

from scorebook.clubs.club_groups import ClubGroup
from scorebook.core.time_spans import Span, SpanName
from scorebook.standings.people.pairs import Common
from scorebook.standings.people.rivals import find_rivals
from scorebook.standings.records.titles import Title, TitleName, title_of_most
from scorebook.standings.standings_scope import FigureScope, sum_columns


def nemesis_title(group: ClubGroup, *, today: date) -> Title:
    """Return the title. It counts each person once for a nemesis that their own page names, in any game. One statement.

    It adds up the pairs of a year. A club of 300 people and 20,000 evenings has 130,000 of all years; that takes some
    80 ms on SQLite, where the other titles take 10. Therefore it is not among `titles`, which tables show beside names.
    """
    scope = FigureScope(group=group, span=Span.named(SpanName.TWELVE, today))
    found = {
        (person, nemesis)
        for (_game, person), opponents in _opponents_by_game(scope).items()
        for nemesis in find_rivals(opponents).nemeses
    }
    return title_of_most(TitleName.NEMESIS, Counter(nemesis for _person, nemesis in found))


def _opponents_by_game(scope: FigureScope) -> Mapping[tuple[str, UUID], Mapping[UUID, Common]]:
    """Return the hands of each person against each other person, game by game: their points cannot be compared."""
    found: dict[tuple[str, UUID], dict[UUID, Common]] = defaultdict(lambda: defaultdict(Common))
    columns = ("against", "against_points", "other_points")  # all that finding a nemesis needs
    for (game, *pair), sums in sum_columns(scope.month_pairs(), by=("game", "player", "other"), names=columns):
        (one, two), common = map(scope.group.person, pair), Common(**sums)
        if one != two and common.against:
            found[game, one][two] += common
            found[game, two][one] += common.turned
    return found
