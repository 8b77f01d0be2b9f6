from scorer.play.views import arranging, files, hands, opening, pages, sheet

__all__ = ["arranging", "files", "hands", "opening", "pages", "sheet"]
