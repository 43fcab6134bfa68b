"""Figures of people as text."""

from django import template

from scorebook.texts.contract_texts import contract_row_name
from scorebook.web.core.number_text import average_text, difference_text, percent_text

register = template.Library()
register.filter("average", average_text)
register.filter("percent", percent_text)
register.filter("difference", difference_text)
register.filter("contract_row_name", contract_row_name)
