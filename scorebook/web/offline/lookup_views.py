"""The rules of an evening for the phone."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from scorebook import access
from scorebook.web.core.static_files import compressed_as_file
from scorebook.web.offline import reason_texts

DAY_S = 86400


@require_safe
@compressed_as_file
def offline_lookup(request: HttpRequest, scribe_token: str) -> HttpResponse:
    """Return the lookup table from which the phone previews and totals; it never changes for an evening.

    Its texts are in the page's language, which is part of the address.
    """
    evening = access.written_by(scribe_token)
    response = HttpResponse(reason_texts.offline_table_with_words(evening.rules), content_type="application/json")
    patch_cache_control(response, private=True, max_age=DAY_S)
    return response
