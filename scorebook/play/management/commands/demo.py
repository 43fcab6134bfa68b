from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from scorebook.play import demo
from scorebook.play.models import Session


class Command(BaseCommand):
    help = "Fill in a small demo club, once, and print the links of its evenings."

    def handle(self, *args: Any, **options: Any) -> None:
        club = demo.fill(now=timezone.now())
        self.stdout.write(f"{club.name}: {reverse('web:club', args=[club.link_token])}")
        for session in Session.objects.filter(club=club).order_by("number"):
            ended = "closed" if session.is_closed else "open"
            self.stdout.write(f"{session} ({ended}): {reverse('web:table', args=[session.scribe_token])}")
