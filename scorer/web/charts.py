"""Charts as inline SVG: this module computes the geometry of series, and two templates draw it.

    chart = line_chart("progress", _("Totals"), at=(0, 1, 2), series=[Series("Ada", (0, 120, 90))], across=_("Hand"))
    {% include "parts/chart.html" with chart=chart %}

    trend = sparkline((40, -12, 7))
    {% include "parts/sparkline.html" with sparkline=trend %}

Each line has its own colour and dash pattern and its name at the end, so that it can be recognised without colours. A
chart is drawn twice, since text shrinks with its drawing: the stylesheet shows the one that fits the screen. The
content is also described in words. Lengths are whole units of the viewBox, with y from the top.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorer.web.formatting import figure, signed

LETTER = 12
"""The font size, as in the stylesheet."""
LINE = 15
"""The distance from one label to the next."""
LEADER = 16
"""The distance between the end of a line and its label."""
GAP = 6

MAX_LINES = 7
"""The number of dash patterns and colours in the stylesheet."""

BARS, BAR, BETWEEN = 10, 6, 3
REACH = 11
"""The length of the longest bar of a sparkline."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line: a whole number for each place on the horizontal axis."""

    name: str
    values: Sequence[int]
    short: str = ""
    """The name where there is little room."""


@dataclass(frozen=True, slots=True)
class Size:
    """`name` is the drawing's class in the stylesheet. `name_room` is the maximum width of a label's name."""

    name: str
    width: int
    height: int
    name_room: int
    most_steps: int


BROAD = Size("broad", 640, 280, 150, 8)
SLIM = Size("slim", 320, 220, 96, 4)


@dataclass(frozen=True, slots=True)
class Tick:
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class ChartLine:
    """`number` counts from 1 and selects the style in the stylesheet. `points` are x,y pairs for a polyline."""

    number: int
    points: str
    end: int
    label: int
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The lines are between left, right, top and bottom. The labels begin to their right, at `label`."""

    size: Size
    left: int
    right: int
    top: int
    bottom: int
    up: tuple[Tick, ...]
    across: tuple[Tick, ...]
    zero: int
    lines: tuple[ChartLine, ...]

    @property
    def label(self) -> int:
        return self.right + LEADER


@dataclass(frozen=True, slots=True)
class Chart:
    id: str
    title: str
    text: str
    across: str
    drawings: tuple[Drawing, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    x: int
    y: int
    height: int
    down: bool


@dataclass(frozen=True, slots=True)
class Sparkline:
    text: str
    bars: tuple[Bar, ...]
    gains: str
    losses: str
    """All bars in one direction are one path: a board has a hundred sparklines, in which template loops would be slow.
    """
    width: int = BARS * (BAR + BETWEEN) - BETWEEN
    height: int = 2 * REACH + 1
    zero: int = REACH


def line_chart(
    id: str,  # noqa: A002  # the element's id
    title: str,
    *,
    at: Sequence[int],
    series: Sequence[Series],
    across: str,
) -> Chart:
    """Return a chart of up to seven lines over the places `at`, of which there is at least one, in ascending order.

    Place 0 is before the first. `id` is unique on the page. `across` labels the horizontal axis, in one word.
    """
    if not 1 <= len(series) <= MAX_LINES:
        raise ValueError(f"{len(series)} lines, but only 1 to {MAX_LINES} can be distinguished")
    if not at or any(len(line.values) != len(at) for line in series):
        raise ValueError("every line needs a value at every place, and there must be a place")
    values = [0, *(value for line in series for value in line.values)]
    ups = ticks_over(min(values), max(values), most=5)
    drawings = tuple(_drawing(size, at, series, ups, across) for size in (BROAD, SLIM))
    return Chart(id, title, _in_words(series), across, drawings)


def _in_words(series: Sequence[Series]) -> str:
    return pgettext("between parts of a sentence", "; ").join(
        _("%(name)s ends at %(last)s (lowest %(lowest)s, highest %(highest)s)")
        % {
            "name": line.name,
            "last": figure(line.values[-1]),
            "lowest": figure(min(line.values)),
            "highest": figure(max(line.values)),
        }
        for line in sorted(series, key=lambda line: -line.values[-1])
    )


def _drawing(size: Size, at: Sequence[int], series: Sequence[Series], ups: Sequence[int], across: str) -> Drawing:
    names = [line.name for line in series]
    if size is SLIM or any(text_width(name) > size.name_room for name in names):
        names = [shortened(line.short or line.name, size.name_room) for line in series]
    values = [figure(line.values[-1]) for line in series]
    labels = max(map(text_width, names)) + GAP + max(map(text_width, values))
    left = max(text_width(figure(up)) for up in ups) + GAP
    right = size.width - max(LEADER + labels, GAP + text_width(across) + text_width(figure(at[-1])))
    top, bottom = LINE, size.height - 2 * LINE

    def x_of(place: int) -> int:
        return right - round((at[-1] - place) * (right - left) / max(at[-1] - at[0], 1))

    def y_of(value: int) -> int:
        return bottom - round((value - ups[0]) * (bottom - top) / (ups[-1] - ups[0]))

    def points_of(line: Series) -> str:
        kept = thinned(list(zip(at, line.values, strict=True)), most=(right - left) // 3)
        return " ".join(f"{x_of(place)},{y_of(value)}" for place, value in kept)

    ends = [y_of(line.values[-1]) for line in series]
    drawn = zip(map(points_of, series), ends, spread(ends, LINE, top, bottom), names, values, strict=True)
    return Drawing(
        size,
        left,
        right,
        top,
        bottom,
        tuple(Tick(y_of(up), figure(up)) for up in ups),
        tuple(
            Tick(x_of(place), figure(place))
            for place in ticks_over(at[0], at[-1], most=size.most_steps)
            if max(at[0], 1) <= place <= at[-1]
        ),
        y_of(0),
        tuple(ChartLine(number, *line) for number, line in enumerate(drawn, start=1)),
    )


def _steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 ..."""
    for power in count():
        yield from (digit * 10**power for digit in (1, 2, 5))


