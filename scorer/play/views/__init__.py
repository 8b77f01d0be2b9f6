from scorer.play.views import arranging, confirmations, hands, joining, opening, pages, sheet

__all__ = ["arranging", "confirmations", "files", "hands", "joining", "opening", "pages", "sheet"]
