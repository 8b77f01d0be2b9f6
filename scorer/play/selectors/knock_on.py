"""The knock-on effects of a changed line on the rest of its sheet: Bock hands, points in litige, a game that is won."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorer.play.selectors.shares import shares_of
from scorer.play.sheets.sheet import Sheet
from scorer.play.table_context import TableContext
from scorer.registry.words import labelled
from scorer.scoring import Notice, Outcome
from scorer.web.formatting import signed

MAX_HANDS = 3
"""The number of hands that are named."""


def knock_on_effects(before: TableContext, after: Sheet, number: int) -> str:
    """Return a sentence about what the change of line `number` has changed in other lines and notices, or ""."""
    changes = [*_hands(before, after, number), *_notices(before, after)]
    if not changes:
        return ""
    return _("Elsewhere on the sheet: %(changes)s.") % {
        "changes": pgettext("between parts of a sentence", "; ").join(changes)
    }


def knock_on_effects_of_correction(before: TableContext, number: int, entry: Any) -> str:
    """Return the same sentence for a correction of hand `number` to `entry` that has not been made yet."""
    line = next(line for line, _entry in before.sheet.played if line.number == number)
    if line.voided:
        return ""
    return knock_on_effects(before, before.sheet.changed(line, entry).with_totals_after(before.sheet), number)


def _hands(before: TableContext, after: Sheet, number: int) -> Iterator[str]:
    """Describe the other hands whose points or marks differ, if the variant has a memory."""
    if not before.game.rules.remembers(before.variant):
        return
    old_outcomes = dict(zip((line.pk for line, _entry in before.sheet.hands), before.sheet.outcomes(), strict=True))
    changed = [
        (line, old_outcomes[line.pk], outcome)
        for (line, _entry), outcome in zip(after.hands, after.outcomes(), strict=True)
        if line.number != number and line.pk in old_outcomes and _shown(old_outcomes[line.pk]) != _shown(outcome)
    ]
    for line, old, new in changed[:MAX_HANDS]:
        yield labelled(before.title_of(line), ", ".join(_changes(before, old, new)))
    more = len(changed) - MAX_HANDS
    if more > 0:
        yield ngettext("and %(n)d more hand", "and %(n)d more hands", more) % {"n": more}


def _shown(outcome: Outcome) -> tuple[Any, ...]:
    """Return the points of a hand, and its marks: reasons that are worth nothing, such as that it won a game."""
    return outcome.points, [reason for reason in outcome.reasons if not reason.points]


def _changes(before: TableContext, old: Outcome, new: Outcome) -> Iterator[str]:
    for side, name in before.sides:
        old_points, new_points = old.points[side[0] - 1], new.points[side[0] - 1]
        if old_points != new_points:
            yield f"{name} {signed(old_points)} → {signed(new_points)}"
    old_marks, new_marks = _marks(before, old), _marks(before, new)
    gained = [mark for mark in new_marks if mark not in old_marks]
    yield from gained or [_("no longer: %(notice)s") % {"notice": mark} for mark in old_marks if mark not in new_marks]


def _marks(table_context: TableContext, outcome: Outcome) -> list[str]:
    return [
        f"{text} ({share.name})"
        for share in shares_of(table_context, outcome)
        for text, points in share.reasons
        if not points
    ]


def _notices(before: TableContext, after: Sheet) -> Iterator[str]:
    """Describe the notices that are new or have changed, and those that have gone."""
    old, new = _notices_of(before, before.sheet), _notices_of(before, after)
    for notice in new:
        if notice not in old:
            yield _("now: %(notice)s") % {"notice": before.notice_text(notice).rstrip(".")}
    replaced = {notice.code for notice in new if notice not in old}
    for notice in old:
        if notice not in new and notice.code not in replaced:
            yield _("no longer: %(notice)s") % {"notice": before.notice_text(notice).rstrip(".")}


def _notices_of(table_context: TableContext, sheet: Sheet) -> tuple[Notice, ...]:
    totals = [sheet.totals.get(position, 0) for position in range(1, table_context.size + 1)]
    return table_context.game.rules.notices(totals, sheet.carry, sheet.variant, table_context.size)
