"""The opening lead: a card that events may ask for. No score depends on it."""

import json
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import translation

from games.bridge.forms import ContractForm
from games.bridge.models import BridgeHand
from games.bridge.rules import PRESETS
from games.bridge.rules.entry import CARDS, DECLARERS, Entry
from scorer.club.models import Club
from scorer.play import services
from scorer.play.models import Table
from scorer.play.table_context import TableContext
from scorer.registry import get_game
from scorer.registry.description import Subject
from scorer.scoring import dump, judge
from tests.contract.conftest import sheet_of
from tests.factories import make_players, make_table
from tests.games.filled import Values, entry_of, shown_by, typed

BRIDGE = get_game("bridge")
DUPLICATE = PRESETS["duplicate"]
OPTIONAL = replace(DUPLICATE, opening_lead="optional")
REQUIRED = replace(DUPLICATE, opening_lead="required")
ENTRY = Entry(7, 4, "S", "", "S", 10, lead="KH")
TYPED: Values = {"board": "7", "level": "4", "strain": "S", "declarer": "S", "tricks": "="}
LED = TYPED | {"lead_suit": "H", "lead_rank": "K"}


def table_of(club: Club, variant: Any) -> Table:
    return make_table(club, "bridge", variant=variant, players=make_players(club, 4))


def test_a_pack_has_52_cards() -> None:
    assert len({*CARDS}) == 52
    assert {"2C", "10H", "AS"} <= {*CARDS}


@pytest.mark.parametrize("variant", [DUPLICATE, OPTIONAL, REQUIRED])
def test_the_rules_accept_a_board_with_and_without_a_lead_and_score_both_alike(variant: Any) -> None:
    without = replace(ENTRY, lead=None)
    for entry in (ENTRY, without):
        assert BRIDGE.rules.problems(entry, variant, 4) == ()
    assert BRIDGE.rules.replay([ENTRY], variant, 4) == BRIDGE.rules.replay([without], variant, 4)


@pytest.mark.parametrize("lead", ["H", "K", "KK", "1H", "HK", "14S", ""])
def test_a_lead_that_is_no_card_is_refused(lead: str) -> None:
    problems = judge(BRIDGE.rules, dump(ENTRY) | {"lead": lead}, DUPLICATE, 4).problems
    assert [(problem.field, problem.code) for problem in problems] == [("lead", "lead_card")]


def test_nobody_leads_to_a_board_that_was_passed_out() -> None:
    problems = BRIDGE.rules.problems(Entry(7, passed_out=True, lead="KH"), OPTIONAL, 4)
    assert [(problem.field, problem.code) for problem in problems] == [("lead", "passed_out_empty")]


def test_the_command_scores_boards_with_and_without_a_lead(tmp_path: Any) -> None:
    lines = tmp_path / "boards.jsonl"
    written = dump(ENTRY)
    assert written["lead"] == "KH"
    lines.write_text("\n".join(map(json.dumps, [written, {**written, "lead": None}, dump(replace(ENTRY, lead=None))])))
    out = StringIO()
    call_command("score", "bridge", str(lines), stdout=out)
    scored = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["points"] for line in scored] == [[620, -620, 620, -620]] * 3
    assert [line["problems"] for line in scored] == [[]] * 3


def test_the_form_asks_only_where_the_house_rules_say_so(club: Club) -> None:
    for variant, asked in ((DUPLICATE, False), (PRESETS["rubber"], False), (OPTIONAL, True), (REQUIRED, True)):
        form = ContractForm(table_context=TableContext(table_of(club, variant)))
        assert ("lead_suit" in form.fields) is asked


def test_the_opening_lead_of_a_rubber_is_not_asked_for(club: Club) -> None:
    rubber = replace(PRESETS["rubber"], opening_lead="required")
    assert "lead_suit" not in ContractForm(table_context=TableContext(table_of(club, rubber))).fields


