"""The migrations of `play` as a later version could have them: today's, and one more."""
