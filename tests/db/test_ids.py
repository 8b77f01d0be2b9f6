import pytest
from django.db import models
from django.db.migrations.writer import MigrationWriter
from django.urls import NoReverseMatch, Resolver404, path, register_converter
from django.urls.converters import get_converters
from django.urls.resolvers import RegexPattern, URLResolver
from django.views.generic import RedirectView
from hypothesis import given
from hypothesis import strategies as st

from scorer.db.ids import DIGITS, MAX_ID, IdConverter, RandomIdField, random_id

converter = IdConverter()


@pytest.fixture
def addresses() -> URLResolver:
    if "id" not in get_converters():
        register_converter(IdConverter, "id")
    table = path("table/<id:table>/", RedirectView.as_view(url="/"), name="table")
    return URLResolver(RegexPattern(r"^/"), [table])


def test_an_id_is_positive_and_fits_a_bigint_column() -> None:
    ids = {random_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(1 <= number <= 2**63 - 1 for number in ids)
    assert max(ids) > 2**60


@given(st.integers(1, MAX_ID))
def test_an_id_survives_the_way_through_a_url(number: int) -> None:
    text = converter.to_url(number)
    assert len(text) == 13
    assert set(text) <= set(DIGITS)
    assert converter.to_python(text) == number


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "0000000000001"), (31, "000000000000z"), (32, "0000000000010"), (MAX_ID, "7zzzzzzzzzzzz")],
)
def test_an_id_is_written_with_thirteen_digits(number: int, text: str) -> None:
    assert converter.to_url(number) == text
    assert converter.to_python(text) == number


def test_a_url_leads_to_its_table(addresses: URLResolver) -> None:
    assert addresses.reverse("table", table=5) == "table/0000000000005/"
    assert addresses.resolve("/table/0000000000005/").kwargs == {"table": 5}


@pytest.mark.parametrize(
    "text",
    [
        "0000000000000",  # no id is 0
        "8000000000000",  # 2**63
        "zzzzzzzzzzzzz",
        "000000000005",  # too short
        "00000000000005",  # too long
        "000000000000A",  # each id has one spelling
        "000000000000l",  # not one of Crockford's digits
        "000000000000-",
        "00000000000٥5",
        "5",
    ],
)
def test_any_other_spelling_is_not_found(addresses: URLResolver, text: str) -> None:
    with pytest.raises(Resolver404):
        addresses.resolve(f"/table/{text}/")


@pytest.mark.parametrize("number", [0, -1, 2**63])
def test_a_number_out_of_range_has_no_url(addresses: URLResolver, number: int) -> None:
    with pytest.raises(NoReverseMatch):
        addresses.reverse("table", table=number)


def test_the_field_is_a_primary_key_with_a_random_default() -> None:
    field = RandomIdField()
    assert field.primary_key
    assert not field.editable
    assert 1 <= field.get_default() <= MAX_ID
    assert field.get_default() != field.get_default()


def test_a_migration_leaves_out_the_arguments_that_the_field_always_has() -> None:
    field = RandomIdField(verbose_name="id")
    _, name, args, kwargs = field.deconstruct()
    assert (name, args, kwargs) == ("scorer.db.ids.RandomIdField", [], {"verbose_name": "id"})
    assert MigrationWriter.serialize(field)[0] == "scorer.db.ids.RandomIdField(verbose_name='id')"
    copy = field.clone()
    assert isinstance(copy, models.BigIntegerField)
    assert copy.primary_key
    assert copy.default is random_id
