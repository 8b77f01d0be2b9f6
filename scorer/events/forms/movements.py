"""The form for a club's own movement."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorer.contest.families import Impossible
from scorer.contest.movement_files import MAX_BYTES, Reading, read_movement
from scorer.contest.offer import Format
from scorer.contest.plan import Finding, judge
from scorer.events.models import Event
from scorer.events.planning.proposal import Proposal
from scorer.events.planning.proposals import own_proposal
from scorer.registry.words import common_text
from scorer.web.forms import UploadField

MOST_SAID = 10
"""How many of the problems are said at once."""
DEFECTS: dict[str, Any] = {
    "two_places": _("Round %(round)s: %(contestant)s is at two places."),
    "deal_again": _("Round %(round)s: %(contestant)s meets the set of board %(deal)s again."),
    "no_opponent": _("Round %(round)s: %(contestant)s has no opponent."),
    "missing": _("Round %(round)s: %(contestant)s neither plays nor sits out."),
}


class OwnMovementForm(forms.Form):
    movement = forms.CharField(
        label=_("Movement"),
        required=False,
        max_length=MAX_BYTES,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_(
            "A line for each round with its tables: N–S, E–W and set, as in 1-8:3 2-9:4; 0 stands for nobody. "
            "Or “cyclic 7”, for 7 rounds, and then the tables of the first round."
        ),
    )
    file = UploadField(
        label=_("Or from a file"), required=False, help_text=_("A table with titles, EBU lines, or ACBL .MOV.")
    )

    def __init__(self, data: Any = None, files: Any = None, *, event: Event, offered: Format, contestants: int) -> None:
        super().__init__(data, files)
        self.event, self.offered, self.contestants = event, offered, contestants
        if event.side_size == 1:
            self.fields["movement"].help_text = _(
                "A line for each round with its tables: N, E, S, W and set, as in 1-6-3-9:2 2-8-4-7:1; 0 stands for "
                "nobody. Or “cyclic 7”, for 7 rounds, and then the tables of the first round."
            )
        self.proposal: Proposal | None = None
        self.lines = ""
        """What was read, as a line for each round."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        file, typed = cleaned.get("file"), cleaned.get("movement", "")
        if not (file or typed.strip() or self.errors):
            self.add_error("movement", ValidationError(self.fields["movement"].error_messages["required"]))
        if not self.errors:
            self._propose(read_movement(file.read(MAX_BYTES + 1) if file else typed.encode()))
        return cleaned

    def _propose(self, reading: Reading) -> None:
        for line, problem in reading.problems[:MOST_SAID]:
            text = common_text(problem)
            said = {"line": line, "problem": text}
            self.add_error("movement", gettext("Line %(line)s: %(problem)s") % said if line else text)
        if reading.problems:
            return
        self.lines = reading.lines
        try:
            self.proposal = own_proposal(self.event, self.offered, self.lines, self.contestants)
        except Impossible as refused:
            self.add_error("movement", common_text(refused.problem))
            defects = judge(reading.plan(1)).defects if refused.problem.code == "not_sound" else ()
            for finding in defects[:MOST_SAID]:
                self.add_error("movement", _said(finding))


def _said(finding: Finding) -> str:
    first = {"contestant": finding.contestants[:1], "deal": finding.deals[:1]}
    said = {name: values[0] if values else "–" for name, values in first.items()}
    return str(DEFECTS.get(finding.code, "%(round)s")) % {**said, "round": finding.round}
