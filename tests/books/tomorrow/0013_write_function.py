from importlib import import_module

Migration = import_module("scorebook.play.migrations.0013_write_function").Migration
