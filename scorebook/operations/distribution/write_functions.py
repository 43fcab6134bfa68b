"""Functions that write rows of one club: on several servers each runs on the server that has the club."""

from django.db import connection

# Its first argument is the club. The table of distributed objects knows which argument a function is distributed by.
_FUNCTIONS = """
    SELECT p.oid, p.oid::regprocedure::text, pg_get_functiondef(p.oid), distribution_argument_index IS NOT NULL
    FROM pg_proc p LEFT JOIN pg_dist_object ON classid = 'pg_proc'::regclass AND objid = p.oid
    WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f' AND proname LIKE 'write\\_rows%' ESCAPE '\\'
        AND proargnames[1] = 'club'
    ORDER BY 2
"""


def undistributed_functions() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_FUNCTIONS)
        return [signature for _, signature, _, is_distributed in cursor.fetchall() if not is_distributed]


def distribute_functions(*, with_table: str) -> None:
    """with_table: whose rows decide which server runs the call."""
    with connection.cursor() as cursor:
        for signature in undistributed_functions():
            cursor.execute(
                "SELECT create_distributed_function(%s::regprocedure, 'club', colocate_with => %s,"
                " force_delegation => true)",
                [signature, with_table],
            )


def undistribute_functions() -> None:
    """Make each function anew, which the extension then knows as any other."""
    with connection.cursor() as cursor:
        cursor.execute(_FUNCTIONS)
        for _, signature, definition, _ in cursor.fetchall():
            cursor.execute(f"DROP FUNCTION {signature}")
            cursor.execute(definition)
