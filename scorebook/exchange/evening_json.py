"""The beginning and the terms of an evening as JSON, in the cells of a sheet of its hands."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from rules import RulesetError, read_ruleset
from scorebook.clubs.names import tidied_name
from scorebook.play.models import Evening
from scorebook.play.services import POINTS, Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningOfSheet:
    begun_at: datetime
    terms: Terms
    people: tuple[str, ...]  # in seating order, as in the headings


def json_of_evening(evening: Evening, people: Sequence[str], *, hides_money: bool) -> str:
    """Return the JSON; without money it is an evening for points."""
    begun_at = timezone.localtime(evening.started_at, timezone.get_default_timezone())
    unit, stake = (POINTS, 1) if hides_money else (evening.unit, evening.stake_minor)
    facts = {"begun_at": begun_at.isoformat(), "people": people, "unit": unit, "stake_minor": stake}
    return json.dumps({**facts, "rules": evening.rules.to_json()})


def read_evening_json(text: str) -> EveningOfSheet | None:
    """Return what `json_of_evening` wrote; None if it is anything else. The terms are not checked yet."""
    try:
        found = json.loads(text)
        begun_at = datetime.fromisoformat(found["begun_at"]).astimezone(timezone.get_default_timezone())
        terms = Terms(ruleset=read_ruleset(found["rules"]), unit=found["unit"], stake_minor=found["stake_minor"])
        people = tuple(tidied_name(name) for name in found["people"])
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError, RulesetError):
        return None
    return EveningOfSheet(begun_at=begun_at, terms=terms, people=people)
