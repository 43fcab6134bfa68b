"""The site with a wide limit on the evenings that one address opens, which many phones of a test share."""

from scorebook.core import budgets
from scorebook.settings import *  # noqa: F403
from scorebook.settings import REST_FRAMEWORK

REST_FRAMEWORK = REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": budgets.BUDGETS | {"opening": "1000000/hour"}}
