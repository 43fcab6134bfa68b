"""The operator's commands, and the examples of the document for those who import."""

import io
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scorebook.clubs.models import Club
from scorebook.exchange.models import Import
from scorebook.operations.audit.full_audit import audit_club
from tests.support.imported import balances, choices, evenings_of, imported, new_club

pytestmark = pytest.mark.django_db

TABLE = "Datum;Anna;Beppo;Cilli;Done\n13.11.2025;1,20;-0,40;-0,40;-0,40\n"
DOCUMENT = Path(__file__).parents[2] / "docs" / "import.md"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def club() -> Club:
    return new_club("Anna", "Beppo Huber")


def run(command: str, *args: object) -> str:
    out = io.StringIO()
    call_command(command, *map(str, args), stdout=out)
    return out.getvalue()


def test_a_file_is_looked_at_and_then_written(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "abende.csv"
    file.write_text(TABLE, encoding="cp1252")
    out = io.StringIO()
    with pytest.raises(CommandError, match="Who is Beppo. The club has Beppo Huber. Choose someone, or a new name."):
        call_command("import_evenings", str(club.pk), str(file), stdout=out)
    how = 'Add --name "Beppo=Beppo Huber", or --name "Beppo=" for someone new.'
    assert f"Anna = Anna\nBeppo = ? {how}\nCilli = new\n" in out.getvalue()
    printed = run("import_evenings", club.pk, file, "--name", "Beppo=")
    assert "Anna = Anna\nBeppo = new\n" in printed
    assert "2025-11-13: result only: Anna +1.20 EUR, Beppo -0.40 EUR, Cilli -0.40 EUR, Done -0.40 EUR" in printed
    assert "Nothing has been imported yet" in printed
    assert evenings_of(club) == []
    run("import_evenings", club.keeper_token, file, "--name", "Beppo=beppo huber", "--money", "open", "--write")
    assert balances(club, evenings_of(club)[0])["Beppo Huber"] == -40
    found = Import.objects.get()
    assert found.file_name is not None
    assert found.file_name.text == "abende.csv"
    assert audit_club(club) is None
    assert f"{found.pk} " in run("undo_import", club.pk)
    assert run("undo_import", club.pk, found.pk) == "undone\n"
    assert run("undo_import", club.pk) == ""


def test_a_guessed_encoding_is_printed_with_a_word(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "abende.csv"
    file.write_text(TABLE.replace("Beppo", "Žiga"), encoding="cp1252")
    assert "was read as Windows-1252: Žiga. If these words are wrong" in run("import_evenings", club.pk, file)


def test_hands_are_counted_where_cards_were_dealt(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "abende.csv"
    hands = "Cilli, Done, Anna, Beppo Huber;wenz;Anna;yes\n;;wenz;Cilli;no\n"
    file.write_text(f"date;players;contract;declarer;won\n2025-11-13;{hands}")
    assert "2025-11-13: 2 hands: " in run("import_evenings", club.pk, file)


@pytest.mark.parametrize(
    ("text", "more", "message"),
    [
        (TABLE.replace("1,20", "1,21"), (), "line 2: The amounts must add up to 0, not \\+0.01 EUR."),
        (TABLE, ("--name", "Beppo=Sepp"), "nobody called Sepp"),
        (TABLE, ("--game", "skat"), "--game: game_unknown"),
        (TABLE, ("--format", "phone"), "JSON is invalid or incomplete"),
    ],
)
def test_problems_are_reported_and_nothing_is_written(
    club: Club, tmp_path: Path, text: str, more: tuple[str, ...], message: str
) -> None:
    file = tmp_path / "abende.csv"
    file.write_text(text)
    with pytest.raises(CommandError, match=message):
        run("import_evenings", club.pk, file, *more, "--write")
    assert evenings_of(club) == []


def test_a_missing_file_is_reported(club: Club, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        run("import_evenings", club.pk, tmp_path / "none.csv")
    with pytest.raises(CommandError, match="import does not exist"):
        run("undo_import", club.pk, club.pk)


EXAMPLES = [
    "\n".join(line[4:] for line in block.splitlines())
    for block in re.findall(r"(?:^    .+\n)+", DOCUMENT.read_text(encoding="utf-8"), flags=re.M)
]


@pytest.mark.parametrize(
    ("example", "hands", "found"),
    [
        (0, 1, {"Anna": 120, "Beppo": -40, "Cilli": -40, "Done": -40}),
        # A Rufer at 20; a Wenz at 50 lost with 58, doubled once.
        (1, 2, {"Anna": 120, "Beppo": -320, "Cilli": 120, "Done": 80}),
        (2, 1, {"Anna": 10, "Beppo": -10, "Cilli": 10, "Done": -10}),
        (3, 1, {"Anna": 60, "Beppo": -30, "Cilli": -30}),
    ],
)
def test_the_examples_of_the_document_are_read(example: int, hands: int, found: dict[str, int]) -> None:
    assert len(EXAMPLES) == 4
    club = new_club()
    imported(club, EXAMPLES[example], choices())
    [evening] = evenings_of(club)
    assert evening.hand_count == hands
    assert (balances(club) or balances(club, evening)) == found
    assert audit_club(club) is None
