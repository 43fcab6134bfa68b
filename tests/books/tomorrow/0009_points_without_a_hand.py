from importlib import import_module

Migration = import_module("scorebook.play.migrations.0009_points_without_a_hand").Migration
