from django.core.management.base import BaseCommand


class ScorebookCommand(BaseCommand):
    """A command that starts without Django's checks: they look at the program, not at the books, and load every page
    for it, which takes longer than most commands. CI runs them (`manage.py check`). `serve` keeps them, so that its
    pages are loaded before the first worker is asked for one.
    """

    requires_system_checks = ()
