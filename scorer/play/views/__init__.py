from scorer.play.views import answers, arranging, hands, joining, opening, pages, sheet

__all__ = ["answers", "arranging", "files", "hands", "joining", "opening", "pages", "sheet"]
