"""The rules book: the list of games, a page per preset and per evening, and the specification, a page per game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import rules
from rules import Level, Ruleset
from rules.wording import words
from scorebook import access
from scorebook.play.models import Evening
from scorebook.texts import language
from scorebook.web.games import level_name_of_game
from scorebook.web.rule_book import citations, page, specification


@require_safe
@access.public
def rule_book_games(request: HttpRequest) -> HttpResponse:
    games = [(game, kind.PACK, _preset_names(game)) for game, kind in rules.GAMES.items()]
    return render(request, "rule_book/games.html", {"games": games})


@require_safe
@access.public
def rule_book_game(request: HttpRequest, game: str) -> HttpResponse:
    if game not in rules.PRESETS:
        raise Http404
    return redirect("web:rules_of_preset", game=game, preset=next(iter(rules.PRESETS[game])))


@require_safe
@access.public
def rule_book_preset(request: HttpRequest, game: str, preset: str) -> HttpResponse:
    ruleset = rules.PRESETS.get(game, {}).get(preset)
    if ruleset is None:
        raise Http404
    presets = _preset_names(game)
    return _rule_book_page(request, ruleset, {"presets": presets, "preset": preset, "name": dict(presets)[preset]})


@require_safe
@access.public
def rule_specification(request: HttpRequest, game: str) -> HttpResponse:
    """Show the specification of a game, or the rules of all games. game: the name of a chapter."""
    chapter = specification.chapters().get(game)
    if chapter is None:
        raise Http404
    chapters = [(name, _chapter_name(name)) for name in specification.CHAPTERS]
    context = {
        "chapter": chapter, "name": dict(chapters)[game], "chapters": chapters, "documents": citations.DOCUMENTS
    }  # fmt: skip
    return render(request, "rule_book/specification.html", context)


def _chapter_name(name: str) -> str:
    return _("All games") if name == specification.GENERAL else words.game_name(name, language.current_language())


def _preset_names(game: str) -> list[tuple[str, str]]:
    """Return the presets of a game with their names."""
    return [(preset, words.preset_name(game, preset, language.current_language())) for preset in rules.PRESETS[game]]


@never_cache
@require_safe
@access.opens_evening
def rule_book_agreed(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the rules of this evening, its house rules included."""
    return _rule_book_page(request, evening.rules, {"evening": evening})


@never_cache
@require_safe
@access.opens_watched_evening
def rule_book_watched(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the rules to watchers; the page links only to the watch page."""
    return _rule_book_page(request, evening.rules, {"watch_link": evening.link})


def _rule_book_page(request: HttpRequest, ruleset: Ruleset, context: dict[str, object]) -> HttpResponse:
    levels = [level_name_of_game(level, ruleset) for level in Level]
    return render(request, "rule_book/page.html", {"page": page.rules_page(ruleset), "levels": levels, **context})
