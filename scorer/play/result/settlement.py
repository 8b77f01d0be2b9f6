"""The result of a table: the ranking, and who pays whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorer.club.names import isolated
from scorer.contest.ranking import places
from scorer.play.models import Hand, Seat
from scorer.play.selectors import Total, notices_of, totals_of
from scorer.play.services import rate_of
from scorer.play.sheets.ledger import line_results
from scorer.play.table_context import TableContext
from scorer.registry.words import labelled
from scorer.scoring import ResultUnit
from scorer.scoring.settlement import IN_POINTS, Rate, against_mean, settle
from scorer.web.formatting import MINUS, figure


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
    """The result of each side with its rank, the best first."""
    notices: tuple[str, ...]
    """What the sheet says about its state, such as who has won the rubber. Notices that stand out come first."""
    people: tuple[Person, ...]
    payments: tuple[Payment, ...]
    losers: tuple[str, ...]
    winners: tuple[str, ...]
    """Those who bear what is left over from rounding, and those who get it (see Settlement)."""
    mean: Fraction | None
    """The mean of the points, against which each player settles. None if they add up to zero, and for games."""
    rate: Rate | None
    """None if the table does not settle in money."""
    unit: ResultUnit

    def counted(self, total: Total) -> str:
        """Return the result of a side with its unit, for text."""
        if self.in_games:
            return ngettext("%(n)s game", "%(n)s games", total.points) % {"n": figure(total.points)}
        return figure(total.points)

    def written(self, amount: Decimal) -> str:
        return written(amount, self.rate or IN_POINTS)

    @property
    def shown_rate(self) -> tuple[str, str]:
        """The amount of the rate, and the unit that payments are rounded to."""
        rate = self.rate or IN_POINTS
        return with_currency(number_format(rate.amount.normalize()), rate), written(rate.rounded_to, rate)

    @property
    def explanation(self) -> str:
        """How the amounts come from the result."""
        sentences = [self._rate_in_words, *self.remainder]
        if self.mean is not None:
            mean = _("The points do not add up to zero: each counts against the mean of %(mean)s.")
            sentences.insert(0, mean % {"mean": self.shown_mean})
        match self.unit:
            case ResultUnit.RECORD:
                sentences.insert(0, _("Ranked and settled by the record on paper, not by the points of the hands."))
            case ResultUnit.HUNDREDS:
                sentences.insert(0, _("Ranked and settled as on paper, in hundreds."))
            case ResultUnit.GAMES:
                sentences.insert(0, _("Ranked and settled by games won, not by the points of the hands."))
        return " ".join(sentences)

    @property
    def _rate_in_words(self) -> str:
        if not self.rate:
            if self.in_games:
                return _("In games: whoever loses one owes it to a winner.")
            return _("In points, rounded to whole ones.")
        amount, unit = self.shown_rate
        if self.in_games:
            sentence = ngettext(
                "%(count)s lost game costs each player %(amount)s. Amounts are rounded to %(unit)s so that they add up "
                "to zero.",
                "%(count)s lost games cost each player %(amount)s. Amounts are rounded to %(unit)s so that they add up "
                "to zero.",
                self.rate.points,
            )
        else:
            sentence = ngettext(
                "%(count)s point is worth %(amount)s. Amounts are rounded to %(unit)s so that they add up to zero.",
                "%(count)s points are worth %(amount)s. Amounts are rounded to %(unit)s so that they add up to zero.",
                self.rate.points,
            )
        return sentence % {"count": self.rate.points, "amount": amount, "unit": unit}

    @property
    def in_games(self) -> bool:
        return self.unit is ResultUnit.GAMES

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
        return bool(self.rate) or self.mean is not None or not self.unit.is_points

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
    sheet = table_context.sheet
    totals = [
        replace(total, points=sheet.results.get(side[0], 0), games=None)
        for total, (side, _name) in zip(totals_of(table_context), table_context.sides, strict=True)
    ]
    ranks = places([total.points for total in totals])
    standing = sorted(zip(ranks, totals, strict=True), key=lambda placed: placed[0])
    lines = _lines(table_context)
    in_games = sheet.unit is ResultUnit.GAMES
    together = 0 if in_games else sum(points for line in lines for _seat, points in line)
    balances = _balances(table_context, lines, len(totals) if in_games else 1)
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
        sheet.unit,
    )


Line = list[tuple[Seat, int]]
"""What a line of the sheet counts for in the result, for each seat that held then."""


def _lines(table_context: TableContext) -> list[Line]:
    others = table_context.table.hands.not_voided().exclude(kind=Hand.Kind.PLAYED)
    return [
        [(seat, points[seat.position - 1]) for seat in table_context.seats if seat.holds(number)]
        for number, points in line_results(table_context.sheet, table_context.sheet.outcomes(), others).items()
    ]


def _balances(table_context: TableContext, lines: Sequence[Line], times: int) -> dict[int, Fraction]:
    """Return how far each player is above the mean, by id. For a substitute, only the hands they played count.

    `times` is the number of sides for games, each of which is paid by those who lose it to those who win it: that is
    the difference between the two sides, and not the distance of each from their mean.
    """
    balances = {seat.player_id: Fraction(0) for seat in table_context.seats}
    for line in lines:
        for (seat, _points), above in zip(line, against_mean([points for _seat, points in line]), strict=True):
            balances[seat.player_id] += times * above
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
    lines += [f"{rank}. {labelled(total.label, result.counted(total))}" for rank, total in result.standing]
    if result.notices:
        lines += ["", *result.notices]
    if result.payments:
        lines.append("")
        lines += result.payments_in_words
    return "\n".join(lines)