def ticks_over(low: int, high: int, *, most: int) -> list[int]:
    """Return round numbers from at or below `low` to at or above `high`, with one to `most` steps between them.

    `most` is at least two.
    """
    step = next(step for step in _steps() if -(-high // step) - low // step <= most)
    first = low // step
    return [step * place for place in range(first, max(-(-high // step), first + 1) + 1)]


def thinned(points: list[tuple[int, int]], *, most: int) -> list[tuple[int, int]]:
    """Return at most `most` (at least four) points: the first, the last, and the highest and lowest of each section."""
    if len(points) <= most:
        return points
    between = points[1:-1]
    stretches = max(most // 2 - 1, 1)
    kept = {points[0], points[-1]}
    for stretch in range(stretches):
        part = between[len(between) * stretch // stretches : len(between) * (stretch + 1) // stretches]
        kept |= {min(part, key=lambda point: point[1]), max(part, key=lambda point: point[1])}
    return sorted(kept)


def spread(wanted: Sequence[int], gap: int, low: int, high: int) -> list[int]:
    """Return places at least `gap` apart, as near as possible to those `wanted` and in the same order.

    They are between `low` and `high`, where there must be room for them.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    # After subtracting the gaps before each place, the places must not descend. Those that do are replaced by their
    # mean.
    blocks: list[list[int]] = []
    for place, index in enumerate(order):
        blocks.append([wanted[index] - place * gap])
        while len(blocks) > 1 and _mean(blocks[-2]) > _mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    level = [round(_mean(block)) for block in blocks for _one in block]
    most = high - (len(wanted) - 1) * gap
    places = [0] * len(wanted)
    for place, index in enumerate(order):
        places[index] = min(max(level[place], low), most) + place * gap
    return places


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)


def text_width(text: str) -> int:
    """Estimate the maximum width of `text`. It cannot be measured, since browsers use different fonts."""
    return -(-sum(_letter_width(letter) for letter in text) * LETTER // 100)


def _letter_width(letter: str) -> int:
    """Return the width in hundredths of the font size, in a wide font."""
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or letter in "mwMW@%&–—…":
        return 100
    if letter.isspace() or letter in "fijlrtI.,:;'’()|!-":
        return 42
    return 76 if letter.isupper() else 64


def shortened(name: str, room: int) -> str:
    if text_width(name) <= room:
        return name
    end = next(end for end in range(len(name) - 1, -1, -1) if text_width(name[:end] + "…") <= room)
    return name[:end].rstrip() + "…"


def sparkline(values: Sequence[int]) -> Sparkline:
    """Return the last ten gains and losses as bars up and down, with the newest at the right.

    Each sparkline has its own scale, but the zero line has the same height in all.
    """
    shown = values[-BARS:]
    points = ", ".join(map(signed, shown))
    text = ngettext(
        "Last table: %(points)s", "Last %(count)s tables, the newest at the end: %(points)s", len(shown)
    ) % {
        "count": len(shown),
        "points": points,
    }
    longest = max(map(abs, shown), default=0)
    bars = []
    for place, value in enumerate(shown, start=BARS - len(shown)):
        length = -(-abs(value) * REACH // longest) if longest else 0
        y = REACH - length if value > 0 else REACH
        bars.append(Bar(place * (BAR + BETWEEN), y, max(length, 1), value < 0))
    return Sparkline(
        text, tuple(bars), _path(bar for bar in bars if not bar.down), _path(bar for bar in bars if bar.down)
    )


def _path(bars: Iterable[Bar]) -> str:
    return "".join(f"M{bar.x} {bar.y}h{BAR}v{bar.height}h-{BAR}z" for bar in bars)
