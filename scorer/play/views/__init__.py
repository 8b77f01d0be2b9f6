from scorer.play.views import arranging, hands, opening, pages, sheet

__all__ = ["arranging", "hands", "opening", "pages", "sheet"]
