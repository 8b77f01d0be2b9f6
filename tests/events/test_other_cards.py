"""A deal whose cards were changed between rounds: its results are compared in two groups."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from scorer.audit.check import site_faults
from scorer.club.models import Membership
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Event, Ruling, Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.selectors.console import rulings_of
from scorer.history.models import Revision
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_evenings import ranked_here
from tests.events.test_pages import LogIn, address
from tests.events.test_people import ranked_by_export

WHY = "Two hands were exchanged after round 3"
DEAL = 1


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Ten pairs after five rounds: five tables have played each board."""
    event = make_event("bridge", 10, rounds=5, per_round=1)
    choose(event, "mitchell")
    for _round in range(5):
        play_round(event, Random(7))
    event.refresh_from_db()
    return event


@pytest.fixture
def later(event: Event) -> list[Sitting]:
    """Where the deal was played in the last two rounds."""
    found = Sitting.objects.select_related("round").filter(round__event=event, first_deal=DEAL, round__number__gt=3)
    return list(found)


def groups_of(event: Event) -> list[int | str | None]:
    return [line.result.group for line in EventResults(event).lines if line.result.deal == DEAL]


def test_results_with_other_cards_are_compared_with_each_other(
    event: Event, later: list[Sitting], ada: Membership, tmp_path: Path
) -> None:
    before = ranked_here(event)
    ruling = services.rule_other_cards(event, DEAL, later, why=WHY, law="87", by=ada.user)
    assert ruling
    assert groups_of(event) == [None, None, None, 2, 2]
    first, second = EventResults(event), ranked_here(event)
    assert second != before
    assert second == ranked_by_export(event, tmp_path / "lines")
    by_round = {line.result.round: scores for line, scores in first.scored if line.result.deal == DEAL}
    results = {line.result.round: line.result.points for line in first.lines if line.result.deal == DEAL}
    assert results[4]
    assert results[5]
    assert results[4] != results[5]
    higher = 4 if results[4] > results[5] else 5
    assert (by_round[higher][0], by_round[9 - higher][0]) == (Fraction(13, 2), Fraction(3, 2))
    assert list(site_faults()) == []
    services.withdraw_ruling(event, ruling.pk, by=ada.user)
    assert ranked_here(event) == before
    *_earlier, rule, withdrawn = Revision.objects.of("event", event.pk)
    assert (rule.action, rule.why, rule.after["deal"], rule.actor_id) == ("rule", WHY, DEAL, ada.user_id)
    assert withdrawn.action == "withdraw"


def test_the_reverse_undoes_it_and_another_division_replaces_it(event: Event, later: list[Sitting]) -> None:
    before = ranked_here(event)
    services.rule_other_cards(event, DEAL, later[:1], why=WHY, by=None)
    services.rule_other_cards(event, DEAL, later, why=WHY, by=None)
    assert event.rulings.in_force().count() == 1
    assert groups_of(event).count(2) == 2
    services.rule_other_cards(event, DEAL, [], why=WHY, by=None)
    assert not event.rulings.in_force().exists()
    assert ranked_here(event) == before


def test_cards_that_were_changed_twice_make_three_groups(
    event: Event, later: list[Sitting], ada: Membership, client_of: LogIn, tmp_path: Path
) -> None:
    """Each of the last two results is alone with its cards: both sides get 60 % of the top."""
    first, last = sorted(later, key=lambda sitting: sitting.round.number)
    services.rule_other_cards(event, DEAL, [first], [last], why=WHY, by=None)
    assert groups_of(event) == [None, None, None, 2, 3]
    results = EventResults(event)
    by_round = {line.result.round: scores for line, scores in results.scored if line.result.deal == DEAL}
    assert by_round[4] == by_round[5] == (Fraction(24, 5), Fraction(24, 5))
    assert ranked_here(event) == ranked_by_export(event, tmp_path / "lines")
    assert list(site_faults()) == []
    client = client_of(ada)
    traveller = client.get(address(event, "traveller", DEAL)).content.decode()
    assert traveller.count("With other cards, compared by themselves") == 1
    assert traveller.count("After a second change of the cards, compared by themselves") == 1
    where = [f"round {sitting.round.number}, table {sitting.station}" for sitting in (first, last)]
    ruling = "played with other cards: {}, played after a second change: {}".format(*where)
    assert [one.text for one, _people in rulings_of(results, contestants_by_number(event))] == [ruling]
    form = client.get(address(event, "other_cards", DEAL)).context["form"]
    assert (form.initial["results"], form.initial["again"]) == ([first.pk], [last.pk])
    services.rule_other_cards(event, DEAL, later, why=WHY, by=None)
    assert groups_of(event) == [None, None, None, 2, 2]


def test_a_second_change_alone_makes_a_group_too(event: Event, later: list[Sitting]) -> None:
    services.rule_other_cards(event, DEAL, [], later, why=WHY, by=None)
    assert groups_of(event) == [None, None, None, 3, 3]


