"""`make chaos` moves a club between two clusters of PostgreSQL (tests.chaos.move), and so does this."""

import os
import subprocess
import sys

from tests.chaos.server import ROOT

ON_TWO_CLUSTERS = [".ci/postgres", "sh", "-c", 'OTHER_DATABASE_URL=$DATABASE_URL exec .ci/postgres "$@"', "sh"]


def test_no_hand_is_lost_when_a_club_moves_while_two_clubs_play() -> None:
    done = subprocess.run(
        [*ON_TWO_CLUSTERS, sys.executable, "-m", "tests.chaos.move"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name not in ("DATA", "DATABASE_URL")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "move.lost 0 hands" in done.stdout
