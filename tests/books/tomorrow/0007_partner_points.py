from importlib import import_module

Migration = import_module("scorebook.play.migrations.0007_partner_points").Migration
