"""Names of contracts, suits, levels and sides in the cells of a table, by the vocabulary of the rules.

An unknown name is returned unchanged by the functions `imported_…`, for the rules to refuse.
"""

from rules.vocabulary import find_in_vocabulary
from rules.wording import words


def find_contract(text: str) -> str | None:
    """Return the id of a contract; a table's own contract is its own id."""
    if text.startswith(words.OWN_CONTRACT):
        return text
    is_tout = find_in_vocabulary("turn", text) == "tout"
    return find_in_vocabulary("contract", text) or ("solo_tout" if is_tout else None)


def find_suit(text: str) -> str | None:
    return find_in_vocabulary("suit", text)


def imported_contract_id(text: str) -> str:
    return find_contract(text) or text


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
