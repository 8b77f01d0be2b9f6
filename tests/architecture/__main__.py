"""Print how far a newcomer has to read: python -m tests.architecture."""

from tests.bench import report, temporary_site

if __name__ == "__main__":
    with temporary_site():
        from tests.architecture import distance  # imports models, which need the settings

        report(distance.distances())
