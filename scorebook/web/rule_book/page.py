"""One page of the rules book: everything about a ruleset, in the request's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import rules
from rules import Player, Ruleset
from rules.outcome import Limits
from rules.wording import words
from scorebook.texts import language
from scorebook.web.core.person_names import Person
from scorebook.web.games import game_presentation, house_rule_fields
from scorebook.web.games.presentation import PEOPLE
from scorebook.web.rule_book import bidding, examples, explanations, how_to_play, sample_hands, tariff
from scorebook.web.rule_book import citations as sources
from scorebook.web.rule_book.deck import Face
from scorebook.web.rule_book.how_to_play import HowToPlay
from scorebook.web.rule_book.how_to_play.table_words import Term, words_of_game

NAMED: Mapping[Player, Person] = {
    player: Person(id=player, name=player, colour=colour) for colour, player in enumerate(PEOPLE)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A game with the presets that have pages."""

    game: str
    name: str
    suits: tuple[str, ...]
    presets: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    names: str
    suits: tuple[str, ...]
    result: str
    values: tuple[int | None, ...]  # one per column, or a single one across all


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLine:
    names: str
    first: tuple[int, int]
    # Name and points of the longest run held, and of the longest lacked; one if they add the same.
    longest: tuple[tuple[str, int], ...]
    each_more: int | None  # None if the points do not grow evenly; `all` is listed then
    all: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrumpLine:
    names: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdLine:
    names: str
    limits: Limits
    after_kontra: Limits | None
    of_others: Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    game_name: str
    least_people: int
    most_people: int
    seats: int
    cards: int | None
    suits: tuple[str, ...]
    how_to_play: HowToPlay
    table_words: tuple[Term, ...]
    steps: tuple[bidding.AuctionStep, ...]
    without_bid: tuple[bidding.DescribedContract, ...]
    trumps: tuple[TrumpLine, ...]
    thresholds: tuple[ThresholdLine, ...]
    prices: tuple[Priced, ...]
    runs: tuple[RunLine, ...]
    run_name: str
    ramsch: tuple[tariff.RamschLine, ...]
    ramsch_people: tuple[str, ...]
    doublings: tuple[tuple[str, str], ...]
    examples: tuple[explanations.Explained, ...]
    groups: tuple[house_rule_fields.HouseRuleGroup, ...]
    citations: tuple[sources.SharedCitation, ...]
    documents: tuple[sources.Document, ...]
    is_tallied: bool


def rule_book_chapters() -> tuple[Chapter, ...]:
    return tuple(
        Chapter(
            game=game,
            name=words.game_name(game, language.current_language()),
            suits=tuple(suit.value for suit in kind.PACK),
            presets=tuple(
                (preset, words.preset_name(game, preset, language.current_language())) for preset in rules.PRESETS[game]
            ),
        )
        for game, kind in rules.GAMES.items()
    )


def rules_page(ruleset: Ruleset) -> Page:
    people = sample_hands.usual_sample_people(ruleset)
    at_table = sample_hands.people_counts_of(ruleset)
    priced = tariff.tariff_of(ruleset, people)
    answers = examples.worked_examples(ruleset, people)
    steps = bidding.auction_steps(ruleset, people)
    without_bid = bidding.rule_book_unbid_contracts(ruleset, people)
    groups = house_rule_fields.house_rule_groups(ruleset)
    chapter = how_to_play.render_how_to_play(ruleset, people)
    cited = set(_rules_cited_on_page(chapter, steps, without_bid, groups, priced, answers))
    return Page(
        game_name=words.game_name(ruleset.GAME, language.current_language()),
        least_people=at_table[0],
        most_people=at_table[-1],
        seats=people,
        cards=getattr(ruleset, "pack_size", None),
        suits=tuple(suit.value for suit in ruleset.PACK),
        how_to_play=chapter,
        table_words=tuple(words_of_game(ruleset.GAME)),
        steps=steps,
        without_bid=without_bid,
        trumps=tuple(
            TrumpLine(names=_contract_names(line.contracts), faces=line.faces)
            for line in bidding.trump_orders_of_game(ruleset, people)
        ),
        thresholds=tuple(map(_card_point_threshold_line, bidding.rule_book_thresholds(ruleset, people))),
        prices=tuple(_priced_contract(line) for line in priced.lines),
        runs=tuple(_top_trumps_line(added) for added in priced.additions),
        run_name=str(game_presentation(ruleset).run_name),
        ramsch=priced.ramsch,
        ramsch_people=tuple(PEOPLE[:people]),
        doublings=tuple(
            (words.reason_text(reason, language.current_language()), explanations.reason_figure(reason))
            for reason in priced.doublings
        ),
        examples=tuple(explanations.explain_score(answer, NAMED) for answer in answers),
        groups=groups,
        citations=sources.cite_rules_by_source(cited),
        documents=sources.cited_documents(cited),
        is_tallied=any(answer.score.tally for answer in answers),
    )


def _card_point_threshold_line(line: bidding.Thresholds) -> ThresholdLine:
    return ThresholdLine(
        names=_contract_names(line.contracts),
        limits=line.limits,
        after_kontra=line.after_kontra,
        of_others=bidding.limits_of_other_side(line.limits),
    )


def _rules_cited_on_page(
    chapter: HowToPlay,
    steps: Sequence[bidding.AuctionStep],
    without_bid: Sequence[bidding.DescribedContract],
    groups: Iterable[house_rule_fields.HouseRuleGroup],
    priced: tariff.Tariff,
    answers: Iterable[sample_hands.ScoredSample],
) -> Iterator[str]:
    yield from chapter.rules
    yield from (contract.source for step in steps for contract in step.contracts)
    yield from (contract.source for contract in without_bid)
    yield from (rule.source for group in groups for rule in group.rules)
    yield from (reason.rule for reason in priced.doublings)
    yield from (reason.rule for answer in answers for reason in answer.score.reasons)


def _contract_names(contracts: Iterable[str]) -> str:
    return ", ".join(words.contract_name(contract, language.current_language()) for contract in contracts)


def _priced_contract(line: tariff.TariffLine) -> Priced:
    results = {None: "", True: _("won"), False: _("lost")}
    return Priced(
        names=_contract_names(line.contracts),
        suits=tuple(str(suit) for suit in line.suits),
        result=results[line.won],
        values=line.values,
    )


def _top_trumps_line(added: tariff.Additions) -> RunLine:
    points = [more for _count, more in added.by_count]
    gaps = {after - before for before, after in zip(points, points[1:], strict=False)}
    return RunLine(
        names=_contract_names(added.contracts),
        first=added.by_count[0],
        longest=tuple(_longest_paid_runs(added)),
        each_more=gaps.pop() if len(gaps) == 1 else None,
        all=added.by_count,
    )


def _longest_paid_runs(added: tariff.Additions) -> Iterator[tuple[str, int]]:
    if added.most_with == added.most_without and added.most_with is not None:
        yield str(added.most_with[0]), added.most_with[1]
        return
    if added.most_with is not None:
        yield _("with %(count)s") % {"count": added.most_with[0]}, added.most_with[1]
    if added.most_without is not None:
        yield _("without %(count)s") % {"count": added.most_without[0]}, added.most_without[1]
