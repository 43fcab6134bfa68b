"""The search form, submitted by GET: without parameters it is an empty form."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules import Level
from rules.wording import words
from scorebook.standings.hand_search import Feat, HandFilter, HandOutcome
from scorebook.texts import language
from scorebook.web.core.form_data import FormData, typed_uuid
from scorebook.web.core.form_fields import WholeNumberField
from scorebook.web.core.periods import PeriodForm
from scorebook.web.core.person_names import Person
from scorebook.web.core.problem_texts import error_messages

MAX_TEXT = 100
ANY = ("", pgettext_lazy("result", "any"))


def hand_level_choices() -> list[tuple[str, str | Promise]]:
    levels = (Level.SCHNEIDER, Level.SCHWARZ)
    return [ANY, *((level, words.level_name(level, language.current_language())) for level in levels)]


class SearchForm(PeriodForm):
    """A search whose valid fields count even if others are invalid."""

    person = forms.ChoiceField(label=_("Declarer"), required=False, error_messages=error_messages("not_of_these"))
    contract = forms.ChoiceField(label=_("Contract"), required=False, error_messages=error_messages("not_of_these"))
    note = forms.CharField(
        label=_("Words in the note"),
        required=False,
        max_length=MAX_TEXT,
        error_messages=error_messages("note_too_long"),
        widget=forms.TextInput(attrs={"type": "search", "maxlength": MAX_TEXT, "enterkeyhint": "search"}),
    )
    partner = forms.ChoiceField(label=_("Together with"), required=False, error_messages=error_messages("not_of_these"))
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ANY,
            (HandOutcome.WON, _("won")),
            (HandOutcome.LOST, _("lost")),
            (HandOutcome.NOBODY, _("no declarer")),
        ],
        error_messages=error_messages("not_of_these"),
    )
    level = forms.ChoiceField(
        label=_("Margin"),
        required=False,
        choices=hand_level_choices,
        error_messages=error_messages("not_of_these"),
    )
    feat = forms.ChoiceField(
        label=_("Rare hands"),
        required=False,
        choices=[ANY, (Feat.SIE, "Sie"), (Feat.TOUT, "Tout"), (Feat.MARCH, _("Durchmarsch"))],
        error_messages=error_messages("not_of_these"),
    )
    doubled = forms.BooleanField(label=_("with Stoss or Kontra"), required=False)
    value = WholeNumberField(
        label=_("At least this many points"),
        required=False,
        min_value=1,
        error_messages=error_messages("points_unreadable"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 12}),
    )

    FIRST = ("person", "contract", "note")
    ORDER = (*FIRST, "partner", "result", "level", "feat", "doubled", "value", "first_on", "last_on")

    def __init__(self, typed: FormData, *, people: Iterable[Person], contracts: Iterable[str]) -> None:
        super().__init__(typed)
        self.contracts = tuple(contracts)
        anybody = [("", str(_("anyone"))), *((one.id, one.name) for one in people)]
        named = sorted((words.contract_name(id, language.current_language()), id) for id in self.contracts)
        self._set_field_choices("person", anybody)
        self._set_field_choices("partner", anybody)
        self._set_field_choices(
            "contract", [("", str(pgettext_lazy("contract", "any"))), *((id, name) for name, id in named)]
        )
        self.full_clean()

    def _set_field_choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    @property
    def wanted(self) -> HandFilter:
        found = self.cleaned_data
        return HandFilter(
            declarer=typed_uuid(found.get("person", "")),
            partner=typed_uuid(found.get("partner", "")),
            contract=found.get("contract", ""),
            result=HandOutcome(found["result"]) if found.get("result") else None,
            level=Level(found["level"]) if found.get("level") else None,
            is_doubled=found.get("doubled", False),
            feat=Feat(found["feat"]) if found.get("feat") else None,
            least_value=found.get("value"),
            first_on=found.get("first_on"),
            last_on=found.get("last_on"),
            note=found.get("note", ""),
        )

    @property
    def chosen(self) -> dict[str, str]:
        """Return the text of each field that counts, by its name in the address."""
        return {
            self.add_prefix(name): self[name].value() if name != "doubled" else "on"
            for name in self.ORDER
            if self.cleaned_data.get(name)
        }

    def choice_text(self, name: str) -> str:
        return next((str(option.data["label"]) for option in self[name] if option.data["selected"]), "")

    @property
    def is_more_used(self) -> bool:
        """Return whether a field in the collapsed part is filled in."""
        typed = (self.data.get(self.add_prefix(name)) for name in self.ORDER if name not in self.FIRST)
        return any(typed)
