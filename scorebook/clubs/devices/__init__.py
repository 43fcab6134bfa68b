"""Browsers that open a club without its link: their keys, whose they are, and what they may do for a lost link."""
