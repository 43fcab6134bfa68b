"""The suits of both packs, drawn for this project on a grid of 24 by 24."""

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

_SHAPES = {
    "clubs": (
        '<path d="M12 2.5a4.6 4.6 0 0 1 3.9 7 4.6 4.6 0 1 1-2.6 8.2c.2 1.7.9 2.9 2.2 3.8h-7c1.3-.9 2-2.1 2.2-3.8'
        'a4.6 4.6 0 1 1-2.6-8.2 4.6 4.6 0 0 1 3.9-7z"/>'
    ),
    "spades": (
        '<path d="M12 2c2.8 4 8.5 6.8 8.5 11.4a4.3 4.3 0 0 1-7.3 3.1c.2 2 .9 3.5 2.3 5h-7c1.4-1.5 2.1-3 2.3-5'
        'A4.3 4.3 0 0 1 3.5 13.4C3.5 8.8 9.2 6 12 2z"/>'
    ),
    "hearts": '<path d="M12 21.5C8 17.3 2.5 13.7 2.5 8.3A5 5 0 0 1 12 6.3a5 5 0 0 1 9.5 2c0 5.4-5.5 9-9.5 13.2z"/>',
    "diamonds": (
        '<path d="M12 1.8c2 3.8 4.6 7.2 7.6 10.2-3 3-5.6 6.4-7.6 10.2-2-3.8-4.6-7.2-7.6-10.2'
        ' 3-3 5.6-6.4 7.6-10.2z"/>'
    ),
    "acorns": (
        '<path class="suit-b" d="M6.2 10.5h11.6c.3 5.3-2 9.3-5.8 12-3.8-2.7-6.1-6.7-5.8-12z"/>'
        '<path d="M12.9 4.3c0-1.2.6-2.1 1.6-2.8l-1.8-.9c-1.3 1-1.9 2.2-1.9 3.7-3.9.2-6.3 2.2-6.3 5.2 0 .9.6 1.4 1.5 1.4'
        'h12c.9 0 1.5-.5 1.5-1.4 0-3-2.5-5-6.6-5.2z"/>'
    ),
    "leaves": (
        '<path d="M12 1.5c1.6 3.3 7.9 4.7 7.9 10.2 0 3.2-2.3 5.3-4.9 5.3-.9 0-1.6-.2-2.2-.6.2 2.3.9 4 2.2 5.4l-1.7.9'
        'c-1.7-1.8-2.4-3.8-2.5-6.1-.6.3-1.2.4-1.8.4-2.7 0-4.9-2.1-4.9-5.3C4.1 6.2 10.4 4.8 12 1.5z"/>'
    ),
    "bells": (
        '<path class="suit-b" d="M12 3.2a9 9 0 0 1 9 9c0 5-4 9.3-9 9.3s-9-4.3-9-9.3a9 9 0 0 1 9-9z"/>'
        '<path d="M10.9 1h2.2v3h-2.2zM3 11.4h18v2.4H3zM10.8 15.2h2.4l.9 5.9h-4.2z"/>'
    ),
}  # fmt: skip


def suit_svg(suit: str) -> SafeString:
    """Return the suit as inline SVG, hidden from screen readers because its name stands beside it."""
    return format_html(
        '<svg class="suit suit-{}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{}</svg>',
        suit,
        suit_svg_shape(suit),
    )


def suit_svg_shape(suit: str) -> SafeString:
    """Return the content of the SVG, to be used in another drawing."""
    return mark_safe(_SHAPES[suit])
