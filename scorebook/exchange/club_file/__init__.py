"""A club as one file: JSON of a version of its own, the same from and for SQLite and PostgreSQL.

What it holds, and what it promises: docs/club-file.md.
"""

from scorebook.exchange.club_file.importing import ImportedClubs, import_club
from scorebook.exchange.club_file.problems import ClubFileRefused, FileProblem
from scorebook.exchange.club_file.stored import ClubUnsound
from scorebook.exchange.club_file.writing import club_file_lines

__all__ = ["ClubFileRefused", "ClubUnsound", "FileProblem", "ImportedClubs", "club_file_lines", "import_club"]
