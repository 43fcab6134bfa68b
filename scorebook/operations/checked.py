from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What the audit went through. hands: as they stand; events: all that was ever written."""

    evenings: int = 0
    hands: int = 0
    events: int = 0
    entries: int = 0

    def __add__(self, other: "Checked") -> "Checked":
        return Checked(
            evenings=self.evenings + other.evenings,
            hands=self.hands + other.hands,
            events=self.events + other.events,
            entries=self.entries + other.entries,
        )
