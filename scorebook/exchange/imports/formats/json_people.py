"""The people of another program's JSON by id; one who was deleted there keeps their money under a name with the id."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from scorebook.clubs import names as naming
from scorebook.exchange.imports.import_cells import FileNames
from scorebook.exchange.imports.import_records import FilePosition, ImportProblems


class JsonPeople:
    """Names by id. people: the list at `where` in the file. ids: types of their ids."""

    def __init__(self, people: Sequence[Any], where: str, problems: ImportProblems, *, ids: type[Any] | Any) -> None:
        self._problems, self._ids = problems, ids
        self._file_names = FileNames(problems, twice="name_twice")
        self.names: dict[str, str] = {}
        for place, one in enumerate(people):
            name = problems.read_or_leave_out(partial(self._read_name, one, f"{where}.{place}"))
            if name:
                self.names[str(one["id"])] = name

    def __contains__(self, id: object) -> bool:
        return isinstance(id, self._ids) and str(id) in self.names

    def name(self, id: Any, where: str) -> str:
        """Return the name. An id without a person gets a name and a notice, anything else is a problem."""
        if id not in self:
            self._add_missing_person(id, where)
        return self.names.get(str(id), "")

    def _read_name(self, one: Any, where: str) -> str:
        if isinstance(one, dict) and isinstance(one.get("id"), self._ids):
            return self._file_names.add_name(one.get("name"), FilePosition(where=f"{where}.name"))
        self._problems.add("field_unreadable", f"{where}.id")
        return ""

    def _add_missing_person(self, id: Any, where: str) -> None:
        name = naming.tidied_name(f"? {id}")[: naming.MAX_PLAYER_NAME]
        is_usable = isinstance(id, self._ids) and not naming.name_fault(name, longest=naming.MAX_PLAYER_NAME)
        if is_usable and name not in self.names.values():
            self.names[str(id)] = name
            self._problems.add_notice("person_missing", where, name=name)
        else:
            self._problems.add("person_unknown", where, text=str(id))
