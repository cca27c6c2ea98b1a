"""Every measure's own worked example is right."""

import re

import pytest

from qaeval.measures import DEFINITIONS, measure
from qaeval.measures.naming import spelled_name


def asked_name(definition):
    """The name under which the example is scored: `Hit@5: …`, else the shortest."""
    said = re.match(r"(\S+@\d+): ", definition.example.working)
    return said[1] if said else spelled_name(definition.name, definition)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_the_example_that_explains_a_measure_comes_out(name, value_of):
    example = DEFINITIONS[name].example
    value = value_of(asked_name(DEFINITIONS[name]), example.marks)
    decimals = len(example.value.partition(".")[2])
    assert f"{value:.{decimals}f}" == example.value


@pytest.mark.parametrize("name", DEFINITIONS)
def test_every_measure_is_explained(name):
    definition = DEFINITIONS[name]
    assert definition.help and definition.formula and definition.source
    assert definition.example.working


def test_every_alias_leads_to_its_measure():
    for definition in DEFINITIONS.values():
        for alias in definition.aliases:
            text = alias.replace("{k}", "7")
            if definition.cutoff == "required" and "{k}" not in alias:
                text += "@7"
            assert measure(text).definition is definition, alias
