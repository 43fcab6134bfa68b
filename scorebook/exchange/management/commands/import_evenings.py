import argparse
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from rules import RulesetError, read_ruleset
from scorebook.clubs.models import Club
from scorebook.clubs.names import folded_name
from scorebook.clubs.services import names_in_use
from scorebook.core.command import ScorebookCommand
from scorebook.core.currencies import named_currency
from scorebook.core.database import write_lock
from scorebook.core.keys import new_key
from scorebook.exchange.imports.formats.registry import FORMATS, read_evenings
from scorebook.exchange.imports.import_draft import Choices, Draft, Money, draft_import
from scorebook.exchange.imports.import_duplicates import unfinished_import
from scorebook.exchange.imports.import_files import FileText, text_of_file, with_encoding_notice
from scorebook.exchange.imports.import_records import ImportProblem, ImportRefused
from scorebook.exchange.imports.import_texts import (
    amount_with_unit,
    formats_text,
    hands_text,
    import_problem_text,
    place_text,
)
from scorebook.exchange.imports.import_writing import ImportWriting
from scorebook.operations.management.current import check_migrations_current
from scorebook.operations.management.named_clubs import clubs_of_command
from scorebook.operations.management.progress import Progress
from scorebook.play.services import POINTS, LinkGone, Terms
from scorebook.texts import language

BY = "operator"
with translation.override("en"):
    IMPORTABLE = formats_text()


class Command(ScorebookCommand):
    help = (
        f"Brings evenings of another program into a club: {IMPORTABLE} (docs/import.md). Says what would be "
        "written; with --write it is, part by part while others go on writing. Where it was interrupted, the same "
        "command writes the rest."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("club", help="its id, its link, or the token in the link")
        parser.add_argument("file", type=Path)
        parser.add_argument("--format", choices=list(FORMATS), help="default: what the file looks like")
        parser.add_argument(
            "--figures",
            type=_parse_figures_unit,
            help="what the figures are, where the file does not say: points, or a currency by its code",
        )
        parser.add_argument("--game", default="bavarian", help="default: bavarian")
        parser.add_argument("--preset", help="of the rules, such as pub_10_20_50; see python -m rules games")
        parser.add_argument("--unit", default="EUR", help="of the stake: a currency, points or words (default: EUR)")
        parser.add_argument("--stake", type=int, default=1, help="smallest units for a point (default: 1)")
        parser.add_argument("--money", choices=list(Money), default=Money.PAID, help="of the evenings (default: paid)")
        parser.add_argument(
            "--name",
            action="append",
            default=[],
            metavar="THEIRS=OURS",
            help="who somebody is; THEIRS= is somebody new",
        )
        parser.add_argument("--write", action="store_true", help="write it; without this nothing is")

    def handle(self, *args: Any, club: str, file: Path, write: bool, **options: Any) -> None:
        check_migrations_current()
        [club_id] = clubs_of_command(club)
        with translation.override(language.language_of_terminal()):
            self._import_file(Club.objects.get(pk=club_id), file, is_written=write, options=options)

    def _import_file(self, club: Club, file: Path, *, is_written: bool, options: dict[str, Any]) -> None:
        at, progress = timezone.now(), Progress()
        try:
            content_of_file = _read_text_file(file)
            imported = read_evenings(content_of_file.text, format=options["format"], figures=options["figures"])
            imported = with_encoding_notice(imported, content_of_file)
            terms, names = _terms_of_options(options), _parse_names(club, options["name"])
            unfinished = unfinished_import(club, imported)
            content: dict[str, Any] = {
                "club": club,
                "imported": imported,
                "choices": Choices(terms=terms, money=Money(options["money"]), names=names),
                "key": unfinished.pk if unfinished else new_key(),
            }
            self._print_draft(draft_import(**content, now=at))
            if is_written:
                write_lock.wait_long_for_locks()
                on_progress = partial(_show_progress, progress)
                ImportWriting(**content, file_name=file.name, by=BY, at=at, most=None).write_all(on_progress)
        except LinkGone as gone:
            raise CommandError(
                _("The club has a new link now. Run the same command again: it continues where it stopped.")
            ) from gone
        except ImportRefused as refused:
            raise CommandError("\n".join(_problem_line(one) for one in refused.problems)) from refused
        finally:
            progress.clear()
        if is_written:
            ids = {"club": club.pk, "import": content["key"]}
            self.stdout.write(_("Imported. To undo: manage.py undo_import %(club)s %(import)s") % ids)
        else:
            self.stdout.write(_("Nothing has been imported yet. Add --write to import."))

    def _print_draft(self, draft: Draft) -> None:
        """Print the draft. Raises: ImportRefused."""
        names = {one.id: one.player.name if one.player else one.name for one in draft.people}
        for one in draft.people:
            as_new = _("new")
            if one.is_open:
                names_of = {"name": one.name, "near": one.near[0].name}
                as_new = _('? Add --name "%(name)s=%(near)s", or --name "%(name)s=" for someone new.') % names_of
            self.stdout.write(f"{one.name} = {one.player.name if one.player else as_new}")
        for evening in draft.evenings:
            sums = ", ".join(
                f"{names[id]} {amount_with_unit(sum_, evening.terms.unit)}" for id, sum_ in evening.sums.items()
            )
            there = _("already here: evening %(no)s") % {"no": evening.number} if evening.number else ""
            self.stdout.write(f"{evening.source.day}: {hands_text(evening.hand_count)}: {sums} {there}".rstrip())
        for payment in draft.payments:
            amount = amount_with_unit(payment.source.amount_minor, payment.source.unit)
            self.stdout.write(f"{payment.source.day}: {names[payment.payer]} -> {names[payment.payee]}: {amount}")
        for notice in draft.notices:
            self.stdout.write(_problem_line(notice))
        if draft.problems:
            raise ImportRefused(draft.problems)


def _show_progress(progress: Progress, done: int, total: int) -> None:
    progress.show(_("%(done)s of %(total)s evenings and payments imported") % {"done": done, "total": total})


def _parse_figures_unit(text: str) -> str:
    if found := POINTS if text == POINTS else named_currency(text):
        return found
    raise argparse.ArgumentTypeError(f"{text} is no currency")


def _read_text_file(file: Path) -> FileText:
    """Raises: CommandError, ImportRefused."""
    try:
        return text_of_file(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror or error}") from error


def _terms_of_options(options: dict[str, Any]) -> Terms:
    preset = {"preset": options["preset"]} if options["preset"] else {}
    try:
        ruleset = read_ruleset({"game": options["game"], **preset})
    except RulesetError as error:
        raise CommandError("\n".join(f"--{one.field}: {one.code}" for one in error.problems)) from error
    return Terms(ruleset=ruleset, unit=options["unit"], stake_minor=options["stake"])


def _parse_names(club: Club, imported: list[str]) -> dict[str, UUID | None]:
    found: dict[str, UUID | None] = {}
    in_use = names_in_use(club.pk)
    for one in imported:
        theirs, sign, ours = one.partition("=")
        player = in_use.find(ours)
        if not sign or (ours.strip() and player is None):
            raise CommandError(f"--name {one}: there is nobody called {ours.strip() or theirs} in the club")
        found[folded_name(theirs)] = player
    return found


def _problem_line(problem: ImportProblem) -> str:
    place = place_text(problem)
    return f"{place}: {import_problem_text(problem, language.current_language())}".removeprefix(": ")
