"""The best couples for a round with two at a table: fewest repeats first, then the least sum of squared differences
in points.

These couples are a perfect matching of least weight, which networkx finds with Edmonds' algorithm. It need not look at
all couples. Suppose that there are more contestants between the two of a couple, in the order of standing, than the two
have met opponents. Then the couple can change partners with somebody between them, or with the partner of somebody
between them, so that nobody meets again. Of two couples that do not follow each other in the order, one of the other
two ways to couple the four has no larger sum of squares. So among the best rounds, the one whose couples are closest in
the order has no such couple.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorer.contest.earlier_rounds import Couple
from scorer.contest.ranking import over_common_denominator


def couple(contestant: int, other: int) -> Couple:
    return (contestant, other) if contestant < other else (other, contestant)


def pair(order: Sequence[int], points: Mapping[int, Fraction], met: Mapping[Couple, int]) -> list[Couple]:
    """Return couples of all in `order`, sorted by points and even in number. The couple of the best is first."""
    import networkx as nx  # noqa: PLC0415  # loads in a tenth of a second, which need not delay the server start

    scores, _denominator = over_common_denominator(points[contestant] for contestant in order)
    repeat_cost = len(order) * (scores[0] - scores[-1]) ** 2 + 1  # a repeat outweighs all differences together
    opponents = [sum(couple(contestant, other) in met for other in order) for contestant in order]
    graph = nx.Graph()
    for high, contestant in enumerate(order):
        for low in range(high + 1, len(order)):
            if low - high <= opponents[high] + opponents[low] + 1:
                again = met.get(couple(contestant, order[low]), 0)
                graph.add_edge(high, low, weight=-(repeat_cost * again + (scores[high] - scores[low]) ** 2))
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    return [(order[high], order[low]) for high, low in sorted(map(sorted, matched))]
