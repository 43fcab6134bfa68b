from importlib import import_module

Migration = import_module("scorebook.play.migrations.0004_month_contract_and_pair").Migration
