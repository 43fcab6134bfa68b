from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scorebook import language
from scorebook.operations import demo
from scorebook.play.models import Evening


class Command(BaseCommand):
    help = "Fill in a small demo club, once, and print the links of its evenings."

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(language.language_of_terminal()):
            self._fill_demo_club()

    def _fill_demo_club(self) -> None:
        club = demo.fill_demo_club(now=timezone.now())
        self.stdout.write(f"{club.name}: {reverse('web:club', args=[club.link_token])}")
        for evening in Evening.objects.filter(club=club).order_by("number"):
            said = _("evening %(no)s (closed)") if evening.is_closed else _("evening %(no)s (open)")
            link = reverse("web:table", args=[evening.scribe_token])
            self.stdout.write(f"{said % {'no': evening.number}}: {link}")
