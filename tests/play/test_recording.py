"""From the first tap to the ledger."""

from tests.play.table import Evening, rufer


def test_a_rufer_moves_points_and_cents(evening: Evening) -> None:
    event = evening.record(rufer("Beppo", "Cilli", card_points=94, top_trumps={"count": 4}))
    assert evening.hand_points(1) == {"Anna": -70, "Beppo": 70, "Cilli": 70, "Done": -70}
    assert evening.balances() == {"Anna": -70, "Beppo": 70, "Cilli": 70, "Done": -70}
    assert (event.no, event.kind, event.entry_id) == (1, "recorded", event.pk)
    evening.check()
