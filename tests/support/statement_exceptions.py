"""The functions of the product whose statements are for no club, each with its reason. At most twelve."""

EXCEPTIONS: dict[str, str] = {
    "scorebook.core.database.taken_ids._existing_id": "on SQLite alone, which has all clubs in one file",
    "scorebook.ledger.snapshot._begin_on_all_servers": "begins a transaction on each server of all clubs",
    "scorebook.operations.all_clubs.club_names": "all clubs: operators look for one, nightly jobs go through them",
    "scorebook.operations.audit.full_audit._row_without_owner": "rows whose club is gone, which no club names",
    "scorebook.operations.backup.backup_format.BackupWriter.write_table": "a backup is a copy of whole tables",
    "scorebook.operations.backup.backups._delete_rows": "a restore replaces whole tables",
    "scorebook.operations.nightly.backup_proof._count_restored_rows": "counts tables in a database of its own",
    "scorebook.operations.club_stats.club_figures": "the figures of the clubs in an operator's list, in one statement",
    "scorebook.operator_pages.club_pages.UnusedFilter.get_facet_queryset": "counts unused clubs for an operator",
    "scorebook.operator_pages.operator_tables.OperatorList.get_results": "an operator's list of a table, of all clubs",
    "scorebook.operator_pages.operator_tables.row_of_any_club": "an operator has a row's id, and no club",
}
