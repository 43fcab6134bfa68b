"""The words of players for contracts, suits, levels, results and the rest: one list per language, and its lookup.

The notation, imports, search and the rules book all read words here. Names of the catalogs belong to it without being
repeated in the lists.
"""

from rules.vocabulary.lookup import (
    Meaning,
    compounds_of,
    find_in_vocabulary,
    fold_text,
    known_words,
    meanings_of,
    other_names,
    surface_words,
    written_word,
)

__all__ = [
    "Meaning",
    "compounds_of",
    "find_in_vocabulary",
    "fold_text",
    "known_words",
    "meanings_of",
    "other_names",
    "surface_words",
    "written_word",
]
