"""The tags that draw chips, problems and keys."""

import pytest
from django.template import Context, Template

from scorebook.web.core.person_names import Person

ANNA = Person(id="a", name="<Anna>", colour=3)
ANNA_CHIP = (
    '<label class="chip chip-player p3"><input type="radio" name="payer" value="a"{}><span>&lt;Anna&gt;</span></label>'
)


def drawn(source: str, **values: object) -> str:
    return Template("{% load forms scorebook %}" + source).render(Context(values))


@pytest.mark.parametrize(
    ("source", "attributes"),
    [
        ("{% chip 'won' 'yes' text %}", 'type="radio" name="won" value="yes"'),
        ("{% chip 'won' '' text True %}", 'type="radio" name="won" value="" checked'),
        ("{% chip 'won' 'yes' text traits='asks-call' %}", 'type="radio" name="won" value="yes" class="asks-call"'),
        ("{% chip 'won' 'yes' text spoken=text %}", 'type="radio" name="won" value="yes" aria-label="&lt;b&gt;"'),
        ("{% chip 'won' 'yes' text kind='checkbox' %}", 'type="checkbox" name="won" value="yes"'),
    ],
)
def test_chip(source: str, attributes: str) -> None:
    assert drawn(source, text="<b>") == f'<label class="chip"><input {attributes}><span>&lt;b&gt;</span></label>'


@pytest.mark.parametrize(
    ("arguments", "checked"),
    [
        ("", ""),
        ("True", " checked"),
        ("chosen='a'", " checked"),
        ("chosen='ab'", ""),
        ("chosen=several", " checked"),
        ("chosen=nobody", ""),
    ],
)
def test_a_person_is_chosen_by_a_flag_or_by_id(arguments: str, checked: str) -> None:
    values = {"person": ANNA, "several": {"a", "b"}, "nobody": None}
    assert drawn(f"{{% person_chip 'payer' person {arguments} %}}", **values) == ANNA_CHIP.format(checked)


@pytest.mark.parametrize(
    ("texts", "lines"),
    [(["a", "<b>"], ["a", "&lt;b&gt;"]), ("one", ["one"]), ("", []), ((), []), (None, [])],
)
def test_a_line_for_each_problem(texts: object, lines: list[str]) -> None:
    found = drawn("{% problems texts id='here' %}", texts=texts)
    assert found == "".join(f'<p class="problem" id="here">{line}</p>' for line in lines)


def test_a_name_behind_its_dot() -> None:
    assert drawn("{% person anna %}", anna=ANNA) == '<span class="dot p3"></span>&lt;Anna&gt;'
