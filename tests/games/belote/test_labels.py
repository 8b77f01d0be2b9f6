from dataclasses import replace
from itertools import product

import pytest

from games.belote import labels, rules
from games.belote.rules import PRESETS, Entry
from games.belote.rules.entry import COINCHES, PerSide, Trick
from games.belote.rules.examples import PARTIES, PARTIES_TARGET
from games.belote.rules.parties import Standing
from scorer.registry.words import COMMON_PROBLEMS
from tests.games.belote.rounds import ALL, SPADES_LOW, split

OF_EVERY_GAME = COMMON_PROBLEMS.keys() - labels.PROBLEMS.keys()
HOUSE, FFB = PRESETS["house"], PRESETS["ffb"]
OF_THREE = replace(FFB, target=PARTIES_TARGET, parties="best_of_three")


pytestmark = pytest.mark.usefixtures("english")


def hand(value, points, **more):
    return Entry(bidder=1, value=value, trump=more.pop("trump", "H"), points=points, **more)


def every_reason():
    for outcome in rules.replay(PARTIES["ffb"], OF_THREE, 4):
        yield from outcome.reasons
    litige = hand(80, 81)
    for value, coinche, points in product((80, "capot", "generale"), COINCHES, (0, 40, 80, 112, 162)):
        capots = {0: (None, "opponent"), 162: (None, "contracting", "bidder")}.get(points, (None,))
        for capot, mine, yours in product(capots, (0, 1, 2), (0, 20)):
            entry = hand(
                value,
                points,
                coinche=coinche,
                capot=capot,
                trump="TA",
                belotes=PerSide(mine, mine),
                declarations=PerSide(opponent=yours),
            )
            for outcome in rules.replay([litige, entry, Entry(passed_out=True)], FFB, 4):
                yield from outcome.reasons
            if isinstance(value, int):
                yield from rules.replay([entry], HOUSE, 4)[0].reasons


def every_problem():
    round_ = split(*ALL, last=SPADES_LOW)
    refused = [
        (HOUSE, Entry(bidder=7, value="capot", trump="SA", points=163, capot="opponent", declarations=PerSide(1))),
        (HOUSE, hand(85, 161, belotes=PerSide(1))),
        (HOUSE, Entry(bidder=1, passed_out=True)),
        (FFB, hand(80, 12, trump="SA", belote="opponent", capot="opponent")),
        (FFB, hand(80, 12, trump="TA", belote="opponent", belotes=PerSide(5), declarations=PerSide(20, 30))),
        (FFB, hand(80, 12, declarations=PerSide(-1))),
        (FFB, Entry(trump="H", points=3, tricks=(*round_[:2], Trick(3, ("1H", "JH", "JH"))))),
    ]
    for variant, entry in refused:
        yield from rules.problems(entry, variant, 4)
    doubtful = hand(160, 0, coinche="surcoinche", declarations=PerSide(opponent=250))
    yield from rules.warnings([doubtful, doubtful], FFB, 4)
    for parties in ("one", "best_of_three"):
        variant = replace(OF_THREE, parties=parties)
        yield from rules.warnings(
            [doubtful], variant, 4, carry=rules.replay(PARTIES["ffb"][:1] * 2, variant, 4)[-1].carry
        )


def test_every_reason_has_its_sentence_and_no_sentence_is_idle():
    met = {(reason.code, tuple(reason.params.items())) for reason in every_reason()}
    assert {code for code, _ in met} == set(labels.REASONS)
    for code, params in met:
        assert "%" not in str(labels.REASONS[code] % dict(params))


def test_every_problem_and_warning_has_its_sentence_and_no_sentence_is_idle():
    found = [problem for problem in every_problem() if problem.code not in OF_EVERY_GAME]
    assert {problem.code for problem in found} == set(labels.PROBLEMS)
    for problem in found:
        assert "%" not in str(labels.PROBLEMS[problem.code] % problem.params)


def test_every_notice_has_its_sentence_and_no_sentence_is_idle():
    said = [*rules.notices([2000, 0, 2000, 0], Standing(80), FFB, 4), *rules.notices([2000] * 4, Standing(), FFB, 4)]
    nobody = Entry(passed_out=True)
    first, second, *belle = PARTIES["ffb"]
    for entries in ([nobody, first, belle[1], second, nobody, *belle], [first, first]):
        for outcome in rules.replay(entries, OF_THREE, 4):
            said += rules.notices([0] * 4, outcome.carry, OF_THREE, 4)
    one = replace(OF_THREE, parties="one")
    said += rules.notices([0] * 4, rules.replay([first], one, 4)[-1].carry, one, 4)
    assert {notice.code for notice in said} == set(labels.NOTICES)
    for notice in said:
        assert "%" not in str(labels.NOTICES[notice.code] % {**notice.params, "seat": "Ada", "side": "Ada"})


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        ("card_points_times", {"points": 112, "times": 2}, "112 card points × 2"),
        ("belotes", {"points": 40, "n": 2}, "2 belotes"),
        (
            "contract_behind",
            {"points": 80, "other": 82},
            "Contract failed: 80 points are not more than the opponents' 82",
        ),
    ],
)
def test_sentences_read_well(code, params, sentence):
    assert str(labels.REASONS[code] % params) == sentence
