"""Tables for spreadsheets with the data of pages: columns with a fixed order and meaning, and plain values."""

from scorebook.exchange.tables.csv_file import csv_file as csv_file
from scorebook.exchange.tables.evening_export import evening_export_tables as evening_export_tables
from scorebook.exchange.tables.evening_export import evening_table_ids as evening_table_ids
from scorebook.exchange.tables.export_table import ExportTable as ExportTable
from scorebook.exchange.tables.export_table import Tables as Tables
from scorebook.exchange.tables.export_table import table_name as table_name
from scorebook.exchange.tables.standings_export import board_table as board_table
from scorebook.exchange.tables.standings_export import season_tables as season_tables
from scorebook.exchange.tables.statement_export import export_evening_statement as export_evening_statement
from scorebook.exchange.tables.statement_export import export_statement as export_statement
from scorebook.exchange.tables.statement_export import tab_table as tab_table
from scorebook.exchange.tables.xlsx_file import xlsx_file as xlsx_file
