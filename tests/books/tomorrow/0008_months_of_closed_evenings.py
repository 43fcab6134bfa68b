from importlib import import_module

Migration = import_module("scorebook.play.migrations.0008_months_of_closed_evenings").Migration
