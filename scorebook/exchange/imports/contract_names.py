"""Names of contracts, suits, levels and sides in the cells of a table, by the vocabulary of the rules.

An unknown name is returned unchanged by the functions `imported_…`, for the rules to refuse.
"""

from rules.vocabulary import compounds_of, find_in_vocabulary, fold_text
from rules.wording import words

_WITH_SUIT = {"wenz": "suit_wenz", "geier": "suit_geier"}  # contracts of their own if a suit is named


def find_contract(text: str) -> str | None:
    """Return the id of a contract; a table's own contract is its own id."""
    if text.startswith(words.OWN_CONTRACT):
        return text
    is_tout = find_in_vocabulary("turn", text) == "tout"
    return find_in_vocabulary("contract", text) or ("solo_tout" if is_tout else None)


def contract_and_suit(text: str) -> tuple[str, str | None] | None:
    """Return a contract and its suit, which are often named together: `Herz-Solo`, `Solo Gras`; None if it is none."""
    if whole := find_contract(text):
        return whole, None
    for reading in compounds_of(fold_text(text)):
        found = {meaning.kind: meaning.value for meaning in reading if not meaning.is_guess}
        if "contract" in found and "suit" in found:
            return _WITH_SUIT.get(found["contract"], found["contract"]), found["suit"]
    return None


def find_suit(text: str) -> str | None:
    return find_in_vocabulary("suit", text)


def imported_suit_id(text: str) -> str:
    return find_suit(text) or text


def imported_level_id(text: str) -> str:
    return find_in_vocabulary("level", text) or text


def imported_side_id(text: str) -> str:
    return find_in_vocabulary("side", text) or find_in_vocabulary("run_side", text) or text


def parse_imported_boolean(text: str) -> bool | str:
    answer, result = find_in_vocabulary("answer", text), find_in_vocabulary("result", text)
    if answer is None and result in (None, "tied"):
        return text
    return answer == "yes" or result == "won"
