"""The log line and the count of a request that met a database outage."""

from django.http import HttpRequest, HttpResponse
from django.utils.log import log_response

from scorebook.core.database import outage
from scorebook.core.monitoring import metrics


def log_outage(error: BaseException, response: HttpResponse, request: HttpRequest) -> None:
    """Log one line instead of a traceback, without the path of the request, which may hold a link token."""
    text = "The database is of another version" if outage.is_of_other_version(error) else "The database does not answer"
    log_response(f"{text}: %s", outage.outage_reason(error), response=response, request=request)
    metrics.count_outage()
