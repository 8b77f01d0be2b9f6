"""Events in IMPs and in victory points: their pages, files and commands say so."""

from pathlib import Path
from random import Random

import pytest
from django.utils import translation

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.models import Event
from scorer.events.planning.proposals import proposals
from scorer.events.results.comparisons import comparison_of
from scorer.events.results.event_results import EventResults
from scorer.events.results.scorecards import scorecard_of
from scorer.events.results.units import counted_in, figure_in, worth_of
from tests.events.conftest import MakeEvent, choose, play_round, play_two_rounds
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_pages import LogIn, address


def played(make_event: MakeEvent, comparison: str, pairs: int = 6) -> Event:
    return play_two_rounds(make_event("bridge", pairs, comparison=comparison, rounds=2, per_round=2))


@pytest.mark.parametrize("comparison", ["cross_imps", "butler"])
def test_ranking_traveller_card_and_screen_are_in_imps(
    comparison: str, make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = played(make_event, comparison)
    services.rule_contestant(
        event, event.contestants.get(number=1), {"penalty": 3, "unit": "imps"}, why="Late again", by=None
    )
    services.finish(event, by=None)
    director = client_of(ada)
    assert event.winners == 2  # nobody changes sides
    best = EventResults(event).ranking.places[0].standing
    page = director.get(address(event)).content.decode()
    assert ">IMPs</th>" in page
    assert figure_in("imps", float(best.score)) in page
    traveller = director.get(address(event, "traveller", 1)).content.decode()
    assert "IMPs</th>" in traveller
    assert "matchpoints" not in traveller
    card = director.get(address(event, "scorecard", best.contestant)).content.decode()
    assert ">IMPs</th>" in card
    assert counted_in("imps", float(best.score)) in card
    assert "penalty: 3 (IMPs)" in director.get(address(event, "scorecard", 1)).content.decode()
    screen = director.get(address(event, "screen")).content.decode()
    assert worth_of("imps", float(best.score), None) in screen


def test_swiss_pairs_have_victory_points_for_each_round(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, comparison="vp", rounds=2, per_round=3)
    assert proposals(event, 6)[0].format == "swiss"  # a match in each round, and the next opponents drawn
    choose(event, "swiss")
    for _round in range(2):
        play_round(event, Random(7))
        event.refresh_from_db()
        if event.planned_rounds.count() < 2:
            services.draw_round(event, by=None)
    services.finish(event, by=None)
    ranking = EventResults(event).ranking
    assert all(sum(scores) <= 40 and scores[0].denominator == 1 for scores in ranking.scores if None not in scores)
    director, best = client_of(ada), ranking.places[0].standing
    page = director.get(address(event)).content.decode()
    assert ">VP</th>" in page
    assert page.count('class="num round extra"') >= 2
    card = director.get(address(event, "scorecard", best.contestant)).content.decode()
    assert "<small>VP</small>" in card
    assert counted_in("vp", float(best.score)) in card
    assert "%</th>" in director.get(address(event, "traveller", 1)).content.decode()


@pytest.mark.parametrize(("comparison", "below"), [("matchpoints", "–"), ("vp", "0")])
def test_a_board_that_one_table_has_played_has_no_percentage(
    comparison: str, below: str, make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, comparison=comparison, rounds=3, per_round=1)
    choose(event, "mitchell")
    director = client_of(ada)
    play_round(event, Random(7))
    event.refresh_from_db()
    card = scorecard_of(EventResults(event), 1)
    assert card
    assert [line.worth for round_ in card.rounds for line in round_.lines] == [("–", below)]
    deal = event.planned_rounds.all()[0].sittings.all()[0].deals[0]
    traveller = director.get(address(event, "traveller", deal)).content.decode()
    assert traveller.count("%</th>") == 2
    assert f'<b>–</b><small class="wide-only">{below}</small>' in traveller


@pytest.mark.parametrize("comparison", ["cross_imps", "butler", "vp"])
def test_the_command_ranks_the_file_as_the_site_does(comparison: str, make_event: MakeEvent, tmp_path: Path) -> None:
    event = played(make_event, comparison, pairs=7)
    sitting = event.planned_rounds.get(number=1).sittings.first()
    assert sitting
    services.rule_result(event, sitting, sitting.deals[0], {"average": [60, 40]}, why="A revoke", by=None)
    services.rule_result(event, sitting, sitting.deals[1], {"split": [420, -50]}, why="Both misinformed", by=None)
    services.rule_contestant(event, event.contestants.get(number=1), {"carry": 3}, why="Last week", by=None)
    settings = ["scale=matchpoints"] if comparison == "vp" else [f"winners={event.winners}"]
    lines = list(event_lines(EventResults(event), contestants_by_number(event)))
    assert ranked_by_command(event, tmp_path / "lines", "--set", *settings, lines=lines) == ranked_here(event)


def test_a_form_of_rulings_offers_the_unit_of_the_event(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    offered = {}
    for comparison in ("matchpoints", "cross_imps", "vp", "total"):
        event = make_event("bridge", 4, comparison=comparison, name=comparison, rounds=2, per_round=1)
        choose(event, "mitchell")
        play_round(event, Random(7))
        page = client_of(ada).get(address(event, "rule_contestant", 1))
        offered[comparison] = [name for name, _label in page.context["form"].fields["unit"].choices]
        assert comparison_of(event).name == comparison
    assert offered == {
        "matchpoints": ["top", "percent", "points"],
        "cross_imps": ["imps"],
        "vp": ["vp"],
        "total": ["points"],
    }


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["+7 IMPs", "+1 IMP", "−3.67 IMPs", "0 IMPs", "12.50 VP"]),
        ("de", ["+7 IMPs", "+1 IMP", "−3,67 IMPs", "0 IMPs", "12,50 SP"]),
        ("fr", ["+7 IMP", "+1 IMP", "−3,67 IMP", "0 IMP", "12,50 PV"]),
        ("sr", ["+7 ИМП-ова", "+1 ИМП", "−3,67 ИМП-ова", "0 ИМП-ова", "12,50 ПП"]),
    ],
)
def test_scores_are_said_in_their_unit(language: str, said: list[str]) -> None:
    with translation.override(language):
        assert [*(counted_in("imps", worth) for worth in (7, 1, -11 / 3, 0)), counted_in("vp", 12.5)] == said


def test_only_what_is_won_has_a_plus() -> None:
    assert [figure_in("imps", worth) for worth in (2, -2, 0, None)] == ["+2", "−2", "0", "–"]
    assert figure_in("vp", 12) == "12"
    assert worth_of("points", 1250, None) == "1,250"
    assert worth_of("matchpoints", 40, 55.555) == "55.56\N{NO-BREAK SPACE}%"
    assert worth_of("imps", None, None) == "–"


def test_a_card_without_results_has_a_heading_for_every_column(
    make_event: MakeEvent, boris: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    page = client_of(boris).get(address(event, "scorecard", 1)).content.decode()
    assert '<th scope="col" class="num"></th>' not in page
