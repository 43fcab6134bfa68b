from importlib import import_module

Migration = import_module("scorebook.play.migrations.0002_agreed_end").Migration
