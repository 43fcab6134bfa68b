from importlib import import_module

Migration = import_module("scorebook.play.migrations.0011_sums_by_role").Migration
