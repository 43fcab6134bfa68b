from importlib import import_module

Migration = import_module("scorebook.play.migrations.0012_club_first").Migration
