"""Fields of Django forms that read as strictly as the rest of the pages, and refuse in our own sentences."""

from __future__ import annotations

from django import forms

from scorebook.web.core.form_data import whole_number


class WholeNumberField(forms.IntegerField):
    """A whole number as the table writes it; Django's own takes "1_000" and "1.0" for one as well."""

    def to_python(self, value: str | None) -> int | None:
        number = whole_number(value or "")
        if isinstance(number, str):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return number
