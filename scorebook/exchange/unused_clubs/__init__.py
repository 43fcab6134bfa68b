"""Clubs of one evening that nobody uses: warned on their page, and at last ended with their file kept."""
