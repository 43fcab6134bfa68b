from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    evenings: int = 0
    hands: int = 0  # as they stand
    events: int = 0  # all ever written
    entries: int = 0

    def __add__(self, other: "Checked") -> "Checked":
        return Checked(
            evenings=self.evenings + other.evenings,
            hands=self.hands + other.hands,
            events=self.events + other.events,
            entries=self.entries + other.entries,
        )
