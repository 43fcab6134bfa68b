from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rest_framework.exceptions import Throttled

from scorebook.core import throttles

THROTTLED = "throttled"


class LoginForm(AdminAuthenticationForm):
    """A login form that limits tries by address. Beyond the limit it reports the wait and checks no password."""

    wait_s = 0

    def clean(self) -> dict[str, Any]:
        if self.request is None:
            raise AssertionError("a login without a request has no address to be counted by")
        try:
            throttles.spend_budget(throttles.OperatorLogin, self.request)
        except Throttled as spent:
            self.wait_s = throttles.throttle_wait_s(spent)
            text = _("Too many attempts from your address. Try again in %(seconds)s s.") % {"seconds": self.wait_s}
            raise ValidationError(text, code=THROTTLED) from spent
        found: dict[str, Any] = super().clean()
        return found
