"""What the rule of a championship says, in sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorer.contest.championships import Rule
from scorer.registry import all_games
from scorer.standings.models import Championship
from scorer.web.formatting import day, figure


def rule_in_words(rule: Rule, of: str) -> str:
    sentences = [_who(of), _worth(rule)]
    if not rule.averages:
        sentences.append(
            _("Those who share a place share the points of all places that they take.")
            if rule.shared
            else _("Those who share a place all get its points.")
        )
    sentences.append(_counted(rule))
    if rule.fewest > 1:
        sentences.append(
            ngettext("A place needs %(count)s event.", "A place needs %(count)s events.", rule.fewest)
            % {"count": rule.fewest}
        )
    return " ".join(sentences)


def _who(of: str) -> str:
    match of:
        case Championship.Of.PAIRS:
            return _("Pairs are ranked: the same two players each time.")
        case Championship.Of.PLAYERS:
            return _("Players are ranked, each by the place of their pair or team.")
    return _("Players are ranked, each by the place of their pair or team, and so are pairs.")


def _worth(rule: Rule) -> str:
    match rule.worth:
        case "points":
            return _("An event is worth %(points)s points, by place; each place below gets %(others)s.") % {
                "points": ", ".join(map(figure, rule.points)),
                "others": figure(rule.others),
            }
        case "size":
            return _("An event is worth 1 point for the last place, and 1 more for each place above.")
        case "beaten":
            return _("An event is worth the share of opponents beaten; a tie counts half.")
    return _("An event is worth its percentage. Events without percentages do not count.")


def _counted(rule: Rule) -> str:
    if rule.best is None:
        return _("The average of all events counts.") if rule.averages else _("All events are added up.")
    if rule.best == 1:
        return _("Only the best event counts.")
    text = (
        ngettext(
            "The average of the best %(count)s event counts.",
            "The average of the best %(count)s events counts.",
            rule.best,
        )
        if rule.averages
        else ngettext("The best %(count)s event is added up.", "The best %(count)s events are added up.", rule.best)
    )
    return text % {"count": rule.best}


def period_in_words(championship: Championship) -> str:
    if championship.starts and championship.ends:
        return _("%(from)s to %(to)s") % {"from": day(championship.starts), "to": day(championship.ends)}
    return championship.season.name if championship.season else ""


def games_in_words(championship: Championship) -> str:
    """Return the games that count, or nothing if all do."""
    return ", ".join(str(game.title) for game in all_games() if game.slug in championship.games)
