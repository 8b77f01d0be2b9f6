import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.web import charts
from scorer.web.charts import Chart, Drawing, Series, line_chart, sparkline, spread, text_width, thinned, ticks_over

POINTS = st.integers(-30_000, 30_000)
PEOPLE = ("Ada Nowak", "Boris Petrović", "Chloé Martin", "Dirk Hansen", "Élise Fabre", "W" * 80, "محمد بن عبد الله")


@st.composite
def line_charts(draw: st.DrawFn) -> Chart:
    names = PEOPLE[: draw(st.integers(1, 7))]
    at = sorted(draw(st.sets(st.integers(0, 400), min_size=1, max_size=60)))
    values = st.lists(POINTS, min_size=len(at), max_size=len(at))
    series = [Series(name, draw(values)) for name in names]
    return line_chart("progress", "Totals", at=at, series=series, across="Hand")


def of_two(*, at: tuple[int, ...] = (0, 1, 2)) -> Chart:
    ada, boris = Series("Ada", (0, 150, 120)), Series("Boris", (0, -40, -30))
    return line_chart("progress", "Running totals", at=at, series=[ada, boris], across="Hand")


def points_of(drawing: Drawing, number: int) -> list[tuple[int, int]]:
    pairs = drawing.lines[number - 1].points.split()
    return [(int(x), int(y)) for x, y in (pair.split(",") for pair in pairs)]


@settings(max_examples=60)
@given(line_charts())
def test_every_point_and_label_is_inside_its_drawing(chart: Chart) -> None:
    for drawing in chart.drawings:
        assert 0 < drawing.left < drawing.right < drawing.size.width
        assert 0 < drawing.top < drawing.bottom < drawing.size.height
        for line in drawing.lines:
            for x, y in points_of(drawing, line.number):
                assert drawing.left <= x <= drawing.right
                assert drawing.top <= y <= drawing.bottom
            assert points_of(drawing, line.number)[-1] == (drawing.right, line.end)
            assert drawing.top <= line.label <= drawing.bottom
            assert drawing.label + text_width(line.name) + text_width(line.value) < drawing.size.width
        for tick in drawing.across:
            assert drawing.left <= tick.at <= drawing.right


@settings(max_examples=60)
@given(line_charts())
def test_labels_do_not_overlap_and_keep_the_order_of_the_lines(chart: Chart) -> None:
    for drawing in chart.drawings:
        lines = sorted(drawing.lines, key=lambda line: line.label)
        for upper, lower in pairwise(lines):
            assert lower.label - upper.label >= charts.LINE
            assert upper.end <= lower.end


def test_labels_with_enough_room_are_at_the_ends_of_their_lines() -> None:
    for drawing in of_two().drawings:
        assert [line.label for line in drawing.lines] == [line.end for line in drawing.lines]


def test_a_long_name_is_not_cut_off_but_shown_as_its_short_one() -> None:
    lines = [Series("Hans-Joachim von der Au", (0, 10), "Hans-J."), Series("Ada Lovelace", (0, -10), "Ada")]
    chart = line_chart("progress", "Totals", at=(0, 1), series=lines, across="Hand")
    for drawing in chart.drawings:
        assert [line.name for line in drawing.lines] == ["Hans-J.", "Ada"], drawing.size.name
    assert "Hans-Joachim von der Au ends at 10" in chart.text
    ada = line_chart("progress", "Totals", at=(0, 1), series=lines[1:], across="Hand")
    assert [drawing.lines[0].name for drawing in ada.drawings] == ["Ada Lovelace", "Ada"]


def test_crowded_labels_move_apart_equally() -> None:
    assert spread([100, 100], 10, 0, 200) == [95, 105]
    assert spread([100, 100, 102], 10, 0, 200) == [91, 101, 111]
    assert spread([0, 3, 200], 10, 0, 200) == [0, 10, 200]
    assert spread([199, 50, 200], 10, 0, 200) == [190, 50, 200]


@given(POINTS, POINTS, st.integers(2, 9))
def test_ticks_cover_the_range_in_a_few_round_steps(one: int, other: int, most: int) -> None:
    low, high = sorted((one, other))
    ticks = ticks_over(low, high, most=most)
    assert ticks[0] <= low <= high <= ticks[-1]
    assert 2 <= len(ticks) <= most + 1
    steps = {upper - lower for lower, upper in pairwise(ticks)}
    assert len(steps) == 1
    assert re.fullmatch("[125]0*", str(steps.pop()))


def test_ticks_come_in_steps_of_one_two_and_five() -> None:
    assert ticks_over(0, 4, most=5) == [0, 1, 2, 3, 4]
    assert ticks_over(-3, 7, most=5) == [-5, 0, 5, 10]
    assert ticks_over(-40, 150, most=5) == [-50, 0, 50, 100, 150]
    assert ticks_over(1481, 1512, most=5) == [1480, 1490, 1500, 1510, 1520]
    assert ticks_over(7, 7, most=5) == [7, 8]


def test_the_horizontal_axis_numbers_the_hands_and_leaves_the_start_empty() -> None:
    hands = tuple(range(21))
    chart = line_chart("progress", "Totals", at=hands, series=[Series("Ada", hands)], across="Hand")
    broad, slim = chart.drawings
    assert [tick.text for tick in broad.across] == ["5", "10", "15", "20"]
    assert [tick.text for tick in slim.across] == ["5", "10", "15", "20"]
    assert broad.across[-1].at == broad.right
    assert points_of(broad, 1)[0] == (broad.left, broad.zero)


def test_a_voided_hand_leaves_a_gap_on_the_horizontal_axis() -> None:
    for drawing in of_two(at=(0, 1, 4)).drawings:
        first, second, last = (x for x, _y in points_of(drawing, 1))
        assert (last - first) == pytest.approx(4 * (second - first), abs=2)


