from dataclasses import replace
from itertools import product

import pytest

from games.doppelkopf import labels, rules
from games.doppelkopf.rules import PRESETS, Entry
from games.doppelkopf.rules.sheet import Carry
from scorer.registry.words import COMMON_PROBLEMS
from tests.games.doppelkopf.hands import extras, hand, of_range
from tests.games.doppelkopf.reference import WORDS

OF_EVERY_GAME = COMMON_PROBLEMS.keys() - labels.PROBLEMS.keys()
HOUSE, DDV = PRESETS["house"], PRESETS["ddv"]
BIS = replace(HOUSE, boundary="bis")
BOCK = replace(DDV, bock_after_120=True, bock_overlap="stack")

OF_THE_FORM = {"augen_sum", "augen_range_and_number"}
"""Problems that only the fields of the form can have."""


pytestmark = pytest.mark.usefixtures("english")


def every_reason():
    splits = [(augen, None) for augen in (0, 2, 40, 85, 100, 119, 120, 121, 140, 160, 200, 240)]
    for (augen, schwarz), re, kontra in product([*splits, (0, "re"), (240, "kontra")], WORDS, WORDS):
        entry = hand(augen, re, kontra, schwarz=schwarz)
        for variant in (HOUSE, BIS, DDV):
            yield from rules.replay([entry], variant, 4)[0].reasons
    for highest in (119, 150):
        yield from rules.replay([of_range(highest)], HOUSE, 4)[0].reasons
    for made, theirs in product((extras(1, 1, 1), extras(2, 2)), (extras(), extras(0, 2))):
        yield from rules.replay([hand(121, re_extras=made, kontra_extras=theirs)], DDV, 4)[0].reasons
        yield from rules.replay([hand(119, re_extras=made, kontra_extras=theirs)], DDV, 4)[0].reasons
        yield from rules.replay([hand(119, re_extras=theirs, kontra_extras=made)], DDV, 4)[0].reasons
        yield from rules.replay([hand(121, re_extras=theirs, kontra_extras=made)], DDV, 4)[0].reasons
    yield from rules.replay([hand(130, kind="damen", bock=True)], HOUSE, 4)[0].reasons


def every_problem():
    refused = [
        (HOUSE, 4, Entry("normal", (1,), 300, schwarz="re", re_absage="k90", kontra_absage="k60", duty="pflicht")),
        (HOUSE, 4, hand(1, schwarz="re", re_extras=extras(3, 5, 1), kontra_extras=extras(-1, 0, 1))),
        (HOUSE, 5, hand(150, kind="damen", re=(8, 8), kontra_extras=extras(1))),
        (HOUSE, 6, hand(150, re=(1, 2), sitting_out=(2,))),
        (HOUSE, 4, hand(150, sitting_out=(2,))),
        (DDV, 4, hand(150, bock=True)),
        (HOUSE, 4, of_range(130)),
    ]
    for variant, seats, entry in refused:
        yield from rules.problems(entry, variant, seats)
    solo = hand(130, kind="damen", duty="pflicht")
    doubtful = [
        (BOCK, [hand(240, "-", "k90", re_extras=extras(0, 2), bock=True, bock_event=True)]),
        (HOUSE, [hand(100, "k90")]),
        (HOUSE, [replace(solo, kind="stille_hochzeit")]),
        (DDV, [solo, solo]),
        (DDV, [replace(solo, duty="lust")]),
        (DDV, [hand(121)] * 21),
        (DDV, [hand(121)] * 25),
    ]
    for variant, entries in doubtful:
        yield from rules.warnings(entries, variant, 4)


def every_notice():
    for carry in (None, Carry(22, (2, 4), (1, 2)), Carry(23, (1,), (1, 2, 3)), Carry(24)):
        for totals in ([1, -1, 0, 0], [1, 0, 0, 0]):
            yield from rules.notices(totals, carry, BOCK, 4)


def sentences(met, words):
    """Each (code, params) as a sentence, with names for seats."""
    for code, params in met:
        names = {name: "Ada" if name == "seat" else value for name, value in params.items()}
        yield str(words[code] % names if names else words[code])


def test_every_reason_has_its_sentence_and_no_sentence_is_idle():
    met = {(reason.code, tuple(reason.params.items())) for reason in every_reason()}
    assert {code for code, _ in met} == set(labels.REASONS)
    assert all("%" not in text for text in sentences([(code, dict(params)) for code, params in met], labels.REASONS))


def test_every_problem_and_warning_has_its_sentence_and_no_sentence_is_idle():
    found = [problem for problem in every_problem() if problem.code not in OF_EVERY_GAME]
    assert {problem.code for problem in found} == set(labels.PROBLEMS) - OF_THE_FORM
    assert all("%" not in text for text in sentences([(p.code, p.params) for p in found], labels.PROBLEMS))


def test_every_notice_has_its_sentence_and_no_sentence_is_idle():
    said = list(every_notice())
    assert {notice.code for notice in said} == set(labels.NOTICES)
    assert all("%" not in text for text in sentences([(n.code, n.params) for n in said], labels.NOTICES))


@pytest.mark.parametrize(
    ("words", "code", "params", "sentence"),
    [
        (labels.REASONS, "kontra_won", {"re": 100, "kontra": 140}, "Kontra wins, 140 : 100"),
        (labels.REASONS, "re_absage", {"limit": 90}, "“Keine 90” announced by Re"),
        (labels.REASONS, "re_against", {"reached": 120, "limit": 90}, "Re reached 120 against “keine 90”"),
        (labels.REASONS, "kontra_fuchs", {"n": 2}, "Kontra caught 2 Füchse"),
        (labels.NOTICES, "bock_hands", {"n": 1, "times": 2}, "Bock × 2, 1 hand to come"),
        (labels.PROBLEMS, "lust_before_pflicht", {"seat": "Ada"}, "Ada still owes a Pflichtsolo. Was this the one?"),
    ],
)
def test_sentences_read_well(words, code, params, sentence):
    assert str(words[code] % params) == sentence
