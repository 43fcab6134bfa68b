"""The terms of the card table, each with the games that use it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from scorebook.web.games.presentation import Words

_BAVARIA = frozenset({"bavarian", "bierkopf"})
_PALATINATE = frozenset({"palatinate", "asserufen"})
_SASKU, _QUEENS = frozenset({"sasku"}), frozenset({"schafskopf24"})
_EVERYWHERE = _BAVARIA | _PALATINATE | _QUEENS

# Most of the words are the same in every language.
_WORDS: tuple[tuple[frozenset[str], Words, Words], ...] = (
    (frozenset({"asserufen"}), "Abhängen", _("to offer to take over another player's Assrufen")),
    (frozenset({"asserufen"}), "Anhängen", _("to bid an Assrufen: “ich hänge an”")),
    (_EVERYWHERE, "Augen", _("card points: the value of the cards in tricks")),
    (frozenset({"bavarian"}), "Bock", _("a hand that counts double from the start")),
    (frozenset({"bavarian"}), "Der Alte", _("the Ober of acorns, and its last holder, who deals the last round")),
    (frozenset({"palatinate"}), "Drücken", _("to discard two cards after taking up the skat")),
    (_PALATINATE, "Du", _("the promise to take every trick; from the French tout")),
    (frozenset({"bavarian"}), "Durchmarsch, Mord", _("Durchmarsch")),
    (_QUEENS, "Erster Fehlstich", _("the first trick led with a card that is no trump")),
    (frozenset({"bavarian"}), "Gesperrt", _("without a suit in which an ace could be called")),
    (_SASKU, "Häda", _("emergency: only the ace or the ten of trumps is left")),
    (_PALATINATE, "Hoch", _("with or without the highest trumps")),
    (frozenset({"bavarian"}), "Jungfrau", _("a player without a trick in a Ramsch")),
    (_BAVARIA, "Kini", _("the king")),
    (_PALATINATE, "Kontra, Spritze", _("an opponent's doubling; Re answers it")),
    (_SASKU, "Lambapea", _("sheep's head: all tricks, and the whole game with them")),
    (frozenset({"bavarian"}), "Laufende", _("the unbroken run of highest trumps; also matadors, Bauern, Herren")),
    (frozenset({"bavarian"}), "Laufsau", _("the called ace that ran away and is free")),
    (frozenset({"bavarian"}), "Legen, Klopfen", _("to double before seeing all one's cards")),
    (_BAVARIA | _PALATINATE, "Mittelhand, Hinterhand", _("the two players after forehand")),
    (frozenset({"bavarian"}), "Muss", _("a hand that someone must play because all passed")),
    (_QUEENS, _("Primary team"), _("the holders of the black queens; the others are the secondary team")),
    (frozenset({"bavarian"}), "Ramsch", _("everyone plays alone, and the most card points lose")),
    (_SASKU, _("Roof"), _("a hand without a picture")),
    (frozenset({"bavarian"}), "Rufer", _("the contract with a called ace, and its declarer")),
    (frozenset({"bavarian"}), "Rufsau", _("the called ace")),
    (_BAVARIA, "Sau", _("the ace: really a deuce, which once showed a wild boar")),
    (_PALATINATE, "Schenken", _("to surrender a hand unplayed")),
    (_EVERYWHERE, "Schneider", _("a side that lost with too few card points")),
    (_EVERYWHERE, "Schwarz", _("a side that was shut out")),
    (frozenset({"palatinate"}), "Skat", _("the two cards in the middle")),
    (_BAVARIA, "Spatzen", _("sparrows: the cards that count nothing; also Leere, Luschen or Nichtser")),
    (frozenset({"bavarian"}), "Stock", _("the pot; also Henn or Topf")),
    (frozenset({"bavarian"}), _("Stoss"), _("an opponent's doubling; Retour answers it, then Sub")),
    (_SASKU, _("Strokes"), _("the winners' tally marks on the sheet")),
    (frozenset({"bavarian"}), "Tout", _("the promise to take every trick; spoken Du")),
    (_SASKU, _("Trump maker"), _("the player whose trump suit is played")),
    (_EVERYWHERE, "Vorhand", _("forehand: the player to the dealer's left, who speaks first and leads")),
    (frozenset({"asserufen", "bavarian"}), "Weg, weiter", _("I pass")),
    (_BAVARIA, "Wenzel", _("an Unter; the Wenz is named after it")),
    (_BAVARIA | _PALATINATE, "Zusammenwerfen", _("to throw in a hand that nobody wants to play")),
)  # fmt: skip


def words_of_game(game: str) -> list[tuple[str, str]]:
    """Return the terms of a game with their meanings, in alphabetical order."""
    found = [(str(term), str(meaning)) for games, term, meaning in _WORDS if game in games]
    return sorted(found, key=lambda word: word[0].casefold())
