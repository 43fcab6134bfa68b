"""Limits on requests and on stored rows: every number in one place, with its reason.

A budget counts the requests of one address that use no link; requests with a valid link are free for everyone at the
address. A ceiling is far above real use, and keeps one link from filling the disk.
"""

# Budgets: requests of one address. 30 phones of a pub share one.
BUDGETS = {
    # A tournament of 30 tables opens 30 evenings, most of them twice until all are seated. 120 an hour are 30 MB a
    # day at some 10 kB each; without a budget it was 12 GB.
    "opening": "120/hour",
    # With a members' or keeper's link: higher, but a link that was passed on must not fill the disk either.
    "opening_in_club": "600/hour",
    # The calculator sends a request at each tap: 30 phones at 20 taps a minute are 600. One takes 3 to 40 ms.
    "scoring": "1200/minute",
    # 30 watching phones with a replaced link send 640 requests a minute. At this rate 128 bits cannot be guessed.
    "wrong_link": "900/minute",
    # A person types an IBAN, once an evening.
    "girocode": "60/minute",
    # An operator who mistypes tries again two or three times. A password of ten letters cannot be guessed with 14,400
    # tries a day, each of which keeps a core busy for a third of a second.
    "operator_login": "10/minute",
}

# Ceilings. A day and a night at one table are some 600 hands; a book of years, copied as one evening, has 2,000.
HANDS_PER_EVENING = 5_000
# Each hand corrected many times, each correction counting later hands again.
EVENTS_PER_EVENING = 100_000
# All people of a large club come and go a few times.
STAYS_PER_EVENING = 300
# A league: 50 years of twenty evenings a week.
EVENINGS_PER_CLUB = 50_000
# A thousand people, each renamed a few times.
NAMES_PER_CLUB = 5_000
# Each of fifty people with ten phones and browsers; above it a link still opens the club, but makes no device.
DEVICES_PER_CLUB = 500
# By anybody with the members' link, and kept for ever: fifty people, each with several phones, on their first day.
CLAIMS_PER_CLUB_AND_DAY = 200
# Every page of the club reads them.
KEEPER_REQUESTS_PER_CLUB_AND_DAY = 5
# All hands of all these evenings, and as much again on the tab.
ENTRIES_PER_CLUB = 10_000_000
# Ten seasons a year for fifty years, each of them changed and closed; a table of a league's year weighs 250 kB.
SEASON_EVENTS_PER_CLUB = 2_000
