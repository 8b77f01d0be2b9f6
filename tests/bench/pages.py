"""The cost of a page in queries, bytes and time: python -m tests.bench.pages."""

from tests.bench import report, temporary_site

HANDS = 30

SHEETS, ROUNDS = (100, 400), 11


def main() -> None:
    with temporary_site():
        from tests.bench import measuring  # noqa: PLC0415  # imports models, which need the settings

        report(measuring.query_counts(HANDS))
        report(measuring.page_weights(HANDS))
        report(measuring.sheet_times(SHEETS, ROUNDS))


if __name__ == "__main__":
    main()
