"""What the sheet says about its state, in words."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scorer.play.table_context import TableContext
from scorer.scoring import Notice


class NoticeText(NamedTuple):
    text: str
    ends: bool = False
    """Whether it offers to close the table."""
    stands_out: bool = False
    """Whether it has a box of its own above the entry form. Otherwise it is beside the totals."""


class Notices(NamedTuple):
    state: tuple[NoticeText, ...]
    explanations: tuple[str, ...]
    """Why the totals are as they are. They are shown above the hands."""


def notices_of(table_context: TableContext) -> Notices:
    """Return the game's notices, with one sentence for those that say the same of several players, and whether the
    table has played its deals.
    """
    alike: dict[tuple[Any, ...], list[Notice]] = {}
    for notice in table_context.notices:
        of_a_player = "seat" in notice.params
        alike.setdefault((notice.code, of_a_player or tuple(notice.params.items())), []).append(notice)
    texts = [(table_context.notice_text(*group), group[0]) for group in alike.values()]
    state = [
        NoticeText(text, notice.ends, notice.ends or notice.stands_out) for text, notice in texts if not notice.explains
    ]
    count = table_context.table.deal_count
    if count:
        state.append(NoticeText(_("Played: %(n)s of %(count)s") % {"n": table_context.done, "count": count}))
        if table_context.all_played and not any(notice.ends for notice in state):
            state.append(NoticeText(_("All hands of this table have been played."), ends=True, stands_out=True))
    return Notices(tuple(state), tuple(text for text, notice in texts if notice.explains))
