from importlib import import_module

Migration = import_module("scorebook.play.migrations.0010_short_tout_is_a_tout").Migration
