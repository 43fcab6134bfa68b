"""A club as one JSON file with a version of its own, portable between SQLite and PostgreSQL.

Contents and guarantees: docs/club-file.md.
"""

from scorebook.exchange.club_file.club_file_writer import ClubUnsound, club_file_lines
from scorebook.exchange.club_file.importing import ImportedClubs, import_club
from scorebook.exchange.club_file.problems import ClubFileRefused, FileProblem

__all__ = ["ClubFileRefused", "ClubUnsound", "FileProblem", "ImportedClubs", "club_file_lines", "import_club"]
