"""One page of the rules book: everything about a ruleset, in the request's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules import Contract, Player, Reason, Ruleset
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.person_names import Person
from scorebook.web.games import game_presentation, house_rule_fields
from scorebook.web.games.presentation import PEOPLE
from scorebook.web.rule_book import bidding_page, citations, explanations, how_to_play, sample_hands, tariff
from scorebook.web.rule_book.how_to_play import HowToPlay
from scorebook.web.rule_book.how_to_play.table_words import words_of_game

NAMED: Mapping[Player, Person] = {
    player: Person(id=player, name=player, colour=colour) for colour, player in enumerate(PEOPLE)
}


def rules_page(ruleset: Ruleset) -> dict[str, Any]:
    """Return the page for its template."""
    people = sample_hands.usual_sample_people(ruleset)
    at_table = sample_hands.people_counts_of(ruleset)
    priced = tariff.tariff_of(ruleset, people)
    answers = list(sample_hands.worked_examples(ruleset, people))
    steps = bidding_page.auction_steps(ruleset, people)
    without_bid = list(_contracts_without_bid(ruleset, people))
    trumps = bidding_page.trump_orders_of_game(ruleset, people)
    groups = house_rule_fields.house_rule_groups(ruleset)
    chapter = how_to_play.render_how_to_play(ruleset, people)
    cited = set(_rules_cited_on_page(chapter, steps, without_bid, groups, priced, answers))
    return {
        "ruleset": ruleset,
        "game": ruleset.GAME,
        "least_people": at_table[0],
        "most_people": at_table[-1],
        "cards": getattr(ruleset, "pack_size", None),
        "how_to_play": chapter.html,
        "described": chapter.contracts,
        "table_words": words_of_game(ruleset.GAME),
        "steps": steps,
        "without_bid": without_bid,
        "trumps": trumps,
        "has_chosen_suit": any(not face.suit for faces, _contracts in trumps for face in faces),
        "thresholds": bidding_page.rule_book_thresholds(ruleset, people),
        "tariff": priced,
        "run_name": str(game_presentation(ruleset).run_name),
        "people": PEOPLE[:people],
        "included": ", ".join(" ".join(one) for one in _factor_texts(priced.included)),
        "doublings": list(_factor_texts(priced.doublings)),
        "examples": [explanations.explain_score(answer, NAMED) for answer in answers],
        "groups": groups,
        "citations": citations.cite_rules_by_source(cited),
        "documents": citations.cited_documents(cited),
        "is_tallied": any(answer.score.tally for answer in answers),
    }


def _contracts_without_bid(ruleset: Ruleset, people: int) -> Iterator[tuple[str, list[Contract]]]:
    """Yield the contracts that no auction ranks under their heading; those of the table's own apart."""
    has_replays = not getattr(ruleset, "tie_adds_strokes", 0)  # otherwise a tie is not dealt again (S31)
    contracts = [one for one in ruleset.contracts(people) if not one.rank and (has_replays or not one.is_replay)]
    own = [contract for contract in contracts if contract.is_own]
    others = [contract for contract in contracts if not contract.is_own]
    has_auction = len(contracts) < len(ruleset.contracts(people))
    yield from [(_("Contracts of this table"), own)] if own else []
    yield _("Without a bid") if has_auction else _("Entries on the sheet"), others


def _factor_texts(reasons: Iterable[Reason]) -> Iterator[tuple[str, str]]:
    for reason in reasons:
        yield words.reason_text(reason, language.current_language()), words.figure_text(reason)


def _rules_cited_on_page(
    chapter: HowToPlay,
    steps: Iterable[Iterable[Contract]],
    without_bid: Iterable[tuple[str, Iterable[Contract]]],
    groups: Iterable[house_rule_fields.HouseRuleGroup],
    priced: tariff.Tariff,
    answers: Iterable[sample_hands.ScoredSample],
) -> Iterator[str]:
    yield from chapter.rules
    yield from (contract.source for step in steps for contract in step)
    yield from (contract.source for _title, contracts in without_bid for contract in contracts)
    yield from (rule.source for group in groups for rule in group.rules)
    yield from (reason.rule for reason in (*priced.included, *priced.doublings))
    yield from (reason.rule for answer in answers for reason in answer.score.reasons)
