from scorer.play.views import arranging, confirmations, hands, joining, opening, pages, result, sheet

__all__ = ["arranging", "confirmations", "hands", "joining", "opening", "pages", "result", "sheet"]
