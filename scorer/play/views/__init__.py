from scorer.play.views import arranging, confirmations, entry, hands, joining, opening, pages, result, saving, sheet

__all__ = [
    "arranging",
    "confirmations",
    "entry",
    "hands",
    "joining",
    "opening",
    "pages",
    "result",
    "saving",
    "sheet",
]
