"""What the fields of a file may hold: types for the records that `scorer.scoring.load` fills."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Annotated

from django.utils import timezone

from scorer.club.models import MAX_GROUP_LETTERS
from scorer.club.names import clean_name
from scorer.scoring import Unfit
from scorer.scoring.schema import MAX_LETTERS

MAX_TABLE_NUMBER = 32_767
"""The largest number that fits the columns for the numbers of tables and hands."""
MAX_NAME_LENGTH, MAX_NUMBER_LENGTH, MAX_ID_LENGTH = 80, 20, 64
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
MAX_AHEAD = timedelta(days=731)


def is_storable(text: str) -> bool:
    """Whether a database can store the text. It must contain no null character and no half of a surrogate pair."""
    return "\x00" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def read_text(value: object) -> str:
    if isinstance(value, str) and len(value) <= MAX_LETTERS and is_storable(value):
        return value
    raise Unfit("text")


def read_name(value: object, most: int = MAX_NAME_LENGTH) -> str:
    """Return a name as it is stored."""
    if not isinstance(value, str):
        raise Unfit("text")
    name = clean_name(value) if is_storable(value) else ""
    if not 1 <= len(name) <= most:
        raise Unfit("name", most=most)
    return name


def _read_name_or_none(value: object) -> str:
    return "" if value == "" else read_name(value)


def _read_number(value: object) -> str:
    number = clean_name(read_text(value))
    if len(number) > MAX_NUMBER_LENGTH:
        raise Unfit("number_letters", most=MAX_NUMBER_LENGTH)
    return number


def _read_id(value: object) -> str:
    text = read_text(value).strip()
    if not 1 <= len(text) <= MAX_ID_LENGTH:
        raise Unfit("id", most=MAX_ID_LENGTH)
    return text


def read_moment(value: object) -> datetime:
    try:
        moment = datetime.fromisoformat(read_text(value))
        if moment.tzinfo is None:
            moment = timezone.make_aware(moment)
        if EARLIEST <= moment <= timezone.now() + timedelta(days=1):
            return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise Unfit("when")


def read_day(value: object) -> date:
    try:
        day = date.fromisoformat(read_text(value))
    except ValueError:
        day = date.max
    if EARLIEST.date() <= day <= timezone.localdate() + MAX_AHEAD:
        return day
    raise Unfit("event_day")


def up_to(most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Unfit("whole_number")
        if not 1 <= value <= most:
            raise Unfit("number_range", least=1, most=most)
        return value

    return read


Text = Annotated[str, read_text]
Name = Annotated[str, read_name]
GroupName = Annotated[str, partial(read_name, most=MAX_GROUP_LETTERS)]
FederationNumber = Annotated[str, _read_number]
NameOrNone = Annotated[str, _read_name_or_none]
Id = Annotated[str, _read_id]
Moment = Annotated[datetime, read_moment]
TableNumber = Annotated[int, up_to(MAX_TABLE_NUMBER)]
