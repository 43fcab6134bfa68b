"""Which tables of a statement are not tied to a club: read from its text, without a database.

The rules are those by which a database that is spread over servers by club (Citus) finds the one server to ask:

- A table is tied if its column of the club equals a value of the statement, directly or through another table of the
  same query. Conditions under OR and NOT count for nothing.
- An inner query names the club itself, whatever the query around it names; so does a table joined to its result.
- Of several clubs (IN), the tables of a query are compared with each other besides, and those of a correlated query
  with the tables around it. In a query with outer joins, inner queries or windows each table has an IN of its own.
- Rows are locked in one club at a time.
- Where a statement is about all clubs, the tables are compared in the same way, in each inner query too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import sqlglot
from sqlglot import exp

DIALECTS = {"postgresql": "postgres", "sqlite": "sqlite"}
_LONG_LIST = re.compile(r"\(%s(?:, %s)+\)(?:, \(%s(?:, %s)+\))*")
_QUERIES = (exp.Select, exp.SetOperation, exp.Insert, exp.Update, exp.Delete)
_VALUE = "value"  # stands for the clubs in the statement's values

Place = int | str  # a table where it stands in the statement


def shape(sql: str) -> str:
    """Return the text with every list of values as short as any other, so that each statement is read once."""
    return _LONG_LIST.sub("(%s, %s)", sql)


def tables_without_club(sql: str, *, vendor: str, club_columns: Mapping[str, str]) -> list[str]:
    """Return the tables that the statement reads or changes without naming their club, with the reason if it names one.

    sql: as Django sends it, with %s for its values.
    club_columns: table -> its column of the club; all others are no club's.
    Raises: sqlglot.errors.ParseError.
    """
    return _read_statement(sql, vendor, club_columns).untied_tables()


def uncompared_tables(sql: str, *, vendor: str, club_columns: Mapping[str, str]) -> list[str]:
    """Return the tables of a statement about all clubs whose clubs are not compared with those around them.

    The arguments and errors are those of `tables_without_club`.
    """
    return _read_statement(sql, vendor, club_columns).uncompared_tables()


def _read_statement(sql: str, vendor: str, club_columns: Mapping[str, str]) -> _Reading:
    marked = sql.replace("%s", "'?'").replace("%%", "%")
    reading = _Reading(club_columns)
    reading.read_query(sqlglot.parse_one(marked, dialect=DIALECTS[vendor]), outer=None, parts={})
    return reading


class _Groups:
    """Places in groups of equal clubs, as trees."""

    def __init__(self) -> None:
        self._parents: dict[Place, Place] = {}

    def root(self, place: Place) -> Place:
        while self._parents.get(place, place) != place:
            place = self._parents[place]
        return place

    def join(self, some: Sequence[Place], others: Sequence[Place]) -> None:
        if some and others:
            for place in (*some, *others):
                self._parents[self.root(place)] = self.root(some[0])


@dataclass(slots=True, eq=False)
class _Query:
    """A query with its tables, by alias: a place, another query's branches, or None for what is no club's."""

    node: exp.Expr
    outer: _Query | None
    sources: dict[str, Place | list[_Query] | None] = field(default_factory=dict)
    optional: set[str] = field(default_factory=set)  # aliases on the side of an outer join that may be missing

    @property
    def projections(self) -> Sequence[exp.Expr]:
        return () if isinstance(self.node, exp.Update) else self.node.args.get("expressions") or ()

    @property
    def places(self) -> dict[str, Place]:
        return {alias: source for alias, source in self.sources.items() if isinstance(source, Place)}

    @property
    def is_flat(self) -> bool:
        """Return whether it has inner joins only and is no part of another; then one IN holds for all its tables."""
        inner = [found for found in self.node.find_all(exp.Select, exp.SetOperation) if found is not self.node]
        is_whole = self.node.parent is None and isinstance(self.node, exp.Select)
        return is_whole and not inner and not self.optional and not self.node.find(exp.Window)

    @property
    def is_correlated(self) -> bool:
        columns = self.node.find_all(exp.Column)
        return any(one.table and one.table not in self.sources and _query_of(one) is self.node for one in columns)


@dataclass(slots=True)
class _Reading:
    club_columns: Mapping[str, str]
    tables: dict[Place, str] = field(default_factory=dict)
    queries: list[_Query] = field(default_factory=list)
    tied: _Groups = field(default_factory=_Groups)  # of tables of one query, and the values
    compared: _Groups = field(default_factory=_Groups)  # of tables alone, also through other queries
    several: set[Place] = field(default_factory=set)  # tied by IN
    missing: set[str] = field(default_factory=set)

    def untied_tables(self) -> list[str]:
        untied = (name for place, name in self.tables.items() if self.tied.root(place) != self.tied.root(_VALUE))
        return sorted({*self.missing, *untied, *self._wrong_of_several()})

    def uncompared_tables(self) -> list[str]:
        self.several = set(self.tables)
        return sorted(set(self._wrong_of_several(is_all=True)))

    def _wrong_of_several(self, *, is_all: bool = False) -> Iterator[str]:
        """is_all: whether the statement is about all clubs, which no inner query names by itself."""
        wide = {self.compared.root(place) for place in self.several}
        for query in self.queries:
            if not self.several.isdisjoint(query.places.values()):
                yield from self._unnamed_beside_several(query)
            around = [*query.outer.places.values()] if query.outer and (is_all or query.is_correlated) else []
            roots_around = {self.compared.root(place) for place in around}
            for place in query.places.values():
                root, others = self.compared.root(place), [*query.places.values()]
                if root in wide and any(self.compared.root(other) != root for other in others):
                    yield f"{self.tables[place]} (several clubs, not compared in its query)"
                if around and not wide.isdisjoint({root, *roots_around}) and root not in roots_around:
                    yield f"{self.tables[place]} (several clubs, not compared with the outer query)"

    def _unnamed_beside_several(self, query: _Query) -> Iterator[str]:
        if query.node.args.get("locks"):
            yield from (f"{self.tables[place]} (locked in several clubs)" for place in query.places.values())
        if not query.is_flat:
            for alias, place in query.places.items():
                if alias not in query.optional and place not in self.several:
                    yield f"{self.tables[place]} (several clubs, not named beside an outer join or inner query)"

    def read_query(self, node: exp.Expr, *, outer: _Query | None, parts: Mapping[str, list[_Query]]) -> list[_Query]:
        """Read a query with all inside it, and return its branches: several of a UNION, else one."""
        node, parts = node.unnest(), dict(parts)
        for part in getattr(node.args.get("with_"), "expressions", ()):
            parts[part.alias] = []  # a recursive part reads itself, which ties nothing
            parts[part.alias] = self.read_query(part.this, outer=outer, parts=parts)
        if isinstance(node, exp.SetOperation):
            sides = (self.read_query(side, outer=outer, parts=parts) for side in (node.left, node.right))
            return [query for branches in sides for query in branches]
        if not isinstance(node, _QUERIES):
            return []
        query = _Query(node, outer)
        self.queries.append(query)
        self._read_sources(node, query, parts)
        for condition in _conditions(node):
            self._read_condition(condition, query)
        for inner in _inner_queries(node):
            self.read_query(inner, outer=query, parts=parts)
        return [query]

    def _read_sources(self, node: exp.Expr, query: _Query, parts: Mapping[str, list[_Query]]) -> None:
        if isinstance(node, exp.Insert):
            self._read_new_rows(node, query, parts)
            return
        sources = [node.this] if isinstance(node, (exp.Update, exp.Delete)) else []
        sources += [node.args["from_"].this] if node.args.get("from_") else []
        sources += node.args.get("using") or [] if isinstance(node, exp.Delete) else []
        joins = [join for join in node.find_all(exp.Join) if _query_of(join) is node]
        query.optional = {join.this.alias_or_name for join in joins if join.side == "LEFT"}
        for source in [*sources, *(join.this for join in joins)]:
            self._read_source(source, query, parts)

    def _read_new_rows(self, node: exp.Insert, query: _Query, parts: Mapping[str, list[_Query]]) -> None:
        target = node.this
        table = target.this if isinstance(target, exp.Schema) else target
        column = self.club_columns.get(table.name)
        if column and isinstance(target, exp.Schema) and column not in {part.name for part in target.expressions}:
            self.missing.add(table.name)
        if node.expression:
            self.read_query(node.expression, outer=query, parts=parts)

    def _read_source(self, source: exp.Expr, query: _Query, parts: Mapping[str, list[_Query]]) -> None:
        alias = source.alias_or_name
        if isinstance(source, (exp.Subquery, exp.Lateral)):
            query.sources[alias] = self.read_query(source.this, outer=query, parts=parts)
        elif source.name in parts:
            query.sources[alias] = parts[source.name]
        elif isinstance(source, exp.Table) and source.name in self.club_columns:
            query.sources[alias] = id(source)
            self.tables[id(source)] = source.name
        else:
            query.sources[alias] = None

    def _read_condition(self, condition: exp.Expr, query: _Query) -> None:
        if isinstance(condition, exp.EQ):
            left, right = condition.left, condition.right
            pairs = zip(left.expressions, right.expressions, strict=False) if isinstance(left, exp.Tuple) else None
            for one, other in pairs or [(left, right)]:
                self.compared.join(self._places_around(one, query), self._places_around(other, query))
                self.tied.join(self._places(one, query), self._places(other, query))
        elif isinstance(condition, exp.In):
            places, values = self._places(condition.this, query), condition.expressions
            if condition.args.get("query") is None and all(map(_is_value, values)):
                self.tied.join(places, [_VALUE])
                self.several.update(places if len(values) > 1 else ())

    def _places(self, node: exp.Expr, query: _Query) -> list[Place]:
        """Return the tables of this query whose club an expression is, or what stands for the statement's values."""
        node = node.unnest()
        if isinstance(node, exp.Column):
            return self._places_of_column(node, query, through=False)
        return [_VALUE] if _is_value(node) else []

    def _places_around(self, node: exp.Expr, query: _Query) -> list[Place]:
        """Return the tables whose club an expression is, also those of an outer query or of an inner one's result."""
        node = node.unnest()
        at: _Query | None = query if isinstance(node, exp.Column) else None
        while at is not None and isinstance(node, exp.Column):
            if (found := self._places_of_column(node, at, through=True)) or node.table in at.sources:
                return found
            at = at.outer
        return []

    def _places_of_column(self, column: exp.Column, query: _Query, *, through: bool) -> list[Place]:
        """Return the places of a column of the query's own tables. through: also of the tables in inner queries."""
        among = [query.sources.get(column.table)] if column.table else [*query.sources.values()]
        return [place for source in among for place in self._places_in_source(source, column.name, through=through)]

    def _places_in_source(self, source: Place | list[_Query] | None, name: str, *, through: bool) -> Iterator[Place]:
        if isinstance(source, Place):
            if self.club_columns[self.tables[source]] == name:
                yield source
        elif through:
            for query in source or ():
                yield from self._places_of_projection(query, name)

    def _places_of_projection(self, query: _Query, name: str) -> list[Place]:
        for projection in query.projections:
            if projection.is_star:
                return self._places_of_column(exp.column(name), query, through=True)
            if projection.alias_or_name == name:
                inner = projection.unalias()
                return self._places_of_column(inner, query, through=True) if isinstance(inner, exp.Column) else []
        return []


def _is_value(node: exp.Expr) -> bool:
    return not node.find(exp.Column, exp.Select)


def _conditions(node: exp.Expr) -> Iterator[exp.Expr]:
    """Yield the conditions that every row of the query fulfils."""
    joins = (join.args.get("on") for join in node.find_all(exp.Join) if _query_of(join) is node)
    where = node.args.get("where")
    for clause in (where.this if where else None, *joins):
        if clause is not None:
            whole = clause.unnest()
            yield from (part.unnest() for part in whole.flatten()) if isinstance(whole, exp.And) else [whole]


def _query_of(node: exp.Expr) -> exp.Expr | None:
    return node.find_ancestor(*_QUERIES)


def _inner_queries(node: exp.Expr) -> Iterator[exp.Expr]:
    """Yield the queries in conditions and columns; those among the tables are read with them."""
    for found in node.find_all(*_QUERIES):
        if found is not node and _query_of(found) is node and not _is_table(found):
            yield found


def _is_table(query: exp.Expr) -> bool:
    holder = query.parent
    while isinstance(holder, (exp.Subquery, exp.Paren)):
        holder = holder.parent
    return isinstance(holder, (exp.From, exp.Join, exp.CTE, exp.Lateral, exp.Insert, exp.SetOperation))
