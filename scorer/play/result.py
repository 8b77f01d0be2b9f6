"""The result of a table: the ranking, and who pays whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorer.club.names import isolated
from scorer.play.models import Score, Seat
from scorer.play.selectors import Total, notices_of, totals_of
from scorer.play.services import closing_settlement, rate_of
from scorer.play.table_context import TableContext
from scorer.scoring.ranking import places
from scorer.scoring.settlement import IN_POINTS, Rate, against_mean, settle
from scorer.web.templatetags.scorer import MINUS, figure


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays or played at the table. They receive `amount`, or pay it if it is negative."""

    name: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Payment:
    payer: str
    payee: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class TableResult:
    standing: tuple[tuple[int, Total], ...]
    """The total of each side with its rank, the best first."""
    notices: tuple[str, ...]
    """What the sheet says about its state, such as who has won the rubber. Notices that stand out come first."""
    people: tuple[Person, ...]
    payments: tuple[Payment, ...]
    losers: tuple[str, ...]
    winners: tuple[str, ...]
    """Those who bear what is left over from rounding, and those who get it (see Settlement)."""
    mean: Fraction | None
    """The mean of the points, against which each player settles. None if the points add up to zero."""
    rate: Rate | None
    """None if the table settles in points."""
    by_record: bool
    """Whether players settle by a record that they keep beside the points (`Outcome.settled`)."""

    def written(self, amount: Decimal) -> str:
        return written(amount, self.rate or IN_POINTS)

    @property
    def shown_rate(self) -> tuple[str, str]:
        """The amount of the rate, and the unit that payments are rounded to."""
        rate = self.rate or IN_POINTS
        return with_currency(number_format(rate.amount.normalize()), rate), written(rate.rounded_to, rate)

    @property
    def explanation(self) -> str:
        """How the amounts come from the points."""
        if self.rate:
            amount, unit = self.shown_rate
            sentence = ngettext(
                "%(count)s point is worth %(amount)s. Amounts are rounded to %(unit)s so that they add up to zero.",
                "%(count)s points are worth %(amount)s. Amounts are rounded to %(unit)s so that they add up to zero.",
                self.rate.points,
            ) % {"count": self.rate.points, "amount": amount, "unit": unit}
        else:
            sentence = _("In points, rounded to whole ones.")
        sentences = [sentence, *self.remainder]
        if self.mean is not None:
            mean = _("The points do not add up to zero: each counts against the mean of %(mean)s.")
            sentences.insert(0, mean % {"mean": self.shown_mean})
        if self.by_record:
            sentences.insert(0, _("Settled by the record on paper, not by the points of the hands."))
        return " ".join(sentences)

    @property
    def remainder(self) -> Iterator[str]:
        """The sentences that say who bears or gets what is left over from rounding."""
        unit = (self.rate or IN_POINTS).rounded_to
        for sentence, names in (
            (_("The remainder of %(amount)s is borne by %(names)s."), self.losers),
            (_("The remainder of %(amount)s goes to %(names)s."), self.winners),
        ):
            if names:
                yield sentence % {"amount": self.written(len(names) * unit), "names": ", ".join(names)}

    @property
    def differs(self) -> bool:
        """Whether people receive or pay anything other than their points."""
        return bool(self.rate) or self.mean is not None or self.by_record

    @property
    def payments_in_words(self) -> list[str]:
        return [
            _("%(payer)s pays %(payee)s %(amount)s")
            % {"payer": payment.payer, "payee": payment.payee, "amount": amount}
            for payment, amount in self.shown_payments
        ]

    @property
    def shown_payments(self) -> list[tuple[Payment, str]]:
        return [(payment, self.written(payment.amount)) for payment in self.payments]

    @property
    def shown_people(self) -> list[tuple[Person, str]]:
        return [(person, with_sign(person.amount, self.rate or IN_POINTS)) for person in self.people]

    @property
    def shown_mean(self) -> str:
        """The mean with at most one decimal."""
        mean = round(float(self.mean or 0), 1)
        return figure(int(mean)) if mean.is_integer() else number_format(mean, 1).replace("-", MINUS)


def result_of(table_context: TableContext) -> TableResult:
    """Return the ranking and the settlement, after the hands so far."""
    totals = totals_of(table_context)
    ranks = places([total.points for total in totals])
    standing = sorted(zip(ranks, totals, strict=True), key=lambda placed: placed[0])
    settled = {hand.number: table_context.scored[hand.pk][1].settled for hand, _entry in table_context.sheet.hands}
    lines = _lines(table_context, settled | closing_settlement(table_context))
    together = sum(points for line in lines for _seat, points in line)
    balances = _balances(table_context, lines)
    rate = rate_of(table_context.table)
    settlement = settle(list(balances.values()), rate or IN_POINTS)
    players = {seat.player_id: isolated(seat.player.shown) for seat in table_context.seats}
    names = [players[player] for player in balances]
    people = sorted(map(Person, names, settlement.amounts), key=lambda person: -person.amount)
    return TableResult(
        tuple(standing),
        tuple(
            notice.text for notice in sorted(notices_of(table_context).state, key=lambda notice: not notice.stands_out)
        ),
        tuple(people),
        tuple(Payment(names[payment.payer], names[payment.payee], payment.amount) for payment in settlement.payments),
        tuple(names[person] for person in settlement.losers),
        tuple(names[person] for person in settlement.winners),
        Fraction(together, table_context.size) if together else None,
        rate,
        any(settled.values()),
    )


Line = list[tuple[Seat, int]]
"""What a line of the sheet counts for in the settlement, for each seat that held then."""


def _lines(table_context: TableContext, settled: Mapping[int, tuple[int, ...]]) -> list[Line]:
    points: dict[int, dict[int, int]] = {}
    rows = Score.objects.filter(table=table_context.table).values_list("hand__number", "seat_id", "points")
    for number, seat_id, gained in rows:
        points.setdefault(number, {})[seat_id] = gained
    found = []
    for number, gains in points.items():
        seats, worth = [seat for seat in table_context.seats if seat.holds(number)], settled.get(number)
        found.append([(seat, worth[seat.position - 1] if worth else gains.get(seat.pk, 0)) for seat in seats])
    return found


def _balances(table_context: TableContext, lines: Sequence[Line]) -> dict[int, Fraction]:
    """Return how far each player is above the mean, by id. For a substitute, only the hands they played count."""
    balances = {seat.player_id: Fraction(0) for seat in table_context.seats}
    for line in lines:
        for (seat, _points), above in zip(line, against_mean([points for _seat, points in line]), strict=True):
            balances[seat.player_id] += above
    return balances


def written(amount: Decimal, rate: Rate) -> str:
    """Format an amount in the reader's language, with the currency of the rate."""
    decimals = 0 if rate.rounded_to == int(rate.rounded_to) else 2
    return with_currency(number_format(amount, decimals, force_grouping=True).replace("-", MINUS), rate)


def with_sign(amount: Decimal, rate: Rate) -> str:
    return ("+" if amount > 0 else "") + written(amount, rate)


def with_currency(number: str, rate: Rate) -> str:
    return f"{number}\N{NO-BREAK SPACE}{rate.currency}" if rate.currency else number


def as_text(title: str, result: TableResult) -> str:
    """Return the result as plain text, for sharing."""
    lines = [title, ""]
    lines += [f"{rank}. {total.label}: {figure(total.points)}" for rank, total in result.standing]
    if result.notices:
        lines += ["", *result.notices]
    if result.payments:
        lines.append("")
        lines += result.payments_in_words
    return "\n".join(lines)
