"""How a table's house rules are called, and how numbers are written in sentences."""

from dataclasses import replace

from scorer.registry import get_game
from scorer.registry.words import common_text, notice_text, problem_text, reason_text, variant_story
from scorer.scoring import Notice, Problem, Reason


def story_of(slug: str, preset: str, **changes: object) -> str:
    game = get_game(slug)
    return variant_story(game, replace(game.rules.PRESETS[preset], **changes))


def test_house_rules_that_share_more_with_the_tournament_rules_are_still_called_house_rules() -> None:
    told = story_of("doppelkopf", "ddv", scoring="house", bock_after_120=True)
    assert told.startswith("House rules (Everybody plays a Pflichtsolo; ")
    assert told.endswith("; Bock after 120 : 120)")


def test_a_setting_that_was_taken_away_is_told() -> None:
    assert story_of("belote", "ffb", target=None) == "Federation rules (FFB) (Play to: none)"
    assert story_of("doppelkopf", "ddv", pflichtsolo=False).endswith("(Everybody plays a Pflichtsolo: no)")


def test_rules_that_nobody_changed_have_the_name_of_their_preset() -> None:
    assert story_of("belote", "ffb") == "Federation rules (FFB)"


def test_a_number_below_0_has_a_minus_and_not_a_hyphen() -> None:
    notice = Notice("zero_sum_off", {"sum": -2468}, explains=True)
    said = notice_text(get_game("doppelkopf"), notice, str)
    assert said == "The totals add up to −2468. Without penalties they would add up to 0."


def test_a_code_without_a_sentence_is_shown_itself() -> None:
    game = get_game("doppelkopf")
    assert reason_text(game, Reason("new_bonus", 1, 10, {"seat": 1}), str) == "new_bonus"
    assert problem_text(game, Problem("level", "new_problem", {"n": -1}), str) == "new_problem"
    assert common_text(Problem("level", "new_problem")) == "new_problem"
    assert notice_text(game, Notice("new_notice", {"sum": -1}), str) == "new_notice"
