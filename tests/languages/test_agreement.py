"""Words that other languages inflect agree with what they are said of."""

from django.utils import translation

from scorer.events.models import Event
from scorer.play.models import Table


def test_an_event_and_a_table_are_cancelled_in_their_own_gender_in_french() -> None:
    with translation.override("fr"):
        states = (Event.State.CANCELLED, Event.State.FINISHED, Table.State.CANCELLED)
        assert [str(state.label) for state in states] == ["annulé", "terminé", "annulée"]  # le tournoi, la table


def test_a_station_a_seat_and_a_rank_have_words_of_their_own() -> None:
    for language in ("de", "sr", "fr"):
        with translation.override(language):
            words = [translation.gettext(word) for word in ("Table", "Seat")]
            assert len(set(words)) == 2, language
    with translation.override("sr"):
        assert translation.gettext("Place") != translation.gettext("Seat")