def test_a_director_marks_a_second_change(
    event: Event, later: list[Sitting], ada: Membership, client_of: LogIn
) -> None:
    client, page = client_of(ada), address(event, "other_cards", DEAL)
    last = max(later, key=lambda sitting: sitting.round.number)
    typed = {"results": [sitting.pk for sitting in later], "again": [last.pk], "why": WHY}
    preview = client.post(page, typed)
    assert "2 results have other cards. 1 of them was played after a second change." in preview.content.decode()
    client.post(page, typed | {"confirm": preview.context["fingerprint"]})
    assert groups_of(event) == [None, None, None, 2, 3]
    assert client.post(page, typed | {"again": [0]}).status_code == 422


def test_a_group_that_there_is_not_is_a_fault(event: Event) -> None:
    Ruling.objects.create(event=event, deal=DEAL, line={"other_cards": [[4, 4, 9]]}, why=WHY)
    assert [fault.code for fault in site_faults()] == ["ruling"]


def test_a_ruling_on_a_result_with_other_cards_stays_in_its_group(
    event: Event, later: list[Sitting], tmp_path: Path
) -> None:
    services.rule_other_cards(event, DEAL, later, why=WHY, by=None)
    services.rule_result(event, later[0], DEAL, {"points": 1000}, why="Revoke", by=None)
    assert groups_of(event).count(2) == 2
    assert ranked_here(event) == ranked_by_export(event, tmp_path / "lines")


def test_some_table_has_had_the_first_cards(event: Event, later: list[Sitting]) -> None:
    everywhere = list(Sitting.objects.select_related("round").filter(round__event=event, first_deal=DEAL))
    elsewhere = Sitting.objects.select_related("round").filter(round__event=event).exclude(first_deal=DEAL)
    for wrong in (everywhere, [*later, elsewhere[0]]):
        with pytest.raises(ValidationError, match="original cards"):
            services.rule_other_cards(event, DEAL, wrong, why=WHY, by=None)
    assert not Ruling.objects.exists()


def test_deals_with_other_cards_are_not_exchanged(event: Event, later: list[Sitting]) -> None:
    services.rule_other_cards(event, DEAL, later, why=WHY, by=None)
    sitting = Sitting.objects.select_related("round__event", "table").get(pk=later[0].pk)
    with pytest.raises(ValidationError, match="withdraw the ruling on Board 1"):
        services.change_deals(event, sitting, services.other_deals(sitting)[0], by=None)


def test_a_confirmation_from_before_a_restore_is_asked_for_again(
    event: Event, later: list[Sitting], ada: Membership, client_of: LogIn
) -> None:
    client, page = client_of(ada), address(event, "other_cards", DEAL)
    typed = {"results": [later[0].pk], "why": WHY}
    confirm = client.post(page, typed).context["fingerprint"]
    Table.objects.filter(pk=later[0].table_id).update(era=7)
    assert client.post(page, typed | {"confirm": confirm}).status_code == 409
    assert not Ruling.objects.exists()


@pytest.mark.postgres
def test_the_database_keeps_one_division_of_a_deal(make_event: MakeEvent) -> None:
    values = {"event": make_event("bridge", 4), "deal": DEAL, "line": {"other_cards": [[4, 1]]}, "why": WHY}
    Ruling.objects.create(**values)
    with pytest.raises(IntegrityError), transaction.atomic():
        Ruling.objects.create(**values)


def test_a_director_marks_them_on_the_traveller_after_seeing_the_ranking(
    event: Event, later: list[Sitting], ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    client, before = client_of(ada), ranked_here(event)
    page, traveller = address(event, "other_cards", DEAL), address(event, "traveller", DEAL)
    assert page in client.get(traveller).content.decode()
    assert page not in client_of(boris).get(traveller).content.decode()
    assert client_of(boris).get(page).status_code == 403
    typed = {"results": [sitting.pk for sitting in later], "why": WHY, "law": "87"}
    assert list(client.post(page, typed | {"why": ""}).context["form"].errors) == ["why"]
    assert client.post(page, typed | {"results": [0]}).status_code == 422
    preview = client.post(page, typed)
    assert "2 results have other cards." in preview.content.decode()
    assert preview.context["effects"][0].places
    assert ranked_here(event) == before
    hidden = preview.context["typed"]
    assert [value for name, value in hidden if name == "results"] == [str(sitting.pk) for sitting in later]
    state = preview.context["fingerprint"]
    services.rule_contestant(event, event.contestants.get(number=1), {"carry": 1}, why="Late", by=None)
    assert client.post(page, typed | {"confirm": state}).status_code == 409
    answer = client.post(page, typed | {"confirm": client.post(page, typed).context["fingerprint"]})
    assert answer["Location"] == traveller
    shown = client_of(boris).get(traveller).content.decode()
    assert shown.count("With other cards, compared by themselves") == 1
    assert "played with other cards: round 4, table" in client.get(address(event)).content.decode()
    assert client.get(page).context["form"]["why"].value() == WHY
    none = {"why": WHY, "results": []}
    client.post(page, none | {"confirm": client.post(page, none).context["fingerprint"]})
    assert groups_of(event) == [None] * 5
