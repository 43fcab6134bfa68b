from importlib import import_module

Migration = import_module("scorebook.play.migrations.0014_keys_with_indexes").Migration
