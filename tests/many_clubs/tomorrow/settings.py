"""The site with the tables of a later version."""

from scorebook.settings import *  # noqa: F403
from scorebook.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.many_clubs.tomorrow"]
