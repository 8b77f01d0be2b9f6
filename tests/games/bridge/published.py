"""The published score tables of duplicate bridge, typed in as numbers: nothing here is computed.

Source: Laws of Duplicate Bridge 2017, Law 77, in the form of the tables printed on score cards.
"""

MADE_EXACTLY = """
level  C and D             H and S             NT
1       70   70             80   80             90   90
1X     140  140            160  160            180  180
1XX    230  230            520  720            560  760
2       90   90            110  110            120  120
2X     180  180            470  670            490  690
2XX    560  760            640  840            680  880
3      110  110            140  140            400  600
3X     470  670            530  730            550  750
3XX    640  840            760  960            800 1000
4      130  130            420  620            430  630
4X     510  710            590  790            610  810
4XX    720  920            880 1080            920 1120
5      400  600            450  650            460  660
5X     550  750            650  850            670  870
5XX    800 1000           1000 1200           1040 1240
6      920 1370            980 1430            990 1440
6X    1090 1540           1210 1660           1230 1680
6XX   1380 1830           1620 2070           1660 2110
7     1440 2140           1510 2210           1520 2220
7X    1630 2330           1770 2470           1790 2490
7XX   1960 2660           2240 2940           2280 2980
"""
"""Contracts made without overtricks: not vulnerable, vulnerable."""

OVERTRICK = """
      C and D        H and S        NT
-      20   20        30   30        30   30
X     100  200       100  200       100  200
XX    200  400       200  400       200  400
"""
"""Each overtrick: not vulnerable, vulnerable."""

DEFEATED = """
down   not vulnerable       vulnerable
         -    X   XX         -    X   XX
 1      50  100  200       100  200  400
 2     100  300  600       200  500 1000
 3     150  500 1000       300  800 1600
 4     200  800 1600       400 1100 2200
 5     250 1100 2200       500 1400 2800
 6     300 1400 2800       600 1700 3400
 7     350 1700 3400       700 2000 4000
 8     400 2000 4000       800 2300 4600
 9     450 2300 4600       900 2600 5200
10     500 2600 5200      1000 2900 5800
11     550 2900 5800      1100 3200 6400
12     600 3200 6400      1200 3500 7000
13     650 3500 7000      1300 3800 7600
"""

BOARDS = """
 1 N none     5 N NS       9 N EW      13 N both
 2 E NS       6 E EW      10 E both    14 E none
 3 S EW       7 S both    11 S none    15 S NS
 4 W both     8 W none    12 W NS      16 W EW
"""

DOUBLED_PART_SCORES = "1CX 1DX 1HX 1SX 1NTX 2CX 2DX 1CXX 1DXX"
"""If made, these score the premium of a part-score; every other doubled contract is a game."""


def _rows(table: str, heading: int) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()[heading:]]


def _by_strain(contract: str, numbers: list[str]) -> dict[tuple[str, str, bool], int]:
    columns = [(strains, vulnerable) for strains in ("CD", "HS", ["NT"]) for vulnerable in (False, True)]
    return {
        (contract, strain, vulnerable): int(number)
        for (strains, vulnerable), number in zip(columns, numbers, strict=True)
        for strain in strains
    }


_made = {
    key: points
    for contract, *numbers in _rows(MADE_EXACTLY, 1)
    for key, points in _by_strain(contract, numbers).items()
}
_overtrick = {
    key: points
    for doubled, *numbers in _rows(OVERTRICK, 1)
    for key, points in _by_strain(doubled.replace("-", ""), numbers).items()
}
_defeated = {
    (int(down), doubled, vulnerable): int(number)
    for down, *numbers in _rows(DEFEATED, 2)
    for (vulnerable, doubled), number in zip(
        [(vulnerable, doubled) for vulnerable in (False, True) for doubled in ("", "X", "XX")], numbers, strict=True
    )
}

CYCLE = {
    int(number): ("NESW".index(dealer) + 1, vulnerable)
    for row in _rows(BOARDS, 0)
    for number, dealer, vulnerable in zip(row[0::3], row[1::3], row[2::3], strict=True)
}
"""The dealer's position and who is vulnerable, by board."""


def published(level: int, strain: str, doubled: str, tricks: int, *, vulnerable: bool) -> int:
    """Return the score of declarer's side from the tables."""
    over = tricks - 6 - level
    if over < 0:
        return -_defeated[-over, doubled, vulnerable]
    return _made[f"{level}{doubled}", strain, vulnerable] + over * _overtrick[doubled, strain, vulnerable]
