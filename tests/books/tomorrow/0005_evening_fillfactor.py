from importlib import import_module

Migration = import_module("scorebook.play.migrations.0005_evening_fillfactor").Migration
