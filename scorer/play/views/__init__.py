from scorer.play.views import arranging, files, hands, joining, opening, pages, sheet

__all__ = ["arranging", "files", "hands", "joining", "opening", "pages", "sheet"]