def test_two_taps_are_the_card(club: Club) -> None:
    for variant in (OPTIONAL, REQUIRED):
        table_context = TableContext(table_of(club, variant))
        assert entry_of(ContractForm, table_context, LED) == ENTRY
        assert entry_of(ContractForm, table_context, {"board": "7", "passed_out": "on"}) == Entry(7, passed_out=True)


def test_a_lead_may_be_left_out_unless_it_is_required(club: Club) -> None:
    optional, required = (TableContext(table_of(club, variant)) for variant in (OPTIONAL, REQUIRED))
    for suit in ({}, {"lead_suit": ""}):
        assert entry_of(ContractForm, optional, TYPED | suit) == replace(ENTRY, lead=None)
        form = typed(ContractForm, required, TYPED | suit)
        assert not form.is_valid()
        assert form.errors.keys() == {"lead_suit"}


@pytest.mark.parametrize("variant", [OPTIONAL, REQUIRED])
def test_a_suit_without_a_rank_is_asked_about_beside_the_rank(club: Club, variant: Any) -> None:
    form = typed(ContractForm, TableContext(table_of(club, variant)), TYPED | {"lead_suit": "H"})
    assert not form.is_valid()
    assert form.errors == {"lead_rank": ["The opening lead is a card: choose its suit and its rank."]}


def test_a_phone_without_a_connection_asks_for_what_the_form_would_refuse(club: Club) -> None:
    needs = {
        variant.opening_lead: [
            need["names"]
            for need in json.loads(ContractForm(table_context=TableContext(table_of(club, variant))).needed)
        ]
        for variant in (DUPLICATE, OPTIONAL, REQUIRED)
    }
    assert [["lead_suit"] in needs[lead] for lead in ("no", "optional", "required")] == [False, False, True]
    assert [["lead_rank"] in needs[lead] for lead in ("no", "optional", "required")] == [False, True, True]


def test_the_form_names_the_player_after_the_declarer(club: Club) -> None:
    form = ContractForm(table_context=TableContext(table_of(club, OPTIONAL)))
    players = [chair.label for chair in form.table_context.chairs]
    for index, (when, leader) in enumerate(form.leaders):
        assert json.loads(when) == {"declarer": [DECLARERS[index]]}
        assert leader == players[(index + 1) % 4]


def test_a_correction_keeps_a_lead_that_is_not_asked_for_any_more(club: Club) -> None:
    table_context = TableContext(table_of(club, DUPLICATE))
    initial = ContractForm.initial_of(ENTRY)
    form = ContractForm(table_context=table_context, initial=initial)
    again = ContractForm(shown_by(form), table_context=table_context, initial=initial)
    assert again.is_valid(), again.errors
    assert again.entry == ENTRY


def test_a_made_up_evening_has_leads_where_they_are_asked_for_and_each_is_kept(club: Club) -> None:
    entries = sheet_of(BRIDGE, REQUIRED, 4, 20)
    assert all(entry.passed_out or entry.lead for entry in entries)
    table = table_of(club, REQUIRED)
    for number, entry in enumerate(entries, start=1):
        services.record_hand(table, entry, key=str(number), number=number, by=None)
    assert [row.entry for row in BridgeHand.objects.order_by("hand__number")] == entries


@pytest.mark.postgres
@pytest.mark.parametrize("values", [{"lead": "1H"}, {"lead": ""}, {"passed_out": True}])
def test_the_database_refuses_a_lead_that_is_no_card_or_of_a_board_passed_out(club: Club, values: Values) -> None:
    services.record_hand(table_of(club, OPTIONAL), ENTRY, key="1", number=1, by=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        BridgeHand.objects.update(**values)


def test_the_sheet_says_the_lead_in_the_letters_of_the_reader() -> None:
    said = {}
    for language in ("en", "de", "fr"):
        with translation.override(language):
            said[language] = BRIDGE.describe(Subject(replace(ENTRY, lead="QH"), {}, OPTIONAL, deal_known=True)).text
    assert said == {"en": "4 ♠ S = · lead ♥Q", "de": "4 ♠ S = · Ausspiel ♥D", "fr": "4 ♠ S = · entame ♥D"}