def test_a_chart_includes_zero_however_far_its_values_are_above_it() -> None:
    line = Series("Ada", (1500, 1512, 1481))
    chart = line_chart("progress", "Totals", at=(0, 1, 2), series=[line], across="Table")
    assert all(drawing.zero == drawing.bottom for drawing in chart.drawings)


@given(st.lists(POINTS, min_size=1, max_size=400), st.integers(4, 150))
def test_a_long_line_is_thinned_out_but_keeps_its_ends_and_extremes(values: list[int], most: int) -> None:
    points = list(enumerate(values))
    kept = thinned(points, most=most)
    assert len(kept) <= most
    assert set(kept) <= set(points)
    assert kept == sorted(kept)
    assert kept[0] == points[0]
    assert kept[-1] == points[-1]
    assert max(value for _at, value in kept) == max(values)
    assert min(value for _at, value in kept) == min(values)


def test_a_chart_of_seven_lines_and_400_hands_is_small() -> None:
    at = range(401)
    series = [Series(name, [(place * 37 * number) % 1001 for place in at]) for number, name in enumerate(PEOPLE, 1)]
    chart = line_chart("progress", "Totals", at=at, series=series, across="Hand")
    assert len(render_to_string("parts/chart.html", {"chart": chart})) < 20_000


def test_a_chart_describes_its_ends_in_words_with_the_best_first() -> None:
    chart = line_chart(
        "progress",
        "Totals",
        at=(0, 1, 2),
        series=[Series("Ada", (0, -40, -30)), Series("Boris", (0, 1500, 1200))],
        across="Hand",
    )
    assert chart.text == ("Boris ends at 1,200 (lowest 0, highest 1,500); Ada ends at −30 (lowest −40, highest 0)")


def test_a_chart_is_two_images_with_a_title_and_a_description() -> None:
    html = render_to_string("parts/chart.html", {"chart": of_two()})
    figure = ET.fromstring(html[html.index("<figure") :])
    images = list(figure)
    assert [image.get("class") for image in images] == ["broad", "slim"]
    for image in images:
        named = {part.get("id"): part.text for part in image if part.get("id")}
        assert image.get("role") == "img"
        assert [named[name] for name in (image.get("aria-labelledby") or "").split()] == [
            "Running totals",
            "Ada ends at 120 (lowest 0, highest 150); Boris ends at −30 (lowest −40, highest 0)",
        ]
    assert "style" not in html


def test_a_hostile_name_is_escaped() -> None:
    series = [Series("<script>alert(1)</script>", (0,))]
    chart = line_chart("progress", "Totals", at=(0,), series=series, across="Hand")
    assert "<script" not in render_to_string("parts/chart.html", {"chart": chart})


def test_a_chart_accepts_only_as_many_lines_as_can_be_distinguished() -> None:
    one = Series("Ada", (0,))
    for series in ([], [one] * 8):
        with pytest.raises(ValueError, match="1 to 7"):
            line_chart("progress", "Totals", at=(0,), series=series, across="Hand")
    with pytest.raises(ValueError, match="a value at every place"):
        line_chart("progress", "Totals", at=(0, 1), series=[one], across="Hand")


def test_every_line_has_its_own_dash_pattern_and_colour() -> None:
    css = Path(finders.find("css/scorer.css")).read_text()
    colours = re.findall(r"\.line(\d) \{ --c: var\((--\w+)\)", css)
    dashes = re.findall(r"\.line(\d) polyline \{ stroke-dasharray: ([^;}]+)", css)
    assert [number for number, _colour in colours] == list("1234567")
    assert len({colour for _number, colour in colours}) == charts.MAX_LINES
    assert [number for number, _dash in dashes] == list("234567")
    assert len({dash for _number, dash in dashes}) == charts.MAX_LINES - 1


def test_a_sparkline_shows_gains_above_and_losses_below_one_line() -> None:
    trend = sparkline((20, -10, 0))
    won, lost, level = trend.bars
    assert (won.y, won.y + won.height, won.down) == (0, trend.zero, False)
    assert (lost.y, lost.down) == (trend.zero, True)
    assert lost.height * 2 == pytest.approx(won.height, abs=1)
    assert (level.y, level.height) == (trend.zero, 1)
    assert level.x + charts.BAR == trend.width
    assert trend.gains == "".join(f"M{bar.x} {bar.y}h6v{bar.height}h-6z" for bar in (won, level))
    assert trend.losses == f"M{lost.x} {lost.y}h6v{lost.height}h-6z"


@given(st.lists(POINTS, max_size=30))
def test_a_sparkline_shows_the_last_ten_inside_its_drawing(values: list[int]) -> None:
    trend = sparkline(values)
    assert len(trend.bars) == min(len(values), 10)
    for bar in trend.bars:
        assert 0 <= bar.x <= trend.width - charts.BAR
        assert 0 <= bar.y < bar.y + bar.height <= trend.height


def test_a_sparkline_describes_its_points_in_words() -> None:
    assert sparkline((3,)).text == "Last table: +3"
    assert sparkline((3, -4)).text == "Last 2 tables, the newest at the end: +3, −4"
    html = render_to_string("parts/sparkline.html", {"sparkline": sparkline((3, -4))})
    image = ET.fromstring(html.strip())
    assert (image.get("role"), image[0].tag) == ("img", "title")
    assert image[0].text == "Last 2 tables, the newest at the end: +3, −4"


def test_a_sparkline_without_points_is_empty() -> None:
    assert render_to_string("parts/sparkline.html", {"sparkline": sparkline(())}).strip() == ""
